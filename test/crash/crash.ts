/**
 * Kills the whole service with kill -9 at random moments of an export and starts it again: nothing that was stored may be
 * lost or doubled, and the file must equal that of a run that was left alone. Then the same on a disk that is too small,
 * beside an export whose server answers with a few kilobytes that unpack to millions of rows, amid deletions, while packs of platforms are
 * taken, and while the folder of an earlier version is brought up to date. Or all of it to the machines of a team and to their database, which
 * are paused and cut off too.
 *
 *     npm run test:crash -- --rounds 200
 *     npm run test:crash -- --team --rounds 200 --seed 7
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Item } from '#core/contract/item.ts';
import { openReader } from '#core/store/database.ts';
import { BUILT_PROGRAM } from '#test/program.ts';
import { buildProgram } from '#test/built-program.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { type CrashCase, crashCases } from '#test/crash/crash-cases.ts';
import { fillDisk } from '#test/crash/full-disk.ts';
import { HOSTILE_ROWS, meetHostile } from '#test/crash/hostile-answers.ts';
import { randomNumbers } from '#test/crash/random.ts';
import { repeatedByList } from '#test/crash/repeats.ts';
import { smallDisksLack } from '#test/crash/small-disk.ts';
import { killWhileDeleting } from '#test/crash/deletion.ts';
import { disturbedTeams } from '#test/crash/team.ts';
import type { Trial } from '#test/crash/trial.ts';
import { killWhileUpdating } from '#test/crash/updates.ts';
import { keptFolders, killWhileUpgrading, meetNewer } from '#test/crash/upgrade.ts';
import { startWorld, type World } from '#test/world/world.ts';

const CRASH_CASES = crashCases(5_000);
/** Each of their pages is a commit on a disk, and five processes share the machine. */
const TEAM_CASES = crashCases(1_500);
const PATIENCE_MS = 60_000;
const RESTART_BAR_MS = 5_000;
const LATENCY_MS = 4;
/** So long after a kill the world may still meet requests of the process that is no more; no process starts faster. */
const STRAGGLERS_MS = 50;
/** So many deletions are killed for each export that is. */
const DELETIONS_PER_ROUND = 0.2;
const UPDATES_PER_ROUND = 0.1;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    team: { type: 'boolean', default: false },
  },
});

interface Round {
  readonly storedAtKill: number;
  readonly resumedAfterMs: number | null;
  readonly failures: readonly string[];
}

// As packages hold it.
await using built = await buildProgram();
process.env[BUILT_PROGRAM] = built.program;
process.exitCode = values.team
  ? await judge(teams(Number(values.rounds ?? 10), Number(values.seed)))
  : await main(Number(values.rounds ?? 20), Number(values.seed));

async function main(rounds: number, seed: number): Promise<number> {
  const resumed: number[] = [];
  const exitCode = await judge(trials(rounds, randomNumbers(seed), resumed));
  resumed.sort((a, b) => a - b);
  process.stdout.write(`went on after restart: median ${resumed[resumed.length >> 1] ?? '-'} ms, longest ${resumed.at(-1) ?? '-'} ms\n`);
  return exitCode;
}

/** Says of each trial how it went; the exit code. */
async function judge(tried: AsyncIterable<Trial>): Promise<number> {
  let passed = 0;
  let failed = 0;
  for await (const { words, failures } of tried) {
    if (failures.length === 0) passed += 1;
    else failed += 1;
    process.stdout.write(`${words}  ${failures.length === 0 ? 'ok' : `FAILED: ${failures.join('; ')}`}\n`);
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** Machines of a team are killed, paused and cut off instead of one alone. */
async function* teams(rounds: number, seed: number): AsyncGenerator<Trial> {
  await using world = await startWorld({ simulators: TEAM_CASES.map((crashCase) => crashCase.simulator()), latencyMs: LATENCY_MS });
  const references = new Map<CrashCase, string>();
  for (const crashCase of TEAM_CASES) references.set(crashCase, (await undisturbed(world, crashCase)).json);
  yield* disturbedTeams({ world, references, rounds, random: randomNumbers(seed) });
}

/** @param resumed takes the milliseconds until each killed export went on */
async function* trials(rounds: number, random: () => number, resumed: number[]): AsyncGenerator<Trial> {
  for (const [index, crashCase] of CRASH_CASES.entries()) {
    const share = Math.floor(rounds / CRASH_CASES.length) + (index < rounds % CRASH_CASES.length ? 1 : 0);
    yield* killedExports(crashCase, share, random, resumed);
  }
  yield* fullDisks();
  yield* hostileServers();
  const deletions = Math.ceil(rounds * DELETIONS_PER_ROUND);
  for (let round = 1; round <= deletions; round += 1) yield tried(`deletion ${round}`, () => killedDeletion(random));
  yield* updates(rounds, random);
  yield* otherVersions(random);
}

/** What goes wrong on the way is a failure of that trial alone. */
async function tried(name: string, work: () => Promise<Trial>): Promise<Trial> {
  try {
    const { words, failures } = await work();
    return { words: `${name}, ${words}`, failures };
  } catch (error) {
    return { words: name, failures: [error instanceof Error ? error.message : String(error)] };
  }
}

async function* killedExports(crashCase: CrashCase, rounds: number, random: () => number, resumed: number[]): AsyncGenerator<Trial> {
  await using world = await startWorld({ simulators: [crashCase.simulator()], latencyMs: LATENCY_MS });
  const reference = await undisturbed(world, crashCase);
  process.stdout.write(`${crashCase.name}: ${reference.items} items in ${reference.tookMs} ms when left alone\n`);
  for (let round = 1; round <= rounds; round += 1)
    yield tried(`${crashCase.name} ${round}`, async () => {
      const result = await killOnce(world, crashCase, reference.json, Math.floor(random() * reference.tookMs));
      if (result.resumedAfterMs !== null) resumed.push(result.resumedAfterMs);
      return {
        words: `killed with ${result.storedAtKill} stored, went on after ${result.resumedAfterMs ?? '-'} ms`,
        failures: result.failures,
      };
    });
}

async function* fullDisks(): AsyncGenerator<Trial> {
  const lacking = smallDisksLack();
  if (lacking !== null) {
    process.stdout.write(`full disks were not tried: ${lacking}\n`);
    return;
  }
  for (const crashCase of CRASH_CASES)
    yield tried(crashCase.name, async () => {
      await using world = await startWorld({ simulators: [crashCase.simulator()] });
      return { words: 'on a disk too small', failures: await fillDisk(world, crashCase, (await undisturbed(world, crashCase)).json) };
    });
}

/** An honest export must not be harmed by one beside it. */
async function* hostileServers(): AsyncGenerator<Trial> {
  const [crashCase] = CRASH_CASES;
  if (crashCase === undefined) return;
  await using world = await startWorld({ simulators: [crashCase.simulator()], latencyMs: LATENCY_MS });
  const { json } = await undisturbed(world, crashCase);
  for (const [size, rows] of HOSTILE_ROWS)
    yield tried(crashCase.name, async () => ({
      words: `beside ${size} of hostile rows`,
      failures: await meetHostile(world, crashCase, rows, json),
    }));
}

async function* otherVersions(random: () => number): AsyncGenerator<Trial> {
  const names = keptFolders();
  for (const name of names)
    yield tried(`a folder of ${name}`, () =>
      inDataDir(async (dataDir) => ({
        words: 'killed while it was brought up to date',
        failures: [...(await killWhileUpgrading(dataDir, name, random)), ...damageOf(dataDir)],
      })),
    );
  for (const name of names.slice(-1))
    yield tried('a folder of a newer version', () =>
      inDataDir(async (dataDir) => ({ words: 'left alone', failures: await meetNewer(dataDir, name) })),
    );
}

async function* updates(rounds: number, random: () => number): AsyncGenerator<Trial> {
  for (let round = 1; round <= Math.ceil(rounds * UPDATES_PER_ROUND); round += 1)
    yield tried(`update ${round}`, () =>
      inDataDir(async (dataDir) => ({ words: 'killed while packs were taken', failures: await killWhileUpdating(dataDir, random) })),
    );
}

async function killedDeletion(random: () => number): Promise<Trial> {
  return inDataDir(async (dataDir) => {
    const { leftAtKill, failures } = await killWhileDeleting(dataDir, random);
    return { words: `killed with ${leftAtKill} rows to delete`, failures: [...failures, ...damageOf(dataDir)] };
  });
}

async function undisturbed(world: World, crashCase: CrashCase): Promise<{ json: string; items: number; tookMs: number }> {
  return inDataDir(async (dataDir) => {
    const service = await startServiceProcess(dataDir, world.env);
    try {
      const startedAt = Date.now();
      const guid = await service.createJob(crashCase.url, crashCase.options);
      const job = await untilDone(service, guid);
      return { json: await service.json(guid), items: job.total_exported, tookMs: Date.now() - startedAt };
    } finally {
      await service.kill();
    }
  });
}

async function killOnce(world: World, crashCase: CrashCase, reference: string, afterMs: number): Promise<Round> {
  return inDataDir(async (dataDir) => {
    world.reset();
    const first = await startServiceProcess(dataDir, world.env);
    const guid = await first.createJob(crashCase.url, crashCase.options);
    await delay(afterMs);
    await first.kill();
    const stored = storedIds(dataDir);
    const restartedAt = Date.now();
    const second = await startServiceProcess(dataDir, world.env);
    try {
      await untilDone(second, guid);
      const json = await second.json(guid);
      const firstAfter = world.requests.find(({ atMs }) => atMs > restartedAt + STRAGGLERS_MS);
      const resumedAfterMs = firstAfter === undefined ? null : Math.max(0, Math.round(firstAfter.atMs - restartedAt));
      return {
        storedAtKill: stored.length,
        resumedAfterMs,
        failures: [
          ...failuresOf({ json, reference, stored, world, crashCase, resumedAfterMs }),
          ...damageOf(dataDir),
          ...strayFiles(await readdir(join(dataDir, 'exports'))),
        ],
      };
    } finally {
      await second.kill();
    }
  });
}

function failuresOf(round: {
  json: string;
  reference: string;
  stored: readonly string[];
  world: World;
  crashCase: CrashCase;
  resumedAfterMs: number | null;
}): string[] {
  const { json, reference, stored, world, crashCase, resumedAfterMs } = round;
  const failures: string[] = [];
  const ids = (JSON.parse(json) as Item[]).map((item) => item.id);
  const known = new Set(ids);
  if (json !== reference) failures.push('the file differs from that of an undisturbed run');
  if (known.size !== ids.length) failures.push(`${ids.length - known.size} items doubled`);
  const lost = stored.filter((id) => !known.has(id));
  if (lost.length > 0) failures.push(`${lost.length} stored items lost`);
  if (resumedAfterMs !== null && resumedAfterMs > RESTART_BAR_MS) failures.push(`went on only after ${resumedAfterMs} ms`);
  for (const [list, repeated] of repeatedByList(world.requests, crashCase))
    if (repeated > 1) failures.push(`${repeated} pages of ${list} fetched twice`);
  return failures;
}

function storedIds(dataDir: string): string[] {
  const reader = openReader(dataDir);
  try {
    return reader
      .prepare<[], { id: string }>('SELECT id FROM items')
      .all()
      .map(({ id }) => id);
  } finally {
    reader.close();
  }
}

function damageOf(dataDir: string): string[] {
  const reader = openReader(dataDir);
  try {
    const found = reader.pragma('integrity_check', { simple: true });
    return found === 'ok' ? [] : [`the database is damaged: ${String(found)}`];
  } finally {
    reader.close();
  }
}

/** The export asked for one file. */
function strayFiles(names: readonly string[]): string[] {
  return names.length === 1 ? [] : [`the folder of files holds ${names.join(', ')}`];
}

async function untilDone(service: RunningService, guid: string): Promise<{ total_exported: number }> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const job = await service.job(guid);
    if (job.status === 'done') return job;
    if (job.status === 'error') throw new Error(`The export failed: ${job.error ?? ''}`);
    await delay(20);
  }
  throw new Error(`The export was not done after ${PATIENCE_MS} ms.`);
}

async function inDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-crash-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
