import { randomInt } from 'node:crypto';
import type { CountAttempts } from '#core/auth/attempts.ts';
import { createInvitations, type Invitations } from '#core/auth/invitations.ts';
import { newSecret, sha256Hex } from '#core/auth/secret.ts';
import type { SignInStore } from '#core/auth/ports.ts';
import { createWindowSessions, type WindowSessions } from '#core/auth/window-session.ts';
import { createWrongCodes, type Tried } from '#core/auth/wrong-codes.ts';

/** Without letters and digits that look alike: 32 of them, 40 bits in eight. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const HALF_LENGTH = 4;

export const CODE_LIFETIME_MS = 10 * 60_000;
/** Wrong entries, counted over all addresses, that a code that waits survives: each address is stopped long before. */
export const CODE_TRIES = 2_000;
export const SESSION_LIFETIME_MS = 12 * 3_600_000;

interface LoginCode {
  /** `XXXX-XXXX`. */
  readonly code: string;
  readonly expiresAtMs: number;
}

/**
 * How the owner signs in with a browser: a one-time code from the terminal or the desktop gives a session. The same code in a
 * link opens the window.
 */
export interface SignIn extends WindowSessions {
  readonly invitations: Invitations;
  issueCode(): LoginCode;
  /**
   * The secret of a new session; null where the code is wrong, used, too old, or tried too often. Case and blanks do not matter. The network is
   * that of `callerNetwork`.
   */
  enter(code: string, network: string): Tried<string>;
  isSignedIn(session: string): boolean;
  signOut(session: string): void;
}

interface SignInParts {
  readonly signIns: SignInStore;
  readonly countAttempts: CountAttempts;
  now(): number;
}

export function createSignIn({ signIns, countAttempts, now }: SignInParts): SignIn {
  /** Within a transaction. False: the code is wrong, used, too old, or tried too often. */
  const spend = (code: string): boolean => {
    if (signIns.takeCode(sha256Hex(bare(code)), now())) return true;
    signIns.countMiss();
    return false;
  };
  const wrongCodes = createWrongCodes(countAttempts);
  return {
    ...createWindowSessions({ signIns, now, spend, wrongCodes }),
    invitations: createInvitations({ signIns, now, wrongCodes }),
    issueCode() {
      const code = `${randomLetters()}-${randomLetters()}`;
      const expiresAtMs = now() + CODE_LIFETIME_MS;
      signIns.transaction(() => {
        signIns.prune(now());
        signIns.insertCode({ sha256: sha256Hex(bare(code)), triesLeft: CODE_TRIES, expiresAtMs });
      });
      return { code, expiresAtMs };
    },
    enter: (code, network) =>
      wrongCodes.tryOne(network, () =>
        signIns.transaction(() => {
          if (!spend(code)) return null;
          const session = newSecret();
          signIns.insertSession({ sha256: sha256Hex(session), expiresAtMs: now() + SESSION_LIFETIME_MS, invitation: null });
          return session;
        }),
      ),
    isSignedIn: (session) => signIns.hasSession(sha256Hex(session), now()),
    signOut: (session) => signIns.removeSession(sha256Hex(session)),
  };
}

function randomLetters(): string {
  return Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** As typed by hand: with or without the hyphen, in either case. */
function bare(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
