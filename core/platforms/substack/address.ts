import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Substack names. `customPost` and `customNote` are told by the path alone: publications have domains of their own. */
type Place = NamedPlace<'profile' | 'notes' | 'publication' | 'post' | 'customPost' | 'note' | 'customNote'>;

const SITE = 'substack.com';
const HANDLE = /^@([\w.-]+)$/;
const NUMBERED = /^(\d+)(?:-.*)?$/;
const SLUG = /^[\p{L}\p{N}_%-]+$/u;
const NOTE = /^c-(\d+)$/;
const POST = /^p-(\d+)$/;
const ID = /^\d+$/;
/** Subdomains that are no publications. */
const OWN_HOSTS = new Set(['open', 'on', 'support', 'api', 'cdn', 'email', 'link', 'reader', 'read', 'www']);
const PROFILE_TABS: Readonly<Record<string, 'profile' | 'notes'>> = { posts: 'profile', notes: 'notes' };
const PUBLICATION_PAGES = new Set([undefined, 'archive']);

/** What the address names; null where it is nothing of Substack that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const isSite = isHost(url, SITE);
  if (!url.protocol.startsWith('http')) return null;
  const note = noteAt(url.segments);
  if (note !== null) return { kind: isSite ? 'note' : 'customNote', params: { note } };
  if (!isSite) return postOn(new URL(url.href).host, url.segments, 'customPost');
  if (url.host === SITE) return sitePlace(url.segments);
  const subdomain = url.host.slice(0, -SITE.length - 1);
  if (subdomain === 'open') return openPlace(url.segments);
  if (OWN_HOSTS.has(subdomain) || subdomain.includes('.')) return null;
  const isPublication = url.segments.length <= 1 && PUBLICATION_PAGES.has(url.segments[0]);
  return isPublication ? { kind: 'publication', params: { host: url.host } } : postOn(url.host, url.segments, 'post');
}

/** `.../note/c-<id>`, whatever stands before. */
function noteAt(segments: readonly string[]): string | null {
  return segments.at(-2) === 'note' ? (NOTE.exec(segments.at(-1) ?? '')?.[1] ?? null) : null;
}

/** `/p/<slug>`, `/p/<slug>/comments`, `/p/<slug>/comment/<id>`. */
function postOn(host: string, [folder, slug = '', tab, comment, ...rest]: readonly string[], kind: 'post' | 'customPost'): Place | null {
  if (folder !== 'p' || !SLUG.test(slug) || rest.length > 0) return null;
  if (tab === 'comment' && ID.test(comment ?? '')) return { kind, params: { host, slug, comment: comment ?? '' } };
  return (tab === undefined || tab === 'comments') && comment === undefined ? { kind, params: { host, slug } } : null;
}

/** `/pub/<publication>/p/<slug>` and what may stand behind. */
function openPlace([pub, name = '', ...rest]: readonly string[]): Place | null {
  return pub === 'pub' && SLUG.test(name) ? postOn(`${name.toLowerCase()}.${SITE}`, rest, 'post') : null;
}

function sitePlace(segments: readonly string[]): Place | null {
  const [first = '', second = '', third = ''] = segments;
  const post = POST.exec(first === 'home' && second === 'post' ? third : HANDLE.test(first) ? second : '')?.[1];
  if (post !== undefined) return { kind: 'post', params: { id: post } };
  if (first === 'inbox' && second === 'post' && ID.test(third)) return { kind: 'post', params: { id: third } };
  const handle = HANDLE.exec(first)?.[1];
  if (handle !== undefined) return profilePlace({ handle }, segments.slice(1));
  const uid = first === 'profile' ? NUMBERED.exec(second)?.[1] : undefined;
  return uid === undefined ? null : profilePlace({ uid }, segments.slice(2));
}

function profilePlace(params: TargetParams, tabs: readonly string[]): Place | null {
  if (tabs.length > 1) return null;
  const kind = PROFILE_TABS[tabs[0] ?? 'posts'];
  return kind === undefined ? null : { kind, params };
}
