import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { Job } from '#core/contract/job.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { own } from '#test/own.ts';
import { programToStart } from '#test/program.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import { passSignalsOn } from '../../../bin/child-signals.js';
import { NODE_FLAGS } from '../../../bin/node-flags.js';

const REVIEWS = 1_000;
const APP = 'https://store.steampowered.com/app/10/';
const EXPORT_SLOWLY = ['export', APP, '--format', 'json'];

const world = await own(startWorld());

beforeEach(() => world.replace({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] }));

const jobOf = (stdout: string): Job & { files: string[] } => JSON.parse(stdout) as Job & { files: string[] };
const idsOf = (path: string | undefined): string[] =>
  (JSON.parse(readFileSync(path ?? '', 'utf8')) as ExportedItem[]).map((item) => item.id);
const jobsOf = async (cli: CommandLine): Promise<Job[]> => JSON.parse((await cli.run('jobs', '--json')).stdout) as Job[];

/** Waits until the service says that its first export is done: a command for each look would be a process. */
async function untilDone({ dataDir }: CommandLine): Promise<void> {
  const run = readRunFile(dataDir);
  const client = new RestClient(run?.base_url ?? '', { 'x-auth-token': run?.owner_secret ?? '' });
  await expect.poll(async () => (await client.list()).list[0]?.['status']).toBe('done');
}

/** Waits for so many pages, of which hardly any follow: the export is in its middle, however slow the machine is. */
async function untilPages(count: number): Promise<void> {
  world.setLatency(20);
  await expect.poll(() => world.count(), { interval: 2 }).toBeGreaterThanOrEqual(count);
  world.setLatency(2_000);
}

describe('Ctrl+C', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s stops an export, keeps what it has, and tells how to go on', async (signal) => {
    await using cli = openCommandLine(world.env);
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir, '--json');
    await untilPages(5);
    running.child.kill(signal);
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(130);
    const asked = world.count();
    const stopped = jobOf(stdout);
    expect(stopped).toMatchObject({ status: 'stopped', completeness: { complete: false } });
    const kept = idsOf(stopped.files[0]);
    expect(kept.length).toBe(stopped.total_exported);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(REVIEWS);

    world.setLatency(0);
    const rest = jobOf((await cli.run(...EXPORT_SLOWLY, '--cursor', stopped.cursor ?? '', '--out', cli.outDir, '--json')).stdout);
    const ids = [...kept, ...idsOf(rest.files[0])];
    expect(ids).toHaveLength(REVIEWS);
    expect(new Set(ids).size).toBe(REVIEWS);
    expect(world.count() - asked).toBeLessThanOrEqual(1 + (REVIEWS - kept.length) / 20 + 1);
  });

  it('by a message, where there are no signals, stops an export in the same way', async () => {
    await using cli = openCommandLine(world.env);
    const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), ...EXPORT_SLOWLY, '--out', cli.outDir, '--json'], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      env: { ...process.env, ...world.env, COMMENTDOCK_DATA_DIR: cli.dataDir },
    });
    const said = text(child.stdout as NodeJS.ReadableStream);
    await untilPages(5);
    const program = new EventEmitter();
    passSignalsOn(child, program, 'win32');
    program.emit('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    const stopped = jobOf(await said);
    expect(stopped).toMatchObject({ status: 'stopped', completeness: { complete: false } });
    expect(idsOf(stopped.files[0]).length).toBe(stopped.total_exported);
  });

  it('pressed again ends the command at once, where the same press arriving twice does not', async () => {
    await using cli = openCommandLine(world.env);
    const service = await cli.serve();
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    await untilPages(4);
    // A service that stands still: being told to stop, it does not answer.
    service.child.kill('SIGSTOP');
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    await delay(1_500);
    expect(running.child.exitCode).toBeNull();
    running.child.kill('SIGINT');
    expect((await running.finished).exitCode).toBe(130);
  });

  it('ends the service cleanly, and what ran goes on at its next start', async () => {
    await using cli = openCommandLine(world.env);
    const service = await cli.serve();
    const exporting = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    await untilPages(5);
    service.child.kill('SIGINT');
    expect(await service.finished).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(cli.dataDir, 'run.json'))).toBe(false);
    // The command that watched has lost its service.
    expect((await exporting.finished).exitCode).toBe(7);

    world.setLatency(0);
    await cli.serve();
    await untilDone(cli);
    expect((await jobsOf(cli))[0]).toMatchObject({ status: 'done', total_exported: REVIEWS });
  });
});

describe('an output that nobody reads', () => {
  it.each(['stderr', 'stdout'] as const)('%s ends no export', async (name) => {
    await using cli = openCommandLine(world.env);
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    running.child[name]?.destroy();
    expect((await running.finished).exitCode).toBe(0);
    expect((await jobsOf(cli))[0]).toMatchObject({ status: 'done', total_exported: REVIEWS });
    expect(idsOf(join(cli.outDir, readdirSync(cli.outDir)[0] ?? ''))).toHaveLength(REVIEWS);
  });

  it.runIf(existsSync('/dev/full'))('is told by the exit code where somebody wants it: a full disk', async () => {
    await using cli = openCommandLine(world.env);
    const output = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), 'platforms', '--json'], {
      stdio: ['ignore', output, 'pipe'],
      env: { ...process.env, COMMENTDOCK_DATA_DIR: cli.dataDir },
    });
    closeSync(output);
    const said = text(child.stderr as NodeJS.ReadableStream);
    const [exitCode] = (await once(child, 'close')) as [number | null];
    expect([exitCode, await said]).toEqual([8, expect.stringMatching(/^DISK: Standard output cannot be written: ENOSPC\b.*\n$/)]);
  });
});

describe('a running service', () => {
  it('takes the commands of its data folder', async () => {
    await using cli = openCommandLine(world.env);
    const { addresses, child } = await cli.serve();
    const { base_url: base, gui_url: link, ...others } = addresses;
    expect(link).toMatch(/\/open\?code=[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const ws = `${base.replace('http', 'ws')}/connection/websocket`;
    expect(others).toEqual({ ws_url: ws, mcp_url: base, data_dir: cli.dataDir, pid: child.pid });
    expect((await cli.run('doctor')).stdout).toContain(base);

    const exported = await cli.run('export', APP, '--limit', '50', '--out', cli.outDir);
    expect(exported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('exported                   50\n') as string });
    const token = (await cli.run('token')).stdout.trim();
    const answer = await fetch(`${addresses.base_url}/api/v3/jobs`, { headers: { 'x-auth-token': token } });
    const [job] = (await answer.json()) as Job[];
    expect(job).toMatchObject({ url: APP, status: 'done', total_exported: 50 });
    expect((await jobsOf(cli)).map(({ guid }) => guid)).toEqual([job?.guid]);
    expect(exported.stdout).toContain(`/${job?.file_name ?? 'none'}\n`);

    const path = join(cli.outDir, 'mine.jsonl');
    expect(await cli.run('jobs', 'download', job?.guid ?? '', path)).toMatchObject({ exitCode: 0, stdout: `${path}\n` });
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(50);
    expect((await cli.run('jobs', 'get', job?.guid ?? '')).stdout).toContain('beyond the limit');
    expect((await cli.run('jobs', 'delete', job?.guid ?? '')).exitCode).toBe(0);
    expect(await jobsOf(cli)).toEqual([]);
  });

  it('gives its errors to the commands as if they had run themselves', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    expect(await cli.run('export', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^INVALID_URL: .*Did you mean/) as string,
    });
    expect(await cli.run('jobs', 'get', 'nobody')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^RESOURCE_NOT_FOUND: /) as string,
    });
    expect(await cli.run('export', APP, '--limit', '0')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^INVALID_REQUEST: .*limit/) as string,
    });
    expect(await cli.run('token', 'new', '--name', ' ')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^VALIDATION_ERROR: .*name/) as string,
    });
  });

  it('stops an export for another command, and sees a failed one through', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    await untilPages(4);
    const [job] = await jobsOf(cli);
    expect((await cli.run('jobs', 'stop', job?.guid ?? '')).stdout).toContain('  stopped ');
    expect((await running.finished).exitCode).toBe(130);

    world.setLatency(0);
    world.addFault({ after: 2, fault: { kind: 'status', status: 403 } });
    const failed = jobOf((await cli.run(...EXPORT_SLOWLY, '--out', cli.outDir, '--json')).stdout);
    expect(failed).toMatchObject({ status: 'error', error_code: 'BLOCKED' });
    world.clearFaults();
    const retried = await cli.run('jobs', 'retry', failed.guid, '--format', 'json', '--out', cli.outDir);
    expect(retried).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`exported                   ${REVIEWS}\n`) as string });
  });

  it('stops the export that is watched at Ctrl+C, not itself', async () => {
    await using cli = openCommandLine(world.env);
    const { addresses } = await cli.serve();
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir, '--json');
    await untilPages(4);
    running.child.kill('SIGINT');
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(130);
    const stopped = jobOf(stdout);
    expect(idsOf(stopped.files[0])).toHaveLength(stopped.total_exported);
    expect((await fetch(`${addresses.base_url}/health`)).status).toBe(200);
  });
});

describe('two processes on one data folder', () => {
  it('refuses the second, and says what to do; platforms and doctor need no lock', async () => {
    await using cli = openCommandLine(world.env);
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    await untilPages(2);
    for (const words of [['jobs'], ['export', APP], ['serve']]) {
      expect(await cli.run(...words), words.join(' ')).toMatchObject({
        exitCode: 8,
        stderr: expect.stringMatching(/^DATA_DIR_IN_USE: .*COMMENTDOCK_DATA_DIR/) as string,
      });
    }
    expect(await cli.run('platforms', '--json')).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await cli.run('doctor')).stdout).toContain('(used by another process)');
    world.setLatency(0);
    expect((await running.finished).exitCode).toBe(0);
  });

  it('refuses a second service on the same port', async () => {
    await using first = openCommandLine(world.env);
    const { addresses } = await first.serve();
    await using second = openCommandLine({ ...world.env, COMMENTDOCK_PORT: new URL(addresses.base_url).port });
    expect(await second.run('serve')).toMatchObject({ exitCode: 8, stderr: expect.stringMatching(/^PORT_IN_USE: /) as string });
  });
});

describe('after kill -9', () => {
  it('of an export, listing asks nobody, and the next engine goes on', async () => {
    await using cli = openCommandLine(world.env);
    const running = cli.start(...EXPORT_SLOWLY, '--out', cli.outDir);
    await untilPages(6);
    running.child.kill('SIGKILL');
    await running.finished;
    world.setLatency(0);
    world.reset();
    const listed = await cli.run('jobs');
    expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('  progress ') as string });
    expect(listed.stderr).toContain('Interrupted exports go on with the next');
    await delay(300);
    expect(world.count()).toBe(0);

    await cli.serve();
    await untilDone(cli);
    expect((await jobsOf(cli))[0]).toMatchObject({ status: 'done', total_exported: REVIEWS });
  });

  it('of a service, its run file leads nobody astray', async () => {
    await using cli = openCommandLine(world.env);
    const service = await cli.serve();
    service.child.kill('SIGKILL');
    await service.finished;
    const noted = readFileSync(join(cli.dataDir, 'run.json'), 'utf8');
    expect((await cli.run('jobs')).stdout).toContain('No exports yet');
    // The process number may have gone to somebody else.
    writeFileSync(join(cli.dataDir, 'run.json'), noted.replace(/"pid":\d+/, `"pid":${process.pid}`));
    expect(readRunFile(cli.dataDir)).not.toBeNull();
    expect((await cli.run('jobs')).stdout).toContain('No exports yet');
  });
});

describe('the installed program', () => {
  it('passes words, exit code and signals on', async () => {
    const bin = fileURLToPath(new URL('../../../bin/commentdock.js', import.meta.url));
    const start = (...words: string[]) =>
      spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...world.env }, stdio: ['ignore', 'pipe', 'ignore'] });
    expect(await once(start('platforms'), 'exit')).toEqual([0, null]);
    expect(await once(start('platforms', 'detect', 'nonsense'), 'exit')).toEqual([2, null]);

    await using cli = openCommandLine(world.env);
    const service = spawn(process.execPath, [bin, 'serve'], {
      env: { ...process.env, ...world.env, COMMENTDOCK_PORT: '0', COMMENTDOCK_DATA_DIR: cli.dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(service.stdout, 'data');
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
    expect(readRunFile(cli.dataDir)).toBeNull();
  });
});
