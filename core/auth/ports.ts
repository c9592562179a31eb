import type { Role } from '#core/contract/member.ts';

/** A link that signs one browser in, as stored: never its secret, only the SHA-256. Instants are milliseconds since 1970. */
export interface InvitationRecord {
  readonly uuid: string;
  readonly name: string;
  readonly sha256: string;
  /** In whose name the browser then asks; null: the owner's. */
  readonly subject: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Null: nobody has used it. */
  readonly usedAtMs: number | null;
}

export interface InvitationStore {
  insertInvitation(invitation: InvitationRecord): void;
  /** Uses it up and says which one it was. Null: there is none that holds at `nowMs`. */
  takeInvitation(sha256: string, nowMs: number): string | null;
  listInvitations(): readonly InvitationRecord[];
  /** With the sessions that came of it. False: there is none. */
  removeInvitation(uuid: string): boolean;
}

/** What the owner signs in with, stored as SHA-256 only. Instants are milliseconds since 1970. Written by the API thread itself. */
export interface SignInStore extends InvitationStore {
  insertCode(code: { readonly sha256: string; readonly triesLeft: number; readonly expiresAtMs: number }): void;
  /** Uses the code up. False: there is none that holds at `nowMs`. */
  takeCode(sha256: string, nowMs: number): boolean;
  /** A wrong code was entered: each code that waits has one try less, and goes with its last. */
  countMiss(): void;
  /** `invitation`: the one that it came of, which ends it where it is revoked. */
  insertSession(session: { readonly sha256: string; readonly expiresAtMs: number; readonly invitation: string | null }): void;
  hasSession(sha256: string, nowMs: number): boolean;
  /** Whose it is, as they are now: `member` left out: the owner's. Null: there is none that holds at `nowMs`. */
  findSession(sha256: string, nowMs: number): { readonly member?: Member } | null;
  removeSession(sha256: string): void;
  /** Forgets what ended by then: an invitation that was used with the last session that came of it. */
  prune(untilMs: number): void;
  /** All or nothing, and nobody else writes meanwhile. */
  transaction<T>(work: () => T): T;
}

/** How often addresses did something, over all machines that share the store and by its clock. */
export interface AttemptStore {
  /** Adds to the minute of an address that is under way, or begins one. Returns what it has now, and for how long it goes on. */
  add(what: string, address: string, count: number): { readonly count: number; readonly leftMs: number };
}

/** A person besides the owner of the data folder. */
export interface Member {
  readonly uuid: string;
  readonly name: string;
  readonly role: Role;
}

/** Who belongs to it, in the order in which they came. Written rarely, by the API thread itself. */
export interface MemberStore {
  insert(member: Member & { readonly createdAtMs: number }): void;
  list(): readonly (Member & { readonly createdAtMs: number })[];
  find(uuid: string): (Member & { readonly createdAtMs: number }) | null;
  update(member: Member): void;
  /**
   * Takes somebody out, all in one transaction: their tokens, invitations, windows, webhooks and saved accounts go, their exports, batches and
   * archives become the owner's, and so do their schedules, paused.
   */
  remove(uuid: string): void;
}

/** A token as stored: never its value, only its SHA-256. Instants are milliseconds since 1970. */
export interface TokenRecord {
  readonly uuid: string;
  readonly name: string;
  readonly sha256: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Whose it is; left out: the owner's. */
  readonly member?: Member;
}

/** Tokens of the owner and of members. Written rarely, by the API thread itself. */
export interface TokenStore {
  insert(token: TokenRecord): void;
  /** Those of one member; null: of the owner. */
  list(memberUuid: string | null): readonly TokenRecord[];
  find(uuid: string): TokenRecord | null;
  findBySha256(sha256: string): TokenRecord | null;
  remove(uuid: string): boolean;
}
