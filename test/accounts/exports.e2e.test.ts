import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import type { SavedAccount } from '#core/contract/saved-account.ts';
import { loginWall } from '#test/accounts/login-wall.ts';
import { own } from '#test/own.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const LATER = 4_000_000_000;
const wall = loginWall('fresh');
const world = await own(startWorld());
beforeEach(() => {
  world.replace({ simulators: [wall.simulator] });
  wall.session = 'fresh';
  wall.seen.length = 0;
});

const netscape = (name: string, value: string, expiry = LATER): string =>
  ['.reddit.com', 'TRUE', '/', 'TRUE', expiry, name, value].join('\t');

async function addAccount(cli: CommandLine, session: string, more: readonly string[] = [], expiry = LATER): Promise<SavedAccount> {
  const file = join(cli.dataDir, '..', 'cookies.txt');
  writeFileSync(file, [netscape('reddit_session', session, expiry), netscape('token_v2', 'x')].join('\n'));
  const { stdout, stderr } = await cli.run('accounts', 'add', 'reddit', '--cookies', file, '--json', ...more);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as SavedAccount;
}

const exported = async (cli: CommandLine, ...more: string[]): Promise<{ readonly exitCode: number | null; readonly job: Job }> => {
  const { exitCode, stdout } = await cli.run('export', THREAD, '--format', 'json', '--out', cli.outDir, '--json', ...more);
  return { exitCode, job: JSON.parse(stdout) as Job };
};
const accounts = async (cli: CommandLine): Promise<readonly SavedAccount[]> => JSON.parse((await cli.run('accounts', '--json')).stdout);

describe('exports and saved accounts', () => {
  it('say how to log in, use the account, notice that it is out, and go on once it is renewed', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    const without = await exported(cli);
    expect(without).toMatchObject({ exitCode: 5, job: { status: 'error', error_code: 'LOGIN_REQUIRED' } });
    expect(without.job.error).toContain('Save an account of Reddit with `commentdock login reddit`');

    expect(await addAccount(cli, 'stale')).toMatchObject({ is_default: true, needs_login: false, missing_cookies: [], name: 'main' });
    const stale = await exported(cli);
    expect(stale.job).toMatchObject({ status: 'error', error_code: 'LOGIN_REQUIRED' });
    expect(stale.job.error).toContain(
      'The saved account "main" of Reddit is not logged in any more: renew it with `commentdock login reddit`',
    );
    expect(await accounts(cli)).toMatchObject([
      { needs_login: true, needs_login_since: expect.any(String), renew: 'commentdock login reddit' },
    ]);

    expect(await addAccount(cli, 'fresh')).toMatchObject({ needs_login: false });
    const { stdout } = await cli.run('jobs', 'retry', stale.job.guid, '--format', 'json', '--out', cli.outDir, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'done', total_exported: 1 });
    expect(wall.seen.at(-1)?.cookie).toContain('reddit_session=fresh');
  });

  it('come from the browser that the cookies were made in', async () => {
    await using cli = openCommandLine(world.env);
    const [saved, own] = [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (made up) Chrome/99.0.0.0',
    ];
    const agents = (session: string): readonly string[] => [
      ...new Set(wall.seen.filter(({ cookie }) => cookie.includes(`reddit_session=${session}`)).map(({ userAgent }) => userAgent)),
    ];
    expect(await addAccount(cli, 'fresh', ['--user-agent', saved])).toMatchObject({ user_agent: saved });
    expect((await exported(cli)).job.status).toBe('done');
    expect(agents('fresh')).toEqual([saved]);
    await exported(cli, '--options', '{"cookies":{"sessionid":"given"}}', '--user-agent', own);
    expect(agents('given')).toEqual([own]);
    await exported(cli, '--options', '{"cookies":{"sessionid":"bare"}}');
    expect(agents('bare')).toEqual([expect.stringMatching(/^Mozilla\/5\.0 .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/)]);
  });

  it('take what the export says over what is saved', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    await addAccount(cli, 'fresh');
    await addAccount(cli, 'other', ['--name', 'second']);
    expect((await exported(cli)).job.status).toBe('done');
    const refused = await exported(cli, '--no-account');
    expect(refused.job.error).toContain('Save an account');
    expect(wall.seen.at(-1)?.cookie).toBe('');
    expect((await exported(cli, '--account', 'second')).job.error).toContain(
      '"second" of Reddit is not logged in any more: renew it with `commentdock login reddit --name second`',
    );
    const unknown = await exported(cli, '--account', 'third');
    expect(unknown).toMatchObject({
      exitCode: 2,
      job: { error_code: 'INVALID_REQUEST', error: expect.stringContaining('Choose one of: main, second.') },
    });
    const own = await exported(cli, '--options', '{"cookies":{"sessionid":"given"}}');
    expect(own.job.error).toContain('The cookies of this export are not those of a session that is logged in at Reddit');
    expect(wall.seen.at(-1)?.cookie).toBe('reddit_session=given');
    expect((await accounts(cli)).map(({ name, needs_login }) => [name, needs_login])).toEqual([
      ['main', false],
      ['second', true],
    ]);
  });

  it('leave out what has expired and say so, though the platform may not mind', async () => {
    await using cli = openCommandLine(world.env);
    await cli.serve();
    // Saved before it expires, however slow the machine is.
    let soon = 0;
    for (let aheadS = 2; Date.now() >= soon * 1_000; aheadS *= 2) {
      soon = Math.floor(Date.now() / 1_000) + aheadS;
      await addAccount(cli, 'fresh', [], soon);
    }
    while (Date.now() < soon * 1_000 + 50) await new Promise((resolve) => setTimeout(resolve, 100));
    const { job } = await exported(cli);
    expect(job.error).toContain('is not logged in any more');
    expect(wall.seen.every(({ cookie }) => !cookie.includes('fresh'))).toBe(true);
    expect(job.completeness.notes).toEqual([expect.stringContaining('The saved account "main" of Reddit has expired')]);
    expect(await accounts(cli)).toMatchObject([{ needs_login: true, needs_login_since: new Date(soon * 1_000).toISOString() }]);
  });
});
