import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

const VIDEO = 'https://www.tubular.com/watch/abc';
const ITEM = 'https://marketplace.example/item/42';

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-batch');
  host = fakeHost(folder);
});

/** Exports end like this once they are created, by their URL. */
const exportsEnd = (patches: Readonly<Record<string, Partial<JobRecord>>>): void =>
  host.exportsEnd((url) => patches[url] ?? { status: 'done', exported: 2 });

function listFile(text: string): string {
  const path = join(folder, 'urls.txt');
  writeFileSync(path, text);
  return path;
}

const outFolder = (): string => join(folder, 'out');
const runBatch = (...words: string[]): Promise<number> => host.run('batch', ...words, '--out', outFolder());

describe('batch', () => {
  it('takes URLs and files with URLs, and leaves the files of every export', async () => {
    exportsEnd({});
    const list = listFile(`\uFEFF# my list\n${VIDEO}\r\n\n  ${VIDEO}?x=1  \n`);
    expect(await runBatch(list, ITEM, ITEM, '--format', 'csv', '--limit', '5')).toBe(0);
    expect(host.services.engine.created.map(({ url, options, formats }) => [url, options, formats])).toEqual(
      [VIDEO, `${VIDEO}?x=1`, ITEM].map((url) => [url, { limit: 5 }, ['csv']]),
    );
    expect(readdirSync(outFolder())).toHaveLength(3);
    expect(host.out.stdout).toContain(`done     ${ITEM}`);
    expect(host.out.stdout).toMatch(/3 of 3 exports are done; 1 URLs stood there more than once\.\n$/);
    expect([host.opened, host.closed]).toEqual([['engine'], 1]);
  });

  it('tells what cannot be exported and what failed, exports the rest, and ends with the first failure', async () => {
    exportsEnd({ [ITEM]: { status: 'error', error: 'It is private.', errorCode: 'PRIVATE' } });
    expect(await runBatch(VIDEO, 'nonsense', ITEM)).toBe(5);
    expect(host.out.stderr).toContain('INVALID_URL: nonsense: ');
    expect(host.out.stderr).toContain(`PRIVATE: ${ITEM}: It is private.`);
    expect(host.out.stdout).toContain('1 of 2 exports are done; 1 URLs cannot be exported.\n');
    expect(await runBatch('nonsense')).toBe(2);
  });

  it('gives one line of JSON', async () => {
    exportsEnd({});
    expect(await runBatch(VIDEO, 'nonsense', '--json')).toBe(2);
    expect(host.out.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(host.out.stdout)).toMatchObject({
      submitted: 2,
      errors: [{ index: 1, url: 'nonsense', error_code: 'INVALID_URL' }],
      exports: [
        {
          url: VIDEO,
          status: 'done',
          files: [expect.stringMatching(/xlsx$/), expect.stringMatching(/csv$/), expect.stringMatching(/json$/)],
        },
      ],
    });
  });

  it('goes on with the others where the files of one cannot be written, and says how to write them', async () => {
    exportsEnd({});
    const { writeFiles } = host.services.engine;
    Object.assign(host.services.engine, {
      writeFiles: (...asked: Parameters<typeof writeFiles>) =>
        host.services.jobs.find(asked[0])?.url === VIDEO
          ? Promise.reject(new CommentdockError('DISK', 'The disk is full'))
          : writeFiles(...asked),
    });
    expect(await runBatch(VIDEO, ITEM, '--format', 'csv')).toBe(8);
    const guid = host.services.jobs.list({ page: 1, limit: 5 }).find(({ url }) => url === VIDEO)?.guid ?? '';
    expect(host.out.stderr).toContain(`DISK: ${VIDEO}: The disk is full. The export is kept as ${guid}. `);
    expect(host.out.stderr).toContain(`commentdock jobs download ${guid} ${guid}.csv`);
    expect(readdirSync(outFolder())).toHaveLength(1);
    expect(await runBatch(VIDEO, '--format', 'csv', '--json')).toBe(8);
    expect(host.out.stdout).toContain('"file_error":"The disk is full.');
  });

  it('stops what is open on Ctrl+C', async () => {
    exportsEnd({ [VIDEO]: { status: 'progress', startedAtMs: 1 } });
    const running = runBatch(VIDEO, ITEM);
    await expect.poll(() => host.out.stdout).toContain('done');
    host.interrupt.abort();
    expect(await running).toBe(130);
    expect(host.services.jobs.list({ page: 1, limit: 5 }).map(({ status }) => status)).toEqual(['done', 'stopped']);
    expect(host.out.stdout).toContain('1 of 2 exports are done.');
  });

  it('refuses an empty list, and no words', async () => {
    expect(await runBatch(listFile('# nothing\n\n'))).toBe(2);
    expect(host.out.stderr).toContain('no URL stands there');
    expect(await host.run('batch')).toBe(2);
    expect(host.opened).toEqual([]);
  });

  it('is refused by no plan: commands are the owner', async () => {
    exportsEnd({});
    host.services.settings.setPlan('personal');
    expect(await runBatch(VIDEO, ITEM)).toBe(0);
  });

  it('never shows the cookies of one platform to another', async () => {
    const cookies = join(folder, 'cookies.json');
    writeFileSync(cookies, JSON.stringify([{ name: 'sessionid', value: 'secret', domain: '.tubular.com' }]));
    exportsEnd({});
    expect(await runBatch(VIDEO, ITEM, '--cookies', cookies)).toBe(2);
    expect(host.out.stderr).toContain('--cookies is for one platform');
    expect(host.services.engine.created).toEqual([]);
    expect(await runBatch(VIDEO, `${VIDEO}?x=1`, '--cookies', cookies)).toBe(0);
    expect(host.services.engine.created.map(({ options }) => options.cookies)).toEqual([{ sessionid: 'secret' }, { sessionid: 'secret' }]);
  });
});

describe('usage and plan', () => {
  it('tell the plan and what is used of it', async () => {
    expect(await host.run('plan')).toBe(0);
    expect(await host.run('plan', 'premium')).toBe(0);
    expect(host.out.stdout).toBe('business\npremium\n');
    expect(host.services.settings.plan()).toBe('premium');
    expect(await host.run('plan', 'gold')).toBe(2);
    expect(host.out.stderr).toContain('free, personal, premium, business');
    host.out.stdout = '';
    expect(await host.run('usage')).toBe(0);
    expect(host.out.stdout).toMatch(/^Plan premium\n {2}new exports, 24 hours +0 of 100\n {2}new exports, 3 minutes +0 of 7\n/);
    expect(host.out.stdout).toMatch(/formats +xlsx, csv\n/);
  });

  it('give one line of JSON', async () => {
    expect(await host.run('usage', '--json')).toBe(0);
    expect(JSON.parse(host.out.stdout)).toMatchObject({ has_access: true, tier: 'business', limits: { daily_requests: 'Unlimited' } });
    host.out.stdout = '';
    expect(await host.run('plan', '--json')).toBe(0);
    expect(JSON.parse(host.out.stdout)).toMatchObject({ plan: 'business', uuid: host.services.settings.userUuid });
  });
});
