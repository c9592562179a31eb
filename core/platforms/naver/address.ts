import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

export type Kind = 'article' | 'episode' | 'post' | 'place' | 'product' | 'short';

const NEWS_HOSTS: ReadonlySet<string> = new Set([
  'news.naver.com',
  'n.news.naver.com',
  'm.news.naver.com',
  'entertain.naver.com',
  'm.entertain.naver.com',
  'sports.naver.com',
  'm.sports.naver.com',
  'sports.news.naver.com',
]);
const COMIC_HOSTS: ReadonlySet<string> = new Set(['comic.naver.com', 'm.comic.naver.com']);
const BLOG_HOSTS: ReadonlySet<string> = new Set(['blog.naver.com', 'm.blog.naver.com']);
const PLACE_HOSTS: ReadonlySet<string> = new Set(['m.place.naver.com', 'pcmap.place.naver.com']);
const SHOP = /^(?:m\.)?(smartstore|brand)\.naver\.com$/;
/** Paper, and article of it: both with leading zeros. */
const ARTICLE_IN_PATH = /\/article\/(?:comment\/)?(\d{3})\/(\d{10})\/?$/;
const PAPER = /^\d{3}$/;
const ARTICLE = /^\d{10}$/;
/** Pages that name an article in their query. */
const READS = /^\/(?:main\/(?:[a-z]+\/)?)?(?:read|news)(?:\.nhn|\.naver)?$/i;
const EPISODE = /^\/(?:webtoon|bestChallenge|challenge)\/detail(?:\.nhn)?$/i;
const POST_VIEW = /^\/PostView\.(?:naver|nhn)$/i;
const PLACE_ON_MAP = /^\/(?:p|v5)\/(?:entry|search\/[^/]+)\/place\/(\d{4,})(?:\/|$)/;
const PLACE_TYPE = /^[a-z]{3,20}$/;
const BLOG = /^[\w-]{2,50}$/;
const NUMBER = /^\d{1,15}$/;
const LONG_NUMBER = /^\d{4,15}$/;
const CHANNEL = /^[\w.-]{1,100}$/;

/** What an address names. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const { protocol, host, segments, query, path } = url;
  if (!protocol.startsWith('http')) return null;
  if (host === 'naver.me') return segments.length === 1 ? { kind: 'short', params: { address: url.href } } : null;
  if (NEWS_HOSTS.has(host)) return articleAt(path, query);
  if (COMIC_HOSTS.has(host)) {
    const [title = '', episode = ''] = [query.get('titleId') ?? '', query.get('no') ?? ''];
    return EPISODE.test(path) && NUMBER.test(title) && NUMBER.test(episode) ? { kind: 'episode', params: { title, episode } } : null;
  }
  if (BLOG_HOSTS.has(host)) return postAt(url);
  if (host === 'map.naver.com') {
    const place = PLACE_ON_MAP.exec(path)?.[1];
    return place === undefined ? null : { kind: 'place', params: { place } };
  }
  const [first = '', second = '', third = ''] = segments;
  if (PLACE_HOSTS.has(host))
    return PLACE_TYPE.test(first) && LONG_NUMBER.test(second) ? { kind: 'place', params: { place: second } } : null;
  const shop = SHOP.exec(host)?.[1];
  const isProduct = shop !== undefined && CHANNEL.test(first) && second === 'products' && LONG_NUMBER.test(third);
  return isProduct ? { kind: 'product', params: { shop, channel: first, product: third } } : null;
}

function articleAt(path: string, query: URLSearchParams): NamedPlace<Kind> | null {
  const inQuery = READS.test(path) ? ['', query.get('oid') ?? '', query.get('aid') ?? ''] : [];
  const [, paper = '', article = ''] = ARTICLE_IN_PATH.exec(path) ?? inQuery;
  return PAPER.test(paper) && ARTICLE.test(article) ? { kind: 'article', params: { paper, article } } : null;
}

function postAt({ path, segments, query }: PastedUrl): NamedPlace<Kind> | null {
  const isView = POST_VIEW.test(path);
  const [blog = '', post = ''] = isView ? [query.get('blogId') ?? '', query.get('logNo') ?? ''] : segments;
  const isWhole = isView || segments.length === 2;
  return isWhole && BLOG.test(blog) && LONG_NUMBER.test(post) ? { kind: 'post', params: { blog, post } } : null;
}
