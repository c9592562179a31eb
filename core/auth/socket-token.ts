import type { MemberStore } from '#core/auth/ports.ts';
import { signingKey } from '#core/auth/signing-key.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';

/** Under this name the vault keeps the key that signs the tokens of realtime connections. */
const KEY_NAME = 'realtime:key';
const ALGORITHM = 'HS256';

/** What a token of a realtime connection says. */
export interface SocketGrant {
  /** Of the owner, or of a member. */
  readonly userUuid: string;
  /** The API token that it was fetched with; null: the owner's own hands. */
  readonly tokenUuid: string | null;
  /** Of the window that fetched it, as `windowMark` says; left out for everybody else. */
  readonly window?: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Short-lived tokens that open the realtime connection: JWTs under HS256, `sub` being the user's UUID. */
interface SocketTokens {
  /** Valid for `mostSeconds` where that is less than the settings say. */
  issue(
    tokenUuid: string | null,
    terms?: { readonly mostSeconds?: number | undefined; readonly window?: string | undefined },
  ): Promise<string>;
  /** Null where the token is expired, forged, or of nobody who belongs to the data folder. */
  verify(token: string): Promise<SocketGrant | null>;
}

interface SocketTokenParts {
  readonly vault: SecretVault;
  /** Of whom the tokens are. */
  readonly settings: { readonly userUuid: string };
  readonly members: Pick<MemberStore, 'find'>;
  readonly config: { readonly realtimeTtlSeconds: number };
  now(): number;
}

/** The key is made at the first use and stays in the vault, so that tokens outlive a restart. */
export function createSocketTokens({ vault, settings: { userUuid }, members, config, now }: SocketTokenParts): SocketTokens {
  const ownKey = signingKey(vault, KEY_NAME);
  return {
    async issue(tokenUuid, { mostSeconds = Number.POSITIVE_INFINITY, window } = {}) {
      const { SignJWT } = await import('jose');
      const nowSeconds = Math.floor(now() / 1000);
      return new SignJWT({ token: tokenUuid, window })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(userUuid)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + Math.min(config.realtimeTtlSeconds, mostSeconds))
        .sign(ownKey());
    },
    async verify(token) {
      const { errors, jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify<{ token?: unknown; window?: unknown }>(token, ownKey(), {
          algorithms: [ALGORITHM],
          requiredClaims: ['sub', 'exp', 'iat'],
          currentDate: new Date(now()),
        });
        const { exp = 0, sub = '', token: tokenUuid, window } = payload;
        if (sub !== userUuid && members.find(sub) === null) return null;
        const ofWindow = typeof window === 'string' ? { window } : {};
        return { userUuid: sub, tokenUuid: typeof tokenUuid === 'string' ? tokenUuid : null, ...ofWindow, expiresAtMs: exp * 1000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
