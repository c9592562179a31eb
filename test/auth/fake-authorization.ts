import { countHere } from '#core/auth/attempts.ts';
import { createSignIn, type SignIn } from '#core/auth/sign-in.ts';
import type { AccessTokenVerifier } from '#core/auth/identify.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { InvitationRecord, SignInStore } from '#core/auth/ports.ts';

/** The owner can sign in; no OAuth client was let in. */
export function fakeAuthorization(now: () => number): { readonly signIn: SignIn; readonly accessTokens: AccessTokenVerifier } {
  return {
    signIn: createSignIn({ signIns: memorySignIns(), countAttempts: countHere(now), now }),
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
  const sessions = new Map<string, { readonly expiresAtMs: number; readonly invitation: string | null }>();
  const invitations = new Map<string, InvitationRecord>();
  return {
    insertCode: ({ sha256, triesLeft, expiresAtMs }) => void codes.set(sha256, { triesLeft, expiresAtMs }),
    takeCode: (sha256, nowMs) => (codes.get(sha256)?.expiresAtMs ?? 0) > nowMs && codes.delete(sha256),
    countMiss() {
      for (const [sha256, code] of codes) {
        code.triesLeft -= 1;
        if (code.triesLeft <= 0) codes.delete(sha256);
      }
    },
    insertSession: ({ sha256, ...session }) => void sessions.set(sha256, session),
    hasSession: (sha256, nowMs) => (sessions.get(sha256)?.expiresAtMs ?? 0) > nowMs,
    findSession: (sha256, nowMs) => ((sessions.get(sha256)?.expiresAtMs ?? 0) > nowMs ? {} : null),
    removeSession: (sha256) => void sessions.delete(sha256),
    prune(untilMs) {
      for (const [sha256, { expiresAtMs }] of codes) if (expiresAtMs <= untilMs) codes.delete(sha256);
      for (const [sha256, { expiresAtMs }] of sessions) if (expiresAtMs <= untilMs) sessions.delete(sha256);
    },
    insertInvitation: (invitation) => void invitations.set(invitation.uuid, invitation),
    takeInvitation(sha256, nowMs) {
      const found = [...invitations.values()].find((one) => one.sha256 === sha256 && one.usedAtMs === null && one.expiresAtMs > nowMs);
      if (found !== undefined) invitations.set(found.uuid, { ...found, usedAtMs: nowMs });
      return found?.uuid ?? null;
    },
    listInvitations: () => [...invitations.values()],
    removeInvitation(uuid) {
      for (const [sha256, { invitation }] of sessions) if (invitation === uuid) sessions.delete(sha256);
      return invitations.delete(uuid);
    },
    transaction: (work) => work(),
  };
}
