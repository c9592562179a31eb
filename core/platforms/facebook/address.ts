// What the addresses of Facebook name.
import type { PastedUrl } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type PlaceKind = 'post' | 'group-post' | 'share-link' | 'page' | 'reviews' | 'group' | 'ads-library';
type Place = NamedPlace<PlaceKind>;

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
    adsPlace(url, segments) ?? sharePlace(segments) ?? groupPlace(url, segments) ?? postPlace(url, segments) ?? accountPlace(url, segments)
  );
}

/** A link that leaves Facebook's apps names the real address, which goes along as `page`. */
function placeBehind(url: PastedUrl): Place | null {
  const target = url.query.get('u') ?? '';
  if (!/^https?:\/\//.test(target) || !URL.canParse(target)) return null;
  const behind = parsePastedUrl(target);
  const found = UNWRAPPED.test(behind.host) || behind.segments[0] === 'l.php' ? null : placeAt(behind);
  return found && { ...found, params: { ...found.params, page: behind.href } };
}

function shortPlace(url: PastedUrl, mostSegments: number): Place | null {
  const { segments } = url;
  const isToken = segments.length > 0 && segments.length <= mostSegments && TOKEN.test(segments.at(-1) ?? '');
  return isToken ? { kind: 'share-link', params: { link: segments.at(-1) ?? '' } } : null;
}

function sharePlace([first, second = '', third]: readonly string[]): Place | null {
  if (first !== 'share') return null;
  const token = third === undefined ? second : SHARE_KINDS.has(second) ? third : '';
  return TOKEN.test(token) ? { kind: 'share-link', params: { link: token } } : null;
}

function adsPlace(url: PastedUrl, [first, second]: readonly string[]): Place | null {
  if (first !== 'ads' || second !== 'library') return null;
  const search = url.query.get('id') || url.query.get('view_all_page_id') || url.query.get('q');
  return search ? { kind: 'ads-library', params: { search } } : null;
}

function groupPlace(url: PastedUrl, [first, group = '', list, post = '']: readonly string[]): Place | null {
  if (first !== 'groups' || !VANITY.test(group)) return null;
  const named = list === 'posts' || list === 'permalink' ? post : (url.query.get('multi_permalinks')?.split(',')[0] ?? '');
  if (POST_NAME.test(named)) return { kind: 'group-post', params: { group, post: named } };
  if (list !== undefined && !GROUP_TABS.has(list)) return null;
  return { kind: 'group', params: { group } };
}

function postPlace(url: PastedUrl, segments: readonly string[]): Place | null {
  const post = postNamed(url, segments);
  return post === null || !POST_NAME.test(post) ? null : { kind: 'post', params: { post } };
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
  if (first === 'profile.php') return accountTab(url.query.get('id') ?? '', tab);
  if (first === 'people' || first === 'pages') return accountTab(third, fourth ?? tab);
  if (first === 'p') return accountTab(NAME_WITH_ID.exec(second)?.[1] ?? '', segments[2] ?? tab);
  if (!VANITY.test(first) || RESERVED.has(first.toLowerCase()) || segments.length > 2) return null;
  if (second === 'reviews' || (second === '' && isReviews(tab))) return { kind: 'reviews', params: { account: first } };
  return second === '' || TABS.has(second) ? { kind: 'page', params: { account: first } } : null;
}

function accountTab(account: string, tab: string | null): Place | null {
  return ID.test(account) ? { kind: isReviews(tab) ? 'reviews' : 'page', params: { account } } : null;
}

function isReviews(tab: string | null): boolean {
  return tab === 'reviews';
}

/** Null for a name: only the page says which number it stands for. */
export function numberIn(name: string | undefined): string | null {
  return name !== undefined && ID.test(name) ? name : null;
}
