import { writeFileSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingWireFailure } from '#core/network/wire-failure.ts';
import { createTransport, type Outgoing, type Transport } from '#core/network/transport.ts';
import { createAuthority, type Authority } from '#test/world/authority.ts';
import { serve, serveProxy, serveTls, type Loopback } from '#test/network/loopback.ts';
import { QUIET_CONFIG } from '#test/network/page.ts';

const NEVER = new AbortController().signal;
let authority: Authority;
let extraCaFile: string;
let secure: Loopback;
let plain: Loopback;
const opened: Transport[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  extraCaFile = join(mkdtempSync(join(tmpdir(), 'network-')), 'authority.pem');
  writeFileSync(extraCaFile, authority.certificatePem);
  secure = await serveTls(
    (host) => authority.contextFor(host),
    (incoming, answer) => answer.end(`secure ${incoming.headers.host}`),
  );
  plain = await serve((incoming, answer) => answer.end(`plain ${incoming.headers.host}`));
});

afterAll(async () => {
  for (const transport of opened) await transport.close();
  await secure[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});

function open(config: Partial<typeof QUIET_CONFIG>, phaseMs?: number): Transport {
  const transport = createTransport({ ...QUIET_CONFIG, extraCaFile, ...config }, null, phaseMs);
  opened.push(transport);
  return transport;
}

function get(url: string): Outgoing {
  return { method: 'GET', url: new URL(url), headers: { accept: '*/*' }, body: null };
}

async function textOf(transport: Transport, url: string): Promise<string> {
  return (await transport.exchange(get(url), NEVER)).body.toString();
}

async function failureOf(transport: Transport, url: string): Promise<Error> {
  return transport.exchange(get(url), NEVER).then(
    () => new Error('no failure'),
    (error: Error) => error,
  );
}

describe('certificates', () => {
  it('trusts the authority of the extra file', async () => {
    expect(await textOf(open({}), `https://localhost:${secure.port}/`)).toBe(`secure localhost:${secure.port}`);
  });

  it('says what to do about an authority it does not know, and does not call it passing', async () => {
    const error = await failureOf(open({ extraCaFile: null }), `https://localhost:${secure.port}/`);
    expect(error).toBeInstanceOf(LastingWireFailure);
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('says that the extra file could not be read or holds nothing', async () => {
    const url = `https://localhost:${secure.port}/`;
    expect((await failureOf(open({ extraCaFile: '/no/such/file.pem' }), url)).message).toContain(
      '/no/such/file.pem (NODE_EXTRA_CA_CERTS) could not be read',
    );
    const empty = `${extraCaFile}.empty`;
    writeFileSync(empty, 'nothing');
    expect((await failureOf(open({ extraCaFile: empty }), url)).message).toContain('holds no certificate');
  });
});

describe('proxies', () => {
  it('asks for HTTPS through a tunnel, trusting the extra authority inside it, and keeps the tunnel', async () => {
    await using proxy = await serveProxy(() => secure.port);
    const transport = open({ httpsProxy: proxy.origin });
    expect(await textOf(transport, 'https://www.example.org/a')).toBe('secure www.example.org');
    expect(await textOf(transport, 'https://www.example.org/b')).toBe('secure www.example.org');
    expect(proxy.asked).toEqual(['CONNECT www.example.org:443']);
  });

  it('asks for plain HTTP in the absolute form', async () => {
    await using proxy = await serveProxy(() => plain.port);
    expect(await textOf(open({ httpProxy: proxy.origin }), 'http://www.example.org/a?b=c')).toBe('plain www.example.org');
    expect(proxy.asked).toEqual(['GET http://www.example.org/a?b=c']);
  });

  it('sends the credentials of the proxy to the proxy only', async () => {
    await using proxy = await serveProxy(() => secure.port);
    const transport = open({ httpsProxy: `http://me:p%40ss@${proxy.host}` });
    expect(await textOf(transport, 'https://www.example.org/')).toBe('secure www.example.org');
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
  });

  it('takes the address of a proxy without a scheme, and refuses one that is none', async () => {
    await using proxy = await serveProxy(() => secure.port);
    expect(await textOf(open({ httpsProxy: proxy.host }), 'https://www.example.org/')).toContain('secure');
    expect(() => open({ httpsProxy: 'http://:::' }).exchange(get('https://www.example.org/'), NEVER)).toThrow(
      /HTTPS_PROXY is not the address of a proxy/,
    );
  });

  it.each(['127.0.0.1', 'example.org,127.0.0.1', '*', ' .example.org 127.0.0.1'])(
    'leaves out what NO_PROXY names (%s)',
    async (noProxy) => {
      await using proxy = await serveProxy(() => plain.port);
      const transport = open({ httpProxy: proxy.origin, httpsProxy: proxy.origin, noProxy });
      expect(await textOf(transport, `${plain.origin}/`)).toBe(`plain ${plain.host}`);
      expect(proxy.asked).toEqual([]);
    },
  );

  it('does not look at the environment of the process', async () => {
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
    process.env['http_proxy'] = 'http://127.0.0.1:9';
    try {
      expect(await textOf(open({}), `${plain.origin}/`)).toBe(`plain ${plain.host}`);
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });

  it.each([407, 403])('says that the proxy refuses (%i), once', async (refuse) => {
    await using proxy = await serveProxy(() => secure.port, { refuse });
    const error = await failureOf(open({ httpsProxy: `http://me:secret@${proxy.host}` }), 'https://www.example.org/');
    expect(error).toBeInstanceOf(LastingWireFailure);
    expect(error.message).toContain(`The proxy answered ${refuse}`);
    expect(error.message).not.toContain('secret');
    expect(proxy.asked).toHaveLength(1);
  });

  it('says that the proxy wants credentials for plain HTTP too', async () => {
    await using proxy = await serveProxy(() => plain.port, { refuse: 407 });
    expect((await failureOf(open({ httpProxy: proxy.origin }), 'http://www.example.org/')).message).toContain('The proxy answered 407');
  });

  it('fails once, without asking for ever, when the proxy resets', async () => {
    await using proxy = await serveProxy(() => secure.port, { reset: true });
    const error = await failureOf(open({ httpsProxy: proxy.origin }), 'https://www.example.org/');
    expect(error.message).toContain('www.example.org cut the connection');
    expect(proxy.asked).toHaveLength(1);
  });

  it('ends a tunnel that hangs, and a handshake that hangs inside it', async () => {
    await using proxy = await serveProxy(() => secure.port, { hang: true });
    expect((await failureOf(open({ httpsProxy: proxy.origin }, 400), 'https://www.example.org/')).message).toContain(
      'did not answer within 0.4 s',
    );
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    await using through = await serveProxy(() => (mute.address() as AddressInfo).port);
    expect((await failureOf(open({ httpsProxy: through.origin }, 400), 'https://www.example.org/')).message).toContain(
      'did not answer within 0.4 s',
    );
    mute.close();
  });

  it('says that nothing listens at the address of the proxy', async () => {
    const gone = await serveProxy(() => 0);
    await gone[Symbol.asyncDispose]();
    expect((await failureOf(open({ httpsProxy: gone.origin }), 'https://www.example.org/')).message).toContain(
      '(or the proxy before it) takes no connections',
    );
  });
});
