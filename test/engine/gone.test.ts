import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { settleIncremental } from '#core/engine/gone.ts';
import { type IncrementalAccount, type LivingTally, openedAccount } from '#core/engine/incremental-account.ts';
import type { IncrementalReading } from '#core/engine/incremental-reading.ts';
import { type ListOrder, UNKNOWN_ORDER } from '#core/engine/list-order.ts';
import type { GoneRule, LivingStore } from '#core/engine/living-port.ts';
import { gapOf } from '#test/engine/gap-of.ts';
import { comment } from '#test/engine/puppet-platform.ts';

const OLDEST_MS = Date.UTC(2026, 0, 5);
const WHOLE: ListOrder = { ...UNKNOWN_ORDER, isStated: false, oldestMs: OLDEST_MS, newestMs: OLDEST_MS, dated: 1, end: 'end' };
const NEWEST_FIRST: ListOrder = { ...WHOLE, isStated: true };
const END = { limit: 1_000, isWhole: true, readRows: 80, platformTotal: null as number | null };
/** Of 100 rows 20 were not read again, five replies among them. */
const TALLY: LivingTally = { rows: 100, replies: 10, fresh: 0, edited: 0, gone: 0, goneEarlier: 0, same: 80, notRead: 20 };
const NOT_READ = { rows: 20, replies: 5 };

interface Settled {
  readonly rule: GoneRule | null;
  readonly pages: readonly (readonly number[])[];
  readonly transactions: number;
  readonly asksReplies: boolean;
  isLater(item: Item, thanMs: number): boolean;
}

interface Case {
  readonly lists?: readonly ListOrder[];
  readonly end?: Partial<typeof END>;
  readonly account?: Partial<IncrementalAccount>;
  readonly tally?: Partial<LivingTally>;
  readonly notRead?: { readonly rows: number; readonly replies: number };
  readonly repliesAreRows?: boolean;
  readonly pages?: number;
  readonly signal?: AbortSignal;
}

/** How the rows of a run are told gone that ended so. */
async function settle({
  lists = [WHOLE],
  end,
  account,
  tally,
  notRead = NOT_READ,
  repliesAreRows = false,
  pages = 1,
  signal,
}: Case = {}): Promise<Settled> {
  const told = { rule: null as GoneRule | null, pages: [] as (readonly number[])[], transactions: 0, asksReplies: false };
  let isLater: Settled['isLater'] = () => false;
  const living: Partial<LivingStore> = {
    tally: () => ({ ...TALLY, ...tally }),
    notRead: () => notRead,
    carriedPages: () => Array.from({ length: pages }, (_, at) => at),
    markGone(marked, rule, later) {
      Object.assign(told, { rule });
      told.pages.push(marked);
      isLater = later;
    },
    goneReplies() {
      told.asksReplies = true;
      return { doSome: () => false, [Symbol.dispose]: () => undefined };
    },
  };
  const opened = openedAccount({ guid: 'g', missing: 0, gap: gapOf({}) });
  const transaction = <T>(work: () => T): T => {
    told.transactions += 1;
    return work();
  };
  const reading: IncrementalReading = { living: living as LivingStore, countsTellThreads: true, repliesAreRows };
  await settleIncremental(
    { ...opened, lists: Object.fromEntries(lists.map((list, at) => [`list ${at}`, list])), ...account },
    reading,
    { ...END, ...end },
    { store: { transaction }, signal: signal ?? new AbortController().signal },
  );
  return { ...told, isLater };
}

const ALL = { scope: 'all', laterThanMs: -Infinity };
const TOP = { scope: 'topLevel', laterThanMs: -Infinity };
const LATER = { scope: 'topLevel', laterThanMs: OLDEST_MS };

describe('what was not read again', () => {
  it.each<[string, Case, object | null]>([
    ['is gone of a list that was read to its end', {}, ALL],
    ['is gone of top-level rows alone where a thread was left as it was', { account: { threadsNotRead: 1 } }, TOP],
    ['is gone of top-level rows alone where replies are lacking', { account: { lacksReplies: true } }, TOP],
    ['stays where the list was cut', { lists: [{ ...WHOLE, end: 'cut' }] }, null],
    ['stays where one of two lists was cut', { lists: [WHOLE, { ...WHOLE, end: 'cut' }] }, null],
    ['stays where the limit was reached', { end: { isWhole: false } }, null],
    ['stays where something is missing in the midst', { account: { isPatchy: true } }, null],
    ['stays where nothing at all was served', { end: { readRows: 0 } }, null],
    ['is gone where nothing was served and the platform says so', { end: { readRows: 0, platformTotal: 0 } }, ALL],
    ['stays where no list is known', { lists: [] }, null],
    ['is gone where it is later than the oldest that was read, newest first', { lists: [NEWEST_FIRST] }, LATER],
    ['is gone there too where the list ended at what was known', { lists: [{ ...NEWEST_FIRST, end: 'mark' }] }, LATER],
    ['stays where no date was read newest first and the list was cut', { lists: [{ ...NEWEST_FIRST, oldestMs: null, end: 'cut' }] }, null],
    ['is gone, whatever its date, where the total says so too', { lists: [NEWEST_FIRST], end: { platformTotal: 80 } }, ALL],
    ['stays, but for what is later, where the total counts it', { lists: [NEWEST_FIRST], end: { platformTotal: 81 } }, LATER],
    ['stays where the total counts it, in any other order', { end: { platformTotal: 81 } }, null],
    [
      'is gone where the total misses as much as before',
      { end: { platformTotal: 83 }, account: { base: { guid: 'g', missing: 3, gap: gapOf({}) } } },
      ALL,
    ],
    [
      'stays where the total misses more',
      { end: { platformTotal: 84 }, account: { base: { guid: 'g', missing: 3, gap: gapOf({}) } } },
      null,
    ],
    ['is counted without what is gone already', { end: { platformTotal: 75 }, tally: { gone: 2, goneEarlier: 3 } }, ALL],
    ['is counted without what is gone already, and not twice', { end: { platformTotal: 76 }, tally: { gone: 2, goneEarlier: 3 } }, null],
    ['is counted without replies where their lists were left', { end: { platformTotal: 85 }, account: { threadsNotRead: 1 } }, TOP],
    ['is counted without replies, and no further', { end: { platformTotal: 86 }, account: { threadsNotRead: 1 } }, null],
    ['is counted with replies that are rows', { end: { platformTotal: 85 }, account: { threadsNotRead: 1 }, repliesAreRows: true }, null],
  ])('%s', async (_words, given, rule) => {
    const settled = await settle(given);
    if (rule === null) expect([settled.rule, settled.pages]).toEqual([null, []]);
    else expect(settled.rule).toEqual({ ...rule, repliesAreRows: given.repliesAreRows ?? false });
    expect(settled.asksReplies).toBe(rule !== ALL);
  });

  it('asks for no replies where all of them were read again', async () => {
    expect((await settle({ lists: [NEWEST_FIRST], notRead: { rows: 20, replies: 0 } })).asksReplies).toBe(false);
  });

  it('is nothing to ask for where everything was read again', async () => {
    expect(await settle({ tally: { notRead: 0 } })).toMatchObject({ rule: null, transactions: 0, asksReplies: false });
  });

  it('is marked ten pages at a time, until somebody stops it', async () => {
    const settled = await settle({ pages: 25 });
    expect(settled.pages.map((pages) => pages.length)).toEqual([10, 10, 5]);
    expect(settled.pages.flat()).toEqual(Array.from({ length: 25 }, (_, at) => at));
    await expect(settle({ pages: 25, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });

  it('is later where it surely stems from after that instant', async () => {
    const { isLater } = await settle();
    const dated = (ms: number): Item => comment('a', { createdAt: new Date(ms).toISOString() });
    expect([isLater(dated(OLDEST_MS + 1_000), OLDEST_MS), isLater(dated(OLDEST_MS), OLDEST_MS), isLater(comment('a'), OLDEST_MS)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isLater({ ...dated(OLDEST_MS + 60_000), relativeTime: 'an hour ago', createdAtPrecision: 'hour' }, OLDEST_MS)).toBe(false);
    expect(isLater(comment('a'), -Infinity)).toBe(true);
  });
});
