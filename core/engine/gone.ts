import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '#core/contract/item.ts';
import { dateSpan } from '#core/engine/date-filter.ts';
import type { IncrementalAccount, LivingTally } from '#core/engine/incremental-account.ts';
import type { IncrementalReading } from '#core/engine/incremental-reading.ts';
import { type ListOrder, runsNewestFirst } from '#core/engine/list-order.ts';
import type { GoneRule } from '#core/engine/living-port.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { doInSlices } from '#core/engine/slices.ts';

const WHATEVER_DATE = Number.NEGATIVE_INFINITY;
const NONE = Number.POSITIVE_INFINITY;

/** How the reading of an incremental run ended. */
interface ReadingEnd {
  readonly limit: number;
  /** Nothing was left unread by the limit. */
  readonly isWhole: boolean;
  /** Rows that were read, known ones too. */
  readonly readRows: number;
  readonly platformTotal: number | null;
}

/** Pages whose rows are marked in one transaction: others wait no longer than that for theirs. */
const PAGES_AT_ONCE = 10;

/**
 * Marks what is gone and counts what the run found, once everything is read. After a crash the same call goes on.
 *
 * A row that was not read again is gone where it would have been read were it still there: in a list that runs newest
 * first, where it is later than the oldest item read; in any other list, where the list was read to its end and, if the
 * platform states a total, that total does not miss more without the row than it did before. Replies: where the lists below
 * their parent were read to the end, or their parent is gone.
 * @throws the signal's reason
 */
export async function settleIncremental(
  account: IncrementalAccount,
  { living, repliesAreRows }: IncrementalReading,
  end: ReadingEnd,
  run: { readonly store: Pick<EngineStore, 'transaction'>; readonly signal: AbortSignal },
): Promise<IncrementalAccount & { readonly tally: LivingTally }> {
  const before = living.tally(end.limit);
  if (before.notRead > 0) {
    const notRead = living.notRead();
    const rule = ruleOf(account, end, before, { ...notRead, repliesAreRows });
    const pages = rule.laterThanMs < NONE ? living.carriedPages() : [];
    for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
      run.store.transaction(() => living.markGone(pages.slice(start, start + PAGES_AT_ONCE), rule, isLater));
      await nextTurn();
      run.signal.throwIfAborted();
    }
    if (notRead.replies > 0 && rule.scope !== 'all') await doInSlices(() => living.goneReplies(), run.store, run.signal);
  }
  return { ...account, tally: living.tally(end.limit) };
}

interface NotRead {
  readonly rows: number;
  readonly replies: number;
  readonly repliesAreRows: boolean;
}

function ruleOf(account: IncrementalAccount, end: ReadingEnd, before: LivingTally, notRead: NotRead): GoneRule {
  const { repliesAreRows } = notRead;
  const lists = Object.values(account.lists);
  const nothingServed = end.readRows === 0 && end.platformTotal !== 0;
  if (account.isPatchy || nothingServed || lists.length === 0) return { scope: 'topLevel', laterThanMs: NONE, repliesAreRows };
  const readsAll = lists.every((list) => list.end === 'end') && account.threadsNotRead === 0 && !account.lacksReplies && end.isWhole;
  const candidates = readsAll || repliesAreRows ? notRead.rows : notRead.rows - notRead.replies;
  const fits = totalFits(account, end.platformTotal, before, candidates);
  const laterThanMs = Math.max(...lists.map((list) => boundaryOf(list, end, fits)));
  return { scope: readsAll && laterThanMs === WHATEVER_DATE ? 'all' : 'topLevel', laterThanMs, repliesAreRows };
}

/** Null where the platform states no total; else whether it misses no more than in the run before once the candidates are gone. */
function totalFits(account: IncrementalAccount, total: number | null, before: LivingTally, candidates: number): boolean | null {
  if (total === null) return null;
  return total - (before.rows - before.gone - before.goneEarlier - candidates) <= (account.base?.missing ?? 0);
}

/** What is later than this instant and was not read is gone. */
function boundaryOf(list: ListOrder, end: ReadingEnd, fits: boolean | null): number {
  const isRead = list.end === 'end' && end.isWhole;
  if (list.oldestMs !== null && runsNewestFirst(list)) return isRead && fits === true ? WHATEVER_DATE : list.oldestMs;
  return isRead && fits !== false ? WHATEVER_DATE : NONE;
}

/** True where the item surely stems from after that instant. */
function isLater(item: Item, thanMs: number): boolean {
  if (thanMs === WHATEVER_DATE) return true;
  const span = dateSpan(item);
  return span !== null && span.fromMs > thanMs;
}
