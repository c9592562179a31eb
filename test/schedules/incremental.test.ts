import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#core/config/config.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { type Job, jobSchema } from '#core/contract/job.ts';
import { type Schedule, scheduleSchema } from '#core/contract/schedule.ts';
import { startCore } from '#core/index.ts';
import { Scheduler } from '#core/schedules/scheduler.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import { ownFolder } from '#test/own.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { startWorld, type World } from '#test/world/world.ts';

const COMMENTS = 4_500;
const HOST = 'hn.algolia.com';
const DAY_MS = 86_400_000;
const PATIENCE = { interval: 50 };
const OWNER = 'o'.repeat(120);
const rowsSchema = z.array(
  z.object({ id: z.string(), text: z.string().nullable(), extra: z.looseObject({ change: z.string().nullable() }) }),
);

let list: { comments: ListedComment[] };
let gate: Gate;
let world: World;
let dataDir: string;
let opened: AsyncDisposableStack;
let baseUrl: string;
let secret: string;

beforeEach(async () => {
  list = { comments: commentsOf(COMMENTS) };
  gate = gateBefore(commentListSimulator(list));
  world = await startWorld({ simulators: [gate.simulator] });
  dataDir = ownFolder('incremental');
  opened = new AsyncDisposableStack();
  secret = OWNER;
});
afterEach(async () => {
  gate.open();
  await opened.disposeAsync();
  await world[Symbol.asyncDispose]();
});

async function ask<S extends z.ZodType>(schema: S, method: string, path: string, body?: unknown): Promise<z.output<S>> {
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { 'x-auth-token': secret, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return z.parse(schema, JSON.parse(text));
}

const schedule = (method: string, path = '', body?: unknown): Promise<Schedule> =>
  ask(scheduleSchema, method, `/api/v1/schedules${path}`, body);
const job = (guid: string | null): Promise<Job> => ask(jobSchema, 'GET', `/api/v3/job/${guid}`);

async function finished(guid: string | null): Promise<Job> {
  await expect.poll(async () => (await job(guid)).status, PATIENCE).toBe('done');
  return job(guid);
}

/** A core whose schedules live by a clock that the test moves. */
async function startWithClock(): Promise<{ clock: { nowMs: number }; tick(): void }> {
  const clock = { nowMs: Date.now() };
  const config = readConfig({ ...world.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_PACE: 'off' });
  const core = await startCore(config);
  opened.defer(() => core.close());
  const services = { ...core.services, now: () => clock.nowMs };
  const scheduler = new Scheduler({ services, onFault: (error) => expect.fail(String(error)) });
  opened.defer(() => scheduler.close());
  const rest = await startRest({ services: { ...services, scheduleRuns: scheduler }, ownerSecret: OWNER });
  opened.defer(() => rest.close());
  baseUrl = rest.url;
  return { clock, tick: () => scheduler.tick() };
}

describe('an incremental schedule', () => {
  it('builds one dataset over three runs, each with its own export', async () => {
    const { clock, tick } = await startWithClock();
    const { uuid, incremental } = await schedule('POST', '', { url: LIST_URL, frequency: 'daily', incremental: true });
    expect(incremental).toBe(true);
    const runs: Job[] = [];
    const requests: number[] = [];
    const nextDay = async (): Promise<Job> => {
      world.reset();
      clock.nowMs += DAY_MS;
      tick();
      await expect.poll(async () => (await schedule('GET', `/${uuid}`)).runsCount, PATIENCE).toBe(runs.length + 1);
      const run = await finished((await schedule('GET', `/${uuid}`)).lastJobGuid);
      runs.push(run);
      requests.push(world.count(HOST));
      return run;
    };
    const first = await nextDay();
    expect(first).toMatchObject({ total_exported: COMMENTS, incremental: { previous_guid: null, new: COMMENTS } });
    list.comments.unshift(commentAt(COMMENTS + 2), commentAt(COMMENTS + 1));
    (list.comments[10] as ListedComment).text = 'Better words';
    list.comments.splice(20, 1);
    const second = await nextDay();
    const [changes, previous] = [{ new: 2, edited: 1, gone: 1, gone_earlier: 0 }, { previous_guid: first.guid }];
    expect(second.incremental).toMatchObject({ ...changes, ...previous, unchanged: COMMENTS - 2 });
    const third = await nextDay();
    expect(third.incremental).toMatchObject({ new: 0, edited: 0, gone: 0, gone_earlier: 1, previous_guid: second.guid });
    expect(third).toMatchObject({ total_exported: COMMENTS + 2, total: COMMENTS + 1, cursor: null });
    expect(third.completeness).toMatchObject({ complete: true, missing: 0 });
    expect(requests).toEqual([5, 2, 2]);
    expect(new Set(runs.map(({ guid }) => guid)).size).toBe(3);
    const rows = await ask(rowsSchema, 'GET', `/api/v3/job/${third.guid}/json`);
    expect(rows).toHaveLength(COMMENTS + 2);
    expect(rows.filter(({ extra }) => extra.change !== null)).toMatchObject([{ extra: { change: 'gone' } }]);
    expect((await ask(rowsSchema, 'GET', `/api/v3/job/${second.guid}/json`)).filter(({ extra }) => extra.change === 'new')).toHaveLength(2);
    const csv = await fetch(new URL(`/api/v3/job/${second.guid}/download?format=csv`, baseUrl), { headers: { 'x-auth-token': OWNER } });
    const [head = '', ...lines] = (await csv.text()).split('\n');
    expect(head).toContain(',Change,');
    expect(lines.filter((line) => /,(new|edited|gone),/.test(line))).toHaveLength(4);
  });

  it('goes back to whole exports when it is told to, and begins anew with another list', async () => {
    const { tick, clock } = await startWithClock();
    list.comments = commentsOf(20);
    const { uuid } = await schedule('POST', '', { url: LIST_URL, frequency: 'daily', incremental: true });
    const run = async (): Promise<Job> => finished((await schedule('POST', `/${uuid}/run-now`)).lastJobGuid);
    await run();
    await schedule('PATCH', `/${uuid}`, { incremental: false });
    expect((await run()).incremental).toBeNull();
    expect(await schedule('PATCH', `/${uuid}`, { incremental: true, options: { limit: 5 } })).toMatchObject({ incremental: true });
    expect((await run()).incremental).toMatchObject({ new: 0, unchanged: 20 });
    await schedule('PATCH', `/${uuid}`, { options: { maxTimestamp: commentAt(10).time } });
    expect((await run()).incremental).toMatchObject({ previous_guid: null, new: 10 });
    expect(await schedule('PUT', `/${uuid}`, { url: LIST_URL, frequency: 'weekly' })).toMatchObject({ incremental: false });
    clock.nowMs += 1;
    tick();
  });
});

describe('kill -9 in the middle of an incremental run', () => {
  it('costs no row and no change', async () => {
    let service: RunningService | null = null;
    const kill = async (): Promise<void> => {
      await service?.kill();
      service = null;
    };
    opened.defer(kill);
    const start = async (): Promise<void> => {
      service = await startServiceProcess(dataDir, { ...world.env, COMMENTDOCK_PACE: 'off' });
      [baseUrl, secret] = [service.baseUrl, readRunFile(dataDir)?.owner_secret ?? ''];
    };
    await start();
    const { uuid } = await schedule('POST', '', { url: LIST_URL, frequency: 'daily', incremental: true });
    await finished((await schedule('POST', `/${uuid}/run-now`)).lastJobGuid);
    // So many new ones that it takes four pages to come down to what is known.
    list.comments = [...commentsOf(COMMENTS + 2_500).slice(0, 2_500), ...list.comments.filter((_, index) => index !== 30)];
    gate.close(({ url }) => url.searchParams.get('page') === '2');
    const { lastJobGuid: guid } = await schedule('POST', `/${uuid}/run-now`);
    await expect.poll(() => gate.held, PATIENCE).toBe(1);
    await expect.poll(async () => (await job(guid)).incremental?.new, PATIENCE).toBe(2_000);
    await kill();
    gate.open();
    world.reset();
    await start();
    const ended = await finished(guid);
    expect(ended).toMatchObject({ total_exported: COMMENTS + 2_500, incremental: { new: 2_500, edited: 0, gone: 1 } });
    expect(world.requests.map(({ url }) => new URL(url).searchParams.get('page'))).toEqual(['2', '3']);
    const rows = rowsSchema.parse(JSON.parse(await readFile(join(dataDir, 'exports', ended.raw_file ?? ''), 'utf8')));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(COMMENTS + 2_500);
    expect(rows.filter(({ extra }) => extra.change === 'new')).toHaveLength(2_500);
    expect(rows.filter(({ extra }) => extra.change === 'gone').map(({ id }) => id)).toEqual([String(commentAt(COMMENTS - 30).id)]);
  });
});
