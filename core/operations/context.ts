import type { WindowPass } from '#core/auth/window-session.ts';

/** Who asks. `owner`: the owner's own hands (in-process, or with the secret of run.json); `client`: an OAuth client. */
export interface Caller {
  readonly kind: 'owner' | 'token' | 'client';
  /** Of an API token. */
  readonly tokenUuid: string | null;
  /** Of an OAuth client. */
  readonly clientId: string | null;
  /** True where values of API tokens may be shown to whoever asks: core/auth/place.ts says to whom. */
  readonly showsTokens: boolean;
  /** Of the owner's window in a browser; left out for everybody else. */
  readonly window?: WindowPass;
}

/** The owner in this very process: the CLI when no service runs. */
export const OWNER_HERE: Caller = { kind: 'owner', tokenUuid: null, clientId: null, showsTokens: true };

/** What comes with every call. */
export interface CallContext {
  readonly caller: Caller;
  /** `baseUrl` without a slash at the end. */
  readonly links: { readonly baseUrl: string };
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}
