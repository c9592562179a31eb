import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of LinkedIn names. */
export type Place = NamedPlace<'post' | 'article' | 'person' | 'company' | 'short'>;

/** A post: the urn that its address names, and where its public page stands. */
interface Post {
  readonly urn: string;
  readonly path: string;
}

const SITE = 'linkedin.com';
const SHORT = 'lnkd.in';
const COUNTRY = /^(?:m|[a-z]{2})\.linkedin\.com$/;
const IN_SLUG = /(?:^|[-_])(activity|share|ugcPost)-(\d{10,20})(?:-|$)/;
const URN = /^urn:li:(activity|share|ugcPost):(\d{10,20})$/;
const CODE = /^[\w-]+$/;
/** Companies, and what has a page of the same kind. */
const PAGES = new Set(['company', 'showcase', 'school']);
/** Of all that a person does, what they posted. */
const ACTIVITIES = new Set(['', 'all', 'shares', 'posts']);
const VIDEOS = new Set(['live', 'event']);

/** What the address names; null where it is nothing of LinkedIn that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  if (!url.protocol.startsWith('http')) return null;
  if (url.host === SHORT) return shortPlace(url.segments);
  if (!isHost(url, SITE) || (url.host !== SITE && !COUNTRY.test(url.host))) return null;
  const [first = '', second = '', third = '', ...rest] = url.segments[0] === 'embed' ? url.segments.slice(1) : url.segments;
  if (second === '') return null;
  if (first === 'in') return personPlace(second, url.segments.slice(2));
  if (rest.length > 0) return null;
  const name = postNameIn(first, second, third);
  if (name !== null) return postOf(name) === null ? null : { kind: 'post', params: { post: name } };
  if (first === 'pulse') return third === '' ? { kind: 'article', params: { article: second } } : null;
  return PAGES.has(first) && (third === '' || third === 'posts') ? { kind: 'company', params: { company: second } } : null;
}

/** What a post's part of the address, slug or urn, says of it; null where it names none. */
export function postOf(name: string): Post | null {
  const [, kind, id] = URN.exec(name) ?? IN_SLUG.exec(name) ?? [];
  if (kind === undefined || id === undefined) return null;
  const urn = `urn:li:${kind}:${id}`;
  return { urn, path: name.startsWith('urn:') ? `/feed/update/${urn}` : `/posts/${percentEncoded(name)}` };
}

function postNameIn(first: string, second: string, third: string): string | null {
  if (first === 'posts' && third === '' && !second.startsWith('urn:')) return second;
  const isUpdate = (first === 'feed' && second === 'update') || (first === 'video' && VIDEOS.has(second));
  return isUpdate && third.startsWith('urn:') ? third : null;
}

function personPlace(person: string, [tab = '', list = '', ...rest]: readonly string[]): Place | null {
  if (rest.length > 0) return null;
  const isTheirs = tab === '' || (tab === 'recent-activity' && ACTIVITIES.has(list));
  return isTheirs ? { kind: 'person', params: { person } } : null;
}

/** `lnkd.in/<code>`, and `lnkd.in/p/<code>` for a post. */
function shortPlace(segments: readonly string[]): Place | null {
  const isNamed = segments.every((part) => CODE.test(part)) && (segments.length === 1 || (segments.length === 2 && segments[0] === 'p'));
  return isNamed ? { kind: 'short', params: { short: segments.join('/') } } : null;
}
