import type { AccountSource } from '#core/contract/saved-account.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';

/** A saved account as stored; its cookies are in the vault. Instants are milliseconds since 1970. */
export interface AccountRecord {
  readonly uuid: string;
  /** Id of the platform. */
  readonly platform: string;
  /** Unique among those of the platform that belong to the same person. */
  readonly name: string;
  readonly cookieNames: readonly string[];
  readonly source: AccountSource;
  /** Of the browser that the cookies were made in; null: nobody said. */
  readonly userAgent: string | null;
  /** When its session ends, as far as the cookies say; null: they do not. */
  readonly expiresAtMs: number | null;
  /** Since when the platform does not take it for logged in; null: as far as we know it does. */
  readonly needsLoginSinceMs: number | null;
  readonly createdAtMs: number;
  readonly savedAtMs: number;
  /** Whose it is; left out or null: the owner's. */
  readonly memberUuid?: string | null;
}

/** Accounts of the owner and of members. Saved and removed by the API thread, marked by the engine's. */
export interface AccountStore {
  insert(account: AccountRecord): void;
  update(account: AccountRecord): void;
  /** By platform, then in the order in which they were first saved. */
  list(): readonly AccountRecord[];
  /** Of one member (null: of the owner), in the order in which they were first saved: the first is the platform's default. */
  ofPlatform(platform: string, memberUuid: string | null): readonly AccountRecord[];
  find(uuid: string): AccountRecord | null;
  /** An account that needs a login already keeps its instant. */
  markNeedsLogin(uuid: string, sinceMs: number): void;
  remove(uuid: string): void;
}

/** Where the vault keeps the cookies of an account, as JSON. */
export function accountSecretName(uuid: string): string {
  return `account/${uuid}/cookies`;
}

/** A browser on this machine with cookies of its own. */
interface BrowserProfile {
  /** `firefox`, `chrome`, `chromium`, `brave`, `edge`, ... */
  readonly browser: string;
  /** Name of its folder: `default-release`, `Profile 1`. */
  readonly profile: string;
  /** Null where its cookies can be read; else why not, and what to do instead. */
  readonly obstacle: string | null;
}

/** Browsers that are installed on this machine. */
export interface BrowserCookies {
  profiles(): Promise<readonly BrowserProfile[]>;
  /**
   * The cookies that a browser keeps for these domains, from a copy of its database.
   * @param request `profile` null: the one that was used last
   * @throws CommentdockError INVALID_REQUEST where there is no such browser or its cookies cannot be read, with what to do instead
   */
  read(request: { readonly browser: string; readonly profile: string | null; readonly domains: readonly string[] }): Promise<{
    readonly profile: string;
    readonly cookies: readonly SavedCookie[];
    /** Of the browser, as it last ran; null where it does not say. */
    readonly userAgent: string | null;
  }>;
}
