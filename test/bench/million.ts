import { NODE_FLAGS } from '../../bin/node-flags.js';
import { join } from 'node:path';
import { readRunFile } from '#core/config/run-file.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { openBenchTeam } from '#test/bench/bench-team.ts';
import { median, residentMb } from '#test/bench/measured-process.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { type FilledStore, fillStore, type StoreSize } from '#test/scale/filled-store.ts';
import { type Listing, listingsOf } from '#test/scale/listings.ts';

/** The most that one export has is a quarter of a million. */
const FILLED = 4;
const CALLS = 20;
const MOST_MS = 100;
const MOST_GROWTH = 1.1;
/** Counts all rows once for each state of an export, and lists nothing. */
const COUNTED = 'exports.stats';

/** Every listing and search of the API among a million rows and 100,000 exports, in a data folder and over PostgreSQL. */
export async function million({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const jobs = Math.round(manyComments * 0.4);
  const size: StoreSize = { filled: FILLED, items: manyComments, jobs, webhooks: 20, messages: jobs, schedules: 1_000 };
  await using team = await openBenchTeam();
  const { COMMENTDOCK_DATABASE_URL: _, ...alone } = team.env;
  return [
    ...(await walked('a data folder', join(team.folder, 'alone'), size, null, alone)),
    ...(await walked('PostgreSQL', join(team.folder, 'api'), size, team.databaseUrl, team.env)),
  ];
}

async function walked(
  where: string,
  dataDir: string,
  size: StoreSize,
  databaseUrl: string | null,
  env: Readonly<Record<string, string>>,
): Promise<readonly BarResult[]> {
  const store = fillStore({ dataDir, databaseUrl }, size);
  const service = await startServiceProcess(dataDir, { ...env, NODE_OPTIONS: NODE_FLAGS.join(' ') });
  try {
    const ask = asker(service, dataDir, store);
    const listings = listingsOf(store);
    const first = new Map<string, number>();
    for (const listing of listings) first.set(listing.name, await ask(listing));
    const times = new Map<string, number[]>(listings.map(({ name }) => [name, []]));
    const resident: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      for (const listing of listings) times.get(listing.name)?.push(await ask(listing));
      resident.push(residentMb(service.child.pid) ?? 0);
    }
    const rows = size.filled * size.items;
    return [...resultsOf(`${rows} rows, ${size.jobs} exports, ${where}`, times, first), memory(where, resident)];
  } finally {
    await service.kill();
  }
}

function asker({ baseUrl }: RunningService, dataDir: string, { memberToken }: FilledStore): (listing: Listing) => Promise<number> {
  const owner = readRunFile(dataDir)?.owner_secret ?? '';
  return async ({ name, path, as }) => {
    const startedAt = performance.now();
    const answer = await fetch(new URL(path, baseUrl), { headers: { 'x-auth-token': as === 'owner' ? owner : memberToken } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    return performance.now() - startedAt;
  };
}

function resultsOf(where: string, times: ReadonlyMap<string, readonly number[]>, first: ReadonlyMap<string, number>): readonly BarResult[] {
  const sorted = [...times].map(([name, took]) => ({ name, took: took.toSorted((a, b) => a - b) }));
  const p95 = sorted.map(({ name, took }) => ({ name, ms: took[Math.ceil(took.length * 0.95) - 1] ?? 0 })).toSorted((a, b) => b.ms - a.ms);
  const slowest = p95.slice(0, 5).map(({ name, ms }) => `${name} ${ms.toFixed(0)}`);
  const worst = p95[0]?.ms ?? 0;
  const once = [...first].toSorted(([, a], [, b]) => b - a).slice(0, 4);
  return [
    {
      what: `${where}: worst p95 of ${times.size} listings and searches (ms: ${slowest.join('; ')})`,
      found: `${worst.toFixed(0)} ms`,
      bar: `< ${MOST_MS} ms`,
      holds: worst < MOST_MS,
    },
    {
      what: '  median of all',
      found: `${median(sorted.flatMap(({ took }) => took)).toFixed(1)} ms`,
      bar: '',
      holds: true,
    },
    {
      what: '  the very first time',
      found: once.map(([name, ms]) => `${name === COUNTED ? 'statistics' : name} ${(ms / 1_000).toFixed(1)} s`).join('; '),
      bar: '',
      holds: true,
    },
  ];
}

function memory(where: string, resident: readonly number[]): BarResult {
  const [before, after] = [median(resident.slice(CALLS / 4, CALLS / 2)), median(resident.slice(-CALLS / 4))];
  return {
    what: `memory of the service meanwhile, ${where}: in the second quarter of ${CALLS} walks, and in the last`,
    found: `${before.toFixed(0)} MB, ${after.toFixed(0)} MB`,
    bar: `<= ${MOST_GROWTH}x`,
    holds: after <= before * MOST_GROWTH,
  };
}
