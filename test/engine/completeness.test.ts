import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import { JOB_STATUSES } from '#core/contract/job.ts';
import { continuedLedger, EMPTY_LEDGER, type Ledger, presentLedger, withGaps, withNotes } from '#core/engine/completeness.ts';

const small = fc.nat(50);

const ledgers: fc.Arbitrary<Ledger> = fc
  .record({
    gaps: fc.dictionary(fc.constantFrom(...GAP_CAUSES), small),
    surplus: small,
    limitReached: fc.boolean(),
    repliesLeftOut: small,
    before: small,
    notes: fc.array(fc.constant('a remark'), { maxLength: 1 }),
  })
  .map((fields) => ({ ...EMPTY_LEDGER, ...fields, surplus: fields.limitReached ? fields.surplus : 0 }));

const jobs = fc.record({
  status: fc.constantFrom(...JOB_STATUSES),
  exported: small,
  platformTotal: fc.option(small, { nil: null }),
  error: fc.constant(null),
  platform: fc.constant('forum'),
});

describe('the ledger', () => {
  it('puts all that is missing to its causes', () => {
    fc.assert(
      fc.property(ledgers, jobs, (ledger, job) => {
        const { gap, missing, exported, platform_total: total } = presentLedger(ledger, job);
        expect(GAP_CAUSES.reduce((sum, cause) => sum + gap[cause], 0)).toBe(missing);
        if (job.status === 'done' && total !== null) expect(exported + missing).toBeGreaterThanOrEqual(total);
        for (const cause of GAP_CAUSES) expect(gap[cause]).toBeGreaterThanOrEqual(ledger.gaps[cause] ?? 0);
      }),
    );
  });

  it('is complete only where nothing is missing', () => {
    fc.assert(
      fc.property(ledgers, jobs, (ledger, job) => {
        const { complete, missing, notes } = presentLedger(ledger, job);
        if (complete === true)
          expect({ status: job.status, missing, notes, limited: ledger.limitReached }).toEqual({
            status: 'done',
            missing: 0,
            notes: [],
            limited: false,
          });
        if (job.status === 'queueing' || job.status === 'progress') expect(complete).toBeNull();
        if (job.status === 'error' || job.status === 'stopped') expect(complete).toBe(false);
      }),
    );
  });

  it('puts replies that were not asked for to the options, and what is left to the platform', () => {
    const ledger = withGaps({ ...EMPTY_LEDGER, repliesLeftOut: 6 }, [{ cause: 'deleted', count: 1 }]);
    const job = { status: 'done', exported: 10, platformTotal: 20, error: null, platform: 'forum' } as const;
    expect(presentLedger(ledger, job)).toMatchObject({ missing: 10, gap: { deleted: 1, filtered: 6, notServed: 3 }, complete: false });
    expect(presentLedger({ ...ledger, limitReached: true }, job).gap).toMatchObject({ deleted: 1, filtered: 6, limit: 3, notServed: 0 });
  });

  it('never counts more replies as left out than the platform states', () => {
    const job = { status: 'done', exported: 10, platformTotal: 12, error: null, platform: 'forum' } as const;
    expect(presentLedger({ ...EMPTY_LEDGER, repliesLeftOut: 40 }, job)).toMatchObject({ missing: 2, gap: { filtered: 2, notServed: 0 } });
  });

  it('says that a list is empty, that a limit cut it, or that nothing is missing', () => {
    const done = { status: 'done', exported: 0, platformTotal: null, error: null, platform: 'forum' } as const;
    expect(presentLedger(EMPTY_LEDGER, done).summary).toBe('The list is empty (the platform states no total).');
    expect(presentLedger(EMPTY_LEDGER, { ...done, exported: 5 }).summary).toBe(
      '5 items, the platform states no total. Nothing is known to be missing.',
    );
    const limited = presentLedger({ ...EMPTY_LEDGER, limitReached: true }, { ...done, exported: 5 });
    expect(limited).toMatchObject({
      complete: false,
      summary: '5 items, the platform states no total. The limit was reached; there may be more.',
    });
  });

  it('says where a list ended with most of it still to come, as soft blocks do', () => {
    const job = { status: 'done', exported: 20, platformTotal: 500, error: null, platform: 'forum' } as const;
    expect(presentLedger(EMPTY_LEDGER, job).notes).toEqual([expect.stringContaining('stopped giving items with 480 of its 500')]);
    const others = [
      presentLedger({ ...EMPTY_LEDGER, limitReached: true }, job),
      presentLedger(EMPTY_LEDGER, { ...job, exported: 300 }),
      presentLedger(EMPTY_LEDGER, { ...job, exported: 2, platformTotal: 12 }),
      presentLedger(EMPTY_LEDGER, { ...job, platformTotal: null }),
      presentLedger(EMPTY_LEDGER, { ...job, status: 'stopped' }),
      presentLedger({ ...EMPTY_LEDGER, repliesLeftOut: 400 }, job),
    ];
    for (const { notes } of others) expect(notes).toEqual([]);
  });

  it('keeps a hundred remarks, each once, and counts the others', () => {
    const notes = Array.from({ length: 150 }, (_, index) => `remark ${index}`);
    const ledger = withNotes(withNotes(EMPTY_LEDGER, notes.slice(0, 80)), [...notes.slice(40), 'remark 1']);
    const { notes: shown } = presentLedger(ledger, { status: 'done', exported: 1, platformTotal: 1, error: null, platform: 'forum' });
    expect(shown).toEqual([...notes.slice(0, 100), '50 more remarks']);
  });

  it('of a continued export accounts for what the one before it holds and lacks', () => {
    const before = withGaps({ ...EMPTY_LEDGER, seeded: true, before: 5 }, [{ cause: 'hidden', count: 2 }]);
    const ledger = continuedLedger({ guid: 'g', exported: 10, ledger: before });
    expect(ledger).toMatchObject({ before: 17, seeded: true, pages: 0, gaps: {}, limitReached: false });
  });
});
