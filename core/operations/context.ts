import type { ErrorCode } from '#core/contract/error.ts';
import type { Member } from '#core/auth/ports.ts';
import type { WindowPass } from '#core/auth/window-session.ts';

/**
 * Who asks. `owner`: the owner's own hands (in-process, or with the secret of run.json); `client`: an OAuth client; `token`: an API token, or the
 * window of a member, which may do what a token of that member may.
 */
export interface Caller {
  readonly kind: 'owner' | 'token' | 'client';
  /** Of an API token. */
  readonly tokenUuid: string | null;
  /** Of an OAuth client. */
  readonly clientId: string | null;
  /** True where values of API tokens may be shown to whoever asks: core/auth/place.ts says to whom. */
  readonly showsTokens: boolean;
  /** Of the window that asks, in a browser: the owner's, or that of `member`. Left out: no window does. */
  readonly window?: WindowPass;
  /** Who it is, of those who belong to the data folder besides its owner. Left out: the owner. */
  readonly member?: Member;
  /** From where: the address of the peer. Left out: from this process. */
  readonly address?: string;
}

/** Whom what a caller makes belongs to: the uuid of a member; null: the owner. */
export function ownerOf({ member }: Pick<Caller, 'member'>): string | null {
  return member?.uuid ?? null;
}

/** The owner in this very process: the CLI when no service runs. */
export const OWNER_HERE: Caller = { kind: 'owner', tokenUuid: null, clientId: null, showsTokens: true };

/** A call that would change something, once it is over. `outcome`: the code of its refusal, or `ok`. */
export interface CallNote {
  readonly operation: string;
  /** Ids of what it was about: of the input and of the answer. */
  readonly subjects: readonly string[];
  readonly outcome: ErrorCode | 'ok';
}

/** What comes with every call. */
export interface CallContext {
  readonly caller: Caller;
  /** `baseUrl` without a slash at the end. */
  readonly links: { readonly baseUrl: string };
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** Keeps what was done. Left out: nobody wants to know. */
  readonly note?: (call: CallNote) => void;
}
