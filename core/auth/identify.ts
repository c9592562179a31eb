import { identify } from '#core/auth/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { Member, TokenStore } from '#core/auth/ports.ts';

/** What a credential may do, in the order that answers name them. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who a credential belongs to, and what it may do. */
export interface Identified {
  /** `owner`: the secret of run.json; `token`: an API token; `client`: an OAuth client that the owner let in. */
  readonly kind: 'owner' | 'token' | 'client';
  /** Of an API token. */
  readonly tokenUuid: string | null;
  /** Of an OAuth client. */
  readonly clientId: string | null;
  /** Whose it is; left out: the owner's. */
  readonly member?: Member;
  readonly scopes: readonly Scope[];
}

/** What a valid access token says. */
export interface AccessGrant {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

export interface AccessTokenVerifier {
  /**
   * Checks signature, time, issuer, audience and revocation of an access token for the service as it was asked: under that origin.
   * @throws CommentdockError AUTH_HEADER_TOKEN
   */
  verify(jwt: string, askedAt: string): Promise<AccessGrant>;
}

export interface IdentifyParts {
  readonly tokens: TokenStore;
  /** The secret of run.json; null where there is none. */
  readonly ownerSecret: string | null;
  /** Null: OAuth access tokens are not known here. */
  readonly accessTokens: AccessTokenVerifier | null;
  /** The origin under which the service was asked: issuer and audience of access tokens. */
  readonly askedAt: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Three parts of base64url (RFC 7515); API tokens and the owner's secret have no dots. */
const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Who sends this credential, and what it may do: the owner's secret and API tokens everything, those of readers reading, an OAuth access
 * token what the owner allowed.
 * @throws CommentdockError AUTH_HEADER_TOKEN; TOKEN_EXPIRED for an API token. An access token that has expired is
 * AUTH_HEADER_TOKEN: its client gets a new one by itself.
 */
export async function identifyCredential(credential: string, parts: IdentifyParts): Promise<Identified> {
  if (JWT_SHAPE.test(credential)) {
    if (parts.accessTokens === null) throw new CommentdockError('AUTH_HEADER_TOKEN');
    return { kind: 'client', tokenUuid: null, ...(await parts.accessTokens.verify(credential, parts.askedAt)) };
  }
  const identity = identify(credential, parts);
  const isReader = identity.kind === 'token' && identity.member?.role === 'reader';
  return { ...identity, clientId: null, scopes: isReader ? ['read'] : SCOPES };
}
