// Who is logged in, as the page says it and as its calls have to prove it (yt-dlp, `_base.py`, August 2026).
import { createHash } from 'node:crypto';
import type { SimulatedAnswer, SimulatedRequest } from '#test/world/simulator.ts';

/** One of the accounts of a browser, and the brand in whose name it reads. */
export interface Member {
  /** Values of `SAPISID`, `__Secure-1PAPISID` and `__Secure-3PAPISID`. */
  readonly secrets: readonly [string, string, string];
  /** Its place among the accounts of the browser. */
  readonly index: number;
  readonly user: string;
  /** Null: it reads as itself. */
  readonly brand: string | null;
}

const ORIGIN = 'https://www.youtube.com';
const SCHEMES = ['SAPISIDHASH', 'SAPISID1PHASH', 'SAPISID3PHASH'] as const;
const NAMES = ['SAPISID', '__Secure-1PAPISID', '__Secure-3PAPISID'] as const;

/** The cookies of a browser that is logged in so. */
export function cookiesOf({ secrets }: Member): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.map((name, index) => [name, secrets[index] ?? '']));
}

/** The home page, which tells the session that opened it who it is. */
export function settingsPage({ secrets, index, user, brand }: Member, { headers }: SimulatedRequest, visitor: string): SimulatedAnswer {
  const isKnown = (headers['cookie'] ?? '').includes(`SAPISID=${secrets[0]}`);
  const settings = {
    INNERTUBE_CONTEXT: { client: { clientName: 'WEB', visitorData: visitor }, user: {} },
    LOGGED_IN: isKnown,
    VISITOR_DATA: visitor,
    ...(isKnown ? { SESSION_INDEX: String(index), DATASYNC_ID: brand === null ? `${user}||` : `${brand}||${user}` } : {}),
  };
  const first = 'ytcfg.set({"CLIENT_CANARY_STATE":"none","EXPERIMENT_FLAGS":{"brace_in_text":"});"}});';
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html><head><script nonce="x">${first}ytcfg.set(${JSON.stringify(settings)});</script></head><body></body></html>`,
  };
}

/** True where a call carries every proof of the login, and says which account and brand it is. */
export function mayRead({ secrets, index, user, brand }: Member, { headers }: SimulatedRequest): boolean {
  const proofs = (headers['authorization'] ?? '').match(/\w+ \d+_[0-9a-f]{40}_u/g) ?? [];
  const isProven = SCHEMES.every((scheme, place) =>
    proofs.some((proof) => {
      const [name, seconds = '', hash] = proof.split(/[ _]/);
      const expected = createHash('sha1')
        .update(`${user} ${seconds} ${secrets[place] ?? ''} ${ORIGIN}`)
        .digest('hex');
      return name === scheme && hash === expected;
    }),
  );
  return isProven && headers['x-goog-authuser'] === String(index) && (headers['x-goog-pageid'] ?? null) === brand;
}
