import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { NOTHING_MISSING } from '#test/operations/fake-services.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

const URL = 'https://www.tubular.com/watch/abc';

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-out');
  host = fakeHost(folder);
});

const exportsEnd = (patch: Partial<JobRecord>): void => host.exportsEnd(() => patch);
const outFolder = (): string => join(folder, 'out');
const lastGuid = (): string => host.services.jobs.list({ page: 1, limit: 1 })[0]?.guid ?? '';

describe('the folder of --out and the terminal', () => {
  it.each([['export'], ['batch']])('%s looks at the folder before anything is asked for', async (command) => {
    exportsEnd({ status: 'done', exported: 5 });
    const inTheWay = join(folder, 'a-file');
    writeFileSync(inTheWay, '');
    for (const out of ['/dev/null/out', inTheWay, join(inTheWay, 'a/b')]) {
      host.out.stderr = '';
      expect(await host.run(command, URL, '--out', out)).toBe(ERROR_CATALOGUE.DISK.exitCode);
      expect(host.out.stderr).toContain(`DISK: The folder ${out} cannot be made`);
    }
    expect(await host.run(command, URL, '--out', '/proc/self')).toBe(ERROR_CATALOGUE.DISK.exitCode);
    expect(host.out.stderr).toContain('DISK: The folder /proc/self cannot be written');
    expect(host.services.engine.created).toEqual([]);
  });

  it('looks at the folder before a retry too, and leaves nothing in one that it does not come to use', async () => {
    exportsEnd({ status: 'error', error: 'It is private.', errorCode: 'PRIVATE' });
    expect(await host.run('export', URL, '--out', outFolder())).toBe(ERROR_CATALOGUE.PRIVATE.exitCode);
    expect(existsSync(outFolder())).toBe(false);
    expect(await host.run('jobs', 'retry', lastGuid(), '--out', '/dev/null/out')).toBe(ERROR_CATALOGUE.DISK.exitCode);
    expect(host.services.jobs.find(lastGuid())?.status).toBe('error');
  });

  it('says how to write the files again where the disk does not take them', async () => {
    exportsEnd({ status: 'done', exported: 5 });
    const { writeFiles } = host.services.engine;
    Object.assign(host.services.engine, {
      async writeFiles(...asked: Parameters<typeof writeFiles>) {
        // What another program does meanwhile.
        rmSync(outFolder(), { recursive: true });
        writeFileSync(outFolder(), '');
        return writeFiles(...asked);
      },
    });
    const code = await host.run('export', URL, '--out', outFolder(), '--format', 'csv');
    expect(code).toBe(ERROR_CATALOGUE.DISK.exitCode);
    const command = `commentdock jobs download ${lastGuid()} ${lastGuid()}.csv`;
    expect(host.out.stderr).toContain(`The export is kept as ${lastGuid()}. Write it with: ${command}`);
    const file = join(folder, 'again.csv');
    expect(await host.run('jobs', 'download', lastGuid(), file)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('csv file');
  });

  it('lets no foreign text steer the terminal: error, ledger, address', async () => {
    const hostile = 'x\u001B]0;owned\u0007\u009B2J\u202Ey';
    exportsEnd({
      status: 'error',
      error: hostile,
      errorCode: 'PRIVATE',
      exported: 1,
      completeness: { ...NOTHING_MISSING, notes: [hostile] },
    });
    await host.run('export', `${URL}?q=\u202E`, '--out', outFolder());
    await host.run('jobs');
    await host.run('jobs', 'get', lastGuid());
    await host.run('jobs', 'get', lastGuid(), '--json');
    const all = host.out.stdout + host.out.stderr;
    expect(all).toContain('x\\u001b]0;owned');
    expect(all.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
  });
});
