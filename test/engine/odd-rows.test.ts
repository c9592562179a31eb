import { describe, expect, it } from 'vitest';
import { EMPTY_LEDGER, presentLedger, withGaps } from '#core/engine/completeness.ts';
import { unreadable } from '#core/platform-api/odd-rows.ts';

const JOB = { status: 'done', exported: 9, platformTotal: 10, error: null, platform: 'steam' } as const;

describe('rows that could not be read', () => {
  it('are a cause of the ledger, with their places as notes', () => {
    const ledger = presentLedger(withGaps(EMPTY_LEDGER, [unreadable('data.3.id')]), JOB);
    expect(ledger).toMatchObject({ missing: 1, complete: false, notes: ['A row had an unknown form (at data.3.id).'] });
    expect(ledger.gap).toMatchObject({ unreadable: 1, notServed: 0 });
    expect(ledger.summary).toBe('9 items, the platform states 10. Missing: 1 given in an unknown form.');
  });

  it('count once where they come again in a further list', () => {
    const odd = { ...unreadable('data.3.id'), row: 'aa' };
    const once = withGaps(withGaps(EMPTY_LEDGER, [odd]), [{ ...unreadable('data.7.id'), row: 'aa' }]);
    expect(once.gaps).toEqual({ unreadable: 1 });
    expect(once.notes).toHaveLength(1);
    expect(withGaps(once, [{ ...odd, row: 'bb' }]).gaps).toEqual({ unreadable: 2 });
    expect(withGaps(EMPTY_LEDGER, [odd, odd]).gaps).toEqual({ unreadable: 1 });
  });

  it('count as often as they come where they are too many to be known again', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...unreadable(`data.${index}.id`), row: String(index) }));
    const ledger = withGaps(EMPTY_LEDGER, many);
    expect(ledger.gaps).toEqual({ unreadable: 300 });
    expect(ledger.oddRows?.length).toBeLessThan(300);
  });
});
