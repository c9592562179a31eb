import type { BrowserCookie } from '#core/network/browser/protocol.ts';
import type { RunCookies } from '#core/network/cookies.ts';

/** Keeps the session's jar and a browser's context alike: what either side sets, the other has before its next request. */
export interface CookieExchange {
  /** What of the jar the context does not know yet. */
  outgoing(): readonly BrowserCookie[];
  /** Puts what the context has now into the jar. */
  incoming(cookies: readonly BrowserCookie[]): void;
}

/** For one context: a new context knows nothing. What one on a kept profile has already, is taken over with `incoming` first. */
export function exchangeCookies(jar: RunCookies): CookieExchange {
  const known = new Map<string, string>();
  let held = new Map<string, BrowserCookie>();
  const keyOf = ({ name, domain, path }: BrowserCookie): string => `${domain}\n${path}\n${name}`;
  return {
    outgoing() {
      const fresh = jar.list().filter((cookie) => known.get(keyOf(cookie)) !== cookie.value);
      for (const cookie of fresh) known.set(keyOf(cookie), cookie.value);
      return fresh;
    },
    incoming(cookies) {
      const present = new Map(cookies.map((cookie) => [keyOf(cookie), cookie]));
      for (const [key, cookie] of held) {
        if (present.has(key)) continue;
        known.delete(key);
        jar.drop(cookie);
      }
      held = present;
      for (const [key, cookie] of present) {
        if (known.get(key) === cookie.value) continue;
        known.set(key, cookie.value);
        jar.put(cookie);
      }
    },
  };
}
