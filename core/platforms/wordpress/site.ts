import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { type HeaderLink, linksInHeader } from '#core/platform-kit/link-header.ts';
import { absoluteAddress, percentEncoded } from '#core/platform-kit/web-address.ts';
import { foundBySlugSchema } from '#core/platforms/wordpress/wire.ts';

/** What a page says of its site's API: the address that its calls begin with, and the post whose page it is; null where it names none. */
interface NamedByPage {
  readonly root: string | null;
  readonly post: PostNumber | null;
}
/** `of`: the call that knows it (`posts`, `pages`, or what the site has of its own). */
export type PostNumber = { readonly of: string; readonly id: string };

const NO_WORDPRESS =
  'There is no WordPress here: the page names no REST API. If its comments are those of Disqus, paste its address with #disqus_thread behind it.';
const HOSTED = /\.wordpress\.com$/;
/** Calls of a root on WordPress.com do not name the version again. */
const HOSTED_ROOT = /\/wp\/v2\/sites\/[^/]+\/$/;

const API = 'https://api.w.org/';
const CALL = /\/wp\/v2\/(?:sites\/[^/]+\/)?([\w-]+)\/(\d+)\/?$/;
const BODY_NUMBER = /(?:^|\s)(?:postid|page-id)-(\d+)(?:\s|$)/;
const PAGE_NUMBER = /(?:^|\s)page-id-\d/;
const ARTICLE_NUMBER = /^post-(\d+)$/;

/** The root of the API of a site that names none: that of WordPress.com knows all of its own. */
export function rootOf(base: string): string {
  const { hostname } = new URL(base);
  return HOSTED.test(hostname) ? hostedRoot(hostname) : `${base}/wp-json/`;
}

function hostedRoot(hostname: string): string {
  return `https://public-api.wordpress.com/wp/v2/sites/${hostname}/`;
}

/** A call of a site's API, which may stand at another host than its pages. @param path behind `wp/v2/` */
export function apiRequest(root: string, path: string, query: NonNullable<PlatformRequest['query']> = {}): PlatformRequest {
  const url = new URL(root);
  const route = url.searchParams.get('rest_route');
  if (route !== null) return { url: `${url.origin}${url.pathname}?rest_route=${route}wp/v2/${path}`, query, leads: 'anywhere' };
  return { url: `${root}${HOSTED_ROOT.test(url.pathname) ? '' : 'wp/v2/'}${path}`, query, leads: 'anywhere' };
}

/**
 * The root of the API that a page names, and its post.
 * @throws PlatformRefusal NOT_FOUND where it names no API; further errors are those of `fetch`
 */
export async function readSite(session: Session, page: string): Promise<{ readonly root: string; readonly post: PostNumber | null }> {
  const answer = await session.fetch({ url: page, leads: 'anywhere' });
  const named = namedBy(answer);
  const { hostname } = new URL(answer.url);
  const root = named.root ?? (HOSTED.test(hostname) ? hostedRoot(hostname) : null);
  if (root === null) throw new PlatformRefusal('NOT_FOUND', NO_WORDPRESS);
  return { root: root.endsWith('/') ? root : `${root}/`, post: named.post };
}

/** By its headers, else by its elements: a page with thousands of comments is looked through only where it must be. */
function namedBy({ headers, text, url }: Answer): NamedByPage {
  const inHeader = absolute(linksInHeader(headers['link']), url);
  const root = rootIn(inHeader);
  const post = postIn(inHeader);
  if (root !== null && post !== null) return { root, post };
  const tree = parseHtml(text);
  const links = [...inHeader, ...absolute(tree.all('link[rel][href]').map(linkOf), url)];
  return { root: rootIn(links), post: postIn(links) ?? shortPost(links) ?? markedPost(tree) };
}

/** Those that lead to the web, over TLS. */
function absolute(links: readonly HeaderLink[], base: string): readonly HeaderLink[] {
  return links.flatMap((link) => {
    const href = absoluteAddress(link.href, base)?.replace(/^http:/, 'https:');
    return href?.startsWith('https:') ? [{ ...link, href }] : [];
  });
}

function rootIn(links: readonly HeaderLink[]): string | null {
  return links.find(({ rel }) => rel === API)?.href ?? null;
}

/** The call that gives what the page shows. */
function postIn(links: readonly HeaderLink[]): PostNumber | null {
  const ofJson = links.filter(({ rel, type }) => rel === 'alternate' && type === 'application/json');
  const [, of, id] = ofJson.map(({ href }) => CALL.exec(pathOf(href))).find((call) => call !== null) ?? [];
  return of === undefined || id === undefined ? null : { of, id };
}

function linkOf(element: HtmlElement): HeaderLink {
  return {
    href: element.attribute('href') ?? '',
    rel: (element.attribute('rel') ?? '').trim(),
    type: (element.attribute('type') ?? '').trim(),
  };
}

/** The path of a call, which sites without paths of their own write into the query. */
function pathOf(href: string): string {
  const url = new URL(href);
  return url.searchParams.get('rest_route') ?? url.pathname;
}

function shortPost(links: readonly HeaderLink[]): PostNumber | null {
  const short = links.find(({ rel }) => rel === 'shortlink');
  const query = short === undefined ? new URLSearchParams() : new URL(short.href).searchParams;
  const [post, page] = [query.get('p') ?? '', query.get('page_id') ?? ''];
  if (/^\d+$/.test(post)) return { of: 'posts', id: post };
  return /^\d+$/.test(page) ? { of: 'pages', id: page } : null;
}

/** What themes write into the classes of a page, and the id of its article. */
function markedPost(tree: HtmlElement): PostNumber | null {
  const names = tree.first('body')?.attribute('class') ?? '';
  const id = BODY_NUMBER.exec(names)?.[1] ?? ARTICLE_NUMBER.exec(tree.first('article[id^="post-"]')?.attribute('id') ?? '')?.[1];
  return id === undefined ? null : { of: PAGE_NUMBER.test(names) ? 'pages' : 'posts', id };
}

/**
 * The post that the last part of a page's path is the short name of.
 * @throws PlatformRefusal NOT_FOUND where there is none; further errors of the API
 */
export async function postBySlug(session: Session, root: string, page: string): Promise<PostNumber> {
  const slug = new URL(page).pathname.split('/').findLast((part) => part !== '') ?? '';
  for (const of of slug === '' ? [] : ['posts', 'pages']) {
    const [found] = (await askSite(session, apiRequest(root, of, { slug: decoded(slug) }))).json(foundBySlugSchema);
    if (found !== undefined) return { of, id: found.id };
  }
  throw new PlatformRefusal('NOT_FOUND', 'This page of a WordPress site names no post that could have comments.');
}

/** An answer of a site's API. @throws CommentdockError */
async function askSite(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  const refusal = refusalIn(answer);
  if (refusal !== null) throw refusal;
  return answer;
}

/** Why an answer is none; null where it is one. */
export function refusalIn(answer: Answer): CommentdockError | null {
  const { status, isJson } = answer;
  if (status === 403 && isJson) return new PlatformRefusal('PRIVATE', 'This site shows that to nobody but those its owners allow.');
  if (status < 200 || status >= 300) return refusalOf(answer);
  if (isJson) return null;
  if (!isWebPage(answer)) return new PlatformChanged('$');
  return new PlatformRefusal(
    'BLOCKED',
    "A web page answered instead of the site's REST API: it is switched off, or it keeps programs out.",
  );
}

/** A part of a path as text; as it is where that cannot be told. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return percentEncoded(part);
  }
}
