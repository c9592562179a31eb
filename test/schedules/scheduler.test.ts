import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { type Schedule, scheduleSchema } from '#core/contract/schedule.ts';
import { callOperation } from '#core/operations/call.ts';
import { type Caller, OWNER_HERE } from '#core/operations/context.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { Scheduler } from '#core/schedules/scheduler.ts';
import { contextOf, fakeServices, type FakeServices, START_MS, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const URL = 'https://tubular.com/watch/abc';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A clock that the test moves, with a tick every minute while the machine is awake. */
class Room {
  readonly services: FakeServices;

  constructor(parts: Parameters<typeof fakeServices>[0] = {}) {
    this.services = fakeServices(parts);
  }

  call(name: string, input: Readonly<Record<string, unknown>>, caller: Caller = OWNER_HERE): Promise<unknown> {
    return callOperation(operationNamed(`schedules.${name}`), input, contextOf(this.services, caller));
  }

  async add(input: Readonly<Record<string, unknown>>, caller?: Caller): Promise<Schedule> {
    return scheduleSchema.parse(await this.call('create', { url: URL, ...input }, caller));
  }

  async get(uuid: string): Promise<Schedule> {
    return scheduleSchema.parse(await this.call('get', { uuid }));
  }

  async tick(scheduler = this.services.scheduleRuns): Promise<void> {
    scheduler.tick();
    for (let index = 0; index < 5; index += 1) await turn();
  }

  /** Nothing happens in between: asleep, or closed. */
  async sleepUntil(ms: number): Promise<void> {
    this.services.clock.nowMs = ms;
    await this.tick();
  }

  /** Ticks as a machine that is awake does, and ends every export that it starts. Gives the instants of the new exports. */
  async liveUntil(ms: number, stepMs = MINUTE_MS): Promise<string[]> {
    const instants: string[] = [];
    while (this.services.clock.nowMs + stepMs <= ms) {
      const before = this.exports();
      await this.sleepUntil(this.services.clock.nowMs + stepMs);
      if (this.exports() > before) instants.push(new Date(this.services.now()).toISOString().slice(5, 16));
      this.endAll();
    }
    return instants;
  }

  exports(): number {
    return this.services.engine.created.length;
  }

  endAll(): void {
    for (const { guid } of this.services.engine.created) this.services.engine.change(guid, { status: 'done' });
  }
}

describe('a schedule', () => {
  it('starts an export at each due time and notes it', async () => {
    const room = new Room();
    const { uuid, nextRunAt } = await room.add({ frequency: 'hourly', options: { replies: true } });
    expect(nextRunAt).toBe(new Date(START_MS + HOUR_MS).toISOString());
    expect(await room.liveUntil(START_MS + HOUR_MS - MINUTE_MS)).toEqual([]);
    expect(await room.liveUntil(START_MS + 3 * HOUR_MS)).toEqual(['03-01T10:30', '03-01T11:30', '03-01T12:30']);
    const [, , last] = room.services.engine.created;
    expect(last).toMatchObject({ url: URL, platform: 'tubular', options: { replies: true }, sandbox: false, tokenUuid: null });
    expect(await room.get(uuid)).toMatchObject({
      runsCount: 3,
      missedRuns: 0,
      lastError: null,
      lastJobGuid: last?.guid,
      lastRunAt: new Date(START_MS + 3 * HOUR_MS).toISOString(),
      nextRunAt: new Date(START_MS + 4 * HOUR_MS).toISOString(),
    });
  });

  it.each([
    ['Europe/Berlin', '2026-03-28T00:00Z', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
    ['Europe/Berlin', '2026-10-24T00:00Z', ['10-24T00:30', '10-25T00:30', '10-26T01:30']],
    ['America/New_York', '2026-03-07T00:00Z', ['03-07T07:30', '03-08T07:00', '03-09T06:30']],
    ['America/New_York', '2026-10-31T00:00Z', ['10-31T06:30', '11-01T07:30', '11-02T07:30']],
    ['Australia/Lord_Howe', '2026-10-02T12:00Z', ['10-02T16:00', '10-03T15:30', '10-04T15:30']],
    ['Australia/Lord_Howe', '2026-04-03T12:00Z', ['04-03T15:30', '04-04T16:00', '04-05T16:00']],
  ])('at 2:30 in %s runs once a day while clocks change after %s', async (timezone, start, expected) => {
    const room = new Room();
    room.services.clock.nowMs = Date.parse(start);
    const { uuid } = await room.add({ cron: '30 2 * * *', timezone });
    expect(await room.liveUntil(Date.parse(start) + 72 * HOUR_MS, 5 * MINUTE_MS)).toEqual(expected);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 3, missedRuns: 0 });
  });

  it('is made up for by one export after ten days of sleep', async () => {
    const room = new Room();
    const hourly = await room.add({ frequency: 'hourly' });
    const daily = await room.add({ frequency: 'daily', timezone: 'Europe/Berlin' });
    const awakeMs = START_MS + 10 * DAY_MS + 5 * MINUTE_MS;
    await room.sleepUntil(awakeMs);
    await room.tick();
    expect(room.exports()).toBe(2);
    expect(await room.get(hourly.uuid)).toMatchObject({
      runsCount: 1,
      missedRuns: 239,
      lastRunAt: new Date(awakeMs).toISOString(),
      nextRunAt: new Date(START_MS + 10 * DAY_MS + HOUR_MS).toISOString(),
    });
    expect(await room.get(daily.uuid)).toMatchObject({ runsCount: 1, missedRuns: 9 });
    room.endAll();
    expect(await room.liveUntil(START_MS + 10 * DAY_MS + HOUR_MS)).toHaveLength(1);
  });

  it('waits for the next due time after a sleep where it shall skip, and runs as ever when awake', async () => {
    const room = new Room({ env: { COMMENTDOCK_CATCH_UP: 'skip' } });
    const { uuid } = await room.add({ frequency: 'hourly' });
    await room.sleepUntil(START_MS + 10 * DAY_MS + 5 * MINUTE_MS);
    expect(room.exports()).toBe(0);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 0, missedRuns: 240, lastRunAt: null });
    expect(await room.liveUntil(START_MS + 10 * DAY_MS + 2 * HOUR_MS)).toHaveLength(2);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 2, missedRuns: 240 });
  });

  it('runs at its times where the clock was far ahead for a while', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'hourly' });
    await room.sleepUntil(START_MS + 400 * DAY_MS);
    room.endAll();
    await room.sleepUntil(START_MS + MINUTE_MS);
    expect(Date.parse((await room.get(uuid)).nextRunAt ?? '')).toBe(START_MS + HOUR_MS);
    expect(await room.liveUntil(START_MS + 3 * HOUR_MS + MINUTE_MS)).toHaveLength(3);
  });

  it('does so after a start too', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'daily' });
    await room.sleepUntil(START_MS + 400 * DAY_MS);
    room.endAll();
    room.services.clock.nowMs = START_MS + MINUTE_MS;
    await room.tick(new Scheduler({ services: room.services, onFault: () => undefined }));
    expect(Date.parse((await room.get(uuid)).nextRunAt ?? '')).toBe(START_MS + DAY_MS);
  });

  it('does so where it was made by a clock that was far ahead', async () => {
    const room = new Room();
    await room.tick();
    room.services.clock.nowMs = START_MS + 400 * DAY_MS;
    const { uuid } = await room.add({ frequency: 'daily' });
    await room.sleepUntil(START_MS + MINUTE_MS);
    expect(Date.parse((await room.get(uuid)).nextRunAt ?? '')).toBe(START_MS + DAY_MS);
  });

  it('does not run again at a due time that a clock met a little early', async () => {
    const room = new Room();
    await room.add({ frequency: 'hourly' });
    await room.sleepUntil(START_MS + HOUR_MS + 1_000);
    room.endAll();
    await room.sleepUntil(START_MS + HOUR_MS - 2_000);
    expect(await room.liveUntil(START_MS + HOUR_MS + 10 * MINUTE_MS)).toEqual([]);
  });

  it('never has two exports open', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'hourly' });
    for (let hour = 1; hour <= 4; hour += 1) await room.sleepUntil(START_MS + hour * HOUR_MS);
    expect(room.exports()).toBe(1);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1, missedRuns: 3 });
    expect(await refusal(room.call('run', { uuid }))).toMatchObject({ code: 'INVALID_REQUEST' });
    room.endAll();
    await room.sleepUntil(START_MS + 5 * HOUR_MS);
    expect(room.exports()).toBe(2);
  });

  it('is started once by ticks and calls that come at the same time', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'hourly' });
    room.services.clock.nowMs = START_MS + HOUR_MS;
    for (let index = 0; index < 5; index += 1) room.services.scheduleRuns.tick();
    const calls = [room.call('run', { uuid }), room.call('run', { uuid })].map(refusal);
    for (const { code } of await Promise.all(calls)) expect(code).toBe('INVALID_REQUEST');
    await room.tick();
    expect(room.exports()).toBe(1);
    room.endAll();
    const outcomes = await Promise.allSettled([room.call('run', { uuid }), room.call('run', { uuid }), room.tick()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(room.exports()).toBe(2);
  });

  it('goes on after a crash with the very export that had begun', async () => {
    const room = new Room();
    const { services } = room;
    const { uuid } = await room.add({ frequency: 'hourly' }, TOKEN_CALLER);
    const { create } = services.engine;
    // The process dies while the engine is asked.
    Object.assign(services.engine, { create: () => new Promise(() => undefined) });
    await room.sleepUntil(START_MS + HOUR_MS);
    const pending = services.schedules.find(uuid)?.pendingGuid;
    expect(pending).toEqual(expect.any(String));
    Object.assign(services.engine, { create });
    const restarted = new Scheduler({ services, onFault: (error) => expect.fail(String(error)) });
    await room.tick(restarted);
    await room.tick(restarted);
    expect(services.engine.created.map(({ guid }) => guid)).toEqual([pending]);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1, missedRuns: 0, lastJobGuid: pending });
    expect(services.schedules.find(uuid)?.pendingGuid).toBeNull();
    // Counted once for the limits.
    expect(services.creations.newest('all', 10)).toHaveLength(1);
  });

  it('does not create anew what a crash only kept it from noting', async () => {
    const room = new Room();
    const { services } = room;
    const { uuid } = await room.add({ frequency: 'hourly' });
    const { create } = services.engine;
    Object.assign(services.engine, {
      create: async (jobs: Parameters<typeof create>[0]) => {
        await create(jobs);
        return new Promise(() => undefined);
      },
    });
    await room.sleepUntil(START_MS + HOUR_MS);
    Object.assign(services.engine, { create });
    await room.tick(new Scheduler({ services, onFault: (error) => expect.fail(String(error)) }));
    expect(room.exports()).toBe(1);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1, lastJobGuid: services.engine.created[0]?.guid });
  });

  it('keeps a run that a fault of the engine held up, and tries again', async () => {
    const room = new Room();
    const { services } = room;
    const { uuid } = await room.add({ frequency: 'hourly' });
    const faults: unknown[] = [];
    const scheduler = new Scheduler({ services, onFault: (error) => faults.push(error) });
    const { create } = services.engine;
    Object.assign(services.engine, { create: () => Promise.reject(new CommentdockError('INTERNAL')) });
    services.clock.nowMs = START_MS + HOUR_MS;
    await room.tick(scheduler);
    expect(faults).toHaveLength(1);
    Object.assign(services.engine, { create });
    await room.tick(scheduler);
    expect(room.exports()).toBe(1);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1, missedRuns: 0 });
  });

  it('that is paused does not run, misses nothing, and runs on demand', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'hourly' });
    expect(await room.call('pause', { uuid })).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(await room.liveUntil(START_MS + 2 * HOUR_MS)).toEqual([]);
    expect(await room.call('run', { uuid })).toMatchObject({ runsCount: 1, status: 'paused', nextRunAt: null });
    room.endAll();
    const nextRunAt = new Date(START_MS + 3 * HOUR_MS).toISOString();
    expect(await room.call('resume', { uuid })).toMatchObject({ status: 'active', missedRuns: 0, nextRunAt });
    expect(await room.liveUntil(START_MS + 3 * HOUR_MS)).toHaveLength(1);
  });

  it('that a token made counts for the daily limit, and says when that held it up', async () => {
    const room = new Room({ plan: 'premium' });
    const { uuid } = await room.add({ frequency: 'daily' }, TOKEN_CALLER);
    const dueMs = START_MS + DAY_MS;
    const guids = Array.from({ length: 100 }, (_, index) => `used-${index}`);
    room.services.creations.add(guids, { atMs: dueMs - HOUR_MS, inBatch: true });
    await room.sleepUntil(dueMs);
    expect(room.exports()).toBe(0);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 0, missedRuns: 1, lastError: expect.stringContaining('100') });
    await room.sleepUntil(dueMs + DAY_MS);
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1, missedRuns: 1, lastError: null });
    expect(room.services.engine.created[0]).toMatchObject({ tokenUuid: TOKEN_CALLER.tokenUuid });
  });

  it('that a token made stays but does not run under a plan that has no place for it', async () => {
    const room = new Room();
    const daily: Schedule[] = [];
    for (let index = 0; index < 3; index += 1) daily.push(await room.add({ frequency: index === 0 ? 'hourly' : 'daily' }, TOKEN_CALLER));
    const beyond = await room.add({ frequency: 'daily' }, TOKEN_CALLER);
    const mine = await room.add({ frequency: 'daily' });
    room.services.settings.setPlan('premium');
    await room.sleepUntil(START_MS + DAY_MS);
    expect(room.exports()).toBe(3);
    expect(await room.get(mine.uuid)).toMatchObject({ runsCount: 1, lastError: null });
    expect(await room.get(daily[0]?.uuid ?? '')).toMatchObject({ runsCount: 0, lastError: expect.stringContaining('hourly') });
    expect(await room.get(beyond.uuid)).toMatchObject({ runsCount: 0, missedRuns: 1, lastError: expect.stringContaining('3 schedules') });
  });

  it('gives its exports the cookies that the vault keeps', async () => {
    const room = new Room();
    const { uuid } = await room.add({ frequency: 'daily', options: { cookies: { SID: 'secret' } } });
    expect(JSON.stringify(room.services.schedules.find(uuid))).not.toContain('secret');
    await room.call('run', { uuid });
    expect(room.services.engine.created[0]?.options).toEqual({ cookies: { SID: 'secret' } });
  });
});

describe('closing', () => {
  it('waits for an export that is being created, and starts no more', async () => {
    const room = new Room();
    const { services } = room;
    const { uuid } = await room.add({ frequency: 'hourly' });
    services.clock.nowMs = START_MS + HOUR_MS;
    services.scheduleRuns.tick();
    await services.scheduleRuns.close();
    expect(await room.get(uuid)).toMatchObject({ runsCount: 1 });
    room.endAll();
    await room.sleepUntil(START_MS + 2 * HOUR_MS);
    expect(room.exports()).toBe(1);
  });
});
