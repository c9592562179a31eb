// X's page since June 2026, as people told of it (vladkens/twscrape #312, #327, #330 and its script that reads ids): some 170 chunks linked
// one by one, the chunk that signs named in another of them alone, calls also in chunks that only chunks import. Before, one bundle was
// linked and the others named by a hash: of seven digits until 24 August 2026, of sixteen since.
import { createHash } from 'node:crypto';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

export interface FrontEndParams {
  /** `chunks`: everything linked. `hashes`: one bundle, and a map of hashes. */
  readonly form: 'chunks' | 'hashes';
  /** Of the home page; that of a profile is of the same form. Default `whole`. */
  readonly home?: 'whole' | 'missing' | 'loggedOut';
  readonly profile?: 'whole' | 'missing' | 'loggedOut';
  /** False: no chunk names the one that signs. Default true. */
  readonly signs?: boolean;
  /** Ids of calls that are valid now. They stand in a chunk that a chunk imports. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Calls that are answered with an empty 404 where they are not signed. Default: all. */
  readonly signed?: readonly string[];
}

export const CHUNKS = 171;
const ASSETS = 'https://abs.twimg.com/x-web/x-web/assets';
const BUNDLES = 'https://abs.twimg.com/responsive-web/client-web';
/** `{n}.{16 digits}a.js`: the last letter is no part of the hash. */
const HASHES = { ondemand: 'da4b24827ee0cd88', api: '15e48250ae23af9e' };
const KEY = Buffer.alloc(48, 9).fill(0, 14, 15);
/** Places in the key: of the row, then of the moment. */
const PLACES = [2, 14, 7];
const ROW = [255, 16, 1, 0, 0, 0, 0, 10, 20, 30, 40];
/** What the animation shows at its start, which is where the key's zero leads to: the first colour, unturned. Worked out by hand. */
const FRAME = 'ff101100100';
const MASKED_BYTES = 1 + KEY.length + 4 + 16 + 1;

/** The file or page at an address; null for any other. */
export function frontEndAt({ hostname, pathname, href }: URL, params: FrontEndParams): SimulatedAnswer | null {
  if (hostname === 'x.com' && (pathname === '/home' || /^\/\w+$/.test(pathname))) {
    const kind = (pathname === '/home' ? params.home : params.profile) ?? 'whole';
    return kind === 'missing' ? { status: 404, body: '' } : { body: pageOf(params, kind) };
  }
  if (hostname !== 'abs.twimg.com') return null;
  const script = scriptAt(href, params);
  return script === null ? { status: 404, body: '' } : { headers: { 'content-type': 'application/javascript' }, body: script };
}

/** True where a call carries what the page would have signed it with: the key, and a hash over method, path and moment. */
export function isSigned(header: string | undefined, method: string, path: string): boolean {
  const [mask = 0, ...masked] = Buffer.from(header ?? '', 'base64');
  const bytes = Buffer.from(masked.map((byte) => byte ^ mask));
  if (bytes.length !== MASKED_BYTES - 1 || !bytes.subarray(0, KEY.length).equals(KEY)) return false;
  const words = `${method}!${path}!${bytes.readUInt32LE(KEY.length)}obfiowerehiring${FRAME}`;
  return createHash('sha256')
    .update(words)
    .digest()
    .subarray(0, 16)
    .equals(bytes.subarray(KEY.length + 4, KEY.length + 20));
}

function pageOf(params: FrontEndParams, kind: 'whole' | 'loggedOut'): string {
  if (kind === 'loggedOut') return `<html><script type="module" src="${ASSETS}/entry-client-logged-out-B1.js"></script></html>`;
  const drawings = [0, 1, 2, 3].map((at) => `<svg id="loading-x-anim-${at}"><g><path d="M0"/><path d="${outline()}"/></g></svg>`).join('');
  const head = `<meta name="twitter-site-verification" content="${KEY.toString('base64')}"/>`;
  return `<html><head>${head}${params.form === 'chunks' ? chunkLinks() : bundles()}</head><body>${drawings}</body></html>`;
}

function chunkLinks(): string {
  return Array.from({ length: CHUNKS }, (_, at) => `<link rel="modulepreload" href="${ASSETS}/${chunkName(at)}">`).join('');
}

function bundles(): string {
  return (
    `<script src="${BUNDLES}/main.cb8b78601456a0faa.js"></script><script>` +
    `var n={346:"bundle.NotABot",569:"ondemand.s",570:"api"}[e],h={346:"272a1db9943aba8a",569:"${HASHES.ondemand}",570:"${HASHES.api}"}[e]</script>`
  );
}

/** By the alphabet: what matters stands near its end. */
function chunkName(at: number): string {
  if (at === 160) return 'sentry-filter-Dk3.js';
  if (at === 165) return 'use-timeline-Q9.js';
  return `chunk-${String(at).padStart(3, '0')}-x.js`;
}

function scriptAt(href: string, { form, signs = true, ids = {} }: FrontEndParams): string | null {
  const signing = PLACES.map((place) => `(a[${place}], 16)`).join('*');
  if (form === 'hashes') {
    if (href === `${BUNDLES}/ondemand.s.${HASHES.ondemand}a.js`) return signs ? signing : null;
    if (href === `${BUNDLES}/api.${HASHES.api}a.js`) return callsOf(ids);
    return href === `${BUNDLES}/main.cb8b78601456a0faa.js` ? 'webpack' : null;
  }
  const name = href.startsWith(`${ASSETS}/`) ? href.slice(ASSETS.length + 1) : '';
  if (name === 'sentry-filter-Dk3.js') return signs ? 'import"./design.o-1.js";const s=()=>import(`./sign.o-Ab3.js`)' : 'nothing';
  if (name === 'sign.o-Ab3.js') return signing;
  if (name === 'use-timeline-Q9.js') return 'import{a as b}from"./queries-77.js";b()';
  if (name === 'queries-77.js') return callsOf(ids);
  return /^chunk-\d{3}-x\.js$/.test(name) ? `export const n="${name}"` : null;
}

function callsOf(ids: Readonly<Record<string, string>>): string {
  return Object.entries(ids)
    .map(([name, id]) => `{params:{id:\`${id}\`,metadata:{},name:\`${name}\`,operationKind:\`query\`,text:null}}`)
    .join(';');
}

/** The first nine characters are no row. */
function outline(): string {
  return `M 10,30 C${Array.from({ length: 16 }, () => ROW.join(',')).join('C')}`;
}
