import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOG_FOLDER, openServiceLog } from '#core/log/service-log.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own, ownFolder } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const MEGABYTE = 1024 * 1024;

const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const logOf = (dataDir: string): string => join(dataDir, LOG_FOLDER, 'commentdock.log');

afterEach(() => vi.useRealTimers());

describe('the log of a service', () => {
  it('tells in a file what was asked and what became of each export, by ids, and nothing that was given', async () => {
    const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 5 })] }));
    const service = await own(startServiceProcess({ world: world.env, env: { COMMENTDOCK_LOG_FILE: 'on', COMMENTDOCK_LOG: 'silent' } }));
    const client = service.client();
    const done = await client.create(APP);
    await client.waitFor(done.guid, 'done');
    world.replace({ simulators: [() => ({ status: 404, body: '' })] });
    const failed = await client.create(APP);
    await client.waitFor(failed.guid, 'error');
    const answer = await fetch(`${service.baseUrl}/api/v3/job/${done.guid}`, { headers: { 'X-AUTH-TOKEN': service.token } });
    await service.end();

    const lines = linesOf(logOf(service.dataDir));
    const of = (guid: string) => lines.filter(({ job }) => job === guid).map(({ msg, level, code, rows }) => ({ msg, level, code, rows }));
    expect(of(done.guid).map(({ msg }) => msg)).toEqual(['export created', 'export started', 'export finished']);
    expect(of(done.guid).at(-1)).toMatchObject({ rows: 5, level: 30 });
    expect(of(failed.guid).at(-1)).toMatchObject({ msg: 'export failed', level: 30, code: expect.any(String) as string });
    expect(lines.find(({ request }) => request === answer.headers.get('x-request-id'))).toMatchObject({
      method: 'GET',
      route: '/api/v3/job/:guid',
      status: 200,
    });
    const text = readFileSync(logOf(service.dataDir), 'utf8');
    for (const given of [service.token, APP, 'steampowered']) expect(text).not.toContain(given);
    expect(statSync(logOf(service.dataDir)).mode & 0o077).toBe(0);
    expect(service.said).toBe('');
  });

  it('keeps five files of five megabytes, the newest lines in the first', async () => {
    const dataDir = ownFolder('log-rotation');
    const { logger, ...log } = openServiceLog({ dataDir, logFile: 'on', logLevel: 'silent' });
    const filler = 'x'.repeat(64 * 1024);
    for (let line = 0; line < 640; line += 1) {
      logger.info({ line, filler }, 'filled');
      if (line % 16 === 0) await new Promise(setImmediate);
    }
    await log[Symbol.asyncDispose]();
    const files = readdirSync(join(dataDir, LOG_FOLDER)).toSorted();
    expect(files).toEqual(['commentdock.1.log', 'commentdock.2.log', 'commentdock.3.log', 'commentdock.4.log', 'commentdock.log']);
    for (const name of files) expect(statSync(join(dataDir, LOG_FOLDER, name)).size).toBeLessThan(6 * MEGABYTE);
    const newest = files.flatMap((name) => linesOf(join(dataDir, LOG_FOLDER, name))).map(({ line }) => Number(line));
    expect(Math.max(...newest)).toBe(639);
  });

  it('goes on without a file that cannot be written, and with it a minute after it can', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const dataDir = ownFolder('log-blocked');
    const inTheWay = join(dataDir, LOG_FOLDER);
    writeFileSync(inTheWay, '');
    const { logger, ...log } = openServiceLog({ dataDir, logFile: 'on', logLevel: 'silent' });
    logger.info('lost');
    rmSync(inTheWay);
    mkdirSync(inTheWay);
    logger.info('lost too: it was tried a moment ago');
    vi.setSystemTime(Date.now() + 61_000);
    logger.info('kept');
    process.emitWarning('something is odd');
    await new Promise(setImmediate);
    await log[Symbol.asyncDispose]();
    expect(linesOf(logOf(dataDir)).map(({ msg }) => msg)).toEqual(['kept', 'something is odd']);
  });

  it('writes no file unless it is told to', async () => {
    const dataDir = ownFolder('log-none');
    const { logger, ...log } = openServiceLog({ dataDir, logFile: null, logLevel: 'silent' });
    logger.info('nowhere');
    await log[Symbol.asyncDispose]();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
