// The doors of a thread: its page by plain HTTP, what its page asks for by itself in a browser, and what stands in the elements of that page.
import { CommentdockError, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { isWithoutBrowser, plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { threadAddress } from '#core/platforms/tieba/address.ts';
import { heardPageIn, shownFloors } from '#core/platforms/tieba/newer.ts';
import { repliesIn, type ThreadPage, threadPageIn } from '#core/platforms/tieba/older.ts';

/** `pn`: the page, or for what is heard how many answers were taken. `starter`: portrait of whoever began the thread, as soon as a page said it. */
export type FloorsCursor = {
  readonly list: 'floors';
  readonly door: 'plain' | 'heard' | 'shown';
  readonly thread: string;
  readonly pn: number;
  readonly starter: string | null;
};
export type RepliesCursor = {
  readonly list: 'replies';
  readonly thread: string;
  readonly floor: string;
  readonly pn: number;
  readonly starter: string | null;
};
type Cursor = FloorsCursor | RepliesCursor;

const HEARD = 'tieba.baidu.com/c/f/pb/page_pc*';
const SHOWN = '.l_post, .pb-comment-item';
/** What keeps programs out, and perhaps not a page in a browser. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);
/** What a page of today has that has no floors of its own. */
const BEYOND = 'pb-title-wrap';
const CHECK = '百度安全验证';
const GONE = /该贴已被删除|贴子可能已被删除|您访问的贴子被隐藏/;
const LOGIN = /登录百度帐号|登录百度账号/;
const NO_FLOORS = 'This page of Tieba shows no floors, and did not ask for any.';
const STOOD_STILL = 'The page of the thread brought no more floors, however far it was scrolled.';

/** A page of floors, through the first door that is open. @throws CommentdockError CAPTCHA, BLOCKED, NOT_FOUND, LOGIN_REQUIRED, RATE_LIMITED, PLATFORM_CHANGED */
export async function floorsPage(cursor: FloorsCursor, session: Session): Promise<Page<Cursor>> {
  if (cursor.door === 'heard') return heardPage(cursor, session);
  if (cursor.door === 'shown') return shownPage(cursor, session);
  const plain = await orShut(plainPage(cursor, session));
  if (!(plain instanceof CommentdockError)) return plain;
  if (!SHUT.has(plain.code)) throw plain;
  const inBrowser = await orShut(browserPage(cursor, session));
  if (!(inBrowser instanceof CommentdockError)) return inBrowser;
  throw isWithoutBrowser(inBrowser) ? plain : inBrowser;
}

async function plainPage(cursor: FloorsCursor, session: Session): Promise<Page<Cursor>> {
  const { thread, pn } = cursor;
  const answer = await session.fetch({ url: threadAddress(thread), query: { pn }, accept: 'any' });
  return olderPage(wholePage(answer, cursor), cursor, session, 'page of the thread');
}

/** @throws CommentdockError what stands where the floors should be */
function wholePage(answer: Answer, { thread, starter }: FloorsCursor): ThreadPage {
  const page = answer.status === 200 ? threadPageIn(answer.text, thread, starter) : null;
  if (page !== null) return page;
  throw wordsInstead(answer.text) ?? (answer.status === 200 ? new PlatformChanged('l_post', NO_FLOORS) : refusalOf(answer));
}

function wordsInstead(html: string): CommentdockError | null {
  if (html.includes(CHECK)) return new PlatformRefusal('CAPTCHA');
  if (GONE.test(html)) return new PlatformRefusal('NOT_FOUND');
  return LOGIN.test(html) ? new PlatformRefusal('LOGIN_REQUIRED') : null;
}

function olderPage(page: ThreadPage, cursor: FloorsCursor, session: Session, door: string): Page<Cursor> {
  const { floors, starter, total, pages } = page;
  const { replies } = session.options;
  const at = { ...cursor, starter };
  const below = replies ? floors.flatMap((floor) => repliesTo(floor.item, floor.replies.length, at)) : [];
  const goesOn = cursor.pn < (pages ?? 1);
  return {
    items: floors.flatMap((floor) => (replies ? [floor.item, ...floor.replies] : [floor.item])),
    next: [...below, ...(goesOn ? [{ cursor: { ...at, pn: cursor.pn + 1 }, role: 'page' } as const] : [])],
    ...(cursor.pn === 1 ? { total } : {}),
    // A page of nothing but the first floor is no end.
    mayRepeat: cursor.pn === 1,
    door,
  };
}

function repliesTo({ id, replyCount }: Item, here: number, { thread, starter }: FloorsCursor): Next<Cursor>[] {
  const count = replyCount ?? 0;
  if (count <= here) return [];
  return [{ cursor: { list: 'replies', thread, floor: id, pn: 1, starter }, role: 'replies', under: id, expect: count - here }];
}

/** A later page is opened as such; at the beginning the page is listened to. */
async function browserPage(cursor: FloorsCursor, session: Session): Promise<Page<Cursor>> {
  return cursor.pn > 1 ? shownPage({ ...cursor, door: 'shown' }, session) : heardPage({ ...cursor, door: 'heard', pn: 0 }, session);
}

/** The next answer that the page gets; where it asks for none, what stands in its elements. */
async function heardPage(cursor: FloorsCursor, session: Session): Promise<Page<Cursor>> {
  const { thread, pn: taken } = cursor;
  const match = { url: HEARD, method: 'POST', body: `kz=${thread}` } as const;
  const { answers, ended } = await session.scroll({ url: threadAddress(thread), accept: 'any' }, match, { skip: taken });
  if (taken === 0 && answers.length === 0) return shownPage({ ...cursor, door: 'shown', pn: 1 }, session);
  const pages = answers.map(heardPageIn).filter((page) => page.thread === thread);
  const last = pages.at(-1);
  const starter = cursor.starter ?? pages.find((page) => page.starter !== null)?.starter ?? null;
  const floors = pages.flatMap((page) => page.floors);
  const now = taken + answers.length;
  const isWhole = last === undefined ? false : (last.page ?? now) >= (last.pages ?? 1);
  const next = { ...cursor, pn: now, starter };
  return {
    items: floors,
    next: [
      ...(session.options.replies ? floors.flatMap((floor) => repliesTo(floor, 0, next)) : []),
      ...(isWhole || ended || answers.length === 0 ? [] : [{ cursor: next, role: 'page' } as const]),
    ],
    ...(taken === 0 ? { total: last?.total ?? null } : {}),
    gaps: !isWhole && (ended || answers.length === 0) ? [STILL] : [],
    mayRepeat: true,
    door: 'page of the thread, heard in the browser',
  };
}

const STILL: Gap = { cause: 'notServed', count: 0, note: STOOD_STILL };

/** What stands in the elements of a page in the browser, of whichever form. */
async function shownPage(cursor: FloorsCursor, session: Session): Promise<Page<Cursor>> {
  const { thread, pn } = cursor;
  const door = 'page of the thread, in the browser';
  const answer = await session.page({ url: `${threadAddress(thread)}?pn=${pn}`, ready: { selector: SHOWN }, accept: 'any' });
  const floors = answer.status === 200 ? shownFloors(answer.text, thread) : null;
  if (floors === null && pn > 1 && answer.text.includes(BEYOND)) return { items: [], door };
  if (floors === null) return olderPage(wholePage(answer, cursor), cursor, session, door);
  return { items: floors, next: floors.length === 0 ? [] : [{ cursor: { ...cursor, pn: pn + 1 }, role: 'page' }], door };
}

/** A page of the replies below a floor; what stood in the page of the thread comes again. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<Cursor>> {
  const { thread, floor, pn } = cursor;
  const request = { url: 'https://tieba.baidu.com/p/comment', query: { tid: thread, pid: floor, pn }, accept: 'any' } as const;
  const read = (answer: Answer) => {
    const list = answer.status === 200 ? repliesIn(answer.text, cursor) : null;
    if (list !== null) return list;
    throw wordsInstead(answer.text) ?? (answer.status === 200 ? new PlatformChanged('lzl_single_post') : refusalOf(answer));
  };
  const { value, by } = await plainOrBrowser(session, 'replies of Tieba', {
    plain: async () => read(await session.fetch(request)),
    browser: async () => read(await session.inPage({ ...request, page: { url: threadAddress(thread), accept: 'any' } })),
  });
  return {
    items: value.items,
    next: value.items.length > 0 && pn < value.pages ? [{ cursor: { ...cursor, pn: pn + 1 }, role: 'page' }] : [],
    mayRepeat: true,
    door: `list of replies${by}`,
  };
}
