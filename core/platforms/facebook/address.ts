// What the addresses of Facebook name.
import type { PastedUrl } from '#core/platforms/define.ts';
import { parsePastedUrl } from '#core/platforms/pasted-url.ts';
import { isHost } from '#core/platforms/kit/host.ts';
import type { NamedPlace } from '#core/platforms/kit/place.ts';

export type PlaceKind = 'post' | 'group-post' | 'share-link' | 'page' | 'reviews' | 'group' | 'ads-library';
export type Place = NamedPlace<PlaceKind>;

/** Regional hosts are `<language>-<region>.facebook.com`. */
const HOSTS = /^(?:(?:m|mbasic|web|touch|mobile|d|[a-z]{2,3}-[a-z]{2,3})\.)?facebook\.com$|^fb\.com$/;
const UNWRAPPED = /^(?:l|lm)\.facebook\.com$/;
const ID = /^\d{3,}$/;
const POST_NAME = /^(?:\d{3,}|pfbid\w+)$/;
const OWNER_AND_POST = /^\d+_(\d+)$/;
const TOKEN = /^[\w-]{4,}$/;
const VANITY = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u;
const NAME_WITH_ID = /-(\d{6,})$/;
const SHARE_KINDS = new Set(['p', 'v', 'r']);
/** Tabs of a page that show what it posted, or nothing else that could be exported. */
const TABS = new Set(['posts', 'about', 'photos', 'videos', 'reels', 'mentions', 'community', 'followers', 'following']);
const GROUP_TABS = new Set(['discussion', 'announcements', 'buy_sell_discussion', 'about', 'media']);
/** First parts of a path that are no account's name. */
const RESERVED = new Set(
  [
    'ads ajax api apps bookmarks business careers checkpoint dialog directory events feed find-friends flx friends games',
    'gaming groups hashtag help home home.php l.php legal lite live login login.php marketplace media memories messages',
    'mobile notes notifications pages people permalink.php photo photo.php photos places plugins policies policy policy.php',
    'privacy profile profile.php public r.php recover reel reels reg saved search settings share share.php sharer sharer.php',
    'stories story.php support terms terms.php tr video video.php videos watch watchparty',
  ].flatMap((names) => names.split(' ')),
);

/** Null for what cannot be exported, and for other sites. */
export function placeAt(url: PastedUrl): Place | null {
  if (UNWRAPPED.test(url.host)) return placeBehind(url);
  if (isHost(url, 'fb.watch')) return shortPlace(url, 1);
  if (isHost(url, 'fb.me')) return shortPlace(url, 2);
  if (!HOSTS.test(url.host)) return null;
  if (url.segments[0] === 'l.php') return placeBehind(url);
  const segments = url.segments[0] === 'pg' ? url.segments.slice(1) : url.segments;
  return (
    adsPlace(url, segments) ??
    sharePlace(url, segments) ??
    groupPlace(url, segments) ??
    postPlace(url, segments) ??
    accountPlace(url, segments)
  );
}

/** `page` is the address that is asked for, without what follows `#`. */
function place(kind: PlaceKind, url: PastedUrl, params: Readonly<Record<string, string | null>> = {}): Place {
  const named = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null);
  return { kind, params: { ...Object.fromEntries(named), page: url.href.replace(/#.*$/, '') } };
}

function placeBehind(url: PastedUrl): Place | null {
  const target = url.query.get('u') ?? '';
  if (!/^https?:\/\//.test(target) || !URL.canParse(target)) return null;
  const behind = parsePastedUrl(target);
  return UNWRAPPED.test(behind.host) || behind.segments[0] === 'l.php' ? null : placeAt(behind);
}

function shortPlace(url: PastedUrl, mostSegments: number): Place | null {
  const { segments } = url;
  const isToken = segments.length > 0 && segments.length <= mostSegments && TOKEN.test(segments.at(-1) ?? '');
  return isToken ? place('share-link', url) : null;
}

function sharePlace(url: PastedUrl, [first, second = '', third]: readonly string[]): Place | null {
  if (first !== 'share') return null;
  const token = third === undefined ? second : SHARE_KINDS.has(second) ? third : '';
  return TOKEN.test(token) ? place('share-link', url) : null;
}

function adsPlace(url: PastedUrl, [first, second]: readonly string[]): Place | null {
  if (first !== 'ads' || second !== 'library') return null;
  const isSearch = ['id', 'view_all_page_id', 'q'].some((name) => (url.query.get(name) ?? '') !== '');
  return isSearch ? place('ads-library', url) : null;
}

function groupPlace(url: PastedUrl, [first, group = '', list, post = '']: readonly string[]): Place | null {
  if (first !== 'groups' || !VANITY.test(group)) return null;
  const named = list === 'posts' || list === 'permalink' ? post : (url.query.get('multi_permalinks')?.split(',')[0] ?? '');
  if (POST_NAME.test(named)) return place('group-post', url, { group, post: numeric(named) });
  if (list !== undefined && !GROUP_TABS.has(list)) return null;
  return place('group', url, { group, id: numeric(group) });
}

function postPlace(url: PastedUrl, segments: readonly string[]): Place | null {
  const name = postNamed(url, segments);
  return name === null || !POST_NAME.test(name) ? null : place('post', url, { post: numeric(name) });
}

/** The id, or the "pfbid" name, of the post, photo or video that stands in an address. */
function postNamed({ query }: PastedUrl, segments: readonly string[]): string | null {
  const [first = '', second, third] = segments;
  const last = segments.at(-1) ?? '';
  switch (first) {
    case 'permalink.php':
    case 'story.php':
      return query.get('story_fbid')?.replace(/:.*$/, '') ?? null;
    case 'photo':
    case 'photo.php':
      return query.get('fbid');
    case 'watch':
      return segments.length === 1 || second === 'live' ? query.get('v') : null;
    case 'video.php':
      return query.get('v');
    case 'reel':
    case 'reels':
      return second ?? null;
    default:
      break;
  }
  if (RESERVED.has(first) && first !== 'profile.php') return null;
  if (segments.length === 1) return OWNER_AND_POST.exec(first)?.[1] ?? null;
  const isList = second === 'posts' || second === 'videos' || second === 'photos' || second === 'reel';
  return isList && third !== undefined && segments.length <= 4 ? last : null;
}

function accountPlace(url: PastedUrl, segments: readonly string[]): Place | null {
  const [first = '', second = '', third = '', fourth] = segments;
  const tab = url.query.get('sk');
  if (first === 'profile.php') return accountTab(url, url.query.get('id') ?? '', tab);
  if (first === 'people' || first === 'pages') return accountTab(url, third, fourth ?? tab);
  if (first === 'p') return accountTab(url, NAME_WITH_ID.exec(second)?.[1] ?? '', segments[2] ?? tab);
  if (!VANITY.test(first) || RESERVED.has(first.toLowerCase()) || segments.length > 2) return null;
  if (second === 'reviews' || (second === '' && isReviews(tab))) return place('reviews', url);
  return second === '' || TABS.has(second) ? place('page', url) : null;
}

function accountTab(url: PastedUrl, id: string, tab: string | null): Place | null {
  return ID.test(id) ? place(isReviews(tab) ? 'reviews' : 'page', url, { id }) : null;
}

function isReviews(tab: string | null): boolean {
  return tab === 'reviews';
}

function numeric(name: string): string | null {
  return ID.test(name) ? name : null;
}
