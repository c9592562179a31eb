import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '#test/recordings/compare.ts';
import type { Door } from '#test/recordings/door.ts';
import { openEngineDoor } from '#test/recordings/engine-door.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';
import { lemmySimulator } from '#core/platforms/lemmy/simulator.ts';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { substackSimulator } from '#core/platforms/substack/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const EXPORT_MS = 240_000;
const SENTENCE = /^The export was led to an address where exports do not go: .* COMMENTDOCK_ALLOWED_INNER_HOSTS\.$/;
const FOLLOWERS = 'https://social.example/@owner/followers';

let world: World;
let service: Door;
/** What listens inside the network: whoever connects to it went too far. */
let canary: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n[]');
  });
  await new Promise<void>((resolve) => canary.listen(0, '0.0.0.0', resolve));
  port = (canary.address() as AddressInfo).port;
  world = await startWorld();
  // Everything inside is reached without the proxy: nothing but the guard stands between an export and the canary.
  const bypass = ['127.0.0.1', 'localhost', ...addressesOfThisMachine()].join(',');
  service = await openEngineDoor({ ...world.env, NO_PROXY: bypass, no_proxy: bypass });
});

beforeEach(() => {
  connections = 0;
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await world?.close();
  canary?.close();
});

function addressesOfThisMachine(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}

async function exported(url: string, simulators: readonly Simulator[]): Promise<Outcome> {
  world.replace({ simulators });
  return service.export({ url, options: {}, timeoutMs: EXPORT_MS });
}

/** Where nobody may be led, `PORT` being the canary's. */
const INSIDE = [
  'http://127.0.0.1:PORT/a',
  'https://127.0.0.1:PORT/a',
  'https://2130706433:PORT/a',
  'http://0x7f.1:PORT/a',
  'http://localhost:PORT/a',
  'https://[::ffff:127.0.0.1]:PORT/a',
  'http://[::1]:PORT/a',
  'http://0:PORT/a',
  'http://OUTSIDE:PORT/a',
] as const;
const ELSEWHERE = ['http://other.example/a', 'https://social.example:8443/a', 'https://social.example:22/a'] as const;
/** Of these the export says where they lead: they are public, and not the platform's. */
const FOREIGN = ['https://other.example/a', 'https://api.social.example/a'] as const;

const placed = (address: string): string => address.replace('PORT', String(port)).replace('OUTSIDE', addressesOfThisMachine()[0] ?? '0');
const redirecting = (location: string, status = 302): SimulatedAnswer => ({ status, headers: { location } });

/** The server's list goes on at `address`. */
function goingOnAt(address: string): Simulator {
  const server = mastodonSimulator({ listed: 200 });
  return async (request) => {
    const answer = await server(request);
    const isList = request.url.pathname.endsWith('/followers');
    return isList && answer !== null ? { ...answer, headers: { link: `<${address}>; rel="next"` } } : answer;
  };
}

const onHost =
  (hostname: string, answer: (url: URL) => SimulatedAnswer): Simulator =>
  ({ url }) =>
    url.hostname === hostname ? answer(url) : null;

/** An answer of the platform that leads on to `address`. */
const WAYS: readonly (readonly [way: string, url: string, simulators: (address: string) => readonly Simulator[]])[] = [
  ['a further page of a Mastodon server', FOLLOWERS, (address) => [goingOnAt(address)]],
  ['a redirect of a Mastodon server', FOLLOWERS, (address) => [onHost('social.example', () => redirecting(address))]],
  [
    'a redirect of a Lemmy server that keeps its method',
    'https://social.example/post/1234567',
    (address) => [onHost('social.example', () => redirecting(address, 307))],
  ],
  [
    'a redirect of a fixed site',
    'https://store.steampowered.com/app/10/',
    (address) => [onHost('store.steampowered.com', () => redirecting(address))],
  ],
];

describe.each(WAYS)('%s', (_way, url, simulators) => {
  it.each([...INSIDE, ...ELSEWHERE])('is not followed to %s', async (address) => {
    const outcome = await exported(url, simulators(placed(address)));
    expect(outcome).toMatchObject({ status: 'error', errorCode: 'NETWORK', detail: expect.stringMatching(SENTENCE) });
    expect(connections).toBe(0);
    expect(world.requests.filter((request) => !/^https:\/\/[^:/]+\//.test(request.url))).toEqual([]);
  });

  it.each(FOREIGN)('is not followed to %s, which is none of its hosts', async (address) => {
    const outcome = await exported(url, simulators(address));
    expect(outcome).toMatchObject({
      status: 'error',
      errorCode: 'BLOCKED',
      detail: expect.stringContaining(`leads to ${new URL(address).host}`),
    });
    expect(world.count(new URL(address).host)).toBe(0);
  });
});

it('a site is not left for its own self without TLS', async () => {
  const outcome = await exported(FOLLOWERS, [onHost('social.example', (url) => redirecting(url.href.replace('https:', 'http:')))]);
  expect(outcome).toMatchObject({ status: 'error', errorCode: 'NETWORK', detail: expect.stringMatching(SENTENCE) });
  expect(world.requests.filter(({ url }) => url.startsWith('http:'))).toEqual([]);
});

describe('where a link may lead anywhere', () => {
  const LINKS: readonly (readonly [way: string, url: string, simulators: (address: string) => readonly Simulator[]])[] = [
    ['a short link', 'https://amzn.to/3AbCdEf', (address) => [onHost('amzn.to', () => redirecting(address))]],
    [
      'the page of an article',
      'https://blog.example.org/a-post/#disqus_thread',
      (address) => [onHost('blog.example.org', () => redirecting(address))],
    ],
    [
      "a publication's own address",
      'https://owner.substack.com/p/a-post',
      (address) => [
        async (request) => {
          const answer = await substackSimulator({})(request);
          const body = answer?.body;
          const isPost = request.url.pathname === '/api/v1/posts/a-post' && typeof body === 'object';
          return isPost && answer !== null ? { ...answer, body: { ...body, canonical_url: address } } : answer;
        },
      ],
    ],
  ];

  it.each(LINKS.flatMap(([way, url, simulators]) => INSIDE.map((address) => [way, address, url, simulators] as const)))(
    '%s does not lead to %s',
    async (_way, address, url, simulators) => {
      const outcome = await exported(url, simulators(placed(address)));
      expect(outcome).toMatchObject({ status: 'error', errorCode: 'NETWORK', detail: expect.stringMatching(SENTENCE) });
      expect(connections).toBe(0);
    },
  );

  it('it passes public hosts that nobody knows, and never without TLS', async () => {
    const simulators: readonly Simulator[] = [
      onHost('amzn.to', () => redirecting('http://tracker.example/click')),
      onHost('tracker.example', () => redirecting('https://second.example/')),
      onHost('second.example', () => ({ status: 404 })),
    ];
    expect(await exported('http://amzn.to/3AbCdEf', simulators)).toMatchObject({ errorCode: 'NOT_FOUND' });
    expect(world.requests.map((request) => request.url)).toEqual([
      'https://amzn.to/3AbCdEf',
      'https://tracker.example/click',
      'https://second.example/',
    ]);
  });
});

describe('a pasted address', () => {
  it.each([
    'https://127.0.0.1/@owner/1000',
    'https://127.1/@owner/1000',
    'https://0x7f000001/@owner/1000',
    'http://127.0.0.1/@owner/1000',
    'https://10.0.0.1/@owner/1000',
    'https://metadata.google.internal/@owner/1000',
    'https://localhost.localdomain/@owner/1000',
    'https://169.254.169.254/@owner',
    'https://nas.local/post/1234567',
    'https://192.168.1.1/p/a-post',
    'https://127.0.0.1/a-post/#disqus_thread',
    'disqus:http://127.0.0.1/a-post/',
  ])('that leads inside is not asked: %s', async (url) => {
    const outcome = await exported(url, [() => ({ body: {} })]);
    expect(outcome).toMatchObject({ status: 'error', errorCode: 'NETWORK', detail: expect.stringMatching(SENTENCE) });
    expect(world.count()).toBe(0);
  });

  it.each([
    'https://social.example:8443/@owner/1000',
    'https://127.0.0.1:PORT/@owner/1000',
    'http://social.example:8080/@owner',
    'https://lemmy.example:8536/post/1234567',
    'https://vger.app/posts/lemmy.example:8536/c/cats/comments/1234567',
    'https://newsletter.example.org:444/p/a-post',
    'https://blog.example.org:8080/a-post/#disqus_thread',
    'disqus:http://127.0.0.1:PORT/a-post/',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  ])('at another port is refused with what to do: %s', async (url) => {
    const outcome = await exported(placed(url), [() => ({ body: {} })]);
    expect(outcome).toMatchObject({
      status: 'refused (400)',
      errorCode: 'INVALID_URL',
      detail: expect.stringMatching(/^The address names port \d+, and sites are asked at port 443 alone\. Paste it without the port; /),
    });
    expect([connections, world.count()]).toEqual([0, 0]);
  });

  it.each(['http://social.example/@owner/1000', 'social.example:443/@owner/1000', 'http://social.example:80/@owner/1000'])(
    'is asked over TLS however it is written: %s',
    async (url) => {
      const outcome = await exported(url, [mastodonSimulator({ comments: 10 })]);
      expect(outcome).toMatchObject({ status: 'done', errorCode: null });
      expect(new Set(world.requests.map((request) => new URL(request.url).protocol))).toEqual(new Set(['https:']));
    },
  );
});

describe('a server that goes on as it should', () => {
  it('says so without knowing that it is asked over TLS', async () => {
    const server = mastodonSimulator({ listed: 200 });
    const plain: Simulator = async (request) => {
      const answer = await server(request);
      const { link } = answer?.headers ?? {};
      return typeof link === 'string' && answer !== null
        ? { ...answer, headers: { ...answer.headers, link: link.replaceAll('https:', 'http:') } }
        : answer;
    };
    const outcome = await exported(FOLLOWERS, [plain]);
    expect(outcome).toMatchObject({ status: 'done' });
    expect(outcome.rows).toHaveLength(200);
  });

  it('may stand beside its name with www', async () => {
    const moved = mastodonSimulator({ host: 'www.social.example', comments: 10 });
    const outcome = await exported('https://social.example/@owner/1000', [
      onHost('social.example', (url) => redirecting(url.href.replace('//', '//www.'))),
      moved,
    ]);
    expect(outcome).toMatchObject({ status: 'done' });
  });

  it('tells nothing of what listens inside: an open port is as a closed one', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const closedPort = (closed.address() as AddressInfo).port;
    await new Promise((resolve) => closed.close(resolve));
    const [open, shut] = [
      await exported(FOLLOWERS, [onHost('social.example', () => redirecting(`http://127.0.0.1:${port}/`))]),
      await exported(FOLLOWERS, [onHost('social.example', () => redirecting(`http://127.0.0.1:${closedPort}/`))]),
    ];
    expect(open).toEqual(shut);
    expect(connections).toBe(0);
  });
});

it('a server of the own network is read where the owner names it, and no other beside it', async () => {
  const simulator = mastodonSimulator({ host: '127.0.0.1', comments: 10 });
  const site = createHttpServer(async ({ method = 'GET', url = '/' }, answer) => {
    const found = await simulator({ method, url: new URL(url, 'https://127.0.0.1/'), headers: {}, body: '' });
    answer.writeHead(found?.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(found?.body));
  });
  // Clients name no address in their handshake: the certificate is the only one.
  const own = createServer((socket) => {
    site.emit('connection', new TLSSocket(socket, { isServer: true, secureContext: world.contextFor('127.0.0.1') }));
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(own.address() as AddressInfo).port}`;
  world.replace({ simulators: [] });
  const named = await openEngineDoor({ ...world.env, COMMENTDOCK_ALLOWED_INNER_HOSTS: host });
  const exportOf = (server: string): Promise<Outcome> =>
    named.export({ url: `https://${server}/@owner/1000`, options: {}, timeoutMs: EXPORT_MS });
  expect(await exportOf(host)).toMatchObject({ status: 'done', errorCode: null });
  expect(await exportOf(`127.0.0.1:${port}`)).toMatchObject({ errorCode: 'INVALID_URL' });
  expect(await exportOf('127.0.0.1')).toMatchObject({ errorCode: 'NETWORK', detail: expect.stringMatching(SENTENCE) });
  expect(connections).toBe(0);
  await named[Symbol.asyncDispose]();
  own.close();
});

it('a Lemmy server is read as before', async () => {
  expect(await exported('https://lemmy.example/post/1234567', [lemmySimulator({ comments: 20 })])).toMatchObject({ status: 'done' });
});
