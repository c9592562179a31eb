import { createSignIn, type SignIn } from '#core/auth/sign-in.ts';
import type { AccessTokenVerifier } from '#core/auth/identify.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SignInStore } from '#core/auth/ports.ts';

/** The owner can sign in; no OAuth client was let in. */
export function fakeAuthorization(now: () => number): { readonly signIn: SignIn; readonly accessTokens: AccessTokenVerifier } {
  return {
    signIn: createSignIn({ signIns: memorySignIns(), now }),
    accessTokens: {
      verify: async () => {
        throw new CommentdockError('AUTH_HEADER_TOKEN');
      },
    },
  };
}

/** Codes and sessions in memory. */
function memorySignIns(): SignInStore {
  const codes = new Map<string, { triesLeft: number; readonly expiresAtMs: number }>();
  const sessions = new Map<string, number>();
  return {
    insertCode: ({ sha256, triesLeft, expiresAtMs }) => void codes.set(sha256, { triesLeft, expiresAtMs }),
    takeCode: (sha256, nowMs) => (codes.get(sha256)?.expiresAtMs ?? 0) > nowMs && codes.delete(sha256),
    countMiss() {
      for (const [sha256, code] of codes) {
        code.triesLeft -= 1;
        if (code.triesLeft <= 0) codes.delete(sha256);
      }
    },
    insertSession: ({ sha256, expiresAtMs }) => void sessions.set(sha256, expiresAtMs),
    hasSession: (sha256, nowMs) => (sessions.get(sha256) ?? 0) > nowMs,
    removeSession: (sha256) => void sessions.delete(sha256),
    prune(untilMs) {
      for (const [sha256, { expiresAtMs }] of codes) if (expiresAtMs <= untilMs) codes.delete(sha256);
      for (const [sha256, expiresAtMs] of sessions) if (expiresAtMs <= untilMs) sessions.delete(sha256);
    },
    transaction: (work) => work(),
  };
}
