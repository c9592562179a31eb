import { describe, expect, it } from 'vitest';
import {
  accountNotes,
  goneRows,
  type IncrementalAccount,
  type LivingTally,
  openedAccount,
  presentAccount,
} from '#core/engine/incremental-account.ts';
import { UNKNOWN_ORDER, type ListOrder } from '#core/engine/list-order.ts';
import { gapOf } from '#test/engine/gap-of.ts';

const BASE = { guid: 'the-run-before', missing: 0, gap: gapOf({}) };
const FIRST = openedAccount(null);
const CARRY = { ...FIRST.carry, rows: 100, goneEarlier: 7 };
const OPENED: IncrementalAccount = { ...openedAccount(BASE), carry: CARRY };
const TALLY: LivingTally = { rows: 110, replies: 0, fresh: 10, edited: 5, gone: 3, goneEarlier: 6, same: 66, notRead: 20 };

function ended(ends: readonly ListOrder['end'][], fields: Partial<IncrementalAccount> = {}): IncrementalAccount {
  const lists = Object.fromEntries(ends.map((end, at) => [`list ${at}`, { ...UNKNOWN_ORDER, end }]));
  return { ...OPENED, tally: TALLY, lists, ...fields };
}

describe('the account of an incremental run', () => {
  it('counts what it has met so far, and the rest as unchanged', () => {
    const account = { ...OPENED, fresh: 4, edited: 2, returned: 1, threadsNotRead: 9 };
    expect(presentAccount(account)).toEqual({
      previous_guid: 'the-run-before',
      new: 5,
      edited: 2,
      gone: 0,
      unchanged: 91,
      gone_earlier: 6,
      not_read: 0,
      threads_not_read: 9,
    });
    expect(goneRows(account)).toBe(6);
  });

  it('is what was counted, once everything is read', () => {
    expect(presentAccount(ended([]))).toMatchObject({ new: 10, edited: 5, gone: 3, unchanged: 86, gone_earlier: 6, not_read: 20 });
    expect(goneRows(ended([]))).toBe(9);
    expect(goneRows(undefined)).toBe(0);
  });

  it('is that of the first one where there is none to build on', () => {
    expect(presentAccount(FIRST).previous_guid).toBeNull();
    expect([FIRST.isCarried, OPENED.isCarried]).toEqual([true, false]);
    expect([accountNotes(undefined), accountNotes({ ...FIRST, tally: TALLY })]).toEqual([[], []]);
  });
});

describe('remarks on an incremental run', () => {
  const [builds] = accountNotes(OPENED);

  it('name what it builds on', () => {
    expect(accountNotes(OPENED)).toEqual(['Builds on the export the-run-before and its 100 rows.']);
    expect(accountNotes(ended(['mark'], { tally: { ...TALLY, notRead: 0 } }))).toEqual([builds]);
  });

  it.each([
    [['mark'], 0, 'reading stopped at a page that was known and older than the newest item of the run before'],
    [['open'], 0, 'reading stopped at the limit'],
    [['cut'], 0, 'a list could not be read to its end'],
    [['end'], 2, '2 reply threads are as long as before'],
    [['open', 'cut'], 1, 'reading stopped at the limit; a list could not be read to its end; 1 reply threads are as long as before'],
    [['end'], 0, 'the platform did not show them this time, and nothing proves that they are gone'],
  ] as const)('say why rows were not read again: lists that ended by %j, %i threads', (ends, threadsNotRead, why) => {
    expect(accountNotes(ended(ends, { threadsNotRead }))).toEqual([
      builds,
      `20 rows were not read again: ${why}. Whether they are gone or edited is not known.`,
    ]);
  });
});
