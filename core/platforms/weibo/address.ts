import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address names. Its host chooses the front end: the web page, the mobile page, or the plain pages of weibo.cn. */
type WeiboPlace = NamedPlace<
  'post' | 'mobile-post' | 'plain-post' | 'plain-reposts' | 'plain-likes' | 'profile' | 'mobile-profile' | 'plain-profile'
>;
type Address = Pick<PastedUrl, 'host' | 'segments'>;

const UID = /^\d{5,12}$/;
const MID = /^\d{12,20}$/;
const MBLOG_ID = /^[A-Za-z0-9]{7,12}$/;
const NAME = /^[a-zA-Z][\w-]{2,40}$/;
/** First parts of addresses that are no names. */
const SITE_PAGES = new Set([
  'about',
  'ajax',
  'at',
  'comment',
  'detail',
  'discover',
  'explore',
  'fav',
  'friends',
  'home',
  'hot',
  'like',
  'live',
  'login',
  'logout',
  'message',
  'mygroups',
  'newlogin',
  'newlogout',
  'search',
  'set',
  'signup',
  'tv',
  'ttarticle',
  'video',
  'visitor',
]);
const PLAIN_LISTS = { comment: 'plain-post', repost: 'plain-reposts', attitude: 'plain-likes' } as const;

/** Null where it is nothing of Weibo that could be exported. */
export function placeAt({ host, segments }: Address): WeiboPlace | null {
  if (host === 'weibo.com') return webPlace(segments);
  if (host === 'm.weibo.cn') return mobilePlace(segments);
  return host === 'weibo.cn' ? plainPlace(segments) : null;
}

function webPlace([first = '', second, third]: readonly string[]): WeiboPlace | null {
  if (third !== undefined) return null;
  if (second === undefined) {
    if (UID.test(first)) return profile({ uid: first });
    return NAME.test(first) && !SITE_PAGES.has(first.toLowerCase()) ? profile({ name: first }) : null;
  }
  if (first === 'u') return UID.test(second) ? profile({ uid: second }) : null;
  if (first === 'n') return profile({ nick: second });
  if (first === 'detail') return isPost(second) ? { kind: 'post', params: { post: second } } : null;
  return UID.test(first) && isPost(second) ? { kind: 'post', params: { post: second, uid: first } } : null;
}

function mobilePlace([first = '', second = '', third]: readonly string[]): WeiboPlace | null {
  if (third !== undefined) return null;
  if (first === 'u' || first === 'profile') return UID.test(second) ? { kind: 'mobile-profile', params: { uid: second } } : null;
  if (!isPost(second)) return null;
  if (first === 'detail' || first === 'status') return { kind: 'mobile-post', params: { post: second } };
  return UID.test(first) ? { kind: 'mobile-post', params: { post: second, uid: first } } : null;
}

function plainPlace(segments: readonly string[]): WeiboPlace | null {
  const [first = '', ...rest] = segments;
  const [second, third] = rest;
  if (UID.test(first)) return second === undefined || second === 'profile' ? plainProfile(first, third) : null;
  if (first === 'u') return UID.test(second ?? '') ? plainProfile(second ?? '', third) : null;
  const kind = PLAIN_LISTS[first as keyof typeof PLAIN_LISTS] as WeiboPlace['kind'] | undefined;
  const post = first === 'comment' && second === 'hot' ? third : second;
  return kind !== undefined && post !== undefined && isPost(post) && rest.at(-1) === post ? { kind, params: { post } } : null;
}

function plainProfile(uid: string, further: string | undefined): WeiboPlace | null {
  return further === undefined ? { kind: 'plain-profile', params: { uid } } : null;
}

function profile(params: TargetParams): WeiboPlace {
  return { kind: 'profile', params };
}

function isPost(name: string): boolean {
  return MID.test(name) || (MBLOG_ID.test(name) && !UID.test(name));
}
