import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';

/** What an address of Disqus, or of a page with its comments, names. */
type Place = NamedPlace<'embed' | 'thread' | 'article' | 'user'>;

const SITE = 'disqus.com';
const SHORT = 'disq.us';
const FORUM_HOST = /^([a-z0-9][a-z0-9-]*)\.disqus\.com$/;
/** Hosts below disqus.com that are no forums. */
const OWN_HOSTS = new Set([
  'about',
  'blog',
  'c',
  'cdn',
  'data',
  'docs',
  'help',
  'import',
  'links',
  'media',
  'publishers',
  'referrer',
  'status',
]);
/** Files and pages of a forum's host that are no articles. */
const FORUM_PAGES = /^(?:admin|embed|count|latest|popular_|recent_|threads?|comments)\b/;
const USER = /^[\w.-]+$/;
const USER_TABS = new Set([undefined, 'comments']);
/** Where the comments of a page begin. One of them is marked as other software marks its own. */
const ANCHOR = 'disqus_thread';

/** What the address names; null where it is nothing with comments of Disqus, as far as an address can tell. */
export function placeAt(url: PastedUrl): Place | null {
  if (url.protocol === 'disqus:') return namedArticle(url);
  if (url.host === SITE) return sitePlace(url);
  if (url.host === SHORT)
    return ['t', 'p'].includes(url.segments[0] ?? '') && url.segments.length === 2 ? { kind: 'thread', params: { page: url.href } } : null;
  const forum = FORUM_HOST.exec(url.host)?.[1];
  if (forum !== undefined) return forumPlace(url, forum);
  return url.hash === ANCHOR && url.protocol.startsWith('http') ? { kind: 'article', params: { page: url.href } } : null;
}

function sitePlace({ segments, query, href }: PastedUrl): Place | null {
  const [first, second = '', third, fourth] = segments;
  if (first === 'embed' && second === 'comments') {
    return segments.length === 2 && query.get('f') ? { kind: 'embed', params: { query: new URL(href).search.slice(1) } } : null;
  }
  if (first === 'by')
    return segments.length <= 3 && USER.test(second) && USER_TABS.has(third) ? { kind: 'user', params: { user: second } } : null;
  const isThread = first === 'home' && second === 'discussion' && third !== undefined && fourth !== undefined;
  return isThread && segments.length === 4 ? { kind: 'thread', params: { page: href } } : null;
}

function forumPlace({ segments, href }: PastedUrl, forum: string): Place | null {
  const [slug = ''] = segments;
  const isThread = segments.length === 1 && !FORUM_PAGES.test(slug) && !OWN_HOSTS.has(forum);
  return isThread ? { kind: 'thread', params: { page: href } } : null;
}

/** `disqus:<address>`: for a page whose address alone does not tell. */
function namedArticle({ href }: PastedUrl): Place | null {
  const page = href.slice('disqus:'.length);
  const url = /^https?:\/\//i.test(page) ? readableUrl(page) : null;
  return url === null ? null : { kind: 'article', params: { page: url.href } };
}
