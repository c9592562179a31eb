import { describe, expect, it } from 'vitest';
import { PATIENCE, realtimeHouse } from '#test/clients/realtime/realtime-house.ts';
import { startRealtimeService } from '#test/surfaces/realtime/realtime-service.ts';
import { realtimeClient, type TokenSource } from '#test/clients/realtime/realtime-client.ts';

const house = realtimeHouse();
/** Its tokens live for two seconds. */
const hurried = realtimeHouse({ COMMENTDOCK_REALTIME_TTL: '2' });

describe('a token', () => {
  it('opens the connection', async () => {
    const client = house.client();
    await client.ready();
    expect(client.reports).toEqual(['connecting 0 connect called', 'connected']);
  });

  it('outlives a restart of the service', async () => {
    const token = await house.getToken();
    await house.service.restart('quit');
    using client = realtimeClient(house.wsUrl, { token });
    await client.ready();
  });

  it('needs an API token', async () => {
    const answer = await house.service.client({}).post('/api/public/auth/socket');
    expect([answer.status, answer.body['error_code']]).toEqual([401, 'AUTH_HEADER_TOKEN']);
  });

  it('can be asked for with and without a body, and by bearer', async () => {
    for (const body of [undefined, '', {}]) {
      const answer = await house.service
        .client({ Authorization: `Bearer ${house.service.token}` })
        .ask('POST', '/api/public/auth/socket', body, { 'content-type': 'application/json' });
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['token']]);
    }
  });

  it('that is expired makes the client fetch another one', async () => {
    const old = await hurried.getToken();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    let fetched = 0;
    const getToken = (): Promise<string> => {
      fetched += 1;
      return hurried.getToken();
    };
    using client = realtimeClient(hurried.wsUrl, { token: old, getToken });
    await client.ready();
    expect(client.reports).toEqual(['connecting 0 connect called', 'error connect 109', 'connected']);
    expect(fetched).toBe(1);
  });

  const forged: readonly (readonly [string, (token: string) => string])[] = [
    ['of another signature', (token) => `${token.slice(0, -8)}AAAAAAAA`],
    ['of another user', (token) => withPayload(token, { sub: '00000000-0000-4000-8000-000000000000' })],
    ['with more time', (token) => withPayload(token, { exp: 9_999_999_999 })],
    ['that is none', () => 'nonsense'],
  ];
  it.each(forged)('%s is answered with error 109, not with a disconnect', async (_what, change) => {
    const source: TokenSource = { token: change(await house.getToken()) };
    using client = realtimeClient(house.wsUrl, source);
    await expect.poll(() => client.reports.at(-1), PATIENCE).toBe('disconnected 1 unauthorized');
    expect(client.reports).toContain('error connect 109');
    expect(client.reports).not.toContain('connected');
  });

  it('that is missing is final', async () => {
    using client = realtimeClient(house.wsUrl, {});
    await expect.poll(() => client.reports.at(-1), PATIENCE).toBe('disconnected 101 unauthorized');
  });

  it('is refreshed in time, and the connection stays', async () => {
    let fetched = 0;
    using client = realtimeClient(hurried.wsUrl, {
      getToken: () => {
        fetched += 1;
        return hurried.getToken();
      },
    });
    await client.ready();
    await expect.poll(() => fetched, PATIENCE).toBeGreaterThanOrEqual(3);
    await client.centrifuge.presenceStats(`user:${hurried.userUuid}`);
    expect(client.reports).toEqual(['connecting 0 connect called', 'connected']);
  });

  it('that was fetched with an API token opens nothing once that is revoked', async () => {
    await house.rest.post('/api/v1/api_tokens/generate', { name: 'for a while' });
    const { list } = await house.rest.get('/api/v1/api_tokens');
    const { uuid, token } = list.find(({ name }) => name === 'for a while') ?? {};
    const own = house.service.client({ 'X-AUTH-TOKEN': String(token) });
    const socketToken = String((await own.post('/api/public/auth/socket')).body['token']);
    using before = realtimeClient(house.wsUrl, { token: socketToken });
    await before.ready();
    await house.rest.ask('DELETE', `/api/v1/api_tokens/${String(uuid)}`);
    using after = realtimeClient(house.wsUrl, { token: socketToken });
    await expect.poll(() => after.reports.at(-1), PATIENCE).toBe('disconnected 1 unauthorized');
  });
});

describe('a connection', () => {
  it('that brings no other token is let go after its grace, and comes back with one', async () => {
    await using service = await startRealtimeService({ expiryGraceMs: 2_500 }, { COMMENTDOCK_REALTIME_TTL: '1' });
    let asked = 0;
    const getToken = (): Promise<string> => {
      asked += 1;
      return asked === 2 ? Promise.reject(new Error('the network is away')) : service.token();
    };
    using client = realtimeClient(service.wsUrl, { getToken });
    await expect
      .poll(() => client.reports.slice(0, 5), PATIENCE)
      .toEqual([
        'connecting 0 connect called',
        'connected',
        'error refreshToken 6',
        'connecting 3005 connection expired',
        'error connect 109',
      ]);
    await expect.poll(() => client.reports.at(-1), PATIENCE).toBe('connected');
  });

  it('ends for good where the client says what nobody answers', async () => {
    const client = house.client();
    await client.ready();
    await client.centrifuge.send({ hello: 'world' });
    await expect.poll(() => client.reports.at(-1), PATIENCE).toBe('disconnected 3508 not available');
  });

  it('comes back after a restart, with another epoch', async () => {
    const client = house.client();
    await client.ready();
    await house.switchPlans(2);
    await expect.poll(() => client.heard.length, PATIENCE).toBe(2);
    await house.service.restart('quit', { COMMENTDOCK_PORT: new URL(house.service.baseUrl).port });
    await expect.poll(() => client.reports.filter((report) => report === 'connected').length, PATIENCE).toBe(2);
    expect(client.reports).toContain('connecting 3001 shutdown');
    expect(client.recoveries.get(`user:${house.userUuid}`)).toBe(false);
    await house.switchPlans(2);
    await expect.poll(() => client.heard.map(({ offset }) => offset), PATIENCE).toEqual([1, 2, 1, 2]);
  });
});

function withPayload(token: string, fields: Readonly<Record<string, unknown>>): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  return [header, Buffer.from(JSON.stringify({ ...said, ...fields })).toString('base64url'), signature].join('.');
}
