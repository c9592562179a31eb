import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Tumblr names. `customPost` is told by the path alone: blogs have domains of their own. */
type Place = NamedPlace<'post' | 'customPost' | 'short' | 'blog'>;

const SITE = 'tumblr.com';
const NAME = /^@?([a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?)$/i;
const ID = /^\d+$/;
/** Shorter numbers of posts are those of other sites. */
const LONG_ID = /^\d{10,20}$/;
const CODE = /^[\w-]+$/;
const POST_FOLDERS = new Set(['post', 'private', 'image']);
/** Hosts of the site itself below tumblr.com. */
const OWN_HOSTS = new Set([
  'api',
  'assets',
  'at',
  'embed',
  'engineering',
  'help',
  'href',
  'media',
  'mobile',
  'px',
  'safe',
  'static',
  'www',
]);
/** First parts of addresses that are no blogs. */
const SITE_PAGES = new Set([
  'about',
  'abuse',
  'account',
  'apps',
  'ask',
  'audio',
  'changes',
  'communities',
  'customize',
  'developers',
  'docs',
  'domains',
  'explore',
  'following',
  'help',
  'inbox',
  'jobs',
  'likes',
  'live',
  'login',
  'logout',
  'messaging',
  'new',
  'oauth',
  'policy',
  'privacy',
  'reblog',
  'register',
  'search',
  'security',
  'settings',
  'share',
  'shop',
  'support',
  'svc',
  'tagged',
  'theme',
  'themes',
  'tips',
  'video',
  'widgets',
]);

/** What the address names; null where it is nothing of Tumblr that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const { host, segments, href } = url;
  if (!url.protocol.startsWith('http')) return null;
  if (host === 'tmblr.co') return segments.length === 1 && CODE.test(segments[0] ?? '') ? { kind: 'short', params: { short: href } } : null;
  if (host === `at.${SITE}`) return segments.length >= 2 ? { kind: 'short', params: { short: href } } : null;
  if (!isHost(url, SITE)) return customPlace(href, segments);
  if (host === SITE) return sitePlace(segments);
  const name = host.slice(0, -SITE.length - 1);
  return NAME.test(name) && !OWN_HOSTS.has(name) ? blogPlace(`${name}.${SITE}`, segments) : null;
}

/** `/post/<id>[/<slug>]` on a host of nobody. */
function customPlace(href: string, [folder, id = '', ...rest]: readonly string[]): Place | null {
  const isPost = folder === 'post' && LONG_ID.test(id) && rest.length <= 1;
  return isPost ? { kind: 'customPost', params: { blog: new URL(href).host, id } } : null;
}

/** `/<blog>...`, `/blog/view/<blog>...`, `/blog/<blog>`, `/dashboard/blog/<blog>...`. */
function sitePlace(segments: readonly string[]): Place | null {
  const [first = '', second] = segments;
  if (first === 'blog') return ownPlace(segments.slice(second === 'view' ? 2 : 1));
  if (first === 'dashboard') return second === 'blog' ? ownPlace(segments.slice(2)) : null;
  return SITE_PAGES.has(first.toLowerCase()) ? null : ownPlace(segments);
}

/** `<blog>`, `<blog>/<id>[/<slug>]`, and what a blog's own host has. */
function ownPlace([written = '', ...rest]: readonly string[]): Place | null {
  const name = NAME.exec(written)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const isPost = ID.test(rest[0] ?? '') && rest.length <= 2;
  return blogPlace(`${name}.${SITE}`, isPost ? ['post', ...rest] : rest);
}

function blogPlace(blog: string, [folder, value = '', ...rest]: readonly string[]): Place | null {
  if (folder === undefined || (folder === 'archive' && value === '')) return { kind: 'blog', params: { blog } };
  if (folder === 'tagged') return value !== '' && rest.length === 0 ? { kind: 'blog', params: { blog, tag: value } } : null;
  const isPost = POST_FOLDERS.has(folder) && ID.test(value) && rest.length <= 1;
  return isPost ? { kind: 'post', params: { blog, id: value } } : null;
}
