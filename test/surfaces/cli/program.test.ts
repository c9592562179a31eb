import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '#core/config/version.ts';
import { CommentdockError, ERROR_CATALOGUE, JOB_ERROR_CODES } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost, HEALTHY } from '#test/surfaces/cli/fake-host.ts';

const URL = 'https://www.tubular.com/watch/abc';

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-program');
  host = fakeHost(folder);
});

const exportsEnd = (patch: Partial<JobRecord>): void => host.exportsEnd(() => patch);
const outFolder = (): string => join(folder, 'out');
const lastGuid = (): string => host.services.jobs.list({ page: 1, limit: 1 })[0]?.guid ?? '';
const runExport = (...words: string[]): Promise<number> => host.run('export', URL, '--out', outFolder(), ...words);

describe('commands', () => {
  it('print the version and helps, and end well', async () => {
    expect(await host.run('--version')).toBe(0);
    expect(host.out.stdout).toBe(`${VERSION}\n`);
    for (const words of [['--help'], ['help'], ['export', '--help'], ['jobs', 'retry', '--help'], ['token', 'new', '--help']]) {
      expect(await host.run(...words), words.join(' ')).toBe(0);
    }
    expect(host.out.stdout).toContain('Usage: commentdock jobs retry');
    expect(host.out.stderr).toBe('');
  });

  it('tell every exit code in the help', async () => {
    await host.run('--help');
    const codes = new Set(Object.values(ERROR_CATALOGUE).map((entry) => entry.exitCode));
    for (const code of codes) expect(host.out.stdout).toMatch(new RegExp(`[ \\n]${code} [a-z]`));
  });

  it.each([
    [[]],
    [['exprt']],
    [['export']],
    [['export', URL, 'another']],
    [['export', URL, '--bad']],
    [['jobs', 'get']],
    [['jobs', 'nothing']],
  ])('refuse %j with exit code 2 and a way on', async (words) => {
    expect(await host.run(...words)).toBe(2);
    expect(host.out.stderr).toMatch(/--help|Usage:/);
    expect(host.out.stdout).toBe('');
    expect(host.opened).toEqual([]);
  });

  it.each([
    [[URL], 'export'],
    [['--replies', URL], 'export'],
    [['-f', 'csv', 'tubular.com/watch/abc'], 'export'],
    [['export', '--urls', 'LIST'], 'batch'],
    [['--urls=LIST', '--replies'], 'batch'],
  ])('take %j for %s', async (words, meant) => {
    exportsEnd({ status: 'done', exported: 2 });
    const list = join(folder, 'list');
    writeFileSync(list, `# mine\n\n${URL}\n`);
    expect(await host.run(...words.map((word) => word.replace('LIST', list)), '--out', outFolder())).toBe(0);
    expect(host.out.stdout).toMatch(meant === 'batch' ? /^1 of 1 exports are done\.$/m : /^Files\n/);
    expect(host.services.engine.created).toHaveLength(1);
  });

  it('tell a list of addresses from one', async () => {
    const list = join(folder, 'urls.txt');
    writeFileSync(list, URL);
    expect(await host.run('export', list)).toBe(2);
    expect(host.out.stderr).toContain(
      `INVALID_URL: ${list} is a list here, and no address. Export what stands in it: commentdock batch ${list}\n`,
    );
    expect(host.opened).toEqual([]);
  });

  it('tell a failure in words, and with --json as one line too', async () => {
    expect(await host.run('export', 'https://nottubular.com/watch/a')).toBe(2);
    expect(host.out.stderr).toBe('INVALID_URL: The site nottubular.com is not supported. Did you mean tubular.com?\n');
    expect(host.out.stdout).toBe('');
    expect(await host.run('export', 'nonsense', '--json')).toBe(2);
    expect(JSON.parse(host.out.stdout)).toMatchObject({ error_code: 'INVALID_URL', status_code: 400 });
    expect(host.closed).toBe(host.opened.length);
  });

  it('take what is no error of ours for one of ours', async () => {
    host.services.engine.create = () => Promise.reject(new TypeError('x is not a function'));
    expect(await runExport()).toBe(1);
    expect(host.out.stderr).toContain('INTERNAL: Something went wrong inside Commentdock. (x is not a function)');
    expect(host.closed).toBe(1);
  });

  it('end with the code of what the engine refuses', async () => {
    host.services.engine.create = () => Promise.reject(new CommentdockError('DISK'));
    expect(await runExport()).toBe(ERROR_CATALOGUE.DISK.exitCode);
    expect(host.out.stderr).toBe(`DISK: ${ERROR_CATALOGUE.DISK.message}\n`);
  });

  it('need no data folder for platforms', async () => {
    expect(await host.run('platforms')).toBe(0);
    expect(host.out.stdout).toContain('tubular        comments, live chat, likes  (recorded 2026-08-20)\n    tubular.com/watch/<id>\n');
    expect(await host.run('platforms', 'detect', URL)).toBe(0);
    expect(host.out.stdout).toContain('Tubular (tubular), video\n  comments\n  live chat with --live\n  likes with --likes\n');
    expect(await host.run('platforms', 'detect', 'https://nowhere.example')).toBe(2);
    expect(host.opened).toEqual([]);
  });

  it.each([
    ['platforms', '--json'],
    ['platforms', 'detect', URL, '--json'],
    ['jobs', '--json'],
    ['token', '--json'],
    ['token', 'list', '--json'],
    ['doctor', '--json'],
    ['serve', '--json'],
  ])('give one line of JSON: %s %s', async (...words) => {
    expect(await host.run(...words)).toBe(0);
    expect(host.out.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(() => JSON.parse(host.out.stdout) as unknown).not.toThrow();
  });
});

describe('export', () => {
  it('leaves the files of the plan under their names, and prints their paths and the ledger', async () => {
    exportsEnd({ status: 'done', exported: 3, platformTotal: 3 });
    expect(await runExport()).toBe(0);
    const names = readdirSync(outFolder()).toSorted();
    expect(names).toEqual(['csv', 'json', 'xlsx'].map((format) => `tubular-comments_abc_${lastGuid().slice(0, 8)}.${format}`));
    expect(readFileSync(join(outFolder(), names[0] ?? ''), 'utf8')).toBe('csv file');
    expect(host.out.stdout).toMatch(/^Files\n(?: {2}\S+\n){3}Completeness\n/);
    expect(host.opened).toEqual(['engine']);
    expect(host.closed).toBe(1);
  });

  it('leaves every format, whatever the plan has for tokens', async () => {
    host = fakeHost(folder, 'premium');
    exportsEnd({ status: 'done', exported: 3 });
    expect(await runExport()).toBe(0);
    expect(
      readdirSync(outFolder())
        .map((name) => name.split('.').at(-1))
        .toSorted(),
    ).toEqual(['csv', 'json', 'xlsx']);
  });

  it('asks for the options and formats of its flags', async () => {
    exportsEnd({ status: 'done', exported: 1 });
    expect(await runExport('--replies', '--limit', '5', '--format', 'csv')).toBe(0);
    expect(host.services.engine.created).toMatchObject([
      { url: URL, options: { replies: true, limit: 5 }, formats: ['csv'], sandbox: false },
    ]);
  });

  it.each(JOB_ERROR_CODES)('that fails with %s ends with the exit code of its family', async (code) => {
    exportsEnd({ status: 'error', errorCode: code, error: 'What happened.' });
    expect(await runExport()).toBe(ERROR_CATALOGUE[code].exitCode);
    expect(host.out.stderr).toContain(`${code}: What happened.`);
    const isHopeless = ['LOGIN_REQUIRED', 'PRIVATE', 'NOT_FOUND', 'COMMENTS_DISABLED', 'CAPTCHA', 'GEO_BLOCKED', 'AGE_RESTRICTED'].includes(
      code,
    );
    expect(host.out.stderr.includes(`commentdock jobs retry ${lastGuid()}`)).toBe(!isHopeless);
    expect(existsSync(outFolder())).toBe(false);
  });

  it('that fails half-way leaves what was fetched', async () => {
    exportsEnd({ status: 'error', errorCode: 'NETWORK', error: 'Gone.', exported: 40 });
    expect(await runExport('--format', 'csv')).toBe(7);
    expect(host.out.stdout).toMatch(/^Files with what was fetched\n {2}\S+\.csv\n/);
  });

  it('of nothing is done all the same', async () => {
    exportsEnd({ status: 'done', exported: 0, platformTotal: 0 });
    expect(await runExport('--format', 'csv')).toBe(0);
    expect(readdirSync(outFolder())).toHaveLength(1);
  });

  it('shows its progress, and stops at Ctrl+C with what it has', async () => {
    exportsEnd({ status: 'progress', exported: 10, platformTotal: 100 });
    const running = runExport('--format', 'csv');
    await expect.poll(() => host.out.stderr).toContain('[10 of 100 items');
    host.interrupt.abort(new Error('received SIGINT'));
    expect(await running).toBe(130);
    expect(host.out.stdout).toMatch(/^Files with what was fetched\n/);
    expect(host.services.jobs.find(lastGuid())?.status).toBe('stopped');
  });

  it('says how to go on where there is more, safe to paste into a shell', async () => {
    exportsEnd({ status: 'done', exported: 5, resumable: true, url: "https://www.tubular.com/watch/abc?x='$(id)'" });
    expect(await runExport('--format', 'csv')).toBe(0);
    expect(host.out.stderr).toContain(`commentdock export 'https://www.tubular.com/watch/abc?x='\\''$(id)'\\''' --cursor c1.${lastGuid()}`);
  });

  it('gives the job and its files with --json', async () => {
    exportsEnd({ status: 'done', exported: 5 });
    expect(await runExport('--format', 'csv', '--json')).toBe(0);
    expect(JSON.parse(host.out.stdout)).toMatchObject({
      guid: lastGuid(),
      status: 'done',
      total_exported: 5,
      files: [expect.stringMatching(/\.csv$/)],
    });
  });

  it.each(['free', 'premium'] as const)('asks a platform that %s has not', async (plan) => {
    host = fakeHost(folder, plan);
    exportsEnd({ status: 'done', exported: 1 });
    expect(await host.run('export', 'https://marketplace.example/item/1', '--out', outFolder())).toBe(0);
    expect(host.services.engine.created).toMatchObject([{ plan: 'business' }]);
  });
});

describe('jobs', () => {
  const oneJob = async (patch: Partial<JobRecord>): Promise<string> => {
    exportsEnd(patch);
    await runExport('--format', 'csv');
    host.out.stdout = host.out.stderr = '';
    host.opened.length = 0;
    return lastGuid();
  };

  it('says so where there are none', async () => {
    expect(await host.run('jobs')).toBe(0);
    expect(host.out.stdout).toContain('No exports yet.');
    expect(await host.run('jobs', '--page', '0')).toBe(2);
  });

  it('lists without starting anything', async () => {
    const guid = await oneJob({ status: 'error', errorCode: 'NETWORK', error: 'Gone.', exported: 7, platformTotal: 9 });
    expect(await host.run('jobs')).toBe(0);
    expect(host.out.stdout).toBe(`${guid}  2026-03-01 09:30  error               7 of 9  comments   ${URL}  NETWORK\n`);
    expect(host.opened).toEqual(['records']);
    expect(host.out.stderr).toBe('');
  });

  it('says what becomes of interrupted exports', async () => {
    const guid = await oneJob({ status: 'done', exported: 1 });
    host.services.engine.change(guid, { status: 'progress' });
    await host.run('jobs');
    expect(host.out.stderr).toContain('Interrupted exports go on with the next');
  });

  it('shows one with its ledger', async () => {
    const guid = await oneJob({ status: 'done', exported: 1 });
    expect(await host.run('jobs', 'get', guid)).toBe(0);
    expect(host.out.stdout).toMatch(/done[\s\S]+Completeness\n/);
    host.out.stdout = '';
    expect(await host.run('jobs', 'get', guid, '--json')).toBe(0);
    expect(JSON.parse(host.out.stdout)).toMatchObject({ guid, status: 'done' });
    expect(await host.run('jobs', 'get', 'nobody')).toBe(2);
  });

  it('saves a file under the name that is given', async () => {
    const guid = await oneJob({ status: 'done', exported: 1 });
    const path = join(folder, 'mine.CSV');
    expect(await host.run('jobs', 'download', guid, path)).toBe(0);
    expect(host.out.stdout).toBe(`${path}\n`);
    expect(readFileSync(path, 'utf8')).toBe('csv file');
    expect(await host.run('jobs', 'download', guid, join(folder, 'mine.pdf'))).toBe(2);
    expect(await host.run('jobs', 'download', guid, join(folder, 'none', 'mine.csv'))).toBe(8);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('refuses what its state does not allow', async () => {
    const guid = await oneJob({ status: 'done', exported: 1 });
    expect(await host.run('jobs', 'stop', guid)).toBe(2);
    expect(await host.run('jobs', 'retry', guid)).toBe(2);
    expect(host.out.stderr).toContain('state "done"');
  });

  it('sees a retried one through to its files', async () => {
    const guid = await oneJob({ status: 'error', errorCode: 'NETWORK', error: 'Gone.', exported: 7 });
    const { retry } = host.services.engine;
    host.services.engine.retry = async (known) => {
      const queued = await retry(known);
      setImmediate(() => host.services.engine.change(known, { status: 'done', exported: 9, error: null, errorCode: null }));
      return queued;
    };
    expect(await host.run('jobs', 'retry', guid, '--out', outFolder(), '--format', 'xlsx')).toBe(0);
    expect(host.out.stdout).toMatch(/^Files\n {2}\S+\.xlsx\nCompleteness\n/);
    expect(host.opened).toEqual(['engine']);
  });

  it('deletes', async () => {
    const guid = await oneJob({ status: 'done', exported: 1 });
    expect(await host.run('jobs', 'delete', guid)).toBe(0);
    expect(await host.run('jobs', 'delete', guid)).toBe(2);
  });
});

describe('token', () => {
  it('prints one that is valid, the same each time, and nothing else', async () => {
    expect(await host.run('token')).toBe(0);
    expect(host.out.stdout).toMatch(/^[A-Za-z0-9]{120}\n$/);
    const first = host.out.stdout;
    await host.run('token');
    expect(host.out.stdout).toBe(first + first);
  });

  it('prints another one where the known one has expired', async () => {
    await host.run('token');
    const first = host.out.stdout;
    host.services.clock.nowMs += 400 * 86_400_000;
    host.out.stdout = '';
    await host.run('token');
    expect(host.out.stdout).toMatch(/^[A-Za-z0-9]{120}\n$/);
    expect(host.out.stdout).not.toBe(first);
  });

  it('makes, lists and revokes', async () => {
    await host.run('token');
    host.services.clock.nowMs += 1_000;
    await host.run('token', 'new', '--name', 'for scripts');
    host.out.stdout = '';
    await host.run('token', 'list');
    const [newest = ''] = host.out.stdout.split('\n');
    expect(newest).toMatch(/^[\w-]{36} {2}until \S+ {2}for scripts$/);
    expect(await host.run('token', 'revoke', newest.slice(0, 36))).toBe(0);
    expect(await host.run('token', 'revoke', newest.slice(0, 36))).toBe(2);
    host.out.stdout = '';
    await host.run('token', 'list');
    expect(host.out.stdout.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('serve and doctor', () => {
  it('prints one line when ready, and the link of the window', async () => {
    await host.run('serve');
    expect(host.out.stdout).toBe(
      'Commentdock is ready at http://127.0.0.1:1\nOpen it in a browser, once: http://127.0.0.1:1/open?code=K7QM-2XPD\n',
    );
    host.out.stdout = '';
    await host.run('serve', '--json');
    expect(Object.keys(JSON.parse(host.out.stdout) as object)).toEqual(['base_url', 'ws_url', 'mcp_url', 'gui_url', 'data_dir', 'pid']);
  });

  it('finds a healthy machine healthy', async () => {
    expect(await host.run('doctor')).toBe(0);
    expect(host.out.stdout).toContain('data folder        /data (writable)\n');
    expect(host.out.stdout).not.toContain('COMMENTDOCK_DATA_DIR');
  });

  it('says what to do where something is missing', async () => {
    host.facts = {
      ...HEALTHY,
      dataDir: { path: '/data', state: 'not writable', why: null, putAside: [] },
      extraCertificates: { path: '/ca.pem', state: 'not readable' },
    };
    expect(await host.run('doctor')).toBe(8);
    expect(host.out.stdout).toContain('Set COMMENTDOCK_DATA_DIR to a folder that you may write.');
    expect(host.out.stdout).toContain('Set NODE_EXTRA_CA_CERTS to a PEM file that you may read');
    host.facts = { ...HEALTHY, dataDir: { path: '/data', state: 'used by another process', why: null, putAside: [] } };
    expect(await host.run('doctor')).toBe(0);
    expect(host.out.stdout).toContain('An export is running there.');
  });

  it('says where secrets are, why, and how to get the keychain', async () => {
    await host.run('doctor');
    expect(host.out.stdout).toMatch(
      /^secrets {12}in encrypted files of the data folder \(the machine has no keychain\)\n {19}Install one\.$/m,
    );
    host.out.stdout = '';
    host.facts = { ...HEALTHY, vault: { kind: 'keychain', exists: false, why: 'the Keychain can be used', hint: null } };
    await host.run('doctor');
    expect(host.out.stdout).toContain("will be in encrypted files, their key in the system's keychain (the Keychain can be used)\n");
  });
});
