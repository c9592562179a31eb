import { describe, expect, it } from 'vitest';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { PROXY_ADDRESS, startFrontProxy } from '#test/surfaces/rest/front-proxy.ts';

const PUBLIC = 'https://comments.example.org';

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

describe('invitations', () => {
  it('are made, listed and revoked; each lets one browser in, by its button', async () => {
    await using cli = openCommandLine({});
    const before = await cli.run('invitations', 'new', 'Ada', '--json');
    expect([before.exitCode, before.stderr]).toEqual([0, expect.stringContaining('commentdock serve')]);
    const { addresses } = await cli.serve();
    const made = JSON.parse((await cli.run('invitations', 'new', 'Grace', '--hours', '2', '--json')).stdout) as {
      uuid: string;
      url: string;
    };
    expect(made.url).toMatch(new RegExp(`^${addresses.base_url}/invitation\\?code=`));
    const press = async (code: string): Promise<number> =>
      (await fetch(`${addresses.base_url}/invitation`, { method: 'POST', body: new URLSearchParams({ code }) })).status;
    const codes = [made.url, (JSON.parse(before.stdout) as { url: string }).url].map((url) => url.replace(/^.*code=/, ''));
    expect([await press(codes[0] ?? ''), await press(codes[0] ?? '')]).toEqual([200, 400]);
    expect((await cli.run('invitations', 'list')).stdout).toMatch(new RegExp(`${made.uuid} +Grace`));
    expect((await cli.run('invitations', 'revoke', made.uuid)).stdout.trim()).toBe('Done.');
    expect((await cli.run('invitations', 'revoke', made.uuid)).exitCode).toBe(2);
    expect([await press(codes[1] ?? ''), await press('')]).toEqual([200, 400]);
  });
});

describe('a service that others reach', () => {
  it.each<Record<string, string>>([{ COMMENTDOCK_HOST: '192.0.2.1' }, { COMMENTDOCK_PUBLIC_URL: 'http://comments.example.org' }])(
    'does not start by mistake: %j',
    async (env) => {
      await using cli = openCommandLine(env);
      const { exitCode, stderr } = await cli.run('serve');
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^INVALID_REQUEST: COMMENTDOCK_(HOST|PUBLIC_URL) is /)]);
    },
  );

  it('follows its public address through a proxy: links, cookies, realtime, challenges', async () => {
    await using cli = openCommandLine({
      COMMENTDOCK_PUBLIC_URL: PUBLIC,
      COMMENTDOCK_TRUSTED_PROXIES: PROXY_ADDRESS,
      COMMENTDOCK_ADDRESS_LIMIT: '30',
      COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1',
    });
    const { addresses } = await cli.serve();
    await using inbox = await startWebhookInbox();
    await cli.run('webhooks', 'add', inbox.url, '--events', 'export.finished', '--signing-secret', 'a secret of letters and digits');
    await cli.run('export', 'https://store.steampowered.com/app/10/', '--sandbox');
    await expect
      .poll(() => JSON.stringify(inbox.deliveries.map(({ body }) => body)), { timeout: 30_000 })
      .toContain(`"download_url":"${PUBLIC}/exports/`);
    await using proxy = await startFrontProxy(Number(new URL(addresses.base_url).port));
    const [host, from] = [new URL(PUBLIC).host, '127.0.0.3'];
    const { url } = JSON.parse((await cli.run('invitations', 'new', 'Ada', '--json')).stdout) as { url: string };
    const [address = '', code = ''] = url.split('?code=');
    expect(address).toBe(`${PUBLIC}/invitation`);
    const accepted = await proxy.ask(from, 'POST', '/invitation', { host, origin: PUBLIC }, { code });
    const cookie = (accepted.headers['set-cookie']?.[0] ?? '').replace(/;.*$/, '');
    expect(cookie).toMatch(/^__Host-commentdock_window_443=/);
    const pass = { host, cookie, 'x-commentdock-window': /#key=([\w-]+)"/.exec(accepted.text)?.[1] ?? '' };
    expect((await proxy.ask(from, 'GET', '/api/v1/assistants/setup', pass)).json['http_url']).toBe(`${PUBLIC}/mcp`);
    expect((await proxy.ask(from, 'GET', '/openapi.json', { host })).json['servers']).toEqual([{ url: PUBLIC }]);
    const mcp = await proxy.ask(from, 'POST', '/mcp', { host }, {});
    expect(mcp.headers['www-authenticate']).toContain(`authorization_server="${PUBLIC}/.well-known/oauth-authorization-server"`);
    const realtime = (headers: Record<string, string>) => proxy.upgrade(from, '/connection/websocket', headers);
    expect([await realtime({ host, origin: PUBLIC }), await realtime({ host, origin: 'https://evil.example' })]).toEqual([101, 403]);
    let status = 0;
    for (let n = 0; n < 31 && status !== 429; n += 1) status = await realtime({ host, origin: PUBLIC });
    expect([status, (await proxy.ask('127.0.0.4', 'GET', '/health', { host })).status]).toEqual([429, 200]);
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
