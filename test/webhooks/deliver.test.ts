import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { RequestListener } from 'node:http';
import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { type Answer, deliver, DELIVERY_TIMEOUT_MS, type DeliveryParts } from '#core/webhooks/deliver.ts';
import { createTargetGuard, type ResolveAll } from '#core/webhooks/target-guard.ts';
import { serve, serveProxy, serveTls } from '#test/network/loopback.ts';
import { createAuthority } from '#test/world/authority.ts';

const NEVER = new AbortController().signal;
const HEADERS = { 'content-type': 'application/json', 'x-signature': 'abc' };
const BODY = '{"text":"Grüße"}';
const SHORT_MS = 300;
const MEGABYTE = Buffer.alloc(1_048_576, 'x');
const OPEN = { allowHttpWebhooks: '1', allowPrivateWebhooks: '1' } as const;

const authority = await createAuthority();

/** Answers each look-up with the next address, the last one for ever. */
function resolving(...addresses: readonly string[]): ResolveAll & { readonly asked: string[] } {
  const left = [...addresses];
  const asked: string[] = [];
  const resolve: ResolveAll = (hostname, _options, callback) => {
    asked.push(hostname);
    const address = (left.length > 1 ? left.shift() : left[0]) ?? '';
    if (address === '') callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    else callback(null, [{ address, family: 4 }]);
  };
  return Object.assign(resolve, { asked });
}

function partsWith(parts: Partial<DeliveryParts> = {}): DeliveryParts {
  return {
    guard: createTargetGuard(OPEN),
    timeoutMs: DELIVERY_TIMEOUT_MS,
    proxies: { httpsProxy: null, noProxy: null },
    trust: () => createSecureContext({ ca: authority.certificatePem }),
    ...parts,
  };
}

function deliverTo(url: string, parts?: Partial<DeliveryParts>, signal = NEVER): Promise<Answer> {
  return deliver({ url, headers: HEADERS, body: BODY, signal }, partsWith(parts));
}

/** What a server does with a connection, below HTTP. */
async function serveRaw(handle: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    openSockets: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a delivery', () => {
  it('posts the very body with its headers', async () => {
    const seen: { method?: string | undefined; url?: string | undefined; headers: object; body: string }[] = [];
    await using receiver = await serve((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
        answer.writeHead(204).end();
      });
    });
    expect(await deliverTo(`http://127.0.0.1:${receiver.port}/hook?a=b#c`)).toEqual({ responseCode: 204, error: null });
    expect(seen).toEqual([
      { method: 'POST', url: '/hook?a=b', headers: expect.objectContaining({ ...HEADERS, 'content-length': '18' }), body: BODY },
    ]);
    expect(receiver.openSockets()).toBe(0);
  });

  it.each([400, 404, 410, 429, 500, 503])('fails with %i', async (status) => {
    await using receiver = await serve((_request, answer) => answer.writeHead(status).end('no'));
    expect(await deliverTo(receiver.origin)).toEqual({ responseCode: status, error: `The receiver answered ${status}.` });
  });

  it.each([300, 301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    await using inside = await serve((_request, answer) => answer.end('secret'));
    await using receiver = await serve((_request, answer) => answer.writeHead(status, { location: inside.origin }).end());
    const answer = await deliverTo(receiver.origin);
    expect(answer).toEqual({ responseCode: status, error: `The receiver answered ${status}; redirects are not followed.` });
    expect([receiver.requests(), inside.connections()]).toEqual([1, 0]);
  });

  it('fails with a status that there is not', async () => {
    await using receiver = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')),
    );
    expect(await deliverTo(receiver.url)).toEqual({ responseCode: 99, error: 'The receiver answered 99.' });
  });

  it('says what kept it from the receiver', async () => {
    const closed = await serve(() => {});
    await closed[Symbol.asyncDispose]();
    expect(await deliverTo(closed.origin)).toEqual({ responseCode: 0, error: 'The receiver could not be reached: ECONNREFUSED.' });
    const nowhere = createTargetGuard(OPEN, resolving(''));
    expect(await deliverTo('https://example.com/', { guard: nowhere })).toEqual({
      responseCode: 0,
      error: 'The receiver could not be reached: ENOTFOUND.',
    });
  });

  it('breaks off when it is told to', async () => {
    await using receiver = await serve(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await deliverTo(receiver.origin, {}, stop.signal)).toMatchObject({ responseCode: 0 });
  });
});

describe('receivers that misbehave', () => {
  it('have ten seconds', () => {
    expect(DELIVERY_TIMEOUT_MS).toBe(10_000);
  });

  const slow: readonly (readonly [string, RequestListener, number])[] = [
    ['never answers', () => {}, 0],
    ['answers headers that never end', (request) => request.socket.write('HTTP/1.1 200 OK\r\nX-'), 0],
    ['never ends its answer', (_request, answer) => answer.writeHead(200).write('x'), 200],
    ['never ends its refusal', (_request, answer) => answer.writeHead(500).write('x'), 500],
  ];

  it.each(slow)('one that %s is cut', async (_name, behave, status) => {
    await using receiver = await serve(behave);
    // Where a status is to come first, it gets the time to come on a busy machine.
    const answer = await deliverTo(receiver.origin, { timeoutMs: status === 0 ? SHORT_MS : 10 * SHORT_MS });
    expect(answer.responseCode).toBe(status);
    if (status === 0) expect(answer.error).toBe('No answer came within 0.3 seconds.');
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });

  it('one that never ends the handshake is cut', async () => {
    await using receiver = await serveRaw((socket) => socket.resume());
    const answer = await deliverTo(receiver.url.replace('http:', 'https:'), { timeoutMs: SHORT_MS });
    expect(answer).toEqual({ responseCode: 0, error: 'No answer came within 0.3 seconds.' });
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });

  it('a name server that never answers is not waited for', async () => {
    const guard = createTargetGuard(OPEN, () => {});
    for (const httpsProxy of [null, 'http://127.0.0.1:9'])
      expect(await deliverTo('https://example.com/', { guard, timeoutMs: SHORT_MS, proxies: { httpsProxy, noProxy: null } })).toEqual({
        responseCode: 0,
        error: 'No answer came within 0.3 seconds.',
      });
  });

  it('an answer without end is cut, and its status counts', async () => {
    let written = 0;
    await using receiver = await serve((_request, answer) => {
      answer.writeHead(200);
      const more = (): void => {
        while (!answer.destroyed && answer.write(MEGABYTE)) written += MEGABYTE.length;
      };
      answer.on('drain', more).on('error', () => {});
      more();
    });
    expect(await deliverTo(receiver.origin)).toEqual({ responseCode: 200, error: null });
    await expect.poll(() => receiver.openSockets()).toBe(0);
    expect(written).toBeLessThan(32 * MEGABYTE.length);
  });

  it.each([
    ['headers without end', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['nothing at all', ''],
  ])('one that answers %s has failed', async (_name, text) => {
    await using receiver = await serveRaw((socket) => socket.once('data', () => (text === '' ? socket.end() : socket.write(text))));
    expect(await deliverTo(receiver.url)).toMatchObject({
      responseCode: 0,
      error: expect.stringMatching(/^The receiver could not be reached: /),
    });
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });
});

describe('the way to the receiver', () => {
  it('is refused by what the URL says, before any connection', async () => {
    await using inside = await serve((_request, answer) => answer.end());
    const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' });
    for (const url of [inside.origin, `https://127.0.0.1:${inside.port}/`, `https://[::ffff:127.0.0.1]:${inside.port}/`])
      expect(await deliverTo(url, { guard })).toMatchObject({ responseCode: 0, error: expect.stringContaining('is not an address') });
    expect(inside.connections()).toBe(0);
  });

  it('is checked with every connection: a name that turns inward is refused', async () => {
    const contexts = (host: string) => authority.contextFor(host);
    await using receiver = await serveTls(contexts, (_request, answer) => answer.end());
    const rebinding = resolving('127.0.0.1', '169.254.169.254');
    const guard = createTargetGuard(OPEN, rebinding);
    const url = `https://hooks.example:${receiver.port}/`;
    expect(await deliverTo(url, { guard })).toEqual({ responseCode: 200, error: null });
    expect(await deliverTo(url, { guard })).toEqual({ responseCode: 0, error: expect.stringContaining('169.254.169.254') });
    expect(rebinding.asked).toEqual(['hooks.example', 'hooks.example']);
    expect(receiver.requests()).toBe(1);
  });

  it('is not taken where the certificate is for another name or of nobody we trust', async () => {
    await using receiver = await serveTls(
      () => authority.contextFor('other.example'),
      (_request, answer) => answer.end(),
    );
    const guard = createTargetGuard(OPEN, resolving('127.0.0.1'));
    const url = `https://hooks.example:${receiver.port}/`;
    expect(await deliverTo(url, { guard })).toMatchObject({ error: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') });
    const strangers = { guard, trust: () => createSecureContext({ ca: [] }) };
    expect(await deliverTo(url.replace('hooks', 'other'), strangers)).toMatchObject({ responseCode: 0 });
    expect(receiver.requests()).toBe(0);
  });
});

describe('a proxy', () => {
  it('is used for https, and resolves what only it knows', async () => {
    await using receiver = await serveTls(
      (host) => authority.contextFor(host),
      (_request, answer) => answer.end(),
    );
    await using proxy = await serveProxy(() => receiver.port);
    const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' }, resolving(''));
    for (const httpsProxy of [proxy.origin, proxy.host, proxy.origin.replace('//', '//user:pass@')]) {
      expect(await deliverTo('https://hooks.example/', { guard, proxies: { httpsProxy, noProxy: null } })).toEqual({
        responseCode: 200,
        error: null,
      });
    }
    expect(proxy.asked).toEqual(Array.from({ length: 3 }, () => 'CONNECT hooks.example:443'));
    expect(proxy.credentials.at(-1)).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
  });

  it('is not asked for what this machine knows to be inside', async () => {
    await using proxy = await serveProxy(() => 1);
    const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' }, resolving('10.0.0.1'));
    const proxies = { httpsProxy: proxy.origin, noProxy: null };
    expect(await deliverTo('https://hooks.example/', { guard, proxies })).toMatchObject({ error: expect.stringContaining('10.0.0.1') });
    expect(await deliverTo('https://10.0.0.1/', { guard, proxies })).toMatchObject({ responseCode: 0 });
    expect(proxy.connections()).toBe(0);
  });

  it('is left out for hosts of NO_PROXY, and the guard stands', async () => {
    await using receiver = await serveTls(
      (host) => authority.contextFor(host),
      (_request, answer) => answer.end(),
    );
    await using proxy = await serveProxy(() => 1);
    const proxies = { httpsProxy: proxy.origin, noProxy: 'other.example,.example' };
    const open = createTargetGuard(OPEN, resolving('127.0.0.1'));
    expect(await deliverTo(`https://hooks.example:${receiver.port}/`, { guard: open, proxies })).toMatchObject({ responseCode: 200 });
    const turning = createTargetGuard(OPEN, resolving('127.0.0.1', '100.64.0.1'));
    expect(await deliverTo(`https://hooks.example:${receiver.port}/`, { guard: turning, proxies })).toMatchObject({
      error: expect.stringContaining('100.64.0.1'),
    });
    expect([proxy.connections(), receiver.requests()]).toEqual([0, 1]);
  });

  it('is not used for this machine itself', async () => {
    await using receiver = await serve((_request, answer) => answer.end());
    await using proxy = await serveProxy(() => 1);
    expect(await deliverTo(receiver.origin, { proxies: { httpsProxy: proxy.origin, noProxy: null } })).toMatchObject({ responseCode: 200 });
    expect(proxy.connections()).toBe(0);
  });

  it('that refuses is a failed try', async () => {
    await using proxy = await serveProxy(() => 1, { refuse: 403 });
    const guard = createTargetGuard(OPEN, resolving(''));
    const answer = await deliverTo('https://hooks.example/', { guard, proxies: { httpsProxy: proxy.origin, noProxy: null } });
    expect(answer).toEqual({ responseCode: 0, error: 'The receiver could not be reached: ERR_PROXY_TUNNEL.' });
    const misspelled = { guard, proxies: { httpsProxy: 'socks5://127.0.0.1:1', noProxy: null } };
    expect(await deliverTo('https://hooks.example/', misspelled)).toMatchObject({ responseCode: 0 });
  });
});
