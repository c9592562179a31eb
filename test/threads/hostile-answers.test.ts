import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { HOSTILE_ROWS, HOSTILE_URL, hostileServer, unpackingServer } from '#test/crash/hostile-answers.ts';
import { own, ownFolder } from '#test/own.ts';
import { type Api, apiOf, endedAs, endProgram, type Program, startProgram } from '#test/threads/program.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const REVIEWS_URL = 'https://store.steampowered.com/app/10/';
const PRELOAD = new URL('./bewitch-engine.js', import.meta.url).href;
/** No wait of a service that is well takes longer; where others keep the machine busy, everything does. */
const SLOWNESS = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
const LONGEST_WAIT_MS = 1_000 * SLOWNESS;
const CLOSING_MS = 5_000 * SLOWNESS;

let folder: string;
let programs: Program[] = [];

const world = await own(startWorld());

beforeEach(() => {
  folder = ownFolder('hostile');
});

afterEach(async () => {
  await Promise.all(programs.map(endProgram));
  programs = [];
});

const dataDir = (): string => join(folder, 'data');
const bewitched = { NODE_OPTIONS: `--import ${PRELOAD}` };

function saying(words: string): Simulator {
  return hostileServer(Buffer.from(JSON.stringify({ descendants: [], words })));
}

const threadsAsked = (): number => world.requests.filter(({ url }) => url.endsWith('/context')).length;

async function serve(env: Readonly<Record<string, string>> = {}): Promise<{ readonly program: Program; readonly ask: Api }> {
  const program = startProgram(['serve', '--json'], { ...world.env, COMMENTDOCK_DATA_DIR: dataDir(), ...env });
  programs.push(program);
  return { program, ask: await apiOf(program, dataDir()) };
}

async function create(ask: Api, url: string): Promise<string> {
  return String((await ask('POST', '/api/v3/job', { url })).body['guid']);
}

/** Asks again and again how the service is; the result tells the longest wait. */
function watchHealth(ask: Api): () => Promise<number> {
  let isOver = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now();
      expect((await ask('GET', '/health')).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - since);
      await delay(20);
    }
  })();
  watching.catch(() => undefined);
  return async () => {
    isOver = true;
    await watching;
    return longestMs;
  };
}

/** How long the program takes to end by itself once it is asked to. */
async function endedWithin({ child, end }: Program): Promise<number> {
  const since = performance.now();
  child.kill('SIGTERM');
  await end;
  return performance.now() - since;
}

describe('an answer that unpacks to millions of rows', () => {
  it.each(HOSTILE_ROWS)(
    'of %s costs its own export and nothing else',
    async (_, rows) => {
      world.replace({ simulators: [unpackingServer(rows), steamSimulator({ reviews: 350 })] });
      const { program, ask } = await serve();
      const healthy = watchHealth(ask);
      const guid = await create(ask, HOSTILE_URL);
      const other = await create(ask, REVIEWS_URL);
      const failed = await endedAs('error', ask, guid);
      expect(failed).toMatchObject({ error_code: 'PLATFORM_CHANGED' });
      expect(failed['error']).toMatch(/social\.example exceeds the ceiling of /);
      expect(await endedAs('done', ask, other)).toMatchObject({ total_exported: 350 });
      expect((await ask('DELETE', `/api/v3/job/${guid}`)).status).toBeLessThan(300);
      expect(await healthy()).toBeLessThan(LONGEST_WAIT_MS);
      expect(await endedWithin(program)).toBeLessThan(CLOSING_MS);
      expect(program.said()).not.toMatch(/broke down/);
    },
    90_000,
  );
});

describe('an answer at which the thread stands still', () => {
  it('is given up at the ceiling of time, and fails its own export alone', async () => {
    world.replace({ simulators: [saying('the thread waits for ever'), steamSimulator({ reviews: 350 })] });
    const { ask } = await serve(bewitched);
    const healthy = watchHealth(ask);
    const guid = await create(ask, HOSTILE_URL);
    const other = await create(ask, REVIEWS_URL);
    expect((await endedAs('error', ask, guid))['error']).toMatch(/exceeds the ceiling of 15 s of work on one page/);
    expect(await endedAs('done', ask, other)).toMatchObject({ total_exported: 350, retry: 0 });
    expect(await healthy()).toBeLessThan(LONGEST_WAIT_MS);
  });

  it('does not keep anybody from deleting it, nor from ending the service', async () => {
    world.replace({ simulators: [saying('the thread stands still'), steamSimulator({ reviews: 350 })] });
    world.reset();
    const { program, ask } = await serve(bewitched);
    const guid = await create(ask, HOSTILE_URL);
    await expect.poll(threadsAsked).toBe(1);
    const since = performance.now();
    expect((await ask('DELETE', `/api/v3/job/${guid}`)).status).toBeLessThan(300);
    expect(performance.now() - since).toBeLessThan(CLOSING_MS);
    expect((await ask('GET', `/api/v3/job/${guid}`)).status).toBe(404);
    await create(ask, HOSTILE_URL);
    await expect.poll(threadsAsked).toBe(2);
    expect(await endedWithin(program)).toBeLessThan(CLOSING_MS);
  });
});

describe('an answer over which native code never returns', () => {
  it('does not keep anybody from ending the service', async () => {
    world.replace({ simulators: [saying('native code never returns')] });
    world.reset();
    const { program, ask } = await serve(bewitched);
    await create(ask, HOSTILE_URL);
    await expect.poll(threadsAsked).toBe(1);
    expect(await endedWithin(program)).toBeLessThan(CLOSING_MS);
    expect((await program.end).signal).toBe('SIGKILL');
  });
});

describe('an answer that fills the memory', () => {
  it.each([
    ['started by itself', ''],
    ['started as owners start it', NODE_FLAGS.join(' ')],
  ])(
    'fails its own export the second time, and leaves the others to go on: %s',
    async (_, flags) => {
      world.replace({ simulators: [saying('the memory is full'), steamSimulator({ reviews: 350 })] });
      const { program, ask } = await serve({ NODE_OPTIONS: `${bewitched.NODE_OPTIONS} ${flags}` });
      const healthy = watchHealth(ask);
      const guid = await create(ask, HOSTILE_URL);
      const other = await create(ask, REVIEWS_URL);
      const failed = await endedAs('error', ask, guid);
      expect(failed).toMatchObject({ error_code: 'PLATFORM_CHANGED', retry: 0 });
      expect(failed['error']).toMatch(/exceeds the ceiling of the memory of the engine, twice at the same page/);
      expect(await endedAs('done', ask, other)).toMatchObject({ total_exported: 350, retry: 0 });
      expect(program.said().match(/The engine broke down/g)).toHaveLength(2);
      expect(await healthy()).toBeLessThan(LONGEST_WAIT_MS);
      // By hand it gets its two chances anew.
      expect((await ask('PATCH', `/api/v3/job/${guid}/retry`)).status).toBe(200);
      expect((await endedAs('error', ask, guid))['error']).toMatch(/twice at the same page/);
      expect(program.said().match(/The engine broke down/g)).toHaveLength(4);
    },
    180_000,
  );

  it('fails nothing where that happens once', async () => {
    const once = join(folder, 'once');
    writeFileSync(once, '');
    world.replace({ simulators: [saying('the memory is full')] });
    const { program, ask } = await serve({ ...bewitched, SPELL_ONCE: once });
    expect(await endedAs('done', ask, await create(ask, HOSTILE_URL))).toMatchObject({ retry: 0 });
    expect(program.said()).toMatch(/The engine broke down/);
  });
});

describe('a service that is killed at such an answer', () => {
  it('blames nobody, however often', async () => {
    world.replace({ simulators: [saying('the thread stands still')] });
    world.reset();
    let guid = '';
    for (let kills = 0; kills < 3; kills += 1) {
      const { program, ask } = await serve(bewitched);
      if (kills === 0) guid = await create(ask, HOSTILE_URL);
      await expect.poll(threadsAsked).toBe(kills + 1);
      await endProgram(program);
    }
    const { ask } = await serve();
    expect(await endedAs('done', ask, guid)).toMatchObject({ error: null, retry: 0 });
  });
});
