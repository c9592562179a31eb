import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseAway } from '#core/contract/error.ts';
import type { DispatcherParts } from '#core/webhooks/dispatcher.ts';
import { DispatchRoom, DOWN, OK, settled } from '#test/webhooks/dispatch-room.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let room: DispatchRoom;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  room = new DispatchRoom();
});
afterEach(() => {
  room.dispatcher.close();
  vi.useRealTimers();
});

/** Time goes by, and nobody wakes anything. */
async function pass(ms: number): Promise<void> {
  room.services.clock.nowMs += ms;
  await sleepThrough(ms);
}

/** Timers run, and the clock of this machine stands where it is. */
async function sleepThrough(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await settled();
}

/** As another process does it: nobody here is told. */
async function addUntold(): Promise<void> {
  room.services.outbox.add('export.created', await room.newJob());
}

const calls = (): number => room.receiver.calls.length;

describe('what is due', () => {
  it('goes by itself when its wait is over', async () => {
    room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    await pass(4_999);
    expect(calls()).toBe(1);
    await pass(1);
    expect(calls()).toBe(2);
  });

  it('is looked for every minute, though nobody told of it', async () => {
    room.addHook();
    await addUntold();
    await pass(MINUTE_MS - 1);
    expect(calls()).toBe(0);
    await pass(1);
    expect(calls()).toBe(1);
  });

  it('goes a minute after the machine has woken up, however long it was to wait', async () => {
    room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    await pass(5_000);
    room.services.clock.nowMs += HOUR_MS;
    await sleepThrough(MINUTE_MS);
    expect(calls()).toBe(3);
  });

  it('goes nowhere once the service is closing', async () => {
    room.addHook();
    await addUntold();
    room.dispatcher.close();
    room.dispatcher.wake();
    await pass(HOUR_MS);
    expect(calls()).toBe(0);
  });
});

describe('where several machines share the store', () => {
  it('it is sent by the one that has the duty, and by another within two seconds once that one is gone', async () => {
    let isOurs = false;
    room.restart({ duty: { isOurs: () => isOurs, keptMs: 20_000 } });
    room.addHook();
    await room.happen('export.created');
    expect(calls()).toBe(0);
    isOurs = true;
    await pass(1_999);
    expect(calls()).toBe(0);
    await pass(1);
    expect(calls()).toBe(1);
  });

  it.each([
    [20_000, 5_000],
    [10 * MINUTE_MS, MINUTE_MS],
  ])('a duty that is kept for %i ms is asked for every %i ms', async (keptMs, everyMs) => {
    let asked = 0;
    const isOurs = (): boolean => (asked += 1) > 0;
    room.restart({ duty: { isOurs, keptMs } });
    await pass(everyMs - 1);
    expect(asked).toBe(1);
    await pass(1);
    expect(asked).toBe(2);
  });
});

describe('a queue that cannot be read or written', () => {
  const AWAY = new DatabaseAway('connection refused');
  const BROKEN = new Error('the disk is full');

  function failing(name: 'webhooksDue' | 'settle', error: Error, parts: Partial<DispatcherParts> = {}): void {
    const { queue } = room.services;
    let fails = true;
    const once = <T>(work: () => T): T => {
      if (!fails) return work();
      fails = false;
      throw error;
    };
    room.restart({
      ...parts,
      queue: {
        ...queue,
        ...(name === 'webhooksDue'
          ? { webhooksDue: (nowMs) => once(() => queue.webhooksDue(nowMs)) }
          : { settle: (message, result) => once(() => queue.settle(message, result)) }),
      },
    });
  }

  it.each([
    [AWAY, 500],
    [BROKEN, MINUTE_MS],
  ])('is looked at again in its time: %s', async (error, waitMs) => {
    room.addHook();
    await addUntold();
    failing('webhooksDue', error);
    expect(room.faults).toEqual([error]);
    await pass(waitMs - 1);
    expect(calls()).toBe(0);
    await pass(1);
    expect(calls()).toBe(1);
  });

  it.each([
    [AWAY, 500],
    [BROKEN, MINUTE_MS / 2],
  ])('lets a message go again that could not be noted: %s', async (error, waitMs) => {
    failing('settle', error, { retryScale: 0.5 });
    room.addHook();
    await room.happen('export.created');
    room.receiver.answer = OK;
    expect([calls(), room.faults]).toEqual([1, [error]]);
    await room.after(waitMs - 1);
    await sleepThrough(waitMs - 1);
    expect(calls()).toBe(1);
    await pass(1);
    expect(calls()).toBe(2);
    expect(room.records()).toMatchObject([{ calls: 1, nextCallAtMs: null }]);
  });
});
