import { codeOf, mediaIdOf, shortCode } from '#core/platform-kit/families/meta/media-id.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import type { ExportRow, PastedUrl, Target } from '#core/platform-api/define.ts';

export const SITE = 'https://www.instagram.com';

const HOSTS = new Set(['instagram.com', 'm.instagram.com', 'instagr.am']);
const CODE = /^[\w-]{1,64}$/;
const USER = /^[\w.]{1,30}$/;
const TOKEN = /^[\w-]{4,}$/;
/** What stands before the code of a post. */
const POSTS = new Set(['p', 'reel', 'reels', 'tv']);
/** First parts of paths that are pages of the site and no accounts. */
const NO_USERS = new Set(
  'about accounts api ar archive challenge developer direct directory download emails explore graphql legal lite locations nametag oauth p press privacy reel reels s share static stories terms tv web your_activity'.split(
    ' ',
  ),
);
/** Ways into the app: what follows is an account. */
const INTO_APP = new Set(['_u', '_n']);

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const LIKES: ExportRow = { type: 'likes', order: 'served' };
const POSTS_ROW: ExportRow = { type: 'posts', order: 'served' };
const FOLLOWERS: ExportRow = { type: 'followers', order: 'served' };
const FOLLOWING: ExportRow = { type: 'following', order: 'served' };
const OF_A_PROFILE = { followers: FOLLOWERS, following: FOLLOWING };

type TargetName = 'post' | 'likers' | 'share' | 'profile' | 'reels' | 'followers' | 'following' | 'tagged';

const target = targetsOf<TargetName>((url) => addressOf(url));

export const TARGETS: readonly Target[] = [
  target(
    'post',
    { own: COMMENTS, likes: LIKES },
    ['instagram.com/p/<code>/', 'instagram.com/reel/<code>/', 'instagram.com/tv/<code>/', 'instagram.com/<user>/p/<code>/'],
    [
      'https://www.instagram.com/p/CPv3UqsBFvg/',
      'https://www.instagram.com/reel/CPv3UqsBFvg/?igsh=MzRlODBiNWFlZA==',
      'https://www.instagram.com/reels/CPv3UqsBFvg/',
      'https://m.instagram.com/tv/CPv3UqsBFvg/?utm_source=ig_web_copy_link',
      'https://www.instagram.com/noholita/reel/CPv3UqsBFvg/',
      'https://instagr.am/p/CPv3UqsBFvg',
      'https://www.instagram.com/p/CPv3UqsBFvg/c/17890000000000001/r/17890000000000002/',
      'https://www.instagram.com/noholita/p/CPv3UqsBFvg/?img_index=2',
    ],
  ),
  target(
    'likers',
    { own: LIKES, likes: LIKES },
    ['instagram.com/p/<code>/liked_by/'],
    ['https://www.instagram.com/p/CPv3UqsBFvg/liked_by/'],
  ),
  target(
    'share',
    { own: COMMENTS, likes: LIKES },
    ['instagram.com/share/p/<token>', 'instagram.com/share/reel/<token>', 'instagram.com/share/<token>'],
    [
      'https://www.instagram.com/share/p/BAbCdEfGhI',
      'https://www.instagram.com/share/reel/_abcDEF123/',
      'https://www.instagram.com/share/BAbCdEfGhI',
    ],
  ),
  target(
    'profile',
    { own: POSTS_ROW, ...OF_A_PROFILE },
    ['instagram.com/<user>/'],
    ['https://www.instagram.com/noholita/', 'https://instagram.com/nasa?igsh=MXY=', 'https://www.instagram.com/_u/nasa/'],
  ),
  target('reels', { own: POSTS_ROW, ...OF_A_PROFILE }, ['instagram.com/<user>/reels/'], ['https://www.instagram.com/noholita/reels/']),
  target(
    'followers',
    { own: FOLLOWERS, ...OF_A_PROFILE },
    ['instagram.com/<user>/followers/'],
    ['https://www.instagram.com/noholita/followers/'],
  ),
  target(
    'following',
    { own: FOLLOWING, ...OF_A_PROFILE },
    ['instagram.com/<user>/following/'],
    ['https://www.instagram.com/noholita/following/'],
  ),
  target('tagged', {}, [], ['https://www.instagram.com/noholita/tagged/']),
];

/** Tabs of a profile, and the target that each is. */
const TABS: Readonly<Record<string, TargetName>> = {
  reels: 'reels',
  followers: 'followers',
  following: 'following',
  tagged: 'tagged',
};

/** What an address of Instagram names; null where that is nothing. */
export function addressOf({ host, segments }: Pick<PastedUrl, 'host' | 'segments'>): NamedPlace<TargetName> | null {
  if (!HOSTS.has(host)) return null;
  const [first = '', second = ''] = segments;
  if (first === 'share') return shareAt(segments.slice(1));
  if (INTO_APP.has(first)) return segments.length === 2 ? profileAt([second]) : null;
  if (POSTS.has(first)) return postAt(segments.slice(1));
  return POSTS.has(second) && isUser(first) && segments.length > 2 ? postAt(segments.slice(2)) : profileAt(segments);
}

export function postUrl(code: string): string {
  return `${SITE}/p/${code}/`;
}

export function reelUrl(code: string): string {
  return `${SITE}/reel/${code}/`;
}

export function profileUrl(user: string): string {
  return `${SITE}/${user}/`;
}

function postAt([code = '', ...rest]: readonly string[]): NamedPlace<TargetName> | null {
  if (!CODE.test(code) || code === 'audio') return null;
  const short = shortCode(code);
  // What no number stands behind is no code, but a page of the site.
  if (codeOf(mediaIdOf(short) ?? '') === null) return null;
  const params = { code: short };
  return { kind: rest[0] === 'liked_by' ? 'likers' : 'post', params };
}

function profileAt([user = '', tab, ...rest]: readonly string[]): NamedPlace<TargetName> | null {
  if (!isUser(user) || rest.length > 0) return null;
  const params = { user };
  if (tab === undefined) return { kind: 'profile', params };
  return Object.hasOwn(TABS, tab) && TABS[tab] !== undefined ? { kind: TABS[tab], params } : null;
}

function shareAt(parts: readonly string[]): NamedPlace<TargetName> | null {
  const [kind = '', token = ''] = parts;
  const isKnown = parts.length === 1 ? TOKEN.test(kind) && !POSTS.has(kind) : parts.length === 2 && POSTS.has(kind) && TOKEN.test(token);
  return isKnown ? { kind: 'share', params: { share: parts.join('/') } } : null;
}

function isUser(name: string): boolean {
  return USER.test(name) && !NO_USERS.has(name.toLowerCase());
}
