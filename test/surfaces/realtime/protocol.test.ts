import { afterEach, describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import { DISCONNECTS } from '#core/surfaces/realtime/codes.ts';
import { own } from '#test/own.ts';
import { ACCOUNT, EXPORTS, type Line, OWNER, startRealtimeService } from '#test/surfaces/realtime/realtime-service.ts';

const service = await own(startRealtimeService());
afterEach(() => expect(service.faults).toEqual([]));

const refused = (code: number, message: string, temporary?: true): Line => ({
  id: expect.any(Number),
  error: { code, message, ...(temporary === undefined ? {} : { temporary }) },
});
const NOT_AVAILABLE = refused(108, 'not available');
const DENIED = refused(103, 'permission denied');
const BAD_REQUEST = { code: 3501, reason: 'bad request' };

describe('connect', () => {
  it('names the client, its pings, its time and its channels', async () => {
    const { result } = await service.connected({ data: { any: 'thing' }, name: 'js', version: '1.0', headers: {}, flag: 0 });
    expect(result).toEqual({
      client: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: expect.stringMatching(/^\d+\.\d+/),
      expires: true,
      ttl: expect.any(Number),
      ping: 25,
      pong: true,
      subs: Object.fromEntries(
        ['exports', 'webhooks', 'user'].map((namespace) => [
          `${namespace}:${OWNER}`,
          { recoverable: true, positioned: true, epoch: expect.stringMatching(/^[0-9a-f]{8}$/), offset: expect.any(Number) },
        ]),
      ),
    });
    expect(result['ttl']).toBeGreaterThan(86_390);
    expect(result['ttl']).toBeLessThanOrEqual(86_400);
  });

  it('without a token is refused with 101', async () => {
    const client = await service.open();
    expect(await client.ask('connect', {})).toEqual(refused(101, 'unauthorized'));
  });

  it.each<[string, () => Promise<string>]>([
    ['nonsense', async () => 'nonsense'],
    [
      'a token that was changed',
      async () => (await service.token()).replace(/\.(.)([^.]*)$/, (_end, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
    ],
    ['a token of another key', () => signed('HS256', new Uint8Array(32))],
    ['an unsigned token', async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: OWNER, exp: 9_999_999_999 }))}.`],
    ['a token of another algorithm', () => signed('HS512', new Uint8Array(64))],
    ['a token of an API token that is revoked', () => service.token(crypto.randomUUID())],
  ])('with %s is refused with 109', async (_what, token) => {
    const client = await service.open();
    expect(await client.ask('connect', { token: await token() })).toEqual(refused(109, 'token expired'));
    client.send({ id: 9, connect: { token: await service.token() } });
    expect(await client.closed).toEqual(BAD_REQUEST);
  });

  it('passes over what follows a refused connect in its frame', async () => {
    const client = await service.open();
    client.send({ id: 1, connect: { token: 'nonsense' } }, { id: 2, subscribe: { channel: EXPORTS } });
    await client.until(({ id }) => id === 1);
    expect(client.lines).toEqual([refused(109, 'token expired')]);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('answers what follows in the same frame after it', async () => {
    const client = await service.open();
    const token = await service.token();
    client.send({ id: 1, connect: { token } }, '', { id: 2, presence_stats: { channel: EXPORTS } }, { id: 3, rpc: {} });
    await client.until(({ id }) => id === 3);
    expect(client.lines.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('a second time ends the connection', async () => {
    const client = await service.connected();
    client.send({ id: 2, connect: { token: await service.token() } });
    expect(await client.closed).toEqual(BAD_REQUEST);
  });
});

describe('what is not the protocol', () => {
  it.each([
    ['no JSON', 'hello'],
    ['half a line', '{"id":1'],
    ['a list', '[]'],
    ['a number', '5'],
    ['nothing', ''],
    ['blank lines', '\n\n'],
    ['a command without an id', '{"presence":{"channel":"x"}}'],
    ['an id that is none', '{"id":"one","ping":{}}'],
    ['a negative id', '{"id":-1,"ping":{}}'],
    ['an empty channel', '{"id":7,"subscribe":{"channel":""}}'],
    ['a channel that is no text', '{"id":7,"subscribe":{"channel":5}}'],
    ['a missing channel', '{"id":7,"history":{}}'],
    ['a position that is none', '{"id":7,"subscribe":{"channel":"x","recover":true,"offset":-1}}'],
    ['an empty token in refresh', '{"id":7,"refresh":{"token":""}}'],
  ])('%s ends the connection with 3501', async (_what, frame) => {
    const client = await service.connected();
    client.send(frame);
    expect(await client.closed).toEqual(BAD_REQUEST);
  });

  it('a command before connect ends the connection with 3501', async () => {
    for (const line of ['{}', '{"id":1,"rpc":{}}', '{"id":1,"presence":{"channel":"x"}}', '{"send":{}}']) {
      const client = await service.open();
      client.send(line);
      expect(await client.closed).toEqual(BAD_REQUEST);
    }
  });

  it('binary frames and the protobuf protocol end it with 3506', async () => {
    const binary = await service.connected();
    binary.socket.send(Buffer.from('{}'), { binary: true });
    const asked = [
      binary,
      await service.open(undefined, ['centrifuge-protobuf']),
      await service.open('/connection/websocket?cf_protocol=protobuf'),
    ];
    for (const client of asked) expect(await client.closed).toEqual({ code: 3506, reason: 'inappropriate protocol' });
  });

  it('a frame above 64 KiB ends it', async () => {
    const client = await service.connected();
    client.send({ id: 5, rpc: { data: 'x'.repeat(65 * 1024) } });
    expect((await client.closed).code).toBe(1009);
  });

  it('a message, which nobody answers, ends it with 3508', async () => {
    const client = await service.connected();
    client.send({ send: { data: {} } });
    expect(await client.closed).toEqual({ code: 3508, reason: 'not available' });
  });
});

describe('disconnects', () => {
  it.each(Object.values(DISCONNECTS))('$code has a reason that fits into a close frame', ({ code, reason }) => {
    expect(reason).toMatch(/^[a-z ]{4,120}$/);
    expect(code).toBeGreaterThanOrEqual(3_000);
    expect(code).toBeLessThan(4_000);
  });
});

describe('commands we do not offer', () => {
  it.each([
    ['publish', { channel: EXPORTS, data: {} }],
    ['rpc', { method: 'any', data: {} }],
    ['send', { data: {} }],
    ['fly', {}],
    ['constructor', {}],
    ['__proto__', {}],
  ])('%s is refused with 108', async (name, request) => {
    const client = await service.connected();
    client.send(`{"id":5,"${name}":${JSON.stringify(request)}}`);
    expect(await client.until(({ id }) => id === 5)).toEqual(NOT_AVAILABLE);
  });

  it('so is a command without anything', async () => {
    const client = await service.connected();
    client.send({ id: 5 });
    expect(await client.until(({ id }) => id === 5)).toEqual(NOT_AVAILABLE);
  });
});

describe('subscriptions', () => {
  it('to an export that there is', async () => {
    const channel = `export.${(await service.newJob()).guid}.job`;
    const client = await service.connected();
    expect(await client.ask('subscribe', { channel })).toMatchObject({ subscribe: { recoverable: true, positioned: true, offset: 1 } });
    expect(await client.ask('subscribe', { channel })).toEqual(refused(105, 'already subscribed'));
    expect(await client.ask('unsubscribe', { channel })).toEqual({ id: expect.any(Number), unsubscribe: {} });
    expect(await client.ask('unsubscribe', { channel })).toEqual({ id: expect.any(Number), unsubscribe: {} });
    expect(await client.ask('sub_refresh', { channel, token: 'any' })).toEqual(DENIED);
  });

  it.each([
    ['an unknown export', 'export.00000000-0000-4000-8000-000000000000.job', DENIED],
    ['all exports', 'export.*.job', DENIED],
    ['somebody else', 'exports:00000000-0000-4000-8000-000000000000', DENIED],
    ['a name without a namespace', 'news', DENIED],
    ['a namespace that is none', 'news:today', refused(102, 'unknown channel')],
    ['a channel of the server', EXPORTS, refused(105, 'already subscribed')],
    ['a long name', 'x'.repeat(256), refused(107, 'bad request')],
  ])('to %s are refused', async (_what, channel, answer) => {
    const client = await service.connected();
    expect(await client.ask('subscribe', { channel })).toEqual(answer);
  });

  it('are at most 128', async () => {
    const client = await service.connected();
    for (let count = 0; count < 128; count += 1)
      expect(await client.ask('subscribe', { channel: `export.${(await service.newJob()).guid}.job` })).toHaveProperty('subscribe');
    expect(await client.ask('subscribe', { channel: `export.${(await service.newJob()).guid}.job` })).toEqual(
      refused(106, 'limit exceeded'),
    );
  });

  it('tell who comes and goes to those who asked for it', async () => {
    const channel = `export.${(await service.newJob()).guid}.job`;
    const [one, other] = [await service.connected(), await service.connected()];
    await one.ask('subscribe', { channel, join_leave: true });
    await other.ask('subscribe', { channel });
    await other.ask('unsubscribe', { channel });
    const info = { user: OWNER, client: other.result['client'] };
    await one.until(({ push }) => (push as Line | undefined)?.['leave'] !== undefined);
    expect(one.lines.flatMap(({ push }) => (push === undefined ? [] : [push]))).toEqual([
      { channel, join: { info: { user: OWNER, client: one.result['client'] } } },
      { channel, join: { info } },
      { channel, leave: { info } },
    ]);
    expect(other.lines.filter(({ push }) => push !== undefined)).toEqual([]);
  });

  it('are answered before anything is said in them', async () => {
    const channel = `export.${(await service.newJob()).guid}.job`;
    const client = await service.connected();
    client.send({ id: 5, subscribe: { channel, join_leave: true } });
    await client.until(({ push }) => push !== undefined);
    expect(client.lines.map((line) => Object.keys(line).at(-1))).toEqual(['connect', 'subscribe', 'push']);
  });

  it('end when the export is removed', async () => {
    const job = await service.newJob();
    const channel = `export.${job.guid}.job`;
    const client = await service.connected();
    await client.ask('subscribe', { channel });
    service.tell('removed', job);
    expect(await client.until(({ push }) => push !== undefined)).toEqual({
      push: { channel, unsubscribe: { code: 2000, reason: 'server unsubscribe' } },
    });
    expect(await client.ask('presence', { channel })).toEqual(DENIED);
  });

  it('of the server can be left', async () => {
    const client = await service.connected();
    await client.ask('unsubscribe', { channel: ACCOUNT });
    service.announce(1);
    expect(await client.ask('presence', { channel: ACCOUNT })).toEqual(DENIED);
    expect(client.published(ACCOUNT)).toEqual([]);
  });
});

describe('questions', () => {
  it('who is there', async () => {
    const channel = `export.${(await service.newJob()).guid}.job`;
    const [one, other] = [await service.connected(), await service.connected()];
    for (const client of [one, other]) await client.ask('subscribe', { channel });
    const [first, second] = [one.result['client'] as string, other.result['client'] as string];
    const presence = { [first]: { user: OWNER, client: first }, [second]: { user: OWNER, client: second } };
    expect(await one.ask('presence', { channel })).toMatchObject({ presence: { presence } });
    expect(await one.ask('presence_stats', { channel })).toMatchObject({ presence_stats: { num_clients: 2, num_users: 1 } });
    other.socket.terminate();
    await expect
      .poll(async () => (await one.ask('presence_stats', { channel }))['presence_stats'])
      .toEqual({ num_clients: 1, num_users: 1 });
  });

  it('about a channel that one is not in are refused', async () => {
    const client = await service.connected();
    for (const name of ['presence', 'presence_stats', 'history', 'sub_refresh'])
      expect(await client.ask(name, { channel: 'exports:other' })).toEqual(DENIED);
  });

  it('a ping of the client is answered, an idle pong is not', async () => {
    const client = await service.connected();
    client.send({});
    expect(await client.ask('ping', {})).toEqual({ id: expect.any(Number), ping: {} });
  });

  it('a refresh brings another token', async () => {
    const client = await service.connected();
    expect(await client.ask('refresh', { token: await service.token() })).toMatchObject({ refresh: { expires: true, ttl: 86_400 } });
    client.send({ id: 9, refresh: { token: 'forged' } });
    expect(await client.closed).toEqual({ code: 3005, reason: 'connection expired' });
  });
});

function signed(alg: string, key: Uint8Array): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ token: null })
    .setProtectedHeader({ alg })
    .setSubject(OWNER)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + 60)
    .sign(key);
}
