// The posts of an account as the column beside one of its videos asks for them: without a signature, fifteen at once, back in time.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { profilePage } from '#core/platforms/tiktok/address.ts';
import { askPlainly } from '#core/platforms/tiktok/ask.ts';
import type { CreatorCursor } from '#core/platforms/tiktok/cursor.ts';
import { postItem } from '#core/platforms/tiktok/items.ts';
import { creatorSchema, type WirePost } from '#core/platforms/tiktok/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const PER_PAGE = 15;
/** What the call says of its page. Without them all it refuses. */
const OF_PAGE = {
  app_language: 'en',
  app_name: 'tiktok_web',
  browser_language: 'en-US',
  browser_name: 'Mozilla',
  browser_online: 'true',
  browser_platform: 'Win32',
  browser_version: '5.0 (Windows)',
  channel: 'tiktok_web',
  cookie_enabled: 'true',
  device_platform: 'web_pc',
  focus_state: 'true',
  from_page: 'user',
  history_len: 2,
  is_fullscreen: 'false',
  is_page_visible: 'true',
  language: 'en',
  os: 'windows',
  priority_region: '',
  referer: '',
  region: 'US',
  screen_height: 1080,
  screen_width: 1920,
  tz_name: 'UTC',
  verifyFp: 'verify_',
  webcast_language: 'en',
} as const;
const NEWEST_FIRST = 1;
/** An answer looks back so far: an empty one may have older posts behind it. */
const LOOKS_BACK_MS = 7 * 86_400_000;
const MOST_EMPTY_PAGES = 52;
/** TikTok is no older. */
const BEGINNING_MS = Date.UTC(2016, 8, 1);
const QUIET: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'TikTok showed no posts of a whole year before the last one, and said that there are older ones: they were not looked for.',
};
const DOOR = 'web API, posts beside a video';

/** The first page, where this door is open and has any; null where not: the list of posts has words of its own. */
export async function creatorPosts(session: Session, user: string, secUid: string): Promise<Page<CreatorCursor> | null> {
  const page = await orShut(creatorPage({ list: 'creator', user, secUid, before: Date.now(), empty: 0 }, session));
  return page instanceof CommentdockError || page.items.length === 0 ? null : page;
}

/** @throws CommentdockError BLOCKED, CAPTCHA, RATE_LIMITED, PLATFORM_CHANGED... */
export async function creatorPage(cursor: CreatorCursor, session: Session): Promise<Page<CreatorCursor>> {
  const { user, secUid, before } = cursor;
  const query = { ...OF_PAGE, count: PER_PAGE, cursor: before, secUid, type: NEWEST_FIRST };
  const given = await askPlainly(session, creatorSchema, { path: '/api/creator/item_list/', query, page: profilePage(user) });
  if (given === null || 'error' in given) throw given?.error ?? new PlatformRefusal('BLOCKED');
  const { itemList, hasMorePrevious } = given.data;
  const posts = itemList ?? [];
  const empty = posts.length === 0 ? cursor.empty + 1 : 0;
  const further = { ...cursor, empty, before: placeAfter(posts, before) };
  const isOver = hasMorePrevious !== true || further.before < BEGINNING_MS;
  const isQuiet = !isOver && empty > MOST_EMPTY_PAGES;
  return {
    items: readRows(posts, 'itemList', (post) => postItem(post, user)),
    next: isOver || isQuiet ? [] : [{ cursor: further, role: 'page' }],
    ...(posts.length === 0 ? { mayRepeat: true } : {}),
    gaps: isQuiet ? [QUIET] : [],
    door: DOOR,
  };
}

/** Pinned posts stand first, whatever their age. */
function placeAfter(posts: readonly WirePost[], before: number): number {
  const times = posts.flatMap(({ isPinnedItem, createTime }) => (isPinnedItem === true || createTime == null ? [] : createTime * 1000));
  const oldest = times.reduce((one, other) => Math.min(one, other), Infinity);
  return oldest < before ? oldest : before - LOOKS_BACK_MS;
}
