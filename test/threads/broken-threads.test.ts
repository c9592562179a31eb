import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steamSimulator } from '#test/world/simulators/steam.ts';
import { startWorld, type World } from '#test/world/world.ts';

const REVIEWS_URL = 'https://store.steampowered.com/app/10/';
const PRELOAD = new URL('./break-thread.js', import.meta.url).href;
const SECOND_PAGE = /appreviews.*cursor=AoJ/;

let world: World;
let folder: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  world = await startWorld();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commentdock-threads-'));
  world.replace({ simulators: [steamSimulator({ reviews: 350 })] });
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children = [];
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

afterAll(() => world.close());

const trigger = (): string => join(folder, 'break');
const dataDir = (): string => join(folder, 'data');

interface Program {
  readonly child: ChildProcess;
  readonly line: Promise<string>;
  /** Exit code and what was said on standard error. */
  readonly end: Promise<{ readonly code: number | null; readonly said: string }>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, ['core/main.js', ...args], {
    env: { ...process.env, ...world.env, COMMENTDOCK_DATA_DIR: dataDir(), COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text));
  line.catch(() => undefined);
  return { child, line, end: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) };
}

function breaking(thread: 'engine' | 'writing'): Record<string, string> {
  return { NODE_OPTIONS: `--import ${PRELOAD}`, BREAK_THREAD: thread, BREAK_WHEN: trigger() };
}

interface Api {
  (method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
}

async function apiOf(program: Program): Promise<Api> {
  const { base_url: base } = JSON.parse(await program.line) as { base_url: string };
  const { owner_secret: secret } = JSON.parse(readFileSync(join(dataDir(), 'run.json'), 'utf8')) as { owner_secret: string };
  return async (method, path, body) => {
    const headers = { 'x-auth-token': secret, 'content-type': 'application/json' };
    const answer = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}

async function until(ask: Api, guid: unknown, status: string): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  await expect.poll(async () => (job = (await ask('GET', `/api/v3/job/${String(guid)}`)).body)['status'], { timeout: 20_000 }).toBe(status);
  return job;
}

describe('an engine thread that breaks down', () => {
  it('ends the service with a clear word, and the export goes on at the next start', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['serve', '--json'], breaking('engine'));
    const ask = await apiOf(program);
    const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL });
    await expect.poll(async () => (await ask('GET', `/api/v3/job/${String(body['guid'])}`)).body['total_exported']).toBe(100);
    writeFileSync(trigger(), '');
    const { code, said } = await program.end;
    expect(code).toBe(1);
    expect(said).toMatch(/INTERNAL: The engine broke down: broken by the test/);
    expect(existsSync(join(dataDir(), 'run.json'))).toBe(false);
    world.clearFaults();
    const again = await apiOf(start(['serve', '--json'], {}));
    expect(await until(again, body['guid'], 'done')).toMatchObject({ total_exported: 350, retry: 0 });
    expect(world.requests.filter(({ url }) => url.includes('cursor=*') || url.includes('cursor=%2A'))).toHaveLength(1);
  });

  it('ends an export on the command line', async () => {
    world.addFault({ match: SECOND_PAGE, fault: { kind: 'hang' } });
    const program = start(['export', REVIEWS_URL, '--out', folder], breaking('engine'));
    await expect.poll(() => world.count(), { timeout: 20_000 }).toBe(2);
    writeFileSync(trigger(), '');
    const { code, said } = await program.end;
    expect(code).toBe(1);
    expect(said).toMatch(/The engine broke down: broken by the test/);
  });
});

describe('a writing thread that breaks down', () => {
  it('fails the export that it wrote for; a retry gets a new thread and needs no request', async () => {
    writeFileSync(trigger(), '');
    const ask = await apiOf(start(['serve', '--json'], breaking('writing')));
    world.replace({ simulators: [steamSimulator({ reviews: 20_000, pageSize: 5_000 })] });
    const { body } = await ask('POST', '/api/v3/job', { url: REVIEWS_URL });
    const failed = await until(ask, body['guid'], 'error');
    expect(failed).toMatchObject({ error_code: 'INTERNAL', download_link: null });
    expect(failed['error']).toMatch(/broken by the test/);
    const asked = world.count();
    rmSync(trigger());
    expect((await ask('PATCH', `/api/v3/job/${String(body['guid'])}/retry`)).status).toBe(200);
    expect(await until(ask, body['guid'], 'done')).toMatchObject({ error: null });
    expect(world.count()).toBe(asked);
  });
});
