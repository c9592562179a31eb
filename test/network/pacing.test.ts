import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThrottledFailure } from '#core/contract/error.ts';
import type { HostPace, TrafficCounters } from '#core/engine/ports.ts';
import { createPacer, type Pacer, type Turn, type TurnEnd } from '#core/network/pacing.ts';
import { FakeClock, settled } from '#test/network/fake-clock.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage, PaceMemory } from '#test/network/page.ts';

const HOST = 'example.org';
const WALL_MS = Date.UTC(2026, 0, 1);
const GOOD: TurnEnd = { kind: 'good' };

interface Bench {
  readonly clock: FakeClock;
  readonly hosts: PaceMemory;
  readonly pacer: Pacer;
  readonly counters: TrafficCounters;
  readonly starts: number[];
  /** Asks for a turn, notes its start, and gives it back after `lastsMs` as `end`. */
  ask(options?: {
    ceiling?: { perSecond: number; concurrency: number };
    lastsMs?: number;
    end?: TurnEnd;
    signal?: AbortSignal;
  }): Promise<Turn>;
}

function bench(
  ceiling = { perSecond: 5, concurrency: 3 },
  { ceilings = 'on' as 'on' | 'off', stored = null as HostPace | null } = {},
): Bench {
  const clock = new FakeClock();
  const hosts = new PaceMemory();
  if (stored) hosts.save(HOST, stored);
  hosts.saved.length = 0;
  const pacer = createPacer({ ceilings, hosts, now: () => WALL_MS + clock.nowMs(), clock });
  const counters: TrafficCounters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
  const starts: number[] = [];
  return {
    clock,
    hosts,
    pacer,
    counters,
    starts,
    async ask({ ceiling: own = ceiling, lastsMs = 0, end = GOOD, signal = new AbortController().signal } = {}) {
      const turn = await pacer.enter(HOST, { ceiling: own, signal, counters });
      starts.push(clock.nowMs());
      if (lastsMs === 0) pacer.leave(HOST, turn, end);
      else clock.after(lastsMs, () => pacer.leave(HOST, turn, end));
      return turn;
    },
  };
}

/** What the pacer would give the host: the gap between two starts, as a rate. */
async function rateOf({ clock, ask, starts }: Bench): Promise<number> {
  await clock.pass(60_000);
  starts.length = 0;
  const turns = [ask({ end: { kind: 'bad' } }), ask({ end: { kind: 'bad' } })];
  await clock.pass(60_000);
  await Promise.all(turns);
  return Math.round(10_000 / ((starts[1] ?? 0) - (starts[0] ?? 0))) / 10;
}

const THROTTLED: TurnEnd = { kind: 'throttled', pauseMs: 0 };

describe('the pace of a host', () => {
  it('keeps to the ceiling: a steady gap between starts', async () => {
    const { clock, ask, starts, counters } = bench({ perSecond: 5, concurrency: 100 });
    for (let i = 0; i < 6; i += 1) void ask();
    await clock.pass(10_000);
    expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 200, 400, 600, 800, 1_000]);
    expect(counters).toMatchObject({ waits: 5, waitedMs: 3_000 });
  });

  it('keeps to the number of requests at once, first come first served', async () => {
    const { clock, pacer, counters, ask } = bench();
    await ask();
    const order: number[] = [];
    const turns: Turn[] = [];
    const signal = new AbortController().signal;
    for (let i = 0; i < 6; i += 1)
      void pacer
        .enter(HOST, { ceiling: { perSecond: 1_000, concurrency: 2 }, signal, counters })
        .then((turn) => (order.push(i), turns.push(turn)));
    await clock.pass(5_000);
    expect(order).toEqual([0, 1]);
    pacer.leave(HOST, turns[0] as Turn, { kind: 'good' });
    await clock.pass(5_000);
    expect(order).toEqual([0, 1, 2]);
    for (let i = 1; i < 6; i += 1) {
      pacer.leave(HOST, turns[i] as Turn, { kind: 'good' });
      await clock.pass(100);
    }
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('gives a host that was never met one request at a time, and counts from its end', async () => {
    const { clock, ask, starts } = bench({ perSecond: 5, concurrency: 100 });
    for (let i = 0; i < 4; i += 1) void ask({ lastsMs: 1_000 });
    await clock.pass(10_000);
    expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 1_200, 1_400, 1_600]);
  });

  it('is halved by a 429, not below one request in ten seconds', async () => {
    const each = bench({ perSecond: 5, concurrency: 3 });
    await each.ask({ end: THROTTLED });
    expect(await rateOf(each)).toBe(2.5);
    expect(each.hosts.load(HOST)?.perSecond).toBe(2.5);
    for (let i = 0; i < 10; i += 1) {
      await each.clock.pass(60_000);
      await each.ask({ end: THROTTLED });
    }
    expect(each.hosts.load(HOST)?.perSecond).toBe(0.1);
    expect(await rateOf(each)).toBe(0.1);
  });

  it('is halved once for requests that were under way together', async () => {
    const { clock, ask, hosts } = bench({ perSecond: 1_000, concurrency: 100 });
    await ask();
    for (let i = 0; i < 8; i += 1) void ask({ lastsMs: 1_000 + i * 10, end: THROTTLED });
    await clock.pass(10_000);
    expect(hosts.load(HOST)?.perSecond).toBe(500);
  });

  it('grows by a tenth of the ceiling for twenty good answers, up to the ceiling', async () => {
    const each = bench({ perSecond: 5, concurrency: 3 });
    await each.ask({ end: THROTTLED });
    for (let i = 0; i < 20; i += 1) {
      await each.clock.pass(1_000);
      await each.ask();
    }
    expect(await rateOf(each)).toBe(3);
    for (let i = 0; i < 200; i += 1) {
      await each.clock.pass(1_000);
      await each.ask();
    }
    expect(await rateOf(each)).toBe(5);
    expect(each.hosts.load(HOST)?.perSecond).toBe(5);
  });

  it('is what was stored, within the ceiling; an old memory is forgotten', async () => {
    const nowMs = WALL_MS + 1_000;
    expect(
      await rateOf(
        bench({ perSecond: 5, concurrency: 3 }, { stored: { perSecond: 1, pausedUntilMs: 0, pacedUntilMs: 0, updatedAtMs: nowMs } }),
      ),
    ).toBe(1);
    expect(
      await rateOf(
        bench({ perSecond: 5, concurrency: 3 }, { stored: { perSecond: 50, pausedUntilMs: 0, pacedUntilMs: 0, updatedAtMs: nowMs } }),
      ),
    ).toBe(5);
    expect(
      await rateOf(
        bench(
          { perSecond: 5, concurrency: 3 },
          { stored: { perSecond: 1, pausedUntilMs: 0, pacedUntilMs: 0, updatedAtMs: nowMs - 25 * 3_600_000 } },
        ),
      ),
    ).toBe(5);
  });

  it('pauses the whole host, and the pause outlives the process', async () => {
    const first = bench({ perSecond: 1_000, concurrency: 100 });
    await first.ask({ end: { kind: 'throttled', pauseMs: 30_000 } });
    const pausedAt = first.clock.nowMs();
    void first.ask();
    void first.ask();
    await first.clock.pass(29_999);
    expect(first.starts).toHaveLength(1);
    await first.clock.pass(1_000);
    expect(first.starts.slice(1)[0]).toBe(pausedAt + 30_000);
    const stored = first.hosts.saved.find(({ pace }) => pace.pausedUntilMs > 0)?.pace ?? null;
    const second = bench({ perSecond: 1_000, concurrency: 100 }, { stored });
    void second.ask();
    await second.clock.pass(29_000);
    expect(second.starts).toHaveLength(0);
    await second.clock.pass(2_000);
    expect(second.starts).toHaveLength(1);
  });

  it('refuses whoever would wait for more than a minute, those who wait already too', async () => {
    const { clock, ask, pacer, counters } = bench({ perSecond: 1_000, concurrency: 1 });
    const signal = new AbortController().signal;
    const ceiling = { perSecond: 1_000, concurrency: 1 };
    const turn = await pacer.enter(HOST, { ceiling, signal, counters });
    const waiting = ask().catch((error: unknown) => error);
    await clock.pass(10);
    pacer.leave(HOST, turn, { kind: 'throttled', pauseMs: 90_000 });
    expect(await waiting).toBeInstanceOf(ThrottledFailure);
    expect(await waiting).toMatchObject({ secondsToWait: 90 });
    await clock.pass(20_000);
    await expect(ask()).rejects.toMatchObject({ secondsToWait: 70 });
    await clock.pass(20_000);
    void ask();
    await clock.pass(60_000);
    expect(counters.waitedMs).toBeGreaterThanOrEqual(50_000);
  });

  it('lets an aborted request go at once, and the next one through', async () => {
    const { clock, ask, starts } = bench({ perSecond: 1, concurrency: 100 });
    const abort = new AbortController();
    void ask();
    const dropped = ask({ signal: abort.signal }).catch((error: unknown) => error);
    void ask();
    await clock.pass(100);
    abort.abort('enough');
    expect(await dropped).toBe('enough');
    await clock.pass(1_000);
    expect(starts.map((at) => at - (starts[0] ?? 0))).toEqual([0, 1_000]);
    await expect(ask({ signal: abort.signal })).rejects.toBe('enough');
  });

  it('is saved at each 429, else at most once a second', async () => {
    const { clock, ask, hosts } = bench({ perSecond: 1_000, concurrency: 100 });
    await ask();
    expect(hosts.saved.splice(0)).toMatchObject([{ pace: { pacedUntilMs: WALL_MS + 2_001 } }]);
    for (let i = 0; i < 3; i += 1) {
      await clock.pass(10);
      await ask({ end: THROTTLED });
    }
    expect(hosts.saved).toHaveLength(3);
    for (let i = 0; i < 400; i += 1) {
      await clock.pass(10);
      void ask();
    }
    await clock.pass(10_000);
    const writes = hosts.saved.slice(3).map(({ pace }) => pace.updatedAtMs);
    expect(writes.length).toBeGreaterThan(1);
    for (const [i, at] of writes.entries()) expect(at - (writes[i - 1] ?? -Infinity)).toBeGreaterThanOrEqual(1_000);
  });

  it('has no ceiling when pacing is off, but keeps pauses', async () => {
    const { clock, ask, starts, counters } = bench({ perSecond: 1, concurrency: 1 }, { ceilings: 'off' });
    for (let i = 0; i < 100; i += 1) void ask({ lastsMs: 100 });
    await clock.pass(0);
    expect(starts).toHaveLength(100);
    expect(counters.waits).toBe(0);
    await clock.pass(100);
    await ask({ end: { kind: 'throttled', pauseMs: 10_000 } });
    void ask();
    await clock.pass(9_999);
    expect(starts).toHaveLength(101);
    await clock.pass(1);
    expect(starts).toHaveLength(102);
  });

  it('close sends away whoever waits and saves what is not saved', async () => {
    const { clock, ask, pacer, hosts } = bench({ perSecond: 1_000, concurrency: 100 });
    await ask({ end: THROTTLED });
    for (let i = 0; i < 20; i += 1) {
      await clock.pass(10);
      await ask();
    }
    const waiting = [ask(), ask(), ask()].map((each) => each.catch((error: unknown) => error));
    const reason = new Error('closing');
    await settled();
    pacer.close(reason);
    expect((await Promise.all(waiting)).slice(1)).toEqual([reason, reason]);
    expect(hosts.saved.at(-1)?.pace.perSecond).toBe(600);
  });
});

describe('whatever happens', () => {
  const outcome = fc.oneof(
    { weight: 8, arbitrary: fc.constant<TurnEnd>({ kind: 'good' }) },
    { weight: 1, arbitrary: fc.constant<TurnEnd>({ kind: 'bad' }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000 }).map<TurnEnd>((pauseMs) => ({ kind: 'throttled', pauseMs })) },
  );
  const story = fc.record({
    perSecond: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0.2, max: 40, noNaN: true })),
    concurrency: fc.integer({ min: 1, max: 8 }),
    storedPerSecond: fc.option(fc.double({ min: 0.1, max: 100, noNaN: true })),
    requests: fc.array(
      fc.record({
        idleMs: fc.integer({ min: 0, max: 400 }),
        lastsMs: fc.integer({ min: 1, max: 900 }),
        end: outcome,
        abortAfterMs: fc.option(fc.integer({ min: 0, max: 2_000 }), { freq: 8 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  });

  it('no window of one second holds more starts than the ceiling, and nobody waits for ever', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ perSecond, concurrency, storedPerSecond, requests }) => {
        const ceiling = { perSecond, concurrency };
        const stored =
          storedPerSecond === null ? null : { perSecond: storedPerSecond, pausedUntilMs: 0, pacedUntilMs: 0, updatedAtMs: WALL_MS };
        const { clock, pacer, starts, counters } = bench(ceiling, { stored });
        let active = 0;
        let mostActive = 0;
        let settledCount = 0;
        const order: number[] = [];
        for (const [i, { idleMs, lastsMs, end, abortAfterMs }] of requests.entries()) {
          await clock.pass(idleMs);
          const abort = new AbortController();
          if (abortAfterMs !== null) clock.after(abortAfterMs, () => abort.abort());
          void pacer.enter(HOST, { ceiling, signal: abort.signal, counters }).then(
            (turn) => {
              settledCount += 1;
              starts.push(clock.nowMs());
              order.push(i);
              mostActive = Math.max(mostActive, (active += 1));
              clock.after(lastsMs, () => {
                active -= 1;
                pacer.leave(HOST, turn, end);
              });
            },
            () => (settledCount += 1),
          );
        }
        await clock.pass(3_600_000);
        expect(settledCount).toBe(requests.length);
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(mostActive).toBeLessThanOrEqual(concurrency);
        for (const [i, from] of starts.entries()) {
          const inWindow = starts.slice(i).filter((at) => at < from + 1_000).length;
          expect(inWindow).toBeLessThanOrEqual(Math.ceil(perSecond));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('pacing of real requests', () => {
  it('are half as frequent where the setting says so, unless the export says otherwise', async () => {
    await using server = await serve((_, answer) => answer.end());
    const tookMs = async (gentle: 'on' | 'off', isGentle?: boolean): Promise<number> => {
      await using page = await openPage({
        config: { pace: 'on', gentle },
        platform: { pace: { perSecond: 4, concurrency: 4 } },
        ...(isGentle === undefined ? {} : { isGentle }),
      });
      const since = performance.now();
      for (let i = 0; i < 3; i += 1) await page.session.fetch({ url: server.origin });
      return performance.now() - since;
    };
    expect(await tookMs('on')).toBeGreaterThanOrEqual(999);
    expect(await tookMs('off', true)).toBeGreaterThanOrEqual(999);
    // A busy machine may hold up one try, and not each.
    await expect.poll(() => tookMs('on', false)).toBeLessThan(950);
  });

  it('holds two exports of one host to one budget', async () => {
    await using server = await serve((_, answer) => answer.end());
    await using page = await openPage({ config: { pace: 'on' }, platform: { pace: { perSecond: 20, concurrency: 4 } } });
    const other = page.another();
    const since = performance.now();
    await Promise.all([page, other].flatMap(({ session }) => Array.from({ length: 5 }, () => session.fetch({ url: server.origin }))));
    expect(performance.now() - since).toBeGreaterThanOrEqual(450);
    expect(page.counters.waits + other.counters.waits).toBe(9);
  });
});
