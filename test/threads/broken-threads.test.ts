import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { own, ownFolder } from '#test/own.ts';
import { type Api, apiOf, endedAs, endProgram, type Program, startProgram } from '#test/threads/program.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const REVIEWS_URL = 'https://store.steampowered.com/app/10/';
const PRELOAD = new URL('./break-thread.js', import.meta.url).href;
const SECOND_PAGE = /appreviews.*cursor=AoJ/;
const FIRST_PAGE = /cursor=(?:\*|%2A)/;

let folder: string;
let programs: Program[] = [];

const world = await own(startWorld());

beforeEach(() => {
  folder = ownFolder('threads');
  world.replace({ simulators: [steamSimulator({ reviews: 350 })] });
  world.reset();
});

afterEach(async () => {
  await Promise.all(programs.map(endProgram));
  programs = [];
  world.clearFaults();
});

const trigger = (): string => join(folder, 'break');
const dataDir = (): string => join(folder, 'data');
const breakNow = (): void => writeFileSync(trigger(), '');

function start(args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const program = startProgram(args, { ...world.env, COMMENTDOCK_DATA_DIR: dataDir(), ...env });
  programs.push(program);
  return program;
}

function breaking(thread: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { NODE_OPTIONS: `--import ${PRELOAD}`, BREAK_THREAD: thread, BREAK_WHEN: trigger(), ...more };
}

const ONCE = { BREAK_ONCE: '1' };

/** An export whose second page hangs, once its first one is stored. */
async function halfDone(ask: Api): Promise<unknown> {
  const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL });
  const stored = async () => (await ask('GET', `/api/v3/job/${String(body['guid'])}`)).body['total_exported'];
  await expect.poll(stored).toBe(100);
  return body['guid'];
}

const firstPages = (): number => world.requests.filter(({ url }) => FIRST_PAGE.test(url)).length;

describe('an engine thread that breaks down', () => {
  it('is started again; what ran goes on, and what was asked meanwhile is answered', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['serve', '--json'], breaking('engine', ONCE));
    const ask = await apiOf(program, dataDir());
    const guid = await halfDone(ask);
    writeFileSync(join(dataDir(), 'exports', 'half-written.xlsx.partial'), '');
    world.clearFaults();
    breakNow();
    const asked = Array.from({ length: 20 }, () => ask('POST', '/api/v3/job', { url: 'https://store.steampowered.com/app/20/' }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 201));
    expect(await endedAs('done', ask, guid)).toMatchObject({ total_exported: 350, retry: 0, error: null });
    expect(existsSync(trigger())).toBe(false);
    expect(program.said()).toMatch(/The engine broke down: broken by the test\. It is started again, and what ran goes on/);
    expect(world.requests.filter(({ url }) => url.includes('/10?') && FIRST_PAGE.test(url))).toHaveLength(1);
    expect(readdirSync(join(dataDir(), 'exports'))).not.toContain('half-written.xlsx.partial');
    expect(program.child.exitCode).toBeNull();
  });

  it('stays paused where the owner paused it', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['serve', '--json'], breaking('engine', ONCE));
    const ask = await apiOf(program, dataDir());
    const guid = await halfDone(ask);
    expect((await ask('POST', '/api/v1/pause')).status).toBeLessThan(300);
    world.clearFaults();
    const asked = world.count();
    breakNow();
    await expect.poll(() => program.said()).toMatch(/The engine broke down/);
    // Answered by the thread that took its place.
    const removed = (await ask('POST', '/api/v3/job', { url: REVIEWS_URL })).body['guid'];
    expect((await ask('DELETE', `/api/v3/job/${String(removed)}`)).status).toBeLessThan(300);
    expect(world.count()).toBe(asked);
    expect((await ask('POST', '/api/v1/resume')).status).toBeLessThan(300);
    expect(await endedAs('done', ask, guid)).toMatchObject({ total_exported: 350 });
  });

  it('ends the service with a clear word where none comes up any more, and the export goes on at the next start', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['serve', '--json'], breaking('engine'));
    const guid = await halfDone(await apiOf(program, dataDir()));
    breakNow();
    const { code, said } = await program.end;
    expect(code).toBe(1);
    expect(said).toMatch(/INTERNAL: The engine broke down: broken by the test/);
    expect(existsSync(join(dataDir(), 'run.json'))).toBe(false);
    world.clearFaults();
    const again = await apiOf(start(['serve', '--json'], {}), dataDir());
    expect(await endedAs('done', again, guid)).toMatchObject({ total_exported: 350, retry: 0 });
    expect(firstPages()).toBe(1);
  });

  it('does not end an export on the command line', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['export', REVIEWS_URL, '--out', folder], breaking('engine', ONCE));
    await expect.poll(() => world.count()).toBe(2);
    world.clearFaults();
    breakNow();
    expect(await program.end).toMatchObject({ code: 0 });
    expect(firstPages()).toBe(1);
  });

  it('ends one where none comes up any more', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['export', REVIEWS_URL, '--out', folder], breaking('engine'));
    await expect.poll(() => world.count()).toBe(2);
    breakNow();
    const { code, said } = await program.end;
    expect(code).toBe(1);
    expect(said).toMatch(/The engine broke down: broken by the test/);
  });
});

describe('a writing thread that breaks down', () => {
  it('fails the export that it wrote for; a retry gets a new thread and needs no request', async () => {
    breakNow();
    const ask = await apiOf(start(['serve', '--json'], breaking('writing')), dataDir());
    world.replace({ simulators: [steamSimulator({ reviews: 20_000, pageSize: 5_000 })] });
    const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL });
    const failed = await endedAs('error', ask, body['guid']);
    expect(failed).toMatchObject({ error_code: 'INTERNAL', download_link: null });
    expect(failed['error']).toMatch(/A part of Commentdock \(writing\) broke down: broken by the test/);
    const asked = world.count();
    rmSync(trigger());
    expect((await ask('PATCH', `/api/v3/job/${String(body['guid'])}/retry`)).status).toBe(200);
    expect(await endedAs('done', ask, body['guid'])).toMatchObject({ error: null });
    expect(world.count()).toBe(asked);
  });
});

describe('a thread that answers questions and breaks down', () => {
  it.each([
    ['insight', 'GET', 'stats', undefined],
    ['dataset', 'POST', 'winners', { count: 1 }],
  ])('%s: says so, and the next question is answered', async (thread, method, question, input) => {
    const ask = await apiOf(start(['serve', '--json'], breaking(thread)), dataDir());
    world.replace({ simulators: [steamSimulator({ reviews: 20_000, pageSize: 5_000 })] });
    const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL });
    const { guid } = await endedAs('done', ask, body['guid']);
    breakNow();
    const broken = await ask(method, `/api/v1/exports/${String(guid)}/${question}`, input);
    expect(broken).toMatchObject({ status: 500, body: { error_code: 'INTERNAL' } });
    expect(broken.body['detail']).toMatch(/broke down: broken by the test\. It is started anew when it is next needed/);
    expect((await ask('GET', '/health')).status).toBe(200);
    rmSync(trigger());
    expect((await ask(method, `/api/v1/exports/${String(guid)}/${question}`, input)).status).toBe(200);
  });

  it('analyzer: the export ends all the same, and can be judged later', async () => {
    breakNow();
    const ask = await apiOf(start(['serve', '--json'], breaking('analyzer')), dataDir());
    const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL, options: { filter: { sentiment: true } } });
    const done = await endedAs('done', ask, body['guid']);
    expect(JSON.stringify(done['completeness'])).toMatch(/broken by the test/);
    rmSync(trigger());
    expect((await ask('GET', '/health')).status).toBe(200);
    const again = await ask('POST', '/api/v3/job', { url: REVIEWS_URL, options: { filter: { sentiment: true } } });
    expect(JSON.stringify((await endedAs('done', ask, again.body['guid']))['completeness'])).not.toMatch(/broken/);
  });
});
