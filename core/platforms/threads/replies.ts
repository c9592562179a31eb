import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { mediaIdOf } from '#core/platform-kit/families/meta/media-id.ts';
import { placeAfter } from '#core/platform-kit/families/meta/posts.ts';
import { loginRequired } from '#core/platform-kit/families/meta/refusals.ts';
import { postPage } from '#core/platforms/threads/address.ts';
import { askThreads, isLoggedIn, readPage } from '#core/platforms/threads/ask.ts';
import type { RepliesCursor, ThreadsCursor } from '#core/platforms/threads/cursor.ts';
import { idOf, isUnavailable, replyItem } from '#core/platforms/threads/items.ts';
import { QUERIES, VARIABLES } from '#core/platforms/threads/queries.ts';
import { listIn, nearestList, type ThreadList } from '#core/platforms/threads/reading.ts';
import type { WirePost } from '#core/platforms/threads/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

/** A page of replies, and what is known of the post above them. */
interface View {
  readonly list: ThreadList;
  readonly owner: string | null;
  readonly total: number | null;
  readonly door: string;
  readonly notes: readonly string[];
}

const BY_CALL = 'web page calls';
const BY_PAGE = 'page of the post';
const NOT_NEWEST = 'Threads did not give the newest first; this is its own order.';
const LOGIN_FOR_MORE = 'Threads shows the other replies only to people who are logged in. Give the cookie sessionid of your session.';
const CUT_SHORT = 'Threads says that there are more replies, and not where.';
const UNNAMED = 'Threads counts these answers, and gives no address of what they answer.';
const UNAVAILABLE = 'The post is not there any more.';
/** A list that cannot be read otherwise is read in the order of the page. */
const GIVES_UP_ORDER = new Set(['NOT_FOUND', 'PLATFORM_CHANGED', 'BROWSER_MISSING', 'BLOCKED', 'LOGIN_REQUIRED', 'NETWORK']);

export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<ThreadsCursor>> {
  const view = cursor.after === null ? await firstView(cursor, session) : await laterView(cursor, session);
  const { list, owner, total } = view;
  const chains = list.chains.filter((chain) => chain.length > 0 && !chain.some(({ code }) => code === cursor.code));
  const { replies } = session.options;
  const place = { ...cursor, owner };
  const read = chains.map((chain) => readChain(chain, place, replies));
  const had = cursor.had + chains.length + list.odd;
  const { next, isShort } = placeAfter(list.info, cursor.after);
  const goesOn = next !== null && chains.length > 0;
  const missing = read.reduce((sum, { unavailable }) => sum + unavailable, 0);
  const untold = replies ? read.reduce((sum, chain) => sum + chain.untold, 0) : 0;
  // What the pasted post counts is the total of the export.
  const endsShort = cursor.parent !== null && !goesOn && (total ?? 0) > had;
  return {
    items: read.flatMap(({ items }) => items),
    next: [
      ...(replies ? read.flatMap(({ below }) => below) : []),
      ...(goesOn ? [{ cursor: { ...place, after: next, had, total }, role: 'page' as const }] : []),
    ],
    ...(cursor.parent === null && cursor.after === null && total !== null ? { total } : {}),
    gaps: [
      ...(missing > 0 ? [{ cause: 'deleted' as const, count: missing, note: UNAVAILABLE }] : []),
      ...(untold > 0 ? [{ cause: 'notServed' as const, count: untold, note: UNNAMED }] : []),
      ...(isShort || endsShort ? [shortBy(Math.max(0, (total ?? had) - had), session)] : []),
    ],
    notes: view.notes,
    door: view.door,
  };
}

/** The page of the post carries the first replies itself. */
async function firstView(cursor: RepliesCursor, session: Session): Promise<View> {
  const html = await readPage(session, pageOf(cursor));
  const list = listIn(html);
  if (list === null) throw loginRequired();
  const post = list.chains.flat().find(({ code }) => code === cursor.code) ?? list.chains[0]?.[0];
  if (post === undefined || isUnavailable(post)) throw new PlatformRefusal('NOT_FOUND');
  const total = post.text_post_app_info?.direct_reply_count ?? null;
  const owner = cursor.owner ?? post.user?.pk ?? post.user?.id ?? null;
  // An address without an author may lead to a post whose code is written otherwise.
  const own = list.chains.some((chain) => chain.includes(post) && post.code !== cursor.code)
    ? { ...list, chains: list.chains.filter((chain) => !chain.includes(post)) }
    : list;
  const page = { list: own, owner, total, door: BY_PAGE, notes: [] };
  if (!cursor.isNewest) return page;
  const newest = await newestFirst(cursor, session);
  return newest === null ? { ...page, notes: [NOT_NEWEST] } : { ...page, list: newest, door: BY_CALL };
}

async function newestFirst(cursor: RepliesCursor, session: Session): Promise<ThreadList | null> {
  try {
    return await ask(cursor, session);
  } catch (error) {
    if (error instanceof CommentdockError && GIVES_UP_ORDER.has(error.code)) return null;
    throw error;
  }
}

async function laterView(cursor: RepliesCursor, session: Session): Promise<View> {
  const list = await ask(cursor, session);
  return { list: list ?? { chains: [], odd: 0, info: null }, owner: cursor.owner, total: cursor.total, door: BY_CALL, notes: [] };
}

async function ask(cursor: RepliesCursor, session: Session): Promise<ThreadList | null> {
  const variables = VARIABLES.replies(mediaIdOf(cursor.code) ?? '', cursor.isNewest, cursor.after);
  return nearestList(await askThreads(session, { query: QUERIES.replies, variables, page: pageOf(cursor) }));
}

interface Chain {
  readonly items: readonly Item[];
  readonly below: readonly Next<ThreadsCursor>[];
  readonly unavailable: number;
  /** Answers that are counted below posts without an address. */
  readonly untold: number;
}

/** The first post of a chain answers the post of the page, each other one the post before it. */
function readChain(chain: readonly WirePost[], place: RepliesCursor, isWhole: boolean): Chain {
  const shown = chain.filter((post) => !isUnavailable(post));
  const wanted = isWhole ? shown : shown.slice(0, chain[0] === shown[0] ? 1 : 0);
  const items = wanted.map((post, index) => {
    const before = wanted[index - 1];
    return replyItem(post, { parent: before === undefined ? place.parent : idOf(before), owner: place.owner });
  });
  const lacks = wanted.map((post) => ({ post, count: lackOf(post, post === chain.at(-1) ? 0 : 1) })).filter(({ count }) => count > 0);
  return {
    items,
    below: lacks.flatMap(({ post, count }) => restOf(post, count, place)),
    untold: lacks.reduce((sum, { post, count }) => sum + (post.code ? 0 : count), 0),
    unavailable: (isWhole ? chain : chain.slice(0, 1)).filter(isUnavailable).length,
  };
}

/** How many answers to a reply are counted beside those that came with it. */
function lackOf(post: WirePost, came: number): number {
  return Math.max(0, (post.text_post_app_info?.direct_reply_count ?? 0) - came);
}

/** The page of a reply that has more answers than came with it. */
function restOf(post: WirePost, expect: number, { owner }: RepliesCursor): Next<ThreadsCursor>[] {
  if (!post.code) return [];
  const id = idOf(post);
  const cursor: RepliesCursor = {
    list: 'replies',
    code: post.code,
    user: post.user?.username ?? null,
    parent: id,
    owner,
    isNewest: false,
    after: null,
    had: 0,
    total: null,
  };
  return [{ cursor, role: 'replies', under: id, expect }];
}

function shortBy(count: number, session: Session): Gap {
  return isLoggedIn(session) ? { cause: 'notServed', count, note: CUT_SHORT } : { cause: 'login', count, note: LOGIN_FOR_MORE };
}

function pageOf({ code, user }: RepliesCursor): string {
  return postPage(code, user);
}
