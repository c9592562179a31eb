import { afterEach, expect, it } from 'vitest';
import { type FaultyExport, openFaultyExport } from '#test/engine/faulty-export.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const REVIEWS_URL = 'https://store.steampowered.com/app/10/';
const RETRIES_IN_ALL = 30;
const PAGES = 60;

let exporter: FaultyExport;

const world = await own(startWorld());

afterEach(() => exporter[Symbol.asyncDispose]());

function open(pageSize: number): void {
  world.replace({ simulators: [steamSimulator({ reviews: PAGES * 5, pageSize })] });
  exporter = openFaultyExport({ world, lanes: 1 });
}

it('thirty retries are all that an export gets, its second chance included', async () => {
  open(5);
  // Every page fails once: none needs more than one retry, but there are more pages than retries.
  world.addFault({ every: 2, fault: { kind: 'status', status: 500 } });
  const job = await exporter.run(REVIEWS_URL);
  expect(job).toMatchObject({ status: 'error', errorCode: 'NETWORK', retry: 1, completeness: { retries: RETRIES_IN_ALL } });
  expect(job.exported).toBeGreaterThanOrEqual(5 * (RETRIES_IN_ALL - 1));
  const again = await exporter.retry(job.guid);
  expect(again.status).toBe('done');
  expect(again.completeness.retries).toBeLessThanOrEqual(2 * RETRIES_IN_ALL);
});

it('a host that asks one export to wait is left alone by all of them', async () => {
  open(5);
  const asksFor = { seconds: 300, scaledMs: 300 };
  world.addFault({ after: 10, times: 1, fault: { kind: 'status', status: 429, retryAfter: asksFor.seconds } });
  const jobs = await Promise.all([exporter.run(REVIEWS_URL), exporter.run(REVIEWS_URL), exporter.run(REVIEWS_URL)]);
  for (const job of jobs) expect(job).toMatchObject({ status: 'done', exported: PAGES * 5, retry: 0 });
  const slowedAt = world.requests.find(({ status }) => status === 429)?.atMs ?? 0;
  const atMs = world.requests.map((request) => request.atMs - slowedAt);
  // What was on its way by then arrives; the pause counts from when the answer has come.
  const underWay = atMs.filter((ms) => ms > 0 && ms < asksFor.scaledMs);
  expect(underWay.length).toBeLessThanOrEqual(2);
  expect(atMs.filter((ms) => ms >= asksFor.scaledMs).length).toBeGreaterThan(100);
});
