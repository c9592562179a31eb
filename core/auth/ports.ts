/** What the owner signs in with, stored as SHA-256 only. Instants are milliseconds since 1970. Written by the API thread itself. */
export interface SignInStore {
  insertCode(code: { readonly sha256: string; readonly triesLeft: number; readonly expiresAtMs: number }): void;
  /** Uses the code up. False: there is none that holds at `nowMs`. */
  takeCode(sha256: string, nowMs: number): boolean;
  /** A wrong code was entered: each code that waits has one try less, and goes with its last. */
  countMiss(): void;
  insertSession(session: { readonly sha256: string; readonly expiresAtMs: number }): void;
  hasSession(sha256: string, nowMs: number): boolean;
  removeSession(sha256: string): void;
  /** Forgets what ended by then. */
  prune(untilMs: number): void;
  /** All or nothing, and nobody else writes meanwhile. */
  transaction<T>(work: () => T): T;
}

/** A token as stored: never its value, only its SHA-256. Instants are milliseconds since 1970. */
export interface TokenRecord {
  readonly uuid: string;
  readonly name: string;
  readonly sha256: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Tokens of the owner. Written rarely, by the API thread itself. */
export interface TokenStore {
  insert(token: TokenRecord): void;
  list(): readonly TokenRecord[];
  find(uuid: string): TokenRecord | null;
  findBySha256(sha256: string): TokenRecord | null;
  remove(uuid: string): boolean;
}
