import type { Item } from '#core/contract/item.ts';
import type { IncrementalAccount } from '#core/engine/incremental-account.ts';
import { changeOf } from '#core/engine/item-change.ts';
import { isBelowMark, runsNewestFirst, UNKNOWN_ORDER, withPage } from '#core/engine/list-order.ts';
import type { LivingStore } from '#core/engine/living-port.ts';
import type { FrontierEntry, RunStore } from '#core/engine/ports.ts';
import { isFirstList, listOf } from '#core/engine/position.ts';
import type { ExportRow, Next, Page, Walk } from '#core/platform-api/define.ts';

/** Lists whose order is followed. An export that starts with more is read whole every time. */
const MOST_LISTS = 300;

/** From here on platforms abbreviate counts: two equal ones may hide a difference. */
const FIRST_ROUNDED_COUNT = 1_000;

/** Gaps that say: something is there and was not shown. */
const UNSERVED = new Set(['blocked', 'login', 'unreadable', 'notServed']);

/** What an incremental run needs while it stores pages. */
export interface IncrementalReading {
  readonly living: LivingStore;
  /**
   * True where the reply count of a top-level item counts all that is below it. In trees it counts direct answers only, and
   * says nothing of those further down.
   */
  readonly countsTellThreads: boolean;
  /** True where replies are rows of the list itself, as in the comments of one person. */
  readonly repliesAreRows: boolean;
}

export function incrementalReading(living: LivingStore, walk: Walk, row: ExportRow): IncrementalReading {
  return { living, countsTellThreads: walk === 'lists', repliesAreRows: row.order === 'served' };
}

/** What one page showed of the run before. */
export interface MetRows {
  /** As they were, by id. Those that had been gone are not among them. */
  readonly former: Map<string, Item>;
  /** Those that are still there. */
  standing: number;
  /** Those in whose place a deleted item stands. */
  tombstones: number;
  edited: number;
  returned: number;
  /** True where an item that is not pinned is new. */
  hasNews: boolean;
}

export function noneMet(): MetRows {
  return { former: new Map(), standing: 0, tombstones: 0, edited: 0, returned: 0, hasNews: false };
}

/**
 * Stores an item as it is now where the run before had it; false where it had not, or this run has met it already. Of a
 * deleted item what it was is kept.
 */
export function meet(store: RunStore, met: MetRows, place: Parameters<RunStore['addItem']>[0], item: Item): boolean {
  const former = store.former(item.id);
  if (former === null) return false;
  const change = changeOf(former, item);
  const isTombstone = change === 'gone' || change === 'goneEarlier';
  store.readAgain(former.seq, place, isTombstone ? former.item : item, change);
  if (isTombstone) {
    met.tombstones += 1;
    return true;
  }
  met.standing += 1;
  if (change === 'edited') met.edited += 1;
  if (change === 'returned') met.returned += 1;
  else met.former.set(item.id, former.item);
  return true;
}

/** The account after a page, and whether its list ends here: below the high-water mark, with nothing new on the page. */
export function accountPage(
  account: IncrementalAccount,
  reading: IncrementalReading,
  entry: FrontierEntry,
  page: Page,
  met: MetRows,
): { readonly account: IncrementalAccount; readonly isBelowMark: boolean } {
  const counted = { ...account, edited: account.edited + met.edited, returned: account.returned + met.returned };
  if (!isFirstList(entry.position)) return { account: counted, isBelowMark: false };
  const list = listOf(entry.position);
  if (counted.lists[list] === undefined && Object.keys(counted.lists).length >= MOST_LISTS)
    return { account: { ...counted, isPatchy: true }, isBelowMark: false };
  const own = page.items.filter((item) => item.isPinned !== true && (reading.repliesAreRows || item.parentId === null));
  const order = withPage(counted.lists[list] ?? UNKNOWN_ORDER, own, page);
  const stops = !met.hasNews && met.standing + met.tombstones > 0 && runsNewestFirst(order) && isBelowMark(order, own);
  return { account: { ...counted, lists: { ...counted.lists, [list]: order } }, isBelowMark: stops };
}

/** True for the replies below an item that has as many of them as before: they were all read then. */
export function isKnownThread({ living, countsTellThreads }: IncrementalReading, next: Next, met: MetRows, page: Page): boolean {
  if (!countsTellThreads || next.role !== 'replies' || next.under === undefined) return false;
  const former = met.former.get(next.under);
  const item = page.items.find(({ id }) => id === next.under);
  if (former === undefined || item === undefined || item.parentId !== null || item.replyCount === null) return false;
  if (item.approximate === true && item.replyCount >= FIRST_ROUNDED_COUNT) return false;
  return item.replyCount === former.replyCount && !living.isLacking(next.under);
}

/** Notes lists of replies: those that a page opened, and its own where it ends here. Returns the account after that. */
export function accountLists(
  account: IncrementalAccount,
  { living }: IncrementalReading,
  entry: FrontierEntry,
  page: Page,
  after: { readonly added: readonly FrontierEntry[]; readonly isBelowMark: boolean; readonly isPast: boolean },
): IncrementalAccount {
  const list = listOf(entry.position);
  for (const { role, under, position } of after.added) {
    const below = role === 'replies' ? under : role === 'list' && !isFirstList(position) ? living.underOf(list) : null;
    if (below !== null) living.openList(listOf(position), below);
  }
  const goesOn = after.added.some(({ position }) => listOf(position) === list);
  const isUnserved = (page.gaps ?? []).some(({ cause }) => UNSERVED.has(cause));
  const isCutShort = !goesOn && !after.isPast && (page.next ?? []).some(({ role }) => role === 'page');
  if (isFirstList(entry.position)) {
    const order = account.lists[list];
    if (order === undefined) return account;
    const cut = after.isBelowMark ? 'mark' : 'cut';
    const end = goesOn ? 'open' : isCutShort ? cut : isUnserved ? 'cut' : 'end';
    // A row that could not be read stands there all the same, wherever in the list it may be.
    const isPatchy = account.isPatchy || (isUnserved && goesOn) || (page.gaps ?? []).some(({ cause }) => cause === 'unreadable');
    return { ...account, isPatchy, lists: { ...account.lists, [list]: { ...order, end } } };
  }
  if (isUnserved || isCutShort) return lackList(account, living, list);
  if (!goesOn) living.closeList(list, 'ended');
  return account;
}

function lackList(account: IncrementalAccount, living: LivingStore, list: string): IncrementalAccount {
  living.closeList(list, 'givenUp');
  return { ...account, lacksReplies: true };
}

/** The account after a request was given up. */
export function accountDropped(
  account: IncrementalAccount,
  { living }: IncrementalReading,
  { position }: FrontierEntry,
): IncrementalAccount {
  const list = listOf(position);
  if (!isFirstList(position)) return lackList(account, living, list);
  return { ...account, lists: { ...account.lists, [list]: { ...(account.lists[list] ?? UNKNOWN_ORDER), end: 'cut' } } };
}
