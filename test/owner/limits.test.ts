import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/contract/job.ts';
import { TIERS } from '#core/contract/tier.ts';
import { type AskedCreations, type Refusal, refusalOf } from '#core/owner/limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Creation {
  readonly atMs: number;
  readonly kind: 'single' | 'batch';
}

/** interface.md's numbers once more, and counted the slow way: the oracle of what the product computes. */
const WINDOWS: Readonly<
  Record<
    'premium' | 'business',
    readonly { readonly code: string; readonly ms: number; readonly allowed: number; readonly batches: boolean }[]
  >
> = {
  premium: [
    { code: 'DAILY_LIMIT_EXCEEDED', ms: 24 * HOUR_MS, allowed: 100, batches: true },
    { code: 'RATE_WINDOW_EXCEEDED', ms: 3 * MINUTE_MS, allowed: 7, batches: false },
    { code: 'RATE_WINDOW_EXCEEDED', ms: 5 * MINUTE_MS, allowed: 10, batches: false },
  ],
  business: [
    { code: 'RATE_WINDOW_EXCEEDED', ms: 3 * MINUTE_MS, allowed: 30, batches: false },
    { code: 'RATE_WINDOW_EXCEEDED', ms: 5 * MINUTE_MS, allowed: 15, batches: false },
  ],
};

type TokenPlan = keyof typeof WINDOWS;

/** The codes of the windows into which the creations do not fit at that instant. */
function blockedBy(plan: TokenPlan, log: readonly Creation[], kind: Creation['kind'], count: number, nowMs: number): readonly string[] {
  return WINDOWS[plan]
    .filter(({ batches }) => batches || kind === 'single')
    .filter(({ ms, allowed, batches }) => {
      const standing = log.filter((creation) => nowMs - creation.atMs < ms && (batches || creation.kind === 'single'));
      return standing.length + count > allowed;
    })
    .map(({ code }) => code);
}

/** Without `open`: as if the queue had room for ever. */
function ask(log: readonly Creation[], asked: AskedCreations, open = Number.NEGATIVE_INFINITY): Refusal | null {
  const newestFirst = log.toSorted((a, b) => b.atMs - a.atMs);
  return refusalOf(asked, {
    newest: (of, count) =>
      newestFirst
        .filter(({ kind }) => of === 'all' || kind === 'single')
        .slice(0, count)
        .map(({ atMs }) => atMs),
    open: () => open,
  });
}

const gap = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 1, max: 90_000 }),
  fc.integer({ min: 1, max: 6 * HOUR_MS }),
);
const single = fc.record({ gap, kind: fc.constant('single' as const), count: fc.integer({ min: 1, max: 7 }) });
const batch = fc.record({ gap, kind: fc.constant('batch' as const), count: fc.integer({ min: 1, max: 100 }) });
const requests = fc.array(fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: batch }), { maxLength: 80 });

describe('the windows over creations', () => {
  it.each(['premium', 'business'] as const)('%s: never hold more than they allow, and say to the second when they free', (plan) => {
    fc.assert(
      fc.property(requests, (made) => {
        const log: Creation[] = [];
        let nowMs = 1_700_000_000_000;
        for (const request of made) {
          const { kind } = request;
          const count = kind === 'batch' ? Math.min(request.count, TIERS[plan].urlsPerBatch) : request.count;
          nowMs += request.gap;
          const blocked = blockedBy(plan, log, kind, count, nowMs);
          const refusal = ask(log, { plan, kind, count, nowMs });
          expect(refusal === null).toBe(blocked.length === 0);
          if (refusal === null) {
            for (let url = 0; url < count; url += 1) log.push({ atMs: nowMs, kind });
            continue;
          }
          const freeMs = nowMs + 1000 * refusal.secondsToWait;
          expect(Number.isInteger(refusal.secondsToWait)).toBe(true);
          expect(blockedBy(plan, log, kind, count, freeMs)).toEqual([]);
          expect(blockedBy(plan, log, kind, count, freeMs - 1000)).toContain(refusal.code);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['premium', 7, 8],
    ['business', 15, 16],
  ] as const)('%s lets %i through at once and refuses number %i', (plan, allowed, refused) => {
    const log: Creation[] = [];
    for (let number = 1; number < refused; number += 1) {
      expect(ask(log, { plan, kind: 'single', count: 1, nowMs: 0 })).toBeNull();
      log.push({ atMs: 0, kind: 'single' });
    }
    expect(log).toHaveLength(allowed);
    expect(ask(log, { plan, kind: 'single', count: 1, nowMs: 0 })).toMatchObject({ code: 'RATE_WINDOW_EXCEEDED' });
  });

  it('premium refuses the 8th in 3 minutes and the 11th in 5', () => {
    const at = (seconds: readonly number[]): Creation[] => seconds.map((second) => ({ atMs: 1000 * second, kind: 'single' }));
    const asked = { plan: 'premium', kind: 'single', count: 1 } as const;
    const seven = at([0, 1, 2, 3, 4, 5, 6]);
    expect(ask(seven, { ...asked, nowMs: 179_999 })).toMatchObject({ code: 'RATE_WINDOW_EXCEEDED', secondsToWait: 1 });
    expect(ask(seven, { ...asked, nowMs: 180_000 })).toBeNull();
    const ten = [...seven, ...at([200, 201, 202])];
    expect(ask(ten, { ...asked, nowMs: 203_000 })).toMatchObject({ code: 'RATE_WINDOW_EXCEEDED', secondsToWait: 97 });
    expect(ask(ten, { ...asked, nowMs: 300_000 })).toBeNull();
  });

  it('business refuses the 31st in 3 minutes, where the plan before let more pass in 5', () => {
    const thirty = Array.from({ length: 30 }, (_, index): Creation => ({ atMs: index * 1000, kind: 'single' }));
    expect(ask(thirty, { plan: 'business', kind: 'single', count: 1, nowMs: 30_000 })).toMatchObject({
      code: 'RATE_WINDOW_EXCEEDED',
      // The 16th of thirty has to leave the five minutes.
      secondsToWait: 15 + 300 - 30,
    });
  });

  it('count URLs of batches for the day alone', () => {
    const batches = Array.from({ length: 75 }, (): Creation => ({ atMs: 0, kind: 'batch' }));
    const asked = { plan: 'premium', nowMs: 1_000 } as const;
    expect(ask(batches, { ...asked, kind: 'single', count: 7 })).toBeNull();
    expect(ask(batches, { ...asked, kind: 'batch', count: 25 })).toBeNull();
    const full = [...batches, ...Array.from({ length: 20 }, (): Creation => ({ atMs: 500, kind: 'batch' }))];
    expect(ask(full, { ...asked, kind: 'batch', count: 5 })).toBeNull();
    expect(ask(full, { ...asked, kind: 'batch', count: 6 })).toMatchObject({
      code: 'DAILY_LIMIT_EXCEEDED',
      secondsToWait: 24 * 3600 - 1,
      detail:
        'The premium plan allows 100 new exports in 24 hours. Wait 86399 seconds. COMMENTDOCK_LIMITS=off lifts this limit for tokens.',
    });
    expect(ask(full, { ...asked, kind: 'single', count: 6 })).toMatchObject({ code: 'DAILY_LIMIT_EXCEEDED' });
  });

  it('answer what never fits with the whole window, and say so', () => {
    expect(ask([], { plan: 'premium', kind: 'single', count: 8, nowMs: 0 })).toEqual({
      code: 'RATE_WINDOW_EXCEEDED',
      secondsToWait: 180,
      detail:
        'The premium plan allows 7 new exports in 3 minutes; 8 at once never fit. Ask for fewer at a time, or send a batch. COMMENTDOCK_LIMITS=off lifts this limit for tokens.',
    });
    expect(ask([], { plan: 'personal', kind: 'single', count: 8, nowMs: 0 })?.detail).toMatch(
      /Ask for fewer at a time\. COMMENTDOCK_LIMITS/,
    );
  });
});

describe('the queue', () => {
  it.each([
    ['personal', 4],
    ['premium', 4],
    ['business', 10],
  ] as const satisfies readonly (readonly [Plan, number])[])('%s has room for %i open exports', (plan, room) => {
    const asked = { plan, kind: 'single', nowMs: 0 } as const;
    expect(ask([], { ...asked, count: 1 }, room - 1)).toBeNull();
    expect(ask([], { ...asked, count: 2 }, room - 2)).toBeNull();
    expect(ask([], { ...asked, count: 1 }, room)).toMatchObject({ code: 'QUEUE_LIMIT_EXCEEDED', secondsToWait: 10 });
    expect(ask([], { ...asked, count: 2 }, room - 1)).toMatchObject({ code: 'QUEUE_LIMIT_EXCEEDED' });
  });

  it('takes any batch', () => {
    expect(ask([], { plan: 'business', kind: 'batch', count: 100, nowMs: 0 }, 1_000)).toBeNull();
    expect(ask([], { plan: 'premium', kind: 'batch', count: 25, nowMs: 0 }, 1_000)).toBeNull();
  });
});
