import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface WordpressParams {
  /** Comments of the post 60. Default 230. Every fourth answers the one before it. */
  readonly comments?: number;
  /** Posts of the site. Default 130. */
  readonly posts?: number;
  /** How its pages name API and post. Default `headers`. `api`: the API alone. */
  readonly names?: 'headers' | 'elements' | 'shortlink' | 'body' | 'article' | 'api' | 'nothing';
  /** Where the API stands. `query`: as on sites without addresses of their own for posts. Default `path`. */
  readonly api?: 'path' | 'query';
  /** What its calls for comments are answered with instead. */
  readonly closed?: SimulatedAnswer;
  /** Says how long its lists are. Default true. */
  readonly counts?: boolean;
}

const HOST = 'wordpress.example';
const PATH = '/2016/the-post/';
const POST = 60;
const WRITER = 2;
const FIRST_COMMENT = 500;
const FIRST_TIME = Date.UTC(2017, 0, 13, 16);

/** The site `wordpress.example` with the post 60 at `/2016/the-post/`, and its feed. */
export function wordpressSimulator(params: WordpressParams = {}): Simulator {
  const { comments = 230, posts = 130, api = 'path', closed } = params;
  return ({ url }) => {
    if (url.hostname !== HOST) return null;
    const query = url.searchParams;
    const route = api === 'path' ? /^\/wp-json\/(.*)$/.exec(url.pathname)?.[1] : query.get('rest_route')?.slice(1);
    if (route === 'wp/v2/comments') return closed ?? commentList(url, comments, params);
    if (route === 'wp/v2/posts') return query.has('slug') ? bySlug(query) : postList(url, posts, params);
    if (route === `wp/v2/posts/${POST}`) return { body: post(0, true) };
    if (route !== undefined) return refused(404, 'rest_no_route');
    if (url.pathname === PATH || (url.pathname === '/' && !query.has('feed'))) return page(url.pathname === PATH, params);
    const isFeed = url.pathname === `${PATH}feed/` || query.get('feed') === 'rss2';
    return isFeed ? feed(Math.min(10, comments)) : { status: 404, body: '<html><body class="error404"></body></html>' };
  };
}

function refused(status: number, code: string): SimulatedAnswer {
  return { status, body: { code, message: 'No.', data: { status } } };
}

function page(isPost: boolean, { names = 'headers', api = 'path' }: WordpressParams): SimulatedAnswer {
  const root = api === 'path' ? `https://${HOST}/wp-json/` : `https://${HOST}/?rest_route=/`;
  const own = `${root}wp/v2/posts/${POST}`;
  const short = `https://${HOST}/?p=${POST}`;
  const header = `<${root}>; rel="https://api.w.org/"`;
  const ofPost = `, <${own}>; rel="alternate"; title="JSON"; type="application/json", <${short}>; rel=shortlink`;
  const link = names === 'headers' ? `${header}${isPost ? ofPost : ''}` : names === 'nothing' || names === 'elements' ? null : header;
  const elements = `<link rel="https://api.w.org/" href="/${root.split('/').slice(3).join('/')}"><link rel="alternate" title="JSON" type="application/json" href="${own}">`;
  const head = names === 'elements' ? elements : names === 'shortlink' ? `<link rel="shortlink" href="${short}">` : '';
  const body = names === 'body' ? ` class="post-template-default single postid-${POST}"` : '';
  const article = names === 'article' ? `<article id="post-${POST}">Words</article>` : '<main>Words</main>';
  return {
    headers: { 'content-type': 'text/html; charset=UTF-8', ...(link === null ? {} : { link }) },
    body: `<!DOCTYPE html><html><head><title>The Post</title>${head}</head><body${body}>${article}</body></html>`,
  };
}

/** As many rows as a page holds, and the address of the next one in a header. */
function listed(
  url: URL,
  rows: readonly object[],
  { perPage, number, total }: Listing,
  { counts = true }: WordpressParams,
): SimulatedAnswer {
  const pages = Math.ceil(total / perPage);
  const next = new URL(url);
  next.searchParams.set('page', String(number + 1));
  const headers = {
    ...(counts ? { 'x-wp-total': String(total), 'x-wp-totalpages': String(pages) } : {}),
    ...(number < pages ? { link: `<${next.href}>; rel="next"` } : {}),
  };
  return { headers, body: rows };
}

interface Listing {
  readonly places: readonly number[];
  readonly perPage: number;
  readonly number: number;
  readonly total: number;
}

function listingOf(query: URLSearchParams, total: number): Listing | null {
  const perPage = Number(query.get('per_page') ?? 10);
  const number = Number(query.get('page') ?? 1);
  return perPage > 100 ? null : { places: indexesOf((number - 1) * perPage, perPage, total), perPage, number, total };
}

function commentList(url: URL, count: number, params: WordpressParams): SimulatedAnswer {
  const query = url.searchParams;
  if (query.get('post') !== String(POST)) return refused(404, 'rest_post_invalid_id');
  const all = Array.from({ length: count }, (_, index) => index).filter((index) => query.get('parent') !== '0' || parentOf(index) === 0);
  const ordered = query.get('order') === 'asc' ? all : all.toReversed();
  const listing = listingOf(query, ordered.length);
  if (listing === null) return refused(400, 'rest_invalid_param');
  const rows = listing.places.map((place) => comment(ordered[place] ?? 0));
  return listed(url, rows, listing, params);
}

function parentOf(index: number): number {
  return index % 4 === 3 ? FIRST_COMMENT + index - 1 : 0;
}

function gmt(index: number): string {
  return new Date(FIRST_TIME + index * 60_000).toISOString().slice(0, 19);
}

function picture(width: number, id: number): string {
  return `https://secure.gravatar.com/avatar/${id}?s=${width}&d=mm&r=g`;
}

function comment(index: number): object {
  const id = FIRST_COMMENT + index;
  const author = index % 10 === 0 ? WRITER : 0;
  return {
    id,
    post: POST,
    parent: parentOf(index),
    author,
    author_name: index % 7 === 6 ? '' : `Reader ${id} &amp; Co`,
    author_url: index % 3 === 0 ? `https://reader${id}.example` : '',
    date: new Date(FIRST_TIME + index * 60_000 + 7_200_000).toISOString().slice(0, 19),
    date_gmt: gmt(index),
    content: { rendered: contentOf(id) },
    link: `https://${HOST}${PATH}comment-page-1/#comment-${id}`,
    status: 'approved',
    type: 'comment',
    author_avatar_urls: index % 5 === 4 ? false : { 24: picture(24, id), 48: picture(48, id), 96: picture(96, id) },
    meta: [],
    _links: { self: [{ href: `https://${HOST}/wp-json/wp/v2/comments/${id}` }] },
  };
}

function contentOf(id: number): string {
  return `<p>Comment ${id} &#8211; &#8220;words&#8221; <img src="https://s.w.org/smile.png" alt="🙂" class="wp-smiley" />.<br />\nA line.</p>\n<p><img src="https://far.example/${id}.png" alt="x"></p>\n`;
}

function bySlug(query: URLSearchParams): SimulatedAnswer {
  return { body: query.get('slug') === 'the-post' ? [post(0, true)] : [] };
}

function postList(url: URL, count: number, params: WordpressParams): SimulatedAnswer {
  const listing = listingOf(url.searchParams, count);
  if (listing === null) return refused(400, 'rest_invalid_param');
  if (listing.places.length === 0 && listing.number > 1) return refused(400, 'rest_post_invalid_page_number');
  const rows = listing.places.map((place) => post(place, url.searchParams.has('_embed')));
  return listed(url, rows, listing, params);
}

/** `index` 0 is the newest. */
function post(index: number, isEmbedded: boolean): object {
  const author = index % 4 === 3 ? 9 : WRITER;
  const person =
    author === WRITER
      ? {
          id: WRITER,
          name: 'The &amp; Writer',
          url: '',
          link: `https://${HOST}/author/writer/`,
          slug: 'writer',
          avatar_urls: { 24: picture(24, 2), 96: picture(96, 2) },
        }
      : { code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } };
  const at = gmt(10_000 - index);
  return {
    id: index === 0 ? POST : 1_000 + index,
    date: at,
    date_gmt: at,
    modified: at,
    slug: index === 0 ? 'the-post' : `post-${index}`,
    status: 'publish',
    type: 'post',
    link: `https://${HOST}${index === 0 ? PATH : `/2016/post-${index}/`}`,
    title: { rendered: `The Post ${index} &#038; <em>more</em>` },
    content: { rendered: index % 6 === 5 ? '' : `<p>Words of ${index}.</p>\n`, protected: index % 6 === 5 },
    excerpt: { rendered: '<p>Excerpt</p>', protected: false },
    author,
    comment_status: 'open',
    categories: [1, index],
    tags: [],
    ...(isEmbedded ? { _embedded: { author: [person] } } : {}),
  };
}

function feed(count: number): SimulatedAnswer {
  const items = indexesOf(0, count, count).map((index) => {
    const id = FIRST_COMMENT + count - 1 - index;
    const link = `https://${HOST}${PATH}#comment-${id}`;
    const at = new Date(FIRST_TIME + (count - 1 - index) * 60_000).toUTCString().replace('GMT', '+0000');
    return `<item><title>By: Reader ${id}</title><link>${index % 2 === 0 ? link : `https://${HOST}${PATH}`}</link><dc:creator><![CDATA[Reader ${id}]]></dc:creator><pubDate>${at}</pubDate><guid isPermaLink="false">${link}</guid><description>Comment ${id} short</description><content:encoded><![CDATA[${contentOf(id)}]]></content:encoded></item>`;
  });
  return {
    headers: { 'content-type': 'application/rss+xml; charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Comments on: The Post</title>${items.join('')}</channel></rss>`,
  };
}
