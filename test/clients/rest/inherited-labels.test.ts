import { afterAll, beforeAll, expect, it } from 'vitest';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { startWorld, type World } from '#test/world/world.ts';

const thread = (story: number): string => `https://news.ycombinator.com/item?id=${story}`;
const REVIEWS = 'https://store.steampowered.com/app/10/';
const STORY = 1_000_000;
const LABELS = { title: 'Launch day', folder: 'Spring', tags: ['to read', 'press'] };
const NONE = { title: undefined, folder: undefined, tags: undefined };

let world: World;
let service: ServiceProcess;

beforeAll(async () => {
  world = await startWorld({ simulators: [hackerNewsSimulator({ comments: 40 }), steamSimulator({ reviews: 300, pageSize: 100 })] });
  service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await world.close();
});

async function label(guid: unknown, labels: Fields): Promise<void> {
  expect((await service.client().ask('PATCH', `/api/v3/job/${String(guid)}/label`, labels)).status).toBe(200);
}

function labelsOf({ title, folder, tags }: Fields): Fields {
  return { title, folder, tags };
}

it('gives an export the title, folder and tags of the one before it of the same list, from the first answer on', async () => {
  const client = service.client();
  const first = await client.export(thread(STORY), { limit: 10 });
  expect(labelsOf(first)).toEqual(NONE);
  await label(first.guid, LABELS);
  const again = await client.create(thread(STORY), { limit: 20 });
  expect(labelsOf(again)).toEqual(LABELS);
  // It is found by them.
  const { list } = await client.get('/api/v3/jobs?folder=Spring&q=launch');
  expect(list.map(({ guid }) => guid)).toEqual([again.guid, first.guid]);
  await client.waitFor(again.guid, 'done');
  await label(again.guid, { title: 'Later', tags: [] });
  const changes = await client.export(thread(STORY), { limit: 20, incremental: true });
  expect(labelsOf(changes)).toMatchObject({ title: 'Later', folder: 'Spring' });
});

it('goes by the export whose cursor is given, be it the last of its list or not', async () => {
  const client = service.client();
  const first = await client.export(REVIEWS, { limit: 100 });
  await label(first.guid, LABELS);
  await label((await client.export(REVIEWS, { limit: 100 })).guid, { title: 'Another', folder: null, tags: [] });
  const further = await client.create(REVIEWS, { cursor: first.cursor, limit: 100 });
  expect(labelsOf(further)).toEqual(LABELS);
  expect((await client.waitFor(further.guid, 'done')).total_exported).toBe(100);
});

it('gives none to another list, to what a batch brings, and to samples of it', async () => {
  const client = service.client();
  const labelled = await client.export(thread(STORY), { limit: 5 });
  await label(labelled.guid, LABELS);
  const authors = 'https://news.ycombinator.com/threads?id=reader1';
  expect(labelsOf(await client.create(authors))).toEqual(NONE);
  const batch = await client.post('/api/v1/batch-export', { urls: [thread(STORY)] });
  const [guid] = batch.body['guids'] as readonly string[];
  expect(labelsOf(await client.job(guid ?? ''))).toEqual(NONE);
  const sample = await client.post('/api/v3/job', { url: thread(STORY) }, { 'X-Sandbox': 'true' });
  expect(sample.status).toBe(201);
  expect(labelsOf(sample.body)).toEqual(NONE);
  await client.waitFor(guid ?? '', 'done');
});

it('goes by the former run of a schedule, whatever else was exported of its list meanwhile', async () => {
  const client = service.client();
  const made = await client.post('/api/v1/schedules', { url: thread(STORY), frequency: 'weekly', options: { limit: 5 } });
  const run = async (): Promise<Fields> => {
    const { body } = await client.post(`/api/v1/schedules/${String(made.body['uuid'])}/run-now`);
    return client.waitFor(String(body['lastJobGuid']), 'done');
  };
  const first = await run();
  await label(first['guid'], { title: 'Weekly', folder: 'Watch', tags: ['week'] });
  const other = await client.export(thread(STORY), { limit: 5 });
  await label(other.guid, { title: 'By hand', folder: null, tags: [] });
  const second = await run();
  expect(labelsOf(second)).toEqual({ title: 'Weekly', folder: 'Watch', tags: ['week'] });
  // One that was deleted says no more: then the newest of the list does.
  await client.ask('DELETE', `/api/v3/job/${String(second['guid'])}`);
  await client.ask('DELETE', `/api/v3/job/${String(first['guid'])}`);
  expect(labelsOf(await run())).toMatchObject({ title: 'By hand' });
});
