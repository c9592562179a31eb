/** A client that registered itself. */
export interface RegisteredClient {
  readonly clientId: string;
  /** What it calls itself; null where it said nothing. */
  readonly name: string | null;
  readonly redirectUris: readonly string[];
  readonly createdAtMs: number;
}

/** What the owner allowed a client once. All that comes of it (a code, refresh and access tokens) is one family. */
export interface OAuthFamily {
  readonly id: string;
  readonly clientId: string;
  /** `read`, `write`, or both with a blank between. */
  readonly scope: string;
  /** Path of the resource that its access tokens are for: `/mcp`, or empty for the whole service. */
  readonly resource: string;
  readonly createdAtMs: number;
  /** When the last of it has expired. */
  readonly endsAtMs: number;
}

/** Of a code or a token: which family, until when, and whether it was used up before. */
export interface OAuthStanding {
  readonly family: OAuthFamily;
  readonly isFamilyRevoked: boolean;
  readonly expiresAtMs: number;
  /** A code or refresh token that was redeemed; an access token that was revoked. */
  readonly isSpent: boolean;
}

export interface OAuthCode extends OAuthStanding {
  readonly redirectUri: string;
  /** base64url of the SHA-256 of the verifier (PKCE, S256). */
  readonly codeChallenge: string;
}

interface NewSecret {
  readonly sha256: string;
  readonly familyId: string;
  readonly expiresAtMs: number;
}

/**
 * Clients and what they were given: codes and refresh tokens as SHA-256 only, access tokens by their `jti`. Instants are
 * milliseconds since 1970. Written by the API thread itself.
 */
export interface OAuthStore {
  insertClient(client: RegisteredClient): void;
  findClient(clientId: string): RegisteredClient | null;
  /** Forgets clients that the owner never allowed anything, but the newest `kept`. */
  pruneClients(kept: number): void;
  insertFamily(family: OAuthFamily): void;
  /** A family that is used lives on. */
  extendFamily(id: string, endsAtMs: number): void;
  revokeFamily(id: string, atMs: number): void;
  /** All families of a client. */
  revokeClient(clientId: string, atMs: number): void;
  /** Families that are neither revoked nor over, oldest first. */
  livingFamilies(nowMs: number): readonly OAuthFamily[];
  insertCode(code: NewSecret & Pick<OAuthCode, 'redirectUri' | 'codeChallenge'>): void;
  findCode(sha256: string): OAuthCode | null;
  spendCode(sha256: string): void;
  insertRefreshToken(token: NewSecret): void;
  findRefreshToken(sha256: string): OAuthStanding | null;
  spendRefreshToken(sha256: string): void;
  insertAccessToken(token: { readonly jti: string; readonly familyId: string; readonly expiresAtMs: number }): void;
  findAccessToken(jti: string): OAuthStanding | null;
  spendAccessToken(jti: string): void;
  /** Forgets what ended by then. */
  prune(untilMs: number): void;
  /** All or nothing, and nobody else writes meanwhile. */
  transaction<T>(work: () => T): T;
}

/** A client that holds something of the owner's. */
export interface AllowedClient {
  readonly clientId: string;
  /** What it calls itself; its id where it did not say. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Of the oldest permission that still holds. */
  readonly sinceMs: number;
}

export interface AllowedClients {
  list(): readonly AllowedClient[];
  /** Ends all its tokens. */
  revoke(clientId: string): void;
}
