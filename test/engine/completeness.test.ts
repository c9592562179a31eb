import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal, JOB_STATUSES } from '#core/contract/job.ts';
import { continuedLedger, EMPTY_LEDGER, type Ledger, originNote, presentLedger, withGaps, withNotes } from '#core/engine/completeness.ts';
import { accountNotes, goneRows, type IncrementalAccount, openedAccount } from '#core/engine/incremental-account.ts';

const small = fc.nat(50);

const incrementalAccounts: fc.Arbitrary<IncrementalAccount> = fc
  .record({ gap: fc.dictionary(fc.constantFrom(...GAP_CAUSES), small), notRead: small, gone: small, isSettled: fc.boolean() })
  .map(({ gap, notRead, gone, isSettled }) => {
    const whole = Object.fromEntries(GAP_CAUSES.map((cause) => [cause, gap[cause] ?? 0])) as JobRecord['completeness']['gap'];
    const tally = { rows: 0, replies: 0, fresh: 0, edited: 0, gone, goneEarlier: 0, same: 0, notRead };
    return { ...openedAccount({ guid: 'g', missing: 0, gap: whole }), tally: isSettled ? tally : null };
  });

const ledgers: fc.Arbitrary<Ledger> = fc
  .record({
    gaps: fc.dictionary(fc.constantFrom(...GAP_CAUSES), small),
    surplus: small,
    limitReached: fc.boolean(),
    repliesLeftOut: small,
    repliesUntold: fc.nat(2),
    datesPassed: fc.boolean(),
    wholeListRead: fc.boolean(),
    incremental: fc.option(incrementalAccounts, { nil: null }),
    languages: fc.option(small, { nil: null }),
    continues: fc.boolean(),
    before: small,
    notes: fc.array(fc.constant('a remark'), { maxLength: 1 }),
  })
  .map(({ incremental, languages, wholeListRead, datesPassed, continues, before, surplus, ...fields }) => ({
    ...EMPTY_LEDGER,
    ...fields,
    surplus: fields.limitReached ? surplus : 0,
    before: continues ? before : 0,
    ...(wholeListRead ? { wholeListRead } : {}),
    ...(datesPassed ? { datesPassed } : {}),
    ...(incremental === null ? {} : { incremental }),
    ...(languages === null ? {} : { languages: { wanted: ['en'], leftOut: languages, unknown: 0 } }),
  }));

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
        for (const cause of GAP_CAUSES) expect(gap[cause]).toBeGreaterThanOrEqual(ledger.gaps[cause] ?? 0);
        if (!isTerminal(job.status)) return;
        const shown = Math.max(0, exported - goneRows(ledger.incremental));
        const gaps = GAP_CAUSES.reduce((sum, cause) => sum + (ledger.gaps[cause] ?? 0), ledger.languages?.leftOut ?? 0);
        const beyondLimit = Math.max(0, ledger.surplus - (ledger.gaps.limit ?? 0));
        expect(shown + missing).toBe(Math.max(total ?? 0, shown + gaps + beyondLimit));
      }),
      { numRuns: 500 },
    );
  });

  it('is complete only where nothing is missing', () => {
    fc.assert(
      fc.property(ledgers, jobs, (ledger, job) => {
        const { complete, missing, notes } = presentLedger(ledger, job);
        // On what a run builds is no lack.
        const remarks = notes.slice(accountNotes(ledger.incremental).length);
        if (complete === true)
          expect({ status: job.status, missing, notes: remarks, limited: ledger.limitReached }).toEqual({
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

  it('is complete whoever read it', () => {
    const ledger = withNotes(EMPTY_LEDGER, originNote({ origin: 'forum 2026.11.26.1 of a pack' }, EMPTY_LEDGER));
    const { complete, notes } = presentLedger(ledger, { status: 'done', exported: 3, platformTotal: 3, error: null, platform: 'forum' });
    expect({ complete, notes }).toEqual({ complete: true, notes: ['Read by forum 2026.11.26.1 of a pack.'] });
  });

  it('puts replies that were not asked for to the options, and what is left to the platform', () => {
    const ledger = withGaps({ ...EMPTY_LEDGER, repliesLeftOut: 6 }, [{ cause: 'deleted', count: 1 }]);
    const job = { status: 'done', exported: 10, platformTotal: 20, error: null, platform: 'forum' } as const;
    expect(presentLedger(ledger, job)).toMatchObject({ missing: 10, gap: { deleted: 1, filtered: 6, notServed: 3 }, complete: false });
    expect(presentLedger({ ...ledger, limitReached: true }, job).gap).toMatchObject({ deleted: 1, filtered: 6, limit: 3, notServed: 0 });
  });

  it.each(['stopped', 'error'] as const)('of an export that was %s says what it did not come to', (status) => {
    const job = { status, exported: 1210, platformTotal: 48_210, error: 'The site is gone.', platform: 'forum' } as const;
    const ledger = withGaps({ ...EMPTY_LEDGER, repliesLeftOut: 6 }, [{ cause: 'deleted', count: 1 }]);
    const told = presentLedger(ledger, job);
    expect(told).toMatchObject({ missing: 47_000, gap: { deleted: 1, filtered: 6, notReached: 46_993, notServed: 0 }, complete: false });
    expect(told.summary).toContain('Missing: 1 deleted, 6 left out by the options, 46993 not asked for before the end.');
    const read = presentLedger({ ...ledger, wholeListRead: true }, job);
    expect(read.gap).toMatchObject({ notReached: 0, notServed: 46_993 });
    expect(presentLedger(EMPTY_LEDGER, { ...job, exported: 50_000 })).toMatchObject({ missing: 0, gap: { notReached: 0 } });
    expect(presentLedger(EMPTY_LEDGER, { ...job, platformTotal: null })).toMatchObject({ missing: 0, gap: { notReached: 0 } });
  });

  it('says where replies that nobody counts are taken for what is missing', () => {
    const job = { status: 'done', exported: 10, platformTotal: 20, error: null, platform: 'forum' } as const;
    const told = presentLedger({ ...EMPTY_LEDGER, repliesLeftOut: 4, repliesUntold: 3 }, job);
    expect(told).toMatchObject({ missing: 10, gap: { filtered: 10, notServed: 0 } });
    expect(told.notes).toEqual([expect.stringContaining('does not say how many 3 of the items have')]);
    const stopped = presentLedger({ ...EMPTY_LEDGER, repliesLeftOut: 4, repliesUntold: 3 }, { ...job, status: 'stopped' });
    expect(stopped).toMatchObject({ gap: { filtered: 4, notReached: 6 }, notes: [] });
    expect(presentLedger({ ...EMPTY_LEDGER, repliesLeftOut: 10, repliesUntold: 3 }, job).notes).toEqual([]);
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
