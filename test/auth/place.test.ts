import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  askedOrigin,
  callerAddress,
  callerNetwork,
  expectListenable,
  isOwnersDoor,
  placeOf,
  refuseForeign,
  showsTokens,
} from '#core/auth/place.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { ownOrigins } from '#core/auth/oauth/own-origins.ts';
import { readConfig } from '#core/config/config.ts';

const PORT = 4780;

function placeWith(env: Readonly<Record<string, string>>): ReturnType<typeof placeOf> {
  return placeOf(readConfig(env), PORT);
}

function from(remoteAddress: string, headers: IncomingHttpHeaders): Pick<IncomingMessage, 'headers' | 'socket'> {
  return { headers, socket: { remoteAddress } as IncomingMessage['socket'] };
}

describe('a public address', () => {
  it.each([
    'comments.example.org',
    'https://comments.example.org/comments',
    'https://comments.example.org/?a',
    'https://ann@comments.example.org',
    'ftp://localhost',
  ])('is not %s', (address) => {
    expect(() => readConfig({ COMMENTDOCK_PUBLIC_URL: address })).toThrow(/COMMENTDOCK_PUBLIC_URL is .* origin such as https:/);
  });

  it.each([
    ['https://Comments.example.org:443', 'https://comments.example.org'],
    ['https://comments.example.org:8443/', 'https://comments.example.org:8443'],
    ['http://localhost:8080', 'http://localhost:8080'],
  ])('%s is that of links', (address, origin) => {
    expect(placeWith({ COMMENTDOCK_PUBLIC_URL: address })).toMatchObject({
      baseUrl: origin,
      publicUrl: origin,
      localUrl: 'http://127.0.0.1:4780',
    });
  });

  it('is one name, not one of this machine', () => {
    expect(ownOrigins('https://comments.example.org')).toEqual(['https://comments.example.org']);
    expect(ownOrigins('http://comments.lan:4780')).toEqual(['http://comments.lan:4780']);
    expect(ownOrigins('http://localhost:4780')).toContain('http://127.0.0.1:4780');
  });
});

describe('a port that is opened', () => {
  const PUBLIC = { COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org' };
  const NAMED = { COMMENTDOCK_ALLOWED_HOSTS: 'commentdock:4780' };
  const PLAIN = { COMMENTDOCK_ALLOW_PLAIN_HTTP: '1' };
  const listening = (env: Readonly<Record<string, string>>) => (): void => expectListenable(readConfig(env));

  it.each<Readonly<Record<string, string>>>([
    {},
    { COMMENTDOCK_HOST: 'localhost' },
    { COMMENTDOCK_HOST: '::1' },
    { COMMENTDOCK_HOST: '127.0.0.2', COMMENTDOCK_PUBLIC_URL: 'http://127.0.0.2:4780' },
    PUBLIC,
    { COMMENTDOCK_HOST: '0.0.0.0', ...PUBLIC, ...NAMED },
    { COMMENTDOCK_HOST: '0.0.0.0', COMMENTDOCK_PUBLIC_URL: 'http://localhost:4780', ...NAMED, ...PLAIN },
    { COMMENTDOCK_PUBLIC_URL: 'http://comments.lan', ...PLAIN },
  ])('is one of this machine alone, or of names that are known, over TLS or as the owner said: %j', (env) => {
    expect(listening(env)).not.toThrow();
  });

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [{ COMMENTDOCK_HOST: '0.0.0.0' }, /COMMENTDOCK_PUBLIC_URL .* COMMENTDOCK_ALLOWED_HOSTS/],
    [{ COMMENTDOCK_HOST: '::', ...NAMED }, /COMMENTDOCK_PUBLIC_URL/],
    [{ COMMENTDOCK_HOST: '192.0.2.1', ...PUBLIC }, /COMMENTDOCK_ALLOWED_HOSTS/],
    [{ COMMENTDOCK_HOST: '127.example.org', ...PUBLIC }, /COMMENTDOCK_ALLOWED_HOSTS/],
    [{ COMMENTDOCK_HOST: '0.0.0.0', COMMENTDOCK_PUBLIC_URL: 'http://localhost:4780', ...NAMED }, /COMMENTDOCK_ALLOW_PLAIN_HTTP=1/],
    [{ COMMENTDOCK_PUBLIC_URL: 'http://localhost.example.org' }, /COMMENTDOCK_ALLOW_PLAIN_HTTP=1/],
  ])('is refused as %j', (env, words) => {
    expect(listening(env)).toThrow(words);
  });
});

describe('the names of a service', () => {
  it('are those of this machine with its port, and without at that of the web', () => {
    expect([...placeWith({}).localHosts]).toEqual(['127.0.0.1:4780', 'localhost:4780', '[::1]:4780']);
    expect([...placeOf(readConfig({ COMMENTDOCK_HOST: 'Box.lan' }), 80).localHosts]).toEqual([
      '127.0.0.1:80',
      'localhost:80',
      '[::1]:80',
      'box.lan:80',
      '127.0.0.1',
      'localhost',
      '[::1]',
      'box.lan',
    ]);
    expect([...placeWith({ COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org:8443' }).publicHosts]).toEqual([
      'comments.example.org:8443',
    ]);
    expect([...placeWith({ COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org' }).publicHosts]).toEqual([
      'comments.example.org',
      'comments.example.org:443',
    ]);
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:4780'],
    ['0.0.0.0', 'http://127.0.0.1:4780'],
    ['::', 'http://127.0.0.1:4780'],
    ['::1', 'http://[::1]:4780'],
    ['192.0.2.1', 'http://192.0.2.1:4780'],
  ])('that listens at %s lead to %s', (host, url) => {
    expect(placeWith({ COMMENTDOCK_HOST: host })).toMatchObject({ localUrl: url, baseUrl: url, publicUrl: null });
  });

  it.each<[Readonly<Record<string, string>>, boolean]>([
    [{}, true],
    [{ COMMENTDOCK_HOST: '0.0.0.0' }, true],
    [{ COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org' }, false],
    [{ COMMENTDOCK_ALLOWED_HOSTS: 'notes.lan' }, false],
    [{ COMMENTDOCK_TRUSTED_PROXIES: '10.0.0.1' }, false],
  ])('with %j are those of this machine alone: %s', (env, isAlone) => {
    expect(placeWith(env).isAlone).toBe(isAlone);
  });
});

describe('what another site sends', () => {
  const place = placeWith({
    COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org',
    COMMENTDOCK_ALLOWED_HOSTS: 'notes.lan',
    COMMENTDOCK_TRUSTED_PROXIES: '10.0.0.1',
  });
  /** The host as all see it who look afterwards; null: refused. */
  const hostSeen = (headers: IncomingHttpHeaders, address = '10.0.0.1'): string | null => {
    const request = from(address, { ...headers });
    try {
      refuseForeign(request, place);
      return request.headers.host ?? '';
    } catch (error) {
      if (error instanceof CommentdockError && error.code === 'FORBIDDEN_ORIGIN') return null;
      throw error;
    }
  };

  it('is known by the host, that of a trusted proxy in the place of the one it asked for', () => {
    const told = { host: 'LOCALHOST:4780', 'x-forwarded-host': 'Comments.example.org' };
    expect([hostSeen(told), hostSeen(told, '10.0.0.2')]).toEqual(['comments.example.org', 'localhost:4780']);
    expect(hostSeen({ host: 'notes.lan' })).toBe('notes.lan');
    for (const host of [undefined, '', 'evil.example', 'notes.lan/', 'notes.lan?', 'notes.lan#', 'a@notes.lan', 'notes.lan, evil.example'])
      expect([host, hostSeen(host === undefined ? {} : { host })]).toEqual([host, null]);
  });

  it('is known by the origin of its page, in either case', () => {
    const asked = (host: string, origin: string) => hostSeen({ host, origin }) !== null;
    expect(asked('localhost:4780', 'HTTP://127.0.0.1:4780')).toBe(true);
    expect(asked('localhost:4780', 'https://127.0.0.1:4780')).toBe(false);
    expect(asked('localhost:4780', 'xxxxxxx127.0.0.1:4780')).toBe(false);
    expect(asked('comments.example.org', 'https://COMMENTS.example.org')).toBe(true);
    expect(asked('notes.lan', 'http://127.0.0.1:4780')).toBe(false);
  });

  it('came by way of what anybody reads, as the proxy says', () => {
    const refused = (protocol: string) => (): void =>
      refuseForeign(from('10.0.0.1', { host: 'comments.example.org', 'x-forwarded-proto': protocol }), place);
    expect(refused('http')).toThrow('The proxy was asked by plain http, and the public address is https://comments.example.org.');
    expect(refused('ws')).toThrow('The proxy was asked by another scheme, and the public address is https://comments.example.org.');
    expect(refused('https')).not.toThrow();
    expect(hostSeen({ host: 'notes.lan', 'x-forwarded-proto': 'http' })).toBe('notes.lan');
  });

  it('counts for who sent it', () => {
    const asked = from('10.0.0.1', { 'x-forwarded-for': '2001:db8:1:2::3' });
    const neighbour = from('10.0.0.1', { 'x-forwarded-for': '2001:db8:1:2::4' });
    expect(callerAddress(asked, place)).toBe('2001:db8:1:2::3');
    expect(callerNetwork(asked, place)).toBe(callerNetwork(neighbour, place));
    expect(callerNetwork(asked, place)).not.toBe(callerNetwork(asked, placeWith({})));
    expect(callerAddress(asked, placeWith({}))).toBe('10.0.0.1');
  });
});

describe("the owner's door", () => {
  const place = placeWith({ COMMENTDOCK_PUBLIC_URL: 'https://comments.example.org', COMMENTDOCK_HOST: '0.0.0.0' });
  const alone = placeWith({ COMMENTDOCK_HOST: '0.0.0.0' });

  it.each([
    ['of this machine', '127.0.0.1', { host: '127.0.0.1:4780' }, true],
    ['of this machine, in IPv6', '::ffff:127.0.0.1', { host: 'localhost:4780' }, true],
    ['of the public address, by way of a container', '172.17.0.1', { host: 'comments.example.org' }, true],
    ['of the public address with its port', '172.17.0.1', { host: 'Comments.example.org:443' }, true],
    ['of another port', '172.17.0.1', { host: 'comments.example.org:4780' }, false],
    ['that elsewhere calls itself this machine', '172.17.0.1', { host: '127.0.0.1:4780' }, false],
    ['of a proxy here that changes the Host', '127.0.0.1', { host: '127.0.0.1:4780', 'x-forwarded-for': '203.0.113.5' }, false],
    [
      'of a proxy here that changes the Host, in the words of RFC 7239',
      '::1',
      { host: 'localhost:4780', forwarded: 'for=203.0.113.5' },
      false,
    ],
  ])('is one %s: %j', (_what, address, headers, expected) => {
    expect(isOwnersDoor(from(address, headers), place)).toBe(expected);
  });

  it('is this machine alone where there is no public address', () => {
    expect(isOwnersDoor(from('172.17.0.1', { host: '127.0.0.1:4780' }), alone)).toBe(false);
    expect(isOwnersDoor(from('127.0.0.1', { host: '127.0.0.1:4780' }), alone)).toBe(true);
  });

  it('is localhost for a container whose port is mapped there', () => {
    const mapped = placeWith({ COMMENTDOCK_PUBLIC_URL: 'http://localhost:4780', COMMENTDOCK_HOST: '0.0.0.0' });
    const asked = (host: string) => isOwnersDoor(from('172.17.0.1', { host }), mapped);
    expect([asked('localhost:4780'), asked('127.0.0.1:4780'), asked('192.168.1.5:4780')]).toEqual([true, false, false]);
  });

  it('is not one of the further names, though a proxy here hands it on', () => {
    const named = placeWith({ COMMENTDOCK_ALLOWED_HOSTS: 'notes.lan' });
    const asked = from('127.0.0.1', { host: 'notes.lan' });
    expect([isOwnersDoor(asked, named), showsTokens('owner', asked, named)]).toEqual([false, false]);
    expect(showsTokens('token', from('127.0.0.1', { host: '127.0.0.1:4780' }), named)).toBe(false);
  });

  it('shows values of tokens at this machine; with a public address to the owner alone', () => {
    const here = from('127.0.0.1', { host: '127.0.0.1:4780' });
    const kinds = ['owner', 'token', 'client'] as const;
    expect(kinds.map((kind) => showsTokens(kind, here, alone))).toEqual([true, true, true]);
    expect(kinds.map((kind) => showsTokens(kind, here, place))).toEqual([true, false, false]);
    expect(showsTokens('owner', from('127.0.0.1', { host: 'comments.example.org' }), place)).toBe(false);
    expect(showsTokens('owner', from('192.0.2.1', { host: '127.0.0.1:4780' }), alone)).toBe(false);
  });

  it('answers in the words of the client', () => {
    expect(askedOrigin({ host: 'LOCALHOST:4780' }, place)).toBe('http://localhost:4780');
    expect(askedOrigin({ host: 'comments.example.org:443' }, place)).toBe('https://comments.example.org');
    expect(askedOrigin({ host: 'commentdock:4780' }, place)).toBe('https://comments.example.org');
  });
});
