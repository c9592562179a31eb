import { beforeEach, describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

let host: FakeHost;

beforeEach(() => {
  host = fakeHost(ownFolder('completion'));
});

/** The words that a line may go on with, without what is said about them. */
async function after(...words: string[]): Promise<readonly string[]> {
  host.out.stdout = '';
  expect(await host.run('completion', 'words', '--', ...words)).toBe(0);
  return host.out.stdout.split('\n').flatMap((line) => line.split(' ')[0] || []);
}

describe('completion', () => {
  it('knows every command', async () => {
    for (const { cli } of OPERATIONS) {
      const path = cli?.command.split(' ') ?? [];
      const last = path.pop();
      if (last !== undefined) expect(await after(...path, ''), cli?.command).toContain(last);
    }
    expect(await after('')).toEqual(expect.arrayContaining(['export', 'batch', 'config', 'serve', 'completion', 'help']));
    expect(await after('exp')).toEqual(['export']);
  });

  it('says what commands are for, on one line each', async () => {
    await after('jobs', 'ret');
    expect(host.out.stdout).toBe('retry go on with a failed export from where it was, and see it through\n');
  });

  it.each([
    [['export', '--form'], ['--format']],
    [['export', 'https://www.tubular.com/watch/abc', '--min'], ['--min-date']],
    [['https://www.tubular.com/watch/abc', '--ma'], ['--max-date']],
    [['export', '--sort', 'n'], ['new']],
    [
      ['export', '-f', 'j'],
      ['json', 'jsonl'],
    ],
    [['export', '--format', 'csv,xlsx,'], FILE_FORMATS.slice(2).map((format) => `csv,xlsx,${format}`)],
    [
      ['search', 'guid', '--min-'],
      ['--min-timestamp', '--min-date', '--min-rating', '--min-likes', '--min-depth'],
    ],
    [['search', 'guid', '--sort', 'o'], ['oldest']],
    [['schedules', 'add', '--every', 'd'], ['daily']],
    [['plan', 'pre'], ['premium']],
    [
      ['platforms', 'learnt', ''],
      ['marketplace', 'tubular'],
    ],
    [['check', 'tubular', 'm'], ['marketplace']],
    [['completion', 'f'], ['fish']],
    [['export', '--out', 'x'], []],
    [['export', 'x'], []],
    [['nothing', ''], []],
  ])('of %j is %j', async (words, found) => {
    expect((await after(...words)).toSorted()).toEqual(found.toSorted());
  });

  it('begins a word where a shell cannot hand on an empty one', async () => {
    expect(await host.run('completion', 'words', '--new', '--', 'jobs')).toBe(0);
    expect(host.out.stdout).toContain('\nretry ');
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s, which asks the program', async (shell) => {
    expect(await host.run('completion', shell)).toBe(0);
    expect(host.out.stdout).toContain('commentdock completion words ');
  });
});
