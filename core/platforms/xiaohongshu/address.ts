import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

type Kind = 'note' | 'profile' | 'short';

export const SITE = 'https://www.xiaohongshu.com';
const HOSTS = ['xiaohongshu.com', 'rednote.com'];
const SHORT_HOST = 'xhslink.com';
const ID = /^[0-9a-f]{24}$/i;
const CODE = /^[\w-]{3,40}$/;
const TOKEN = /^[\w=+/-]{1,200}$/;
const SOURCE = /^\w{1,40}$/;
/** What may stand before the number of a note. */
const WAYS_TO_NOTE = new Set(['explore', 'discovery/item', 'search_result', 'note']);
/** Folders below which the app's short links stand. */
const SHORT_FOLDERS = new Set(['a', 'm']);

/** What the address names, null where it is nothing that could be exported (a topic, a board, a search). */
export function placeAt(url: Pick<PastedUrl, 'host' | 'segments' | 'query'>): NamedPlace<Kind> | null {
  const { host, segments, query } = url;
  if (host === SHORT_HOST) return shortAt(segments);
  if (!HOSTS.includes(host)) return null;
  const last = (segments.at(-1) ?? '').toLowerCase();
  if (!ID.test(last)) return null;
  const before = segments.slice(0, -1);
  const isOfProfile = before[0] === 'user' && before[1] === 'profile';
  if (isOfProfile && before.length === 2) return { kind: 'profile', params: { user: last, ...passOf(query) } };
  const isNote = WAYS_TO_NOTE.has(before.join('/')) || (isOfProfile && before.length === 3 && ID.test(before[2] ?? ''));
  return isNote ? { kind: 'note', params: { note: last, ...passOf(query) } } : null;
}

/** The pass by which the site lets a visitor see a note or a profile: part of an address copied from it. */
interface Pass {
  readonly token: string | null;
  readonly source: string | null;
}

export function notePage(note: string, pass: Pass): string {
  return `${SITE}/explore/${note}${queryOf({ ...pass, source: pass.source ?? 'pc_feed' })}`;
}

export function profilePage(user: string, pass: Pass): string {
  return `${SITE}/user/profile/${user}${queryOf(pass)}`;
}

function queryOf({ token, source }: Pass): string {
  if (token === null) return '';
  return `?xsec_token=${percentEncoded(token)}${source === null ? '' : `&xsec_source=${source}`}`;
}

function passOf(query: URLSearchParams): TargetParams {
  // A plus sign that was not encoded has become a blank.
  const token = (query.get('xsec_token') ?? '').replaceAll(' ', '+');
  const source = query.get('xsec_source') ?? '';
  return TOKEN.test(token) ? { token, ...(SOURCE.test(source) && { source }) } : {};
}

function shortAt(segments: readonly string[]): NamedPlace<Kind> | null {
  const [folder = '', code] = segments.length === 1 ? ['', segments[0]] : segments;
  const isShort = segments.length === 1 || (segments.length === 2 && SHORT_FOLDERS.has(folder));
  return isShort && CODE.test(code ?? '') ? { kind: 'short', params: { short: `https://${SHORT_HOST}/${segments.join('/')}` } } : null;
}
