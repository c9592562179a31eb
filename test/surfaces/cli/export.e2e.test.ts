import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { Job } from '#core/contract/job.ts';
import { RESPONSIBILITY } from '#core/contract/responsibility.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import type { Fault } from '#test/world/fault.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const THREAD = 'https://news.ycombinator.com/item?id=1000000';

const world = await own(startWorld());

beforeEach(() => world.replace({ simulators: [steamSimulator({ reviews: 350 }), hackerNewsSimulator({ comments: 100 })] }));

const jobOf = (stdout: string): Job & { files: string[] } => JSON.parse(stdout) as Job & { files: string[] };
const itemsOf = (path: string | undefined): ExportedItem[] => JSON.parse(readFileSync(path ?? '', 'utf8')) as ExportedItem[];

describe('export', () => {
  it('leaves whole files, shows its progress, and ends with the ledger', async () => {
    await using cli = openCommandLine(world.env);
    const { exitCode, stdout, stderr } = await cli.run('export', APP, '--out', cli.outDir);
    const [first, ...others] = stderr.split('\n');
    expect(exitCode).toBe(0);
    expect(first).toBe(RESPONSIBILITY);
    expect(others[0]).toMatch(/^(waiting in the queue|[\d,]+( of [\d,]+)? items, )/);
    // Once, on a new data folder; never beside JSON.
    expect((await cli.run('export', APP, '--sandbox', '--out', join(cli.dataDir, 'again'))).stderr).not.toContain(RESPONSIBILITY);
    await using fresh = openCommandLine(world.env);
    expect((await fresh.run('export', APP, '--sandbox', '--json', '--out', fresh.outDir)).stderr).not.toContain(RESPONSIBILITY);
    const paths = [...stdout.matchAll(/^ {2}(\/\S+)$/gm)].map(([, path]) => path ?? '');
    expect(paths.map((path) => path.split('.').at(-1))).toEqual(['xlsx', 'csv', 'json']);
    expect(
      readdirSync(cli.outDir)
        .map((name) => join(cli.outDir, name))
        .toSorted(),
    ).toEqual(paths.toSorted());
    expect(stdout).toContain('  the platform states        350\n  exported                   350\n  known to be missing        0\n');
    expect(stdout).toContain('  doors                      appreviews\n');
    const items = itemsOf(paths[2]);
    expect(new Set(items.map((item) => item.id)).size).toBe(350);
    expect(readFileSync(paths[1] ?? '', 'utf8').startsWith('\uFEFF#,ID,')).toBe(true);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(paths[0] ?? '');
    expect(book.worksheets[0]?.actualRowCount).toBe(351);
    expect(book.getWorksheet('About')).toBeDefined();
  });

  it('gives one line of JSON, and keeps to options and formats', async () => {
    await using cli = openCommandLine(world.env);
    const { exitCode, stdout } = await cli.run(
      'export',
      THREAD,
      '--replies',
      '--limit',
      '30',
      '--format',
      'json',
      '--out',
      cli.outDir,
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const job = jobOf(stdout);
    expect(job).toMatchObject({
      status: 'done',
      platform: 'hackernews',
      total_exported: 30,
      options: { replies: true, limit: 30 },
      completeness: { gap: { limit: 70 } },
    });
    expect(job.files).toEqual([join(cli.outDir, job.file_name ?? '')]);
    const items = itemsOf(job.files[0]);
    expect(items).toHaveLength(30);
    expect(items.some((item) => item.kind === 'reply')).toBe(true);
  });

  it('goes on where a limit ended it', async () => {
    await using cli = openCommandLine(world.env);
    const first = jobOf((await cli.run('export', APP, '--limit', '120', '--format', 'json', '--out', cli.outDir, '--json')).stdout);
    const rest = jobOf(
      (await cli.run('export', APP, '--cursor', first.cursor ?? '', '--format', 'json', '--out', cli.outDir, '--json')).stdout,
    );
    expect(rest.status).toBe('done');
    const ids = [...itemsOf(first.files[0]), ...itemsOf(rest.files[0])].map((item) => item.id);
    expect(ids).toHaveLength(350);
    expect(new Set(ids).size).toBe(350);
  });

  it('of the sandbox asks nobody', async () => {
    await using cli = openCommandLine({ ...world.env, HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' });
    const { exitCode, stdout } = await cli.run('export', '--sandbox', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', '--out', cli.outDir);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  doors                      sandbox\n');
    expect(readdirSync(cli.outDir)).toHaveLength(3);
    expect(world.count()).toBe(0);
  });

  it('gives a platform its own cookies alone, and writes them nowhere', async () => {
    world.replace({ simulators: [youtubeSimulator({ comments: 20 })] });
    await using cli = openCommandLine(world.env);
    const file = join(cli.dataDir, '..', 'cookies.txt');
    const line = (domain: string, name: string, value: string): string => [domain, 'TRUE', '/', 'TRUE', '0', name, value].join('\t');
    writeFileSync(file, [line('.youtube.com', 'SID', 'own-value'), line('.bank.example', 'SESSION', 'bank-value')].join('\n'));
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const { exitCode, stdout } = await cli.run('export', url, '--cookies', file, '--format', 'json', '--out', cli.outDir, '--json');
    expect(exitCode).toBe(0);
    const sent = world.requests.map((request) => request.headers['cookie'] ?? '');
    expect(sent.some((cookie) => cookie.includes('SID=own-value'))).toBe(true);
    const job = jobOf(stdout);
    expect(job.masked_metadata).toEqual({ 'cookies.SID': '***' });
    const stored = readdirSync(cli.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const kept = stored.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    for (const text of [stdout, ...sent, ...kept]) expect(text).not.toContain('bank-value');
    for (const text of [stdout, ...kept]) expect(text).not.toContain('own-value');
  });

  it('leaves its job in the data folder until it is deleted', async () => {
    await using cli = openCommandLine(world.env);
    const job = jobOf((await cli.run('export', APP, '--limit', '10', '--format', 'csv', '--out', cli.outDir, '--json')).stdout);
    expect(readdirSync(join(cli.dataDir, 'exports'))).toHaveLength(1);
    expect((await cli.run('jobs')).stdout).toContain(job.guid);
    const path = join(cli.outDir, 'again.xlsx');
    expect(await cli.run('jobs', 'download', job.guid, path)).toMatchObject({ exitCode: 0, stdout: `${path}\n` });
    expect((await cli.run('jobs', 'delete', job.guid)).exitCode).toBe(0);
    expect(readdirSync(join(cli.dataDir, 'exports'))).toEqual([]);
    expect((await cli.run('jobs')).stdout).toContain('No exports yet');
    expect(readdirSync(cli.outDir)).toHaveLength(2);
  });
});

describe('exit codes', () => {
  it.each([
    [['export', 'not a url'], 2, 'INVALID_URL'],
    [['export', 'https://notsteampowered.com/app/10'], 2, 'INVALID_URL'],
    [['export', APP, '--limit', '-1'], 2, 'INVALID_REQUEST'],
    [['export', APP, '--followers'], 2, 'INVALID_REQUEST'],
    [['export', APP, '--vpn', 'Nowhere'], 2, 'INVALID_REQUEST'],
    [['export', APP, '--format', 'pdf'], 2, 'INVALID_REQUEST'],
    [['export', APP, '--cursor', 'c1.nobody'], 2, 'INVALID_REQUEST'],
    [['export', APP, '--out', '/dev/null/out'], 8, 'DISK'],
    [['export', 'https://news.ycombinator.com/item?id=7'], 5, 'NOT_FOUND'],
    [['jobs', 'get', 'nobody'], 2, 'RESOURCE_NOT_FOUND'],
  ])('%j is %d', async (words, exitCode, code) => {
    await using cli = openCommandLine(world.env);
    const { stderr, ...finished } = await cli.run(...words);
    expect(finished.exitCode).toBe(exitCode);
    expect(stderr).toMatch(new RegExp(`^${code}: .+`, 'm'));
    expect(stderr).not.toMatch(/\n {4}at |node:/);
  });

  it.each<[Fault, number, string]>([
    [{ kind: 'status', status: 401 }, 5, 'LOGIN_REQUIRED'],
    [{ kind: 'status', status: 451 }, 5, 'GEO_BLOCKED'],
    [{ kind: 'captcha' }, 5, 'CAPTCHA'],
    [{ kind: 'status', status: 429, retryAfter: 7_200 }, 5, 'RATE_LIMITED'],
    [{ kind: 'malformedJson' }, 6, 'PLATFORM_CHANGED'],
    [{ kind: 'resetBefore' }, 7, 'NETWORK'],
  ])('a platform with %j is %d', async (fault, exitCode, code) => {
    world.addFault({ fault });
    await using cli = openCommandLine(world.env);
    const finished = await cli.run('export', APP, '--out', cli.outDir, '--json');
    expect(finished.exitCode).toBe(exitCode);
    expect(jobOf(finished.stdout)).toMatchObject({ status: 'error', error_code: code, files: [] });
  });

  it.each([
    [
      'a setting that is none',
      { COMMENTDOCK_PORT: 'many' },
      2,
      'The environment variable COMMENTDOCK_PORT is "many". It must be a number.',
    ],
    ['a setting of a list', { COMMENTDOCK_LOG: 'loud' }, 2, 'It must be one of: silent, error, warn, info, debug.'],
    ['a data folder that cannot be', { COMMENTDOCK_DATA_DIR: '/dev/null/data' }, 8, 'DISK'],
    ['a vault that is closed', { COMMENTDOCK_VAULT: 'keychain' }, 2, 'INVALID_REQUEST'],
  ])('%s ends with its own code', async (_, env, exitCode, words) => {
    await using cli = openCommandLine({ ...world.env, ...env });
    const finished = await cli.run('export', APP);
    expect(finished.exitCode).toBe(exitCode);
    expect(finished.stderr).toContain(words);
  });
});

describe('an export that fails half-way', () => {
  it('leaves what it has, and jobs retry sees it through', async () => {
    world.addFault({ after: 2, fault: { kind: 'status', status: 403 } });
    await using cli = openCommandLine(world.env);
    const failed = await cli.run('export', APP, '--format', 'json', '--out', cli.outDir);
    expect(failed.exitCode).toBe(5);
    expect(failed.stdout).toMatch(/^Files with what was fetched\n/);
    const [, guid = ''] = /Go on with: commentdock jobs retry (\S+)/.exec(failed.stderr) ?? [];
    world.clearFaults();
    world.reset();
    const retried = await cli.run('jobs', 'retry', guid, '--format', 'json', '--out', cli.outDir, '--json');
    expect(retried.exitCode).toBe(0);
    expect(itemsOf(jobOf(retried.stdout).files[0])).toHaveLength(350);
    expect(world.count()).toBeLessThanOrEqual(3);
  });
});
