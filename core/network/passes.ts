import { diskTrouble } from '#core/contract/error.ts';
import type { BrowserCookie } from '#core/network/browser/protocol.ts';
import type { RunCookies } from '#core/network/cookies.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';

/** Where the passes of visitors are kept between runs: by platform, and by the way on which they came to it. */
export interface PassStore {
  /** `way` is empty for what goes straight to the net. */
  read(platformId: string, way: string): readonly BrowserCookie[];
  /** @throws CommentdockError DISK */
  write(platformId: string, way: string, passes: readonly BrowserCookie[]): void;
}

/** Who comes to a site: with which cookies, and by which way, since sites tell visitors apart by their address. Null: straight to the net. */
interface Visitor {
  readonly cookies: RunCookies;
  readonly way: { readonly member: { readonly key: string } } | null;
}

/** The passes of one run. */
interface RunPasses {
  /** Gives a run without the owner's cookies what an earlier one was let in by. */
  bring(visitor: Visitor): void;
  /** Keeps what this run was let in by for the next one. A full disk loses it, and nothing else. */
  keep(visitor: Visitor): void;
}

/** A site says how long a pass lasts, and nobody needs one for longer. */
const LONGEST_S = 30 * 86_400;

/** @param store undefined: nothing is kept @param now milliseconds since 1970 */
export function runPasses(store: PassStore | undefined, { id, cookies: facts }: PlatformFacts, now: () => number): RunPasses {
  const { passes: names = [], domains } = facts;
  /** Of a list of cookies those that are passes of the platform's own hosts, and have not run out. */
  const passesIn = (cookies: readonly BrowserCookie[]): BrowserCookie[] => {
    const nowS = now() / 1_000;
    return cookies
      .filter(({ name, domain, expires }) => names.includes(name) && domains.some((own) => isWithin(domain, own)) && expires > nowS)
      .map((pass) => ({ ...pass, expires: Math.min(pass.expires, Math.floor(nowS) + LONGEST_S) }))
      .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  };
  if (store === undefined || names.length === 0) return { bring: () => undefined, keep: () => undefined };
  return {
    bring({ cookies, way }) {
      // What the owner gave says who asks.
      if (cookies.wereGiven) return;
      for (const pass of passesIn(store.read(id, keyOf(way)))) cookies.put(pass);
    },
    keep({ cookies, way }) {
      if (cookies.wereGiven) return;
      const passes = passesIn(cookies.list());
      if (JSON.stringify(passes) === JSON.stringify(passesIn(store.read(id, keyOf(way))))) return;
      try {
        store.write(id, keyOf(way), passes);
      } catch (error) {
        if (diskTrouble(error) === null) throw error;
      }
    },
  };
}

function keyOf(way: Visitor['way']): string {
  return way?.member.key ?? '';
}

function isWithin(domain: string, own: string): boolean {
  const [host = '', site = ''] = [domain, own].map((each) => each.replace(/^\./, '').toLowerCase());
  return host === site || host.endsWith(`.${site}`);
}

function placeOf({ name, domain, path }: BrowserCookie): string {
  return JSON.stringify([name, domain, path]);
}
