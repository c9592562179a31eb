import { randomUUID } from 'node:crypto';
import { CommentdockError } from '#core/contract/error.ts';
import type { AccessGrant, AccessTokenVerifier, Scope } from '#core/auth/identify.ts';
import { ownAudiences, ownOrigins } from '#core/auth/oauth/own-origins.ts';
import { parseScope, scopeText } from '#core/auth/scope.ts';
import { signingKey } from '#core/auth/signing-key.ts';
import type { OAuthFamily, OAuthStanding, OAuthStore } from '#core/auth/oauth/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';

export const ACCESS_TOKEN_LIFETIME_S = 3_600;

/**
 * HMAC: the process that signs is the only one that verifies, so a published key would serve nobody, and one algorithm
 * leaves nothing to confuse. The key is in the vault.
 */
const ALGORITHM = 'HS256';
const KEY_NAME = 'oauth:access-token-key';
/** RFC 9068: no other token of ours is taken for an access token. */
const TOKEN_TYPE = 'at+jwt';

export interface AccessTokenParts {
  readonly oauth: OAuthStore;
  readonly vault: SecretVault;
  readonly settings: { readonly userUuid: string };
  now(): number;
}

/** What a token is signed for. `origin` is the issuer. */
interface AccessTokenTerms {
  readonly family: OAuthFamily;
  readonly scopes: readonly Scope[];
  readonly origin: string;
  readonly jti: string;
}

/** What is known of an access token whose signature holds, whoever it was issued for. */
interface ReadAccessToken {
  readonly jti: string;
  readonly scopes: readonly Scope[];
  readonly standing: OAuthStanding;
}

export interface AccessTokens extends AccessTokenVerifier {
  /** A name for a token, noted with its family. Belongs into the transaction that decides to give the token. */
  note(family: OAuthFamily): string;
  sign(terms: AccessTokenTerms): Promise<string>;
  /** Null where it is none of ours, or was forgotten. Checks no time, audience or revocation. */
  read(jwt: string): Promise<ReadAccessToken | null>;
}

/** Access tokens as JWTs (RFC 9068), each known by its `jti` so that it can be revoked. */
export function createAccessTokens({ oauth, vault, settings, now }: AccessTokenParts): AccessTokens {
  const ownKey = signingKey(vault, KEY_NAME);
  const payloadOf = async (jwt: string, checks: { issuer?: string[]; audience?: string[]; currentDate: Date }) => {
    const { jwtVerify } = await import('jose');
    const { payload } = await jwtVerify(jwt, ownKey(), {
      ...checks,
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      requiredClaims: ['exp', 'jti', 'scope', 'client_id'],
    });
    return payload;
  };
  return {
    note(family) {
      const jti = randomUUID();
      oauth.insertAccessToken({ jti, familyId: family.id, expiresAtMs: now() + ACCESS_TOKEN_LIFETIME_S * 1_000 });
      return jti;
    },
    async sign({ family, scopes, origin, jti }) {
      const { SignJWT } = await import('jose');
      const issuedAt = Math.floor(now() / 1_000);
      return new SignJWT({ client_id: family.clientId, scope: scopeText(scopes) })
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE })
        .setIssuer(origin)
        .setSubject(settings.userUuid)
        .setAudience(`${origin}${family.resource}`)
        .setJti(jti)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_S)
        .sign(ownKey());
    },
    async read(jwt) {
      const payload = await payloadOf(jwt, { currentDate: new Date(0) }).catch(() => null);
      return payload === null ? null : known(payload, oauth);
    },
    async verify(jwt, askedAt) {
      const checks = { issuer: [...ownOrigins(askedAt)], audience: ownAudiences(askedAt), currentDate: new Date(now()) };
      const payload = await payloadOf(jwt, checks).catch(refuse);
      return grantOf(known(payload, oauth));
    },
  };
}

function known({ jti, scope }: { readonly jti?: string; readonly [claim: string]: unknown }, oauth: OAuthStore): ReadAccessToken | null {
  const scopes = parseScope(String(scope));
  const standing = jti === undefined ? null : oauth.findAccessToken(jti);
  return jti === undefined || scopes === null || standing === null ? null : { jti, scopes, standing };
}

/** @throws CommentdockError AUTH_HEADER_TOKEN */
function grantOf(token: ReadAccessToken | null): AccessGrant {
  if (token === null || token.standing.isSpent || token.standing.isFamilyRevoked) {
    throw new CommentdockError('AUTH_HEADER_TOKEN', 'This access token was revoked. Authorize the client again.');
  }
  return { clientId: token.standing.family.clientId, scopes: token.scopes };
}

function refuse(error: unknown): never {
  const isExpired = (error as { readonly code?: string }).code === 'ERR_JWT_EXPIRED';
  const detail = isExpired ? 'This access token has expired. Refresh it.' : 'This access token is not one of this service.';
  throw new CommentdockError('AUTH_HEADER_TOKEN', detail, { cause: error });
}
