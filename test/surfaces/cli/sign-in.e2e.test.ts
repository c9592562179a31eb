import { describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';

const LAST_WORD = /\S+$/;

async function newCode(cli: CommandLine): Promise<string> {
  const { exitCode, stdout } = await cli.run('login-code');
  expect(exitCode).toBe(0);
  return LAST_WORD.exec(stdout.trim())?.[0] ?? '';
}

async function enter(baseUrl: string, code: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/login`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ code }) });
  return answer.status;
}

describe('login-code', () => {
  it('prints the code last; it works beside a service and before one', async () => {
    await using cli = openCommandLine({});
    const before = await newCode(cli);
    const { addresses } = await cli.serve();
    const beside = await newCode(cli);
    const asJson = JSON.parse((await cli.run('login-code', '--json')).stdout) as { code: string; login_url: string };
    expect(asJson.login_url).toBe(`${addresses.base_url}/login`);
    for (const code of [before, beside, asJson.code]) {
      expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      expect([await enter(addresses.base_url, code), await enter(addresses.base_url, code)]).toEqual([303, 400]);
    }
  });
});

describe('gui', () => {
  it('prints a link that opens the window once', async () => {
    await using cli = openCommandLine({});
    const without = await cli.run('gui');
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('No service runs')]);
    await cli.serve();
    const link = (await cli.run('gui')).stdout.trim();
    const open = async (): Promise<number> => (await fetch(link, { redirect: 'manual' })).status;
    expect([await open(), await open()]).toEqual([200, 400]);
  });

  it('prints a link under the public address, and commands reach the service on this machine', async () => {
    await using cli = openCommandLine({ COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org' });
    const { addresses } = await cli.serve();
    const link = /^https:\/\/comments\.example\.org\/open\?code=[A-Z2-9]{4}-[A-Z2-9]{4}$/;
    expect(addresses).toMatchObject({ base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/), gui_url: expect.stringMatching(link) });
    expect((await cli.run('gui')).stdout.trim()).toMatch(link);
  });
});
