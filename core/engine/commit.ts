import { hash } from 'node:crypto';
import type { Item } from '#core/contract/item.ts';
import { type Ledger, withAbout, withDoor, withGaps, withNotes, withTraffic } from '#core/engine/completeness.ts';
import { isOutside, listIsPast } from '#core/engine/date-filter.ts';
import {
  accountLists,
  accountPage,
  type IncrementalReading,
  isKnownThread,
  meet,
  type MetRows,
  noneMet,
} from '#core/engine/incremental-reading.ts';
import type { FrontierEntry, RunStore, TrafficCounters } from '#core/engine/ports.ts';
import { listOf, nextPosition, pageNumber, readKey } from '#core/engine/position.ts';
import { areDifferent, SAME_ID_NOTE } from '#core/engine/same-id.ts';
import { type LastRows, MOST_SAME_PAGES, noteRows, STANDS_STILL } from '#core/engine/standstill.ts';
import type { ExportOptions, ExportRow, Json, Next, Page, Walk } from '#core/platform-api/define.ts';

const NEW = { outcome: 'new', other: null } as const;
/** A list whose cursors never repeat and whose pages bring nothing new is ended after so many of them. */
const MOST_BARREN_PAGES = 100;

/** The running sums of an export, stored with every page. */
export interface RunTotals {
  readonly kept: number;
  readonly replies: number;
  readonly platformTotal: number | null;
  readonly ledger: Ledger;
}

export interface CommitContext {
  readonly store: RunStore;
  readonly walk: Walk;
  readonly options: ExportOptions;
  readonly row: ExportRow;
  /** By list: how many pages in a row brought nothing new. */
  readonly barren: Map<string, number>;
  readonly lastRows: LastRows;
  /** Null unless this is an incremental run. */
  readonly incremental: IncrementalReading | null;
}

/** A 48-bit fingerprint of a cursor: two equal cursors are one request. */
export function cursorHash(cursor: Json): number {
  return Number.parseInt(hash('sha1', JSON.stringify(cursor), 'hex').slice(0, 12), 16);
}

interface Answer {
  readonly entry: FrontierEntry;
  readonly page: Page;
}

/** Asks all at once for what the store has of the rows of these answers: the pages that are then committed ask no more. */
export function lookAhead({ store, incremental }: Pick<CommitContext, 'store' | 'incremental'>, answers: readonly Answer[]): void {
  store.look(answers.flatMap(({ page }) => page.items.map(({ id }) => id)));
  if (incremental === null) return;
  const opening = (role: Next['role']) => answers.filter(({ page }) => page.next?.some((next) => next.role === role));
  const threads = opening('replies').flatMap(({ page }) => page.next?.flatMap(({ under }) => under ?? []) ?? []);
  incremental.living.look(
    opening('list').map(({ entry }) => listOf(entry.position)),
    threads,
  );
}

/**
 * Stores what a page answered and replaces its request by those that it opens. Runs inside the caller's transaction.
 * Returns the new sums and the requests that were added.
 */
export function commitPage(
  context: CommitContext,
  before: RunTotals,
  entry: FrontierEntry,
  page: Page,
  traffic: TrafficCounters,
): { readonly totals: RunTotals; readonly added: readonly FrontierEntry[] } {
  const { store } = context;
  const ownHash = cursorHash(entry.cursor);
  const pageId = store.addPage(entry.readKey, ownHash);
  const counts = storeItems(context, pageId, entry, page.items);
  store.setPageKept(pageId, counts.kept + counts.moved);
  store.dropEntry(entry.id, ownHash);
  const namesMore = (page.next ?? []).some(mayBeEndless);
  const isEndless = noteBarren(context, entry, counts) && namesMore;
  const sameInARow = noteRows(context.lastRows, listOf(entry.position), page);
  const standsStill = sameInARow >= MOST_SAME_PAGES && namesMore && mayStandStill(page);
  let ledger = withTraffic(before.ledger, traffic);
  const { account, isBelowMark } = readingOf(context, ledger, entry, page, counts);
  const { added, known } = addNext(context, entry, page, { ...counts, isEndless, isBelowMark, sameInARow });
  if (account !== null) {
    const isPast = listIsPast(page, context.options);
    const listed = accountLists(account.account, account.reading, entry, page, { added, isBelowMark, isPast });
    const fresh = listed.fresh + counts.kept - counts.met.standing;
    ledger = { ...ledger, incremental: { ...listed, fresh, threadsNotRead: listed.threadsNotRead + known } };
  }
  if (isEndless) ledger = withNotes(ledger, [`A list was ended: its last ${MOST_BARREN_PAGES} pages brought nothing new.`]);
  if (standsStill) ledger = withGaps(ledger, [{ cause: 'notServed', count: 0, note: STANDS_STILL }]);
  ledger = withAbout(ledger, page.about);
  ledger = withDoor(withGaps(withNotes(ledger, page.notes ?? []), page.gaps ?? []), page.door);
  if (counts.filtered > 0) ledger = withGaps(ledger, [{ cause: 'filtered', count: counts.filtered }]);
  if (counts.sameId > 0) ledger = withGaps(ledger, [{ cause: 'sameId', count: counts.sameId, note: SAME_ID_NOTE }]);
  if (leavesPagesByDate(context, page)) ledger = { ...ledger, datesPassed: true };
  ledger = withRepliesLeftOut({ ...ledger, pages: ledger.pages + 1 }, context, counts);
  const totals = {
    kept: before.kept + counts.kept,
    replies: before.replies + counts.replies,
    platformTotal: page.total ?? before.platformTotal,
    ledger,
  };
  return { totals, added };
}

/** The account of an incremental run once the items of a page are counted; null for any other export. */
function readingOf(context: CommitContext, { incremental: account }: Ledger, entry: FrontierEntry, page: Page, { met }: ItemCounts) {
  const { incremental: reading } = context;
  if (reading === null || account === undefined) return { account: null, isBelowMark: false };
  const after = accountPage(account, reading, entry, page, met);
  return { account: { account: after.account, reading }, isBelowMark: after.isBelowMark };
}

interface ItemCounts {
  /** Those of the run before too that were met. */
  kept: number;
  moved: number;
  replies: number;
  filtered: number;
  /** Rows that are lost because another one has their id. */
  sameId: number;
  /** `replyCount` of the kept items added up; of those met again what came on top. */
  repliesBelow: number;
  /** Kept items of which nobody says how many replies they have. */
  repliesUntold: number;
  readonly knownIds: Set<string>;
  readonly met: MetRows;
}

function storeItems(context: CommitContext, pageId: number, entry: FrontierEntry, items: readonly Item[]): ItemCounts {
  const counts: ItemCounts = {
    kept: 0,
    moved: 0,
    replies: 0,
    filtered: 0,
    sameId: 0,
    repliesBelow: 0,
    repliesUntold: 0,
    knownIds: new Set(),
    met: noneMet(),
  };
  const ownIds = new Set<string>();
  for (const [position, item] of items.entries()) {
    const place = { pageId, readKey: entry.readKey, position };
    if (context.incremental !== null && meet(context.store, counts.met, place, item)) {
      ownIds.add(item.id);
      counts.repliesBelow += (item.replyCount ?? 0) - (counts.met.former.get(item.id)?.replyCount ?? 0);
      continue;
    }
    const state = isOutside(item, context.options) ? 'filtered' : 'kept';
    const added = context.store.addItem(place, item, state);
    const { outcome, other } = added === 'new' ? NEW : added;
    if (other !== null && areDifferent(other, item)) counts.sameId += 1;
    if (outcome === 'known' && !ownIds.has(item.id)) counts.knownIds.add(item.id);
    ownIds.add(item.id);
    if (outcome === 'moved' && state === 'kept') counts.moved += 1;
    if (outcome !== 'new') continue;
    if (state === 'filtered') {
      counts.filtered += 1;
      continue;
    }
    counts.kept += 1;
    if (item.isPinned !== true) counts.met.hasNews = true;
    counts.repliesBelow += item.replyCount ?? 0;
    if (item.replyCount === null && item.kind !== 'reply') counts.repliesUntold += 1;
    if (item.kind === 'reply') counts.replies += 1;
  }
  counts.kept += counts.met.standing;
  return counts;
}

/** True where a list has brought nothing new for too long. */
function noteBarren({ barren }: CommitContext, { position }: FrontierEntry, { kept, moved, filtered, met }: ItemCounts): boolean {
  const list = listOf(position);
  const inARow = kept + moved + filtered + met.tombstones === 0 ? (barren.get(list) ?? 0) + 1 : 0;
  if (inARow === 0) barren.delete(list);
  else barren.set(list, inARow);
  return inARow >= MOST_BARREN_PAGES;
}

/** A list that is still growing may be silent for hours. */
function mayBeEndless({ role, afterMs }: Next): boolean {
  return role === 'page' && afterMs === undefined;
}

/** A list that ends with its first repeated page does so by itself. */
function mayStandStill({ leadsOn, mayRepeat }: Page): boolean {
  return leadsOn === true || mayRepeat === true;
}

type CommittedPage = Pick<ItemCounts, 'knownIds' | 'met'> & {
  readonly isEndless: boolean;
  readonly isBelowMark: boolean;
  /** Pages with the very rows of this one, this one included. */
  readonly sameInARow: number;
};

/** `known`: threads that were left as the run before has them. */
function addNext(
  context: CommitContext,
  entry: FrontierEntry,
  page: Page,
  counts: CommittedPage,
): { readonly added: readonly FrontierEntry[]; readonly known: number } {
  const { store, walk, incremental } = context;
  const added: FrontierEntry[] = [];
  let known = 0;
  const stuck = page.items.length > 0 && counts.knownIds.size === new Set(page.items.map((item) => item.id)).size;
  const isFollowed = page.mayRepeat === true || (page.leadsOn === true && counts.sameInARow > 1);
  const repeats = stuck && pageNumber(entry.position) > 0 && !isFollowed;
  const standsStill = counts.sameInARow >= MOST_SAME_PAGES && mayStandStill(page);
  const listEnds = repeats || counts.isBelowMark || listIsPast(page, context.options);
  for (const [index, next] of (page.next ?? []).entries()) {
    if (next.role === 'page' && listEnds) continue;
    if ((counts.isEndless || standsStill) && mayBeEndless(next)) continue;
    if (next.under !== undefined && counts.knownIds.has(next.under)) continue;
    if (incremental !== null && isKnownThread(incremental, next, counts.met, page)) {
      known += 1;
      continue;
    }
    const fingerprint = cursorHash(next.cursor);
    if (store.cursorKnown(fingerprint)) continue;
    const position = nextPosition(entry.position, next.role, index);
    added.push(store.addEntry({ ...entryFields(next), position, readKey: readKey(walk, position), cursorHash: fingerprint }));
  }
  return { added, known };
}

/** The stored fields of a request besides its place. */
export function entryFields(next: Next): Pick<FrontierEntry, 'role' | 'under' | 'expect' | 'optional' | 'afterMs' | 'cursor'> {
  return {
    role: next.role,
    under: next.under ?? null,
    expect: next.expect ?? null,
    optional: next.optional === true,
    afterMs: next.afterMs ?? 0,
    cursor: next.cursor,
  };
}

/** True where a list goes on and is not followed, since nothing further down lies within the dates asked for. */
function leavesPagesByDate({ options }: CommitContext, page: Page): boolean {
  return listIsPast(page, options) && (page.next ?? []).some(({ role }) => role === 'page');
}

function withRepliesLeftOut(ledger: Ledger, { row, options }: CommitContext, { repliesBelow, repliesUntold }: ItemCounts): Ledger {
  if (row.totalCountsReplies !== true || options.replies) return ledger;
  return {
    ...ledger,
    repliesLeftOut: ledger.repliesLeftOut + repliesBelow,
    repliesUntold: (ledger.repliesUntold ?? 0) + repliesUntold,
  };
}
