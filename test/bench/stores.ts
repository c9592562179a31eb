import { NODE_FLAGS } from '../../bin/node-flags.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item } from '#core/contract/item.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median, runMeasured } from '#test/bench/measured-process.ts';
import type { Reading } from '#test/bench/reading.ts';
import { APP_STORE_FIELDS, compareFields, type FieldComparison, GOOGLE_PLAY_FIELDS, type PeerField } from '#test/bench/store-fields.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { startWorldProcess } from '#test/world/process.ts';

const BAR = 3;
const POLL_MS = 100;
const APP_STORE_ID = '123456789';
const PACKAGE = 'com.example.app';
const STOREFRONTS = ['us', 'gb', 'de', 'fr', 'jp', 'br', 'in', 'kr'];
/** How far away a platform is, and none at all. */
const LATENCIES_MS = [100, 0] as const;

/** One store with the same work for both sides. */
interface Contest {
  readonly what: string;
  readonly peer: string;
  /** Name of the simulator and its parameters. */
  readonly world: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The peer's reader and its arguments. */
  readonly reader: readonly string[];
  readonly compare: (theirs: string, ours: readonly Item[]) => FieldComparison;
}

const CONTESTS: readonly Contest[] = [
  appStore({ reviews: 450 }, STOREFRONTS, `450 reviews in each of ${STOREFRONTS.length} storefronts of the App Store`),
  appStore({ reviews: 450 }, ['us'], '450 reviews in one storefront'),
  appStore({ reviews: 700, ratings: 9_000 }, STOREFRONTS, `700 in each of ${STOREFRONTS.length}, past the feed's 500`),
  googlePlay(30_000, '30,000 reviews in one language of Google Play'),
];

/**
 * Reviews a second, from a store to a JSON file, against the best known scraper of each store reading the same world into memory. Both
 * sides have read all of it once before, so that neither is measured loading its parts.
 */
export async function storeRates({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  const results: BarResult[] = [];
  for (const contest of CONTESTS) for (const latencyMs of LATENCIES_MS) results.push(...(await measure(contest, latencyMs, rounds)));
  return results;
}

/** The rates in one world, and in the first one what was read. */
async function measure(contest: Contest, latencyMs: number, rounds: number): Promise<readonly BarResult[]> {
  await using world = await startWorldProcess(['--simulator', contest.world, '--latency', String(latencyMs)]);
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  const service = await startServiceProcess(folder, { ...world.env, NODE_OPTIONS: NODE_FLAGS.join(' ') });
  try {
    const { items } = await exported(service, contest);
    const rates = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      rates.ours.push((await exported(service, contest)).perSecond);
      const reading = JSON.parse(await readByPeer(contest, world.env)) as Reading;
      rates.peer.push(reading.items / reading.seconds);
    }
    const rate = rateOf(contest, latencyMs, rates);
    return latencyMs === LATENCIES_MS[0] ? [fieldsOf(contest, await readByPeer(contest, world.env, ['--all']), items), rate] : [rate];
  } finally {
    await service.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function rateOf({ what, peer }: Contest, latencyMs: number, rates: { readonly ours: number[]; readonly peer: number[] }): BarResult {
  const ratio = median(rates.ours.map((rate, round) => rate / (rates.peer[round] ?? rate)));
  return {
    what: `${what}, ${latencyMs} ms latency: ${perSecond(rates.ours)}; ${peer} ${perSecond(rates.peer)}`,
    found: `${ratio.toFixed(2)}x ${peer}`,
    bar: `>= ${BAR}x`,
    holds: ratio >= BAR,
    ratio: { name: `${what}, ${latencyMs} ms latency, by ${peer}`, is: ratio, better: 'more' },
  };
}

function fieldsOf({ what, compare }: Contest, theirs: string, ours: readonly Item[]): BarResult {
  const { lacking, differing, beyond } = compare(theirs, ours);
  const count = (JSON.parse(theirs) as readonly unknown[]).length;
  return {
    what: `${what}: reviews and fields; ours has besides ${beyond.join(', ')}`,
    found: `${ours.length} to ${count}, ${lacking} of theirs lacking, other values in ${differing.length === 0 ? 'none' : differing.join(', ')}`,
    bar: 'all of theirs',
    holds: lacking === 0 && differing.length === 0,
  };
}

/** A whole export: from its start to its file. */
async function exported(
  service: RunningService,
  { url, options }: Contest,
): Promise<{ readonly items: readonly Item[]; readonly perSecond: number }> {
  const guid = await service.createJob(url, options);
  for (;;) {
    const job = await service.job(guid);
    if (job.status === 'error') throw new Error(job.error ?? 'the export failed');
    if (job.status === 'done') {
      const seconds = (Date.parse(job.exported_at ?? '') - Date.parse(job.started_at ?? '')) / 1_000;
      return { items: JSON.parse(await service.json(guid)) as Item[], perSecond: job.total_exported / seconds };
    }
    await delay(POLL_MS);
  }
}

/** Node's own reading of the proxy variables is for the peer that has none. */
async function readByPeer(contest: Contest, world: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<string> {
  const { output } = await runMeasured({ args: [...contest.reader, ...flags], env: { ...world, NODE_USE_ENV_PROXY: '1' } });
  return output;
}

function appStore(params: object, countries: readonly string[], what: string): Contest {
  return {
    what,
    peer: 'app-store-scraper',
    world: `appstore:${JSON.stringify({ ...params, countries })}`,
    url: `https://apps.apple.com/us/app/an-app/id${APP_STORE_ID}`,
    options: { countries },
    reader: ['test/bench/app-store-scraper-reader.ts', APP_STORE_ID, countries.join(',')],
    compare: comparing(APP_STORE_FIELDS),
  };
}

/** The page of the app states more than this one language has, as it always does. */
function googlePlay(reviews: number, what: string): Contest {
  return {
    what,
    peer: 'google-play-scraper',
    world: `playstore:${JSON.stringify({ reviews, stated: 10 * reviews })}`,
    url: `https://play.google.com/store/apps/details?id=${PACKAGE}`,
    options: {},
    reader: ['test/bench/google-play-scraper-reader.ts', PACKAGE, String(reviews)],
    compare: comparing(GOOGLE_PLAY_FIELDS),
  };
}

function comparing<R extends { readonly id: string }>(fields: readonly PeerField<R>[]): Contest['compare'] {
  return (theirs, ours) => compareFields(fields, JSON.parse(theirs) as R[], ours);
}

function perSecond(rates: readonly number[]): string {
  return `${Math.round(median(rates))}/s`;
}
