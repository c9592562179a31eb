import { createServer } from 'node:https';
import { createServer as createPlainServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentFetch, type DocumentFetchParts } from '#core/auth/oauth/client-document-fetch.ts';
import { createTargetGuard, type ResolveAll } from '#core/webhooks/target-guard.ts';
import { type Authority, createAuthority } from '#test/world/authority.ts';

const HOST = 'client.example';

let authority: Authority;
let server: Server;
let port: number;
let answer = (response: ServerResponse): unknown => response.end('{}');
const seen: string[] = [];

/** DNS of the test: the name of the client leads to this machine. */
const toThisMachine: ResolveAll = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

function fetchWith(parts: Partial<DocumentFetchParts> = {}) {
  const open = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '1' }, toThisMachine);
  const trust = () => createSecureContext({ ca: [...getCACertificates('default'), authority.certificatePem] });
  return createDocumentFetch({ guard: open, proxies: { httpsProxy: null, noProxy: null }, trust, ...parts });
}

const forEver = (): AbortSignal => new AbortController().signal;
const address = (): string => `https://${HOST}:${port}/client.json`;

describe('fetching a client metadata document', () => {
  beforeAll(async () => {
    authority = await createAuthority();
    server = createServer({ SNICallback: (host, done) => done(null, authority.contextFor(host)) }, (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.host}`);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  it('gives its text, and how long it may be kept', async () => {
    for (const [control, maxAgeMs] of [
      ['max-age=90', 90_000],
      ['public, max-age="90"', 90_000],
      ['max-age=90, no-store', 0],
      ['no-cache', 0],
      ['', 0],
    ] as const) {
      answer = (response) => response.setHeader('cache-control', control).end('{"a":1}');
      expect(await fetchWith()(address(), forEver())).toEqual({ text: '{"a":1}', maxAgeMs });
    }
    expect(seen.at(-1)).toBe(`GET /client.json ${HOST}:${port}`);
  });

  it.each([
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/other' }).end(), 'NETWORK', /answered 302/],
    ['a failure', (response: ServerResponse) => response.writeHead(500).end(), 'NETWORK', /answered 500/],
    ['nothing new', (response: ServerResponse) => response.writeHead(204).end(), 'NETWORK', /answered 204/],
    ['too much', (response: ServerResponse) => response.end('x'.repeat(16_385)), 'INVALID_REQUEST', /the document is too long/],
    ['a cut connection', (response: ServerResponse) => response.destroy(), 'NETWORK', /could not be reached: ECONNRESET/],
  ])('does not take %s', async (_what, behaviour, code, words) => {
    answer = behaviour;
    const before = seen.length;
    await expect(fetchWith()(address(), forEver())).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(seen.length).toBe(before + 1);
  });

  it('takes as much as a document may be long, and asks for JSON', async () => {
    let asked: unknown = null;
    answer = (response) => {
      asked = response.req.headers.accept;
      response.end('x'.repeat(16_384));
    };
    expect((await fetchWith()(address(), forEver())).text).toHaveLength(16_384);
    expect(asked).toBe('application/json');
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '100.64.0.1', '::ffff:127.0.0.1'])(
    'asks nobody where the name leads to %s',
    async (inside) => {
      const resolve: ResolveAll = (_name, _options, callback) =>
        callback(null, [
          { address: '93.184.216.34', family: 4 },
          { address: inside, family: inside.includes(':') ? 6 : 4 },
        ]);
      const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' }, resolve);
      const before = seen.length;
      await expect(fetchWith({ guard })(address(), forEver())).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/it is not on the public internet/),
      });
      const literal = `https://${inside.includes(':') ? `[${inside}]` : inside}:${port}/client.json`;
      await expect(fetchWith({ guard })(literal, forEver())).rejects.toThrow(/not on the public internet/);
      expect(seen.length).toBe(before);
    },
  );

  it('goes through the outbound proxy, and checks the name before', async () => {
    const asked: string[] = [];
    const proxy = createPlainServer().on('connect', (request, client) => {
      asked.push(request.url ?? '');
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const proxies = { httpsProxy: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, noProxy: null };
      answer = (response) => response.end('{"by":"proxy"}');
      expect((await fetchWith({ proxies })(address(), forEver())).text).toBe('{"by":"proxy"}');
      expect(asked).toEqual([`${HOST}:${port}`]);
      const guard = createTargetGuard({ allowHttpWebhooks: '0', allowPrivateWebhooks: '0' }, toThisMachine);
      await expect(fetchWith({ proxies, guard })(address(), forEver())).rejects.toThrow(/not on the public internet/);
      expect(asked).toHaveLength(1);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('ends with its caller, and trusts nobody who is not known', async () => {
    answer = () => undefined;
    const gone = new AbortController();
    const asked = fetchWith()(address(), gone.signal);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect(fetchWith({ trust: () => createSecureContext() })(address(), forEver())).rejects.toThrow(/could not be reached/);
  });
});
