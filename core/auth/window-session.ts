import { cookieOf, setCookie } from '#core/auth/cookie.ts';
import { newSecret, sha256Hex } from '#core/auth/secret.ts';
import type { Member, SignInStore } from '#core/auth/ports.ts';
import type { Tried, WrongCodes } from '#core/auth/wrong-codes.ts';

const COOKIE_NAME = 'commentdock_window';
export const WINDOW_LIFETIME_MS = 30 * 24 * 3_600_000;

/** Carries the key in every request of the window. In lower case, as Node gives headers. */
export const WINDOW_KEY_HEADER = 'x-commentdock-window';

/**
 * What lets the window in: two halves, neither of which is enough. `session` is a cookie, which no script reads but which
 * browsers send to every port of this machine. `key` is kept by our page's origin, which other ports and sites cannot read.
 */
export interface WindowPass {
  readonly session: string;
  readonly key: string;
}

/** The window in a browser: of the owner, or of a member who was invited. */
export interface WindowSessions {
  /** Uses a one-time code up. Null where it is wrong, used, too old, or tried too often. */
  openWindow(code: string, network: string): Tried<WindowPass>;
  /** Whose window it is, by both halves of one pass, within its time: `member` left out: the owner's. Null: nobody's. */
  whoseWindow(pass: WindowPass): { readonly member?: Member } | null;
  /** True where the cookie alone is one of ours: enough to be shown the page, which holds nothing. */
  knowsWindow(session: string): boolean;
  /** True where the window of this mark is still let in. */
  isMarked(mark: string): boolean;
  closeWindow(pass: WindowPass): void;
}

interface WindowParts {
  readonly signIns: SignInStore;
  readonly wrongCodes: WrongCodes;
  now(): number;
  spend(code: string): boolean;
}

/** Both halves are stored under one hash, so that none can be told from the other's. */
export function createWindowSessions({ signIns, wrongCodes, now, spend }: WindowParts): WindowSessions {
  return {
    openWindow: (code, network) =>
      wrongCodes.tryOne(network, () =>
        signIns.transaction(() => (spend(code) ? newWindow({ signIns, nowMs: now(), invitation: null }) : null)),
      ),
    whoseWindow: (pass) => signIns.findSession(ofPass(pass), now()),
    knowsWindow: (session) => signIns.hasSession(windowMark({ session }), now()),
    isMarked: (mark) => signIns.hasSession(mark, now()),
    closeWindow(pass) {
      if (!signIns.hasSession(ofPass(pass), now())) return;
      for (const sha256 of [ofPass(pass), windowMark(pass)]) signIns.removeSession(sha256);
    },
  };
}

/** Within a transaction. */
export function newWindow({
  signIns,
  nowMs,
  invitation,
}: {
  readonly signIns: SignInStore;
  readonly nowMs: number;
  readonly invitation: string | null;
}): WindowPass {
  const pass = { session: newSecret(), key: newSecret() };
  const expiresAtMs = nowMs + WINDOW_LIFETIME_MS;
  for (const sha256 of [ofPass(pass), windowMark(pass)]) signIns.insertSession({ sha256, expiresAtMs, invitation });
  return pass;
}

/** Opens the window: once, and as long as the code holds. */
export function windowLink(code: string, baseUrl: string): string {
  return `${baseUrl}/open?${new URLSearchParams({ code }).toString()}`;
}

/** The first half, from a `Cookie` header. */
export function windowSessionOf(header: string | undefined, origin: string): string | null {
  return cookieOf(header, COOKIE_NAME, origin);
}

/** Sets the first half; without one, removes it. No request that another site began carries it. */
export function windowCookie(session: string | null, origin: string): string {
  return setCookie(COOKIE_NAME, session, { origin, sameSite: 'Strict', lifetimeMs: WINDOW_LIFETIME_MS });
}

function ofPass({ session, key }: WindowPass): string {
  return sha256Hex(`window ${session} ${key}`);
}

/** What tells one window from the others, and lets nobody in. */
export function windowMark({ session }: Pick<WindowPass, 'session'>): string {
  return sha256Hex(`window ${session}`);
}
