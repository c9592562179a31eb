import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Answer, Job } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const CALLERS = 8;
const CALLS = 60;
const SEED = 20_260_101;
const REVIEWS = 350;
const COMMENTS = 400;

const LISTS = [
  { url: 'https://store.steampowered.com/app/10/', options: {}, items: REVIEWS },
  { url: 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/', options: { replies: true }, items: COMMENTS },
];

const world = await own(
  startWorld({
    simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 }), redditSimulator({ comments: COMMENTS })],
    latencyMs: 3,
    faults: [
      { every: 97, fault: { kind: 'status', status: 403 } },
      { every: 23, fault: { kind: 'resetMidway' } },
      { every: 41, fault: { kind: 'status', status: 429, retryAfter: 1 } },
    ],
  }),
);
const service = await own(startServiceProcess({ world: world.env }));
const client = service.client();

it("many callers who get into each other's way leave nothing broken", async () => {
  const guids: string[] = [];
  const answers: { readonly call: string; readonly answer: Answer }[] = [];
  const call = async (random: () => number): Promise<void> => {
    const any = guids[Math.floor(random() * guids.length)];
    const say = async (name: string, asked: Promise<Answer>): Promise<Answer> => {
      const answer = await asked;
      answers.push({ call: name, answer });
      return answer;
    };
    const choice = random();
    if (any === undefined || choice < 0.3) {
      const list = LISTS[Math.floor(random() * LISTS.length)];
      const options = { ...list?.options, ...(random() < 0.5 ? {} : { limit: 1 + Math.floor(random() * 300) }) };
      const { status, body } = await say('create', client.post('/api/v3/job', { url: list?.url, options }));
      if (status === 201) guids.push(String(body['guid']));
    } else if (choice < 0.45) await say('stop', client.stop(any));
    else if (choice < 0.6) await say('retry', client.retry(any));
    else if (choice < 0.75) await say('delete', client.delete(any));
    else if (choice < 0.95)
      await say('download', client.get(`/api/v3/job/${any}/download?partial=true&format=${random() < 0.5 ? 'csv' : 'json'}`));
    else await say('list', client.list());
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const random = randomNumbers(SEED + caller);
      for (let number = 0; number < CALLS; number += 1) await call(random);
    }),
  );

  const refusals = answers.filter(({ answer }) => answer.status >= 300);
  for (const { call: name, answer } of refusals) expect([400, 404], `${name}: ${answer.bytes.toString()}`).toContain(answer.status);
  expect(answers.length - refusals.length).toBeGreaterThan(100);

  world.clearFaults();
  const jobs = (await Promise.all(guids.map((guid) => client.get(`/api/v3/job/${guid}`)))).filter(({ status }) => status === 200);
  expect(jobs.length).toBeGreaterThan(10);
  const ended: Job[] = [];
  for (const { body } of jobs) {
    const job = await client.waitFor(String(body['guid']), 'done', 'stopped', 'error');
    if (job.status === 'error') await client.retry(job.guid);
    ended.push(job.status === 'error' ? await client.waitFor(job.guid, 'done') : job);
  }
  for (const job of ended) {
    const list = LISTS.find(({ url }) => url === job.url);
    const ids = (await client.get(`/api/v3/job/${job.guid}/json`)).list.map(({ id }) => id);
    expect(ids).toHaveLength(job.total_exported);
    expect(new Set(ids).size).toBe(ids.length);
    const missing = Object.values(job.completeness.gap).reduce((sum, count) => sum + count, 0);
    if (job.status === 'done')
      expect(job.total_exported + missing).toBeGreaterThanOrEqual(Math.min(list?.items ?? 0, Number(job.options['limit'] ?? Infinity)));
  }

  const known = new Set((await Promise.all(ended.map(({ guid }) => client.job(guid)))).flatMap(filesOf));
  const names = readdirSync(join(service.dataDir, 'exports'));
  expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
  const strangers = names.filter((name) => !known.has(name) && !name.endsWith('.csv'));
  expect(strangers).toEqual([]);
  for (const { guid } of ended) expect((await client.delete(guid)).status).toBe(204);
  expect(readdirSync(join(service.dataDir, 'exports'))).toEqual([]);
});

/** Names of the files that a job shows; CSV has no link of its own. */
function filesOf(job: Job): (string | undefined)[] {
  return [job.download_link, job.json_url].map((link) => link?.split('/').at(-1));
}

/** Mulberry32: the same seed gives the same calls. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
