import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Medium names. `customArticle` is told by its path alone: publications have domains of their own. */
type Place = NamedPlace<'article' | 'customArticle' | 'short' | 'user' | 'followers' | 'following'>;

const SITE = 'medium.com';
const SHORT = 'link.medium.com';
/** Subdomains that are no people. */
const OWN_HOSTS = new Set(['help', 'policy', 'api', 'cdn-client', 'miro', 'glyph', 'status', 'www']);
/** Well-known publications with a domain of their own. */
const PUBLICATIONS = [
  'towardsdatascience.com',
  'betterprogramming.pub',
  'bettermarketing.pub',
  'levelup.gitconnected.com',
  'plainenglish.io',
  'itnext.io',
  'uxdesign.cc',
  'uxplanet.org',
  'codeburst.io',
  'proandroiddev.com',
  'infosecwriteups.com',
  'netflixtechblog.com',
  'writingcooperative.com',
];
const HANDLE = /^@([\w.-]+)$/;
const ID = /^[0-9a-f]{8,12}$/;
const TAIL = /-([0-9a-f]{8,12})$/;
/** On a domain that nobody knows, only what can hardly be anything else: long, and not a number. */
const SURE_TAIL = /-(?=\d*[a-f])([0-9a-f]{11,12})$/;
const CODE = /^[\w-]+$/;
const USER_TABS: Readonly<Record<string, 'user' | 'followers' | 'following'>> = {
  '': 'user',
  about: 'user',
  latest: 'user',
  followers: 'followers',
  following: 'following',
};

/** What the address names; null where it is nothing of Medium that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  if (!url.protocol.startsWith('http')) return null;
  const { host, segments } = url;
  if (host === SHORT)
    return CODE.test(segments[0] ?? '') && segments.length === 1 ? { kind: 'short', params: { code: segments[0] ?? '' } } : null;
  if (host === SITE) return sitePlace(segments);
  if (isHost(url, SITE)) return personPlace(host.slice(0, -SITE.length - 1), segments);
  if (isHost(url, ...PUBLICATIONS)) return article(TAIL.exec(segments.at(-1) ?? '')?.[1]);
  const post = segments.length === 1 ? SURE_TAIL.exec(segments[0] ?? '')?.[1] : undefined;
  return post === undefined ? null : { kind: 'customArticle', params: { post } };
}

function article(post: string | undefined): Place | null {
  return post === undefined ? null : { kind: 'article', params: { post } };
}

function sitePlace(segments: readonly string[]): Place | null {
  const [first = '', second = '', ...rest] = segments[0] === 'amp' ? segments.slice(1) : segments;
  if (first === 'p' && ID.test(second)) return rest.length === 0 || rest[0] === 'responses' ? article(second) : null;
  if (second === 'list') return null;
  const post = rest.length === 0 && second !== '' ? TAIL.exec(second)?.[1] : undefined;
  if (post !== undefined) return article(post);
  const handle = HANDLE.exec(first)?.[1];
  return handle === undefined ? null : userPlace(handle, [second, ...rest]);
}

/** `<person>.medium.com`, or a publication of Medium's own. */
function personPlace(name: string, segments: readonly string[]): Place | null {
  if (OWN_HOSTS.has(name) || name.includes('.')) return null;
  const [first = '', second = ''] = segments;
  if (first === 'p' && ID.test(second)) return article(second);
  const post = TAIL.exec(segments.at(-1) ?? '')?.[1];
  return post !== undefined && segments.length <= 2 && first !== 'list' ? article(post) : userPlace(name, segments);
}

function userPlace(user: string, [tab = '', ...rest]: readonly string[]): Place | null {
  const kind = rest.length === 0 ? USER_TABS[tab] : undefined;
  return kind === undefined ? null : { kind, params: { user } };
}
