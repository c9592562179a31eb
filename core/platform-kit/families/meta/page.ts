// What the pages of Meta's sites carry for the calls of their own scripts.
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { readJson } from '#core/platform-kit/wire.ts';

/** Proofs that a call comes from a page; empty where the page has none (nobody is logged in, or it is no such page). */
export interface RequestTokens {
  /** `fb_dtsg`: of a session that is logged in. */
  readonly dtsg: string;
  readonly lsd: string;
}

const DTSG = [/"DTSGInit(?:ial)?Data",\[\],\{"token":"([^"]+)"/, /\bname="fb_dtsg"\s+value="([^"]+)"/];
const LSD = [/"LSD",\[\],\{"token":"([^"]+)"/, /\bid="__eqmc"[^>]*>[^<]*?"l":"([^"]+)"/, /\bname="lsd"\s+value="([^"]+)"/];
const PRELOADED = [
  /"adp_(?<name>\w+?)RelayPreloader_[^"]*"[^{}]{0,200}?"queryID":"(?<id>\d+)"/g,
  /"queryID":"(?<id>\d+)"[^{}]{0,200}?"adp_(?<name>\w+?)RelayPreloader_/g,
  /"queryID":"(?<id>\d+)"[^{}]{0,200}?"queryName":"(?<name>\w+)"/g,
];
const OPERATION = /__d\("(?<name>\w+)_[a-z]+RelayOperation"[^"]{0,200}?exports\s*=\s*"(?<id>\d+)"/g;
const SCRIPT = /https:\/\/static[\w.-]*\/rsrc\.php\/[^"'\\\s<>:]+?\.js(?:\?[^"'\\\s<>:]*)?/g;
const FLAG = /"(__relay_internal__pv__\w+?relayprovider)":(true|false|null|-?\d+|"[^"\\]*")/g;

const RELEASE = /"WebBloksVersioningID",\[\],\{"versioningID":"([0-9a-f]+)"/;

export const NO_TOKENS: RequestTokens = { dtsg: '', lsd: '' };

export function requestTokensOf(html: string): RequestTokens {
  return { dtsg: writtenIn(DTSG, html), lsd: writtenIn(LSD, html) };
}

/** Of the site's release, which some calls have to name (`x-bloks-version-id`); empty where the page does not say. */
export function releaseOf(html: string): string {
  return writtenIn([RELEASE], html);
}

/** The checksum that goes with a token: "2" and the sum of its letters' codes. */
export function jazoestOf(token: string): string {
  let sum = 0;
  for (let index = 0; index < token.length; index += 1) sum += token.charCodeAt(index);
  return `2${sum}`;
}

/** Ids ("doc_id") of the queries that a page makes by itself, by the names of the queries. They change every few weeks. */
export function preloadedQueryIds(html: string): Map<string, string> {
  const plain = unescaped(html);
  return new Map(PRELOADED.flatMap((pattern) => idsBy(pattern, plain)).toReversed());
}

/** Ids of the queries that a script of the site defines, by their names. */
export function queryIdsInScript(script: string): Map<string, string> {
  return new Map(idsBy(OPERATION, script));
}

/** Addresses of a page's scripts, in their order. */
export function scriptsOf(html: string): string[] {
  return [...new Set([...unescaped(html).matchAll(SCRIPT)].map(([address]) => decodeEntities(address)))];
}

/** Switches of the site ("__relay_internal__pv__...") that a page's own queries send, with the values that they send. */
export function relayFlagsOf(html: string): Readonly<Record<string, boolean | number | string | null>> {
  return Object.fromEntries(
    [...unescaped(html).matchAll(FLAG)].map(([, name = '', value = 'null']) => [
      name,
      readJson(value, name) as boolean | number | string | null,
    ]),
  );
}

function writtenIn(patterns: readonly RegExp[], html: string): string {
  return decodeEntities(firstCapture(patterns, html) ?? '');
}

function idsBy(pattern: RegExp, text: string): [string, string][] {
  return [...text.matchAll(pattern)].map(({ groups }) => [groups?.['name'] ?? '', groups?.['id'] ?? '']);
}

/** JSON within JSON has its quotes and slashes escaped. */
function unescaped(html: string): string {
  return html.replaceAll('\\"', '"').replaceAll('\\/', '/');
}
