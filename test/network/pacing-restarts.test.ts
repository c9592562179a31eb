import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrafficCounters } from '#core/engine/ports.ts';
import type { PaceCeiling } from '#core/network/host-rate.ts';
import { createPacer, halved, type Pacer, type TurnEnd } from '#core/network/pacing.ts';
import { FakeClock, settled } from '#test/network/fake-clock.ts';
import { PaceMemory } from '#test/network/page.ts';

const HOST = 'example.org';
const WALL_MS = Date.UTC(2026, 0, 1);

/** Processes one after the other on one store, with the instants of all starts. */
class Machine {
  readonly clock = new FakeClock();
  readonly hosts = new PaceMemory();
  readonly starts: number[] = [];
  wallShiftMs = 0;
  #pacer: Pacer;
  #alive = new AbortController();
  readonly #counters: TrafficCounters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };

  constructor() {
    this.#pacer = this.#start();
  }

  #start(): Pacer {
    return createPacer({
      ceilings: 'on',
      hosts: this.hosts,
      now: () => WALL_MS + this.wallShiftMs + this.clock.nowMs(),
      clock: this.clock,
    });
  }

  /** Asks for a turn; it ends after `lastsMs` as `end`, unless the process has ended by then. */
  ask(ceiling: PaceCeiling, { lastsMs = 0, end = { kind: 'good' } as TurnEnd } = {}): void {
    const [pacer, { signal }] = [this.#pacer, this.#alive];
    pacer.enter(HOST, { ceiling, signal, counters: this.#counters }).then(
      (turn) => {
        if (signal.aborted) return;
        this.starts.push(this.clock.nowMs());
        this.clock.after(lastsMs, () => void (signal.aborted || pacer.leave(HOST, turn, end)));
      },
      () => {},
    );
  }

  restart(how: 'quit' | 'kill'): void {
    this.#alive.abort('the process has ended');
    if (how === 'quit') this.#pacer.close(new Error('quitting'));
    this.#alive = new AbortController();
    this.#pacer = this.#start();
  }
}

/** The most starts in any window of that length, both ends of a second as in a rate: a start at its very end belongs to the next. */
function mostIn(starts: readonly number[], windowMs: number): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of starts.entries()) {
    while (at - (starts[first] ?? 0) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe('the pace of a host over restarts', () => {
  it.each(['quit', 'kill'] as const)('a %s gives no burst', async (how) => {
    const machine = new Machine();
    const ceiling = { perSecond: 0.5, concurrency: 4 };
    for (let round = 0; round < 5; round += 1) {
      machine.ask(ceiling);
      machine.ask(ceiling);
      await machine.clock.pass(100);
      machine.restart(how);
    }
    machine.ask(ceiling);
    await machine.clock.pass(60_000);
    for (const [i, at] of machine.starts.entries()) expect(at - (machine.starts[i - 1] ?? -Infinity)).toBeGreaterThanOrEqual(2_000);
    expect(machine.starts.length).toBeGreaterThanOrEqual(2);
  });

  it('a kill costs at most the second that was reserved, a quit nothing', async () => {
    const ceiling = { perSecond: 10, concurrency: 4 };
    for (const [how, mostMs] of [
      ['quit', 100],
      ['kill', 1_100],
    ] as const) {
      const machine = new Machine();
      machine.ask(ceiling);
      await machine.clock.pass(10);
      machine.restart(how);
      machine.ask(ceiling);
      await machine.clock.pass(5_000);
      expect((machine.starts[1] ?? Infinity) - (machine.starts[0] ?? 0)).toBeLessThanOrEqual(mostMs);
      expect(machine.starts).toHaveLength(2);
    }
  });

  it('a wall clock that is set back an hour in between costs no hour', async () => {
    const machine = new Machine();
    const ceiling = { perSecond: 2, concurrency: 4 };
    machine.ask(ceiling);
    await machine.clock.pass(10);
    machine.wallShiftMs = -3_600_000;
    machine.restart('kill');
    machine.ask(ceiling);
    await machine.clock.pass(2_000);
    expect(machine.starts).toHaveLength(2);
  });

  it('a store is written once a second at most, however many requests start', async () => {
    const machine = new Machine();
    for (let i = 0; i < 400; i += 1) machine.ask({ perSecond: 50, concurrency: 1_000 });
    await machine.clock.pass(10_000);
    expect(machine.starts).toHaveLength(400);
    expect(machine.hosts.saved.length).toBeLessThanOrEqual(9);
  });

  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        what: fc.constant('ask' as const),
        idleMs: fc.integer({ min: 0, max: 1_500 }),
        lastsMs: fc.integer({ min: 0, max: 900 }),
        isGentle: fc.boolean(),
        end: fc.oneof(
          { weight: 9, arbitrary: fc.constant<TurnEnd>({ kind: 'good' }) },
          { weight: 1, arbitrary: fc.constant<TurnEnd>({ kind: 'good', restMs: 3_000 }) },
          { weight: 1, arbitrary: fc.constant<TurnEnd>({ kind: 'throttled', pauseMs: 700 }) },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constantFrom('quit' as const, 'kill' as const), idleMs: fc.integer({ min: 0, max: 500 }) }),
    },
  );

  it('no window of any length holds more starts than the pace, whatever ends the processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0.2, max: 30, noNaN: true }), fc.array(step, { maxLength: 120 }), async (perSecond, steps) => {
        const machine = new Machine();
        const ceiling = { perSecond, concurrency: 5 };
        for (const each of steps) {
          await machine.clock.pass(each.idleMs);
          if (each.what === 'ask') machine.ask(each.isGentle ? halved(ceiling) : ceiling, each);
          else machine.restart(each.what);
          await settled();
        }
        await machine.clock.pass(600_000);
        for (const windowMs of [1_000, 10_000, 60_000]) {
          expect(mostIn(machine.starts, windowMs)).toBeLessThanOrEqual(Math.ceil((windowMs / 1_000) * perSecond + 1e-6));
        }
        // Starts that stand 1/pace apart leave no window of any other length either.
        for (const [i, at] of machine.starts.entries()) {
          if (i > 0) expect(at - (machine.starts[i - 1] ?? 0)).toBeGreaterThanOrEqual(1_000 / perSecond - 1e-6);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a gentle export', () => {
  const ceiling = { perSecond: 4, concurrency: 5 };

  it('asks half as often, with half as much at once', async () => {
    expect(halved(ceiling)).toEqual({ perSecond: 2, concurrency: 2 });
    expect(halved({ perSecond: 1, concurrency: 1 })).toEqual({ perSecond: 0.5, concurrency: 1 });
    const machine = new Machine();
    for (let i = 0; i < 20; i += 1) machine.ask(halved(ceiling));
    await machine.clock.pass(100_000);
    expect(mostIn(machine.starts, 1_000)).toBe(2);
  });

  it('leaves no trace for those that are not', async () => {
    const machine = new Machine();
    machine.ask(halved(ceiling));
    await machine.clock.pass(10_000);
    machine.restart('quit');
    machine.starts.length = 0;
    for (let i = 0; i < 20; i += 1) machine.ask(ceiling);
    await machine.clock.pass(100_000);
    expect(mostIn(machine.starts, 1_000)).toBe(4);
  });
});

describe('an answer that was the last one for now', () => {
  it('holds the next request back, in the next process too', async () => {
    const machine = new Machine();
    const ceiling = { perSecond: 10, concurrency: 5 };
    machine.ask(ceiling, { end: { kind: 'good', restMs: 30_000 } });
    await machine.clock.pass(10);
    machine.restart('kill');
    machine.ask(ceiling);
    await machine.clock.pass(60_000);
    expect(machine.starts).toHaveLength(2);
    expect((machine.starts[1] ?? 0) - (machine.starts[0] ?? 0)).toBeGreaterThanOrEqual(30_000);
  });
});
