import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of a site names: by the name of its host on WordPress.com, anywhere else by its shape alone. */
type Place = NamedPlace<'hosted' | 'post' | 'site'>;

const HOSTED = /^[a-z0-9-]+\.wordpress\.com$/;
const YEAR = /^(?:19|20)\d\d$/;
const MONTH_OR_DAY = /^(?:0?[1-9]|[12]\d|3[01])$/;
const COMMENT_ANCHOR = /^comment-\d{1,12}$/;
const NUMBER = /^\d{1,12}$/;
/** Where the comments of Disqus begin, on whatever site. */
const OF_DISQUS = 'disqus_thread';

/** What the address names; null where it has none of the shapes by which WordPress can be told. */
export function placeAt(url: PastedUrl): Place | null {
  if (!url.protocol.startsWith('http') || url.hash === OF_DISQUS) return null;
  const { host, pathname, origin } = new URL(url.href);
  const numbered = numberedPlace(url, `${origin}${folderOf(pathname)}`);
  if (numbered !== null) return { kind: 'post', params: { host, ...numbered } };
  const parts = withoutView(url.segments);
  const page = `${origin}${pageOf(pathname)}${new URL(url.href).search}`;
  if (isDated(parts)) return { kind: HOSTED.test(url.host) && parts.length === 4 ? 'hosted' : 'post', params: { host, page } };
  if (COMMENT_ANCHOR.test(url.hash)) return { kind: 'post', params: { host, page } };
  return url.segments.length === 0 ? { kind: 'site', params: { host, page: `${origin}/` } } : null;
}

/** `?p=<number>`, or `?page_id=<number>` of a page that stands apart from the posts. */
function numberedPlace({ query }: PastedUrl, base: string): { readonly base: string; readonly id: string; readonly of: string } | null {
  for (const [name, of] of [
    ['p', 'posts'],
    ['page_id', 'pages'],
  ] as const) {
    const id = query.get(name) ?? '';
    if (NUMBER.test(id)) return { base, id, of };
  }
  return null;
}

/** `<year>/<slug>`, `<year>/<month>/<slug>` or `<year>/<month>/<day>/<slug>`. */
function isDated(parts: readonly string[]): boolean {
  const [year = '', ...rest] = parts;
  const slug = rest.at(-1);
  return (
    YEAR.test(year) &&
    rest.length <= 3 &&
    slug !== undefined &&
    !NUMBER.test(slug) &&
    rest.slice(0, -1).every((part) => MONTH_OR_DAY.test(part))
  );
}

/** How a post is looked at: `comment-page-2`, `amp`. */
const VIEW = /\/(?:comment-page-\d+|amp)\/?$/;

function withoutView(segments: readonly string[]): readonly string[] {
  return VIEW.test(`/${segments.at(-1) ?? ''}`) ? segments.slice(0, -1) : segments;
}

function pageOf(pathname: string): string {
  return pathname.replace(VIEW, '/');
}

/** The folder that the site stands in; empty at the root. */
function folderOf(pathname: string): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (last.includes('.') ? pathname.slice(0, -last.length) : pathname).replace(/(?<!\/)\/+$/, '');
}
