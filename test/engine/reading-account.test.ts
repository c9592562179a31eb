import { describe, expect, it } from 'vitest';
import { GAP_CAUSES, type GapCause } from '#core/contract/gap-cause.ts';
import { type IncrementalAccount, openedAccount } from '#core/engine/incremental-account.ts';
import {
  accountDropped,
  accountLists,
  accountPage,
  incrementalReading,
  type IncrementalReading,
  type MetRows,
  noneMet,
} from '#core/engine/incremental-reading.ts';
import type { LivingStore } from '#core/engine/living-port.ts';
import type { FrontierEntry } from '#core/engine/ports.ts';
import { listOf, nextPosition, startPosition } from '#core/engine/position.ts';
import type { Page } from '#core/platform-api/define.ts';
import { gapOf } from '#test/engine/gap-of.ts';
import { comment } from '#test/engine/puppet-platform.ts';

const FIRST = startPosition(0);
const LIST = listOf(FIRST);
const THREAD = nextPosition(FIRST, 'replies', 0);
const OPENED = openedAccount({ guid: 'g', missing: 0, gap: gapOf({}) });
const KNOWN_MS = Date.UTC(2026, 0, 9);
const MORE = { next: [{ cursor: 'more', role: 'page' }] } as const;

const entry = (fields: Partial<FrontierEntry>): FrontierEntry =>
  ({ role: 'page', under: null, position: FIRST, ...fields }) as FrontierEntry;
const following = entry({ position: nextPosition(FIRST, 'page', 0) });
const dated = (day: number, fields = {}) => comment(`day ${day}`, { createdAt: new Date(Date.UTC(2026, 0, day)).toISOString(), ...fields });

/** A living dataset that writes down what is said of lists of replies. */
function reading(fields: Partial<IncrementalReading> = {}, under: string | null = null): IncrementalReading & { readonly told: string[] } {
  const told: string[] = [];
  const living: Partial<LivingStore> = {
    underOf: () => under,
    openList: (list, below) => void told.push(`open ${list} below ${below}`),
    closeList: (list, how) => void told.push(`close ${list} ${how}`),
  };
  return { living: living as LivingStore, countsTellThreads: true, repliesAreRows: false, ...fields, told };
}

describe('what counts tell', () => {
  it('is all of a thread in lists alone, and replies are rows of a list that is served so', () => {
    const living = {} as LivingStore;
    expect(incrementalReading(living, 'lists', { type: 'comments' })).toMatchObject({ countsTellThreads: true, repliesAreRows: false });
    expect(incrementalReading(living, 'queue', { type: 'comments', order: 'served' })).toMatchObject({
      countsTellThreads: false,
      repliesAreRows: true,
    });
    expect(incrementalReading(living, 'depthFirst', { type: 'comments', order: 'tree' })).toMatchObject({
      countsTellThreads: false,
      repliesAreRows: false,
    });
  });
});

describe('a page of a list', () => {
  const known: IncrementalAccount = {
    ...OPENED,
    lists: openedAccount(null, { [LIST]: { ...stated(), newestMs: KNOWN_MS, end: 'end' } }).lists,
  };
  const met = (fields: Partial<MetRows>): MetRows => ({ ...noneMet(), ...fields });
  const old: Page = { items: [dated(2), dated(1)], dateOrder: 'newestFirst', ...MORE };

  function stated() {
    return {
      markMs: null,
      wasInOrder: true,
      newestMs: null,
      oldestMs: null,
      dated: 0,
      isInOrder: true,
      isExact: true,
      isStated: true,
    } as const;
  }

  it('ends the list where it is known, below the mark, and has nothing new', () => {
    const isBelow = (rows: Partial<MetRows>, page: Partial<Page> = {}, of = known): boolean =>
      accountPage(of, reading(), entry({}), { ...old, ...page }, met(rows)).isBelowMark;
    expect([isBelow({ standing: 2 }), isBelow({ tombstones: 2 })]).toEqual([true, true]);
    expect([isBelow({}), isBelow({ standing: 1, hasNews: true }), isBelow({ standing: 1 }, {}, OPENED)]).toEqual([false, false, false]);
    expect(isBelow({ standing: 2 }, { items: [dated(9), dated(1)] })).toBe(false);
    expect(isBelow({ standing: 2 }, { items: [dated(1), dated(2)] })).toBe(false);
    // What is pinned, or a reply, stands where it stands whatever its date.
    expect(isBelow({ standing: 3 }, { items: [dated(20, { isPinned: true }), dated(20, { parentId: 'a' }), dated(1)] })).toBe(true);
    expect(
      accountPage(
        known,
        reading({ repliesAreRows: true }),
        entry({}),
        { ...old, items: [dated(20, { parentId: 'a' })] },
        met({ standing: 1 }),
      ).isBelowMark,
    ).toBe(false);
  });

  it('adds what was met to the account', () => {
    const { account } = accountPage({ ...OPENED, edited: 1, returned: 2 }, reading(), entry({}), old, met({ edited: 3, returned: 4 }));
    expect(account).toMatchObject({ edited: 4, returned: 6, lists: { [LIST]: { dated: 2, isStated: true } } });
    const below = accountPage(OPENED, reading(), entry({ position: THREAD }), old, met({ standing: 2 }));
    expect(below).toEqual({ account: OPENED, isBelowMark: false });
  });

  it('is of a list whose order is not followed where there are 300 of them', () => {
    const listed = (count: number): IncrementalAccount => ({
      ...OPENED,
      lists: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [listOf(startPosition(at)), { ...stated(), end: 'open' as const }]),
      ),
    });
    const page = (of: IncrementalAccount, at: number) =>
      accountPage(of, reading(), entry({ position: startPosition(at) }), old, met({})).account;
    expect(page(listed(300), 300)).toEqual({ ...listed(300), isPatchy: true });
    expect(Object.keys(page(listed(299), 299).lists)).toHaveLength(300);
    expect(page(listed(300), 7)).toMatchObject({ isPatchy: false, lists: { [listOf(startPosition(7))]: { dated: 2 } } });
  });
});

describe('the end of a list', () => {
  const opened = accountPage(OPENED, reading(), entry({}), { items: [] }, noneMet()).account;
  const after = (
    page: Partial<Page>,
    fields: { added?: readonly FrontierEntry[]; isBelowMark?: boolean; isPast?: boolean } = {},
    account = opened,
  ) => {
    const { isPatchy, lists } = accountLists(
      account,
      reading(),
      entry({}),
      { items: [], ...page },
      { added: [], isBelowMark: false, isPast: false, ...fields },
    );
    return { isPatchy, end: lists[LIST]?.end };
  };
  const gaps = (cause: GapCause) => ({ gaps: [{ cause, count: 1 }] });

  it('is whether the platform had more, and why it was not followed', () => {
    expect(after({}).end).toBe('end');
    expect(after(MORE, { added: [following] }).end).toBe('open');
    expect(after(MORE, { isBelowMark: true }).end).toBe('mark');
    expect(after(MORE).end).toBe('cut');
    expect(after(MORE, { isPast: true }).end).toBe('end');
    expect(after({ next: [{ cursor: 'c', role: 'replies', under: 'a' }] }).end).toBe('end');
  });

  it.each(GAP_CAUSES)('is no end where something is there and was not shown: %s', (cause) => {
    const isUnserved = ['blocked', 'login', 'unreadable', 'notServed'].includes(cause);
    expect(after(gaps(cause))).toEqual({ end: isUnserved ? 'cut' : 'end', isPatchy: cause === 'unreadable' });
    expect(after({ ...MORE, ...gaps(cause) }, { added: [following] })).toEqual({ end: 'open', isPatchy: isUnserved });
  });

  it('does not mend what was left out before', () => {
    expect(after({}, {}, { ...opened, isPatchy: true }).isPatchy).toBe(true);
  });

  it('is none of a list whose order is not followed', () => {
    const told = accountLists(
      OPENED,
      reading(),
      entry({}),
      { items: [], ...gaps('unreadable') },
      { added: [], isBelowMark: false, isPast: false },
    );
    expect(told).toBe(OPENED);
  });
});

describe('lists of replies', () => {
  const list = listOf(THREAD);
  const none: Parameters<typeof accountLists>[4] = { added: [], isBelowMark: false, isPast: false };
  const thread = entry({ role: 'replies', under: 'a', position: THREAD });
  const end = (page: Partial<Page>, after: Partial<typeof none> = {}) => {
    const of = reading();
    const account = accountLists(OPENED, of, thread, { items: [], ...page }, { ...none, ...after });
    return [account.lacksReplies, ...of.told];
  };

  it('are noted as they are opened, with the row that they are below', () => {
    const of = reading({}, 'a');
    const further = entry({ role: 'list', position: nextPosition(THREAD, 'list', 1) });
    const equal = entry({ role: 'list', position: nextPosition(FIRST, 'list', 1) });
    const untold = entry({ role: 'replies', under: null, position: nextPosition(FIRST, 'replies', 2) });
    accountLists(OPENED, of, entry({}), { items: [] }, { ...none, added: [thread, following, equal, untold] });
    accountLists(OPENED, of, thread, { items: [] }, { ...none, added: [further] });
    expect(of.told).toEqual([`open ${list} below a`, `open ${listOf(further.position)} below a`, `close ${list} ended`]);
  });

  it('are over with their last page', () => {
    expect(end({})).toEqual([false, `close ${list} ended`]);
    expect(end(MORE, { added: [entry({ position: nextPosition(THREAD, 'page', 0) })] })).toEqual([false]);
    expect(end(MORE, { isPast: true })).toEqual([false, `close ${list} ended`]);
  });

  it('are given up where they were cut short, or something was not shown', () => {
    for (const page of [MORE, { gaps: [{ cause: 'login', count: 1 }] as const }])
      expect(end(page)).toEqual([true, `close ${list} givenUp`]);
  });

  it('are given up with their request; any other list is cut by that', () => {
    const of = reading();
    expect(accountDropped(OPENED, of, thread)).toEqual({ ...OPENED, lacksReplies: true });
    expect(of.told).toEqual([`close ${list} givenUp`]);
    expect(accountDropped(OPENED, of, entry({})).lists[LIST]).toMatchObject({ end: 'cut', dated: 0 });
  });
});
