import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import type { ExportRow, PastedUrl, Target } from '#core/platform-api/define.ts';

/** X itself, and sites that show its posts under the same paths. */
const HOSTS = words(
  'x.com mobile.x.com m.x.com twitter.com mobile.twitter.com m.twitter.com',
  'fxtwitter.com d.fxtwitter.com g.fxtwitter.com t.fxtwitter.com vxtwitter.com c.vxtwitter.com d.vxtwitter.com',
  'fixupx.com d.fixupx.com g.fixupx.com t.fixupx.com fixvx.com d.fixvx.com twittpr.com twitterez.com twstalker.com',
  'xcancel.com lightbrd.com twiiit.com nuku.trabun.org nitter.net nitter.poast.org nitter.privacydev.net nitter.space',
  'nitter.tiekoetter.com nitter.catsarch.com nitter.it nitter.cz nitter.unixfox.eu nitter.42l.fr nitter.kavin.rocks nitter.1d4.us',
);
const SHORT = 't.co';

const POST_ID = /^\d{1,20}$/;
const HANDLE = /^@?(\w{1,20})$/;
const TOKEN = /^\w+$/;
/** First parts of paths that are pages of the site and no accounts. */
const NO_HANDLES = words(
  'about account communities compose download explore hashtag home i intent jobs lists login logout messages notifications oauth',
  'personalization privacy search search-advanced settings share signup status statuses topics tos who_to_follow',
);
/** Views of one post that are not lists. */
const VIEWS = words('photo video mediaviewer mediaViewer');

const COMMENTS: ExportRow = { type: 'comments' };
const LIKES: ExportRow = { type: 'likes' };
const SHARES: ExportRow = { type: 'shares' };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const FOLLOWERS: ExportRow = { type: 'followers' };
const FOLLOWING: ExportRow = { type: 'following' };
const OF_A_POST = { likes: LIKES, shares: SHARES };
const OF_A_PROFILE = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

/** The lists of a post: the last part of the path, and the target that it names. */
const POST_TABS: Readonly<Record<string, TargetName>> = {
  likes: 'likes',
  retweets: 'reposts',
  reposts: 'reposts',
  quotes: 'quotes',
};
const PROFILE_TABS: Readonly<Record<string, TargetName>> = {
  with_replies: 'with-replies',
  media: 'media',
  followers: 'followers',
  verified_followers: 'verified-followers',
  following: 'following',
};

type TargetName =
  | 'post'
  | 'likes'
  | 'reposts'
  | 'quotes'
  | 'profile'
  | 'with-replies'
  | 'media'
  | 'followers'
  | 'verified-followers'
  | 'following'
  | 'search'
  | 'short-link';

const target = targetsOf<TargetName>((url) => addressOf(url));

export const TARGETS: readonly Target[] = [
  target(
    'post',
    { own: COMMENTS, ...OF_A_POST },
    ['x.com/<user>/status/<id>', 'x.com/i/status/<id>', 'twitter.com/<user>/status/<id>'],
    [
      'https://x.com/XDevelopers/status/1649191520250245121',
      'https://mobile.twitter.com/TwitterDev/status/1649191520250245121/photo/1?s=20',
      'https://x.com/i/web/status/1649191520250245121',
      'https://fxtwitter.com/XDevelopers/status/1649191520250245121',
    ],
  ),
  target(
    'likes',
    { own: LIKES, ...OF_A_POST },
    ['x.com/<user>/status/<id>/likes'],
    ['https://x.com/XDevelopers/status/1649191520250245121/likes'],
  ),
  target(
    'reposts',
    { own: SHARES, ...OF_A_POST },
    ['x.com/<user>/status/<id>/retweets', 'x.com/<user>/status/<id>/reposts'],
    ['https://x.com/XDevelopers/status/1649191520250245121/retweets', 'https://x.com/XDevelopers/status/1649191520250245121/reposts'],
  ),
  target(
    'quotes',
    { own: POSTS, ...OF_A_POST },
    ['x.com/<user>/status/<id>/quotes'],
    ['https://x.com/XDevelopers/status/1649191520250245121/quotes'],
  ),
  target(
    'profile',
    { own: POSTS, ...OF_A_PROFILE },
    ['x.com/<user>', 'x.com/i/user/<id>', 'x.com/intent/user?screen_name=<user>'],
    [
      'https://x.com/XDevelopers',
      'https://twitter.com/XDevelopers?lang=en',
      'https://x.com/i/user/2244994945',
      'https://twitter.com/intent/user?screen_name=XDevelopers',
    ],
  ),
  target('with-replies', { own: POSTS, ...OF_A_PROFILE }, ['x.com/<user>/with_replies'], ['https://x.com/XDevelopers/with_replies']),
  target('media', { own: POSTS, ...OF_A_PROFILE }, ['x.com/<user>/media'], ['https://x.com/XDevelopers/media']),
  target('followers', { own: FOLLOWERS, ...OF_A_PROFILE }, ['x.com/<user>/followers'], ['https://x.com/XDevelopers/followers']),
  target(
    'verified-followers',
    { own: FOLLOWERS, ...OF_A_PROFILE },
    ['x.com/<user>/verified_followers'],
    ['https://x.com/XDevelopers/verified_followers'],
  ),
  target('following', { own: FOLLOWING, ...OF_A_PROFILE }, ['x.com/<user>/following'], ['https://x.com/XDevelopers/following']),
  target(
    'search',
    { own: POSTS },
    ['x.com/search?q=<words>', 'x.com/hashtag/<tag>'],
    ['https://x.com/search?q=open%20data&f=live', 'https://x.com/hashtag/opendata'],
  ),
  target('short-link', { own: COMMENTS, ...OF_A_POST }, ['t.co/<token>'], ['https://t.co/AbCdEf1234']),
];

/** One word a name. */
function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** What an address of X, or of a site that copies its paths, names; null where that is nothing to export. */
export function addressOf(url: Pick<PastedUrl, 'host' | 'segments' | 'query'>): NamedPlace<TargetName> | null {
  const { host, segments } = url;
  const [first = '', second = ''] = segments;
  if (host === SHORT) return segments.length === 1 && TOKEN.test(first) ? { kind: 'short-link', params: { link: first } } : null;
  if (!HOSTS.has(host)) return null;
  const post = postAt(segments);
  if (post !== undefined) return post;
  if (first === 'search' || first === 'hashtag') return searchAt(url);
  if (first === 'i' && second === 'user')
    return segments.length === 3 && POST_ID.test(segments[2] ?? '') ? { kind: 'profile', params: { user: segments[2] ?? '' } } : null;
  return first === 'intent' ? intentAt(url) : profileAt(segments);
}

/** Undefined where the path is none of a post. */
function postAt(segments: readonly string[]): NamedPlace<TargetName> | null | undefined {
  const at = segments.findIndex((part) => part === 'status' || part === 'statuses');
  const isPlace = at === 0 || (at === 1 && HANDLE.test(segments[0] ?? '')) || (at === 2 && segments[0] === 'i' && segments[1] === 'web');
  if (!isPlace) return undefined;
  const [id = '', tab, ...more] = segments.slice(at + 1);
  if (!POST_ID.test(id)) return null;
  const params = { post: id };
  if (tab === undefined || VIEWS.has(tab)) return { kind: 'post', params };
  if (tab === 'retweets' && more[0] === 'with_comments') return { kind: 'quotes', params };
  const list = Object.hasOwn(POST_TABS, tab) && more.length === 0 ? POST_TABS[tab] : undefined;
  return list === undefined ? null : { kind: list, params };
}

function profileAt([first = '', tab, ...more]: readonly string[]): NamedPlace<TargetName> | null {
  const handle = NO_HANDLES.has(first.toLowerCase()) ? undefined : HANDLE.exec(first)?.[1];
  if (handle === undefined || more.length > 0) return null;
  if (tab === undefined) return { kind: 'profile', params: { handle } };
  const list = Object.hasOwn(PROFILE_TABS, tab) ? PROFILE_TABS[tab] : undefined;
  return list === undefined ? null : { kind: list, params: { handle } };
}

function intentAt({ segments, query }: Pick<PastedUrl, 'segments' | 'query'>): NamedPlace<TargetName> | null {
  if (segments.length !== 2 || (segments[1] !== 'user' && segments[1] !== 'follow')) return null;
  const handle = HANDLE.exec(query.get('screen_name') ?? '')?.[1];
  if (handle !== undefined) return { kind: 'profile', params: { handle } };
  const user = query.get('user_id') ?? '';
  return POST_ID.test(user) ? { kind: 'profile', params: { user } } : null;
}

function searchAt({ segments, query }: Pick<PastedUrl, 'segments' | 'query'>): NamedPlace<TargetName> | null {
  const [first, tag, ...more] = segments;
  const isTag = first === 'hashtag' && tag !== undefined && more.length === 0;
  const words = isTag ? `#${tag}` : first === 'search' && tag === undefined ? (query.get('q') ?? '').trim() : '';
  if (words === '') return null;
  return { kind: 'search', params: { words, product: query.get('f') === 'top' ? 'Top' : 'Latest' } };
}
