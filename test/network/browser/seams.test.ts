import { describe, expect, it } from 'vitest';
import { exchangeCookies } from '#core/network/browser/cookie-exchange.ts';
import { errorOfBrowser } from '#core/network/browser/failure.ts';
import { launchOptions } from '#core/network/browser/launch.ts';
import { patternSource, wireMatch } from '#core/network/browser/match.ts';
import { BrowserFailure, type BrowserCookie } from '#core/network/browser/protocol.ts';
import { routeOfSettings } from '#core/network/browser/route.ts';
import { openCookies } from '#core/network/cookies.ts';

const NO_PROXY = { httpsProxy: null, httpProxy: null, noProxy: null };
const EXECUTABLE = { executable: '/usr/bin/chromium', isRoot: false };

describe('the route of the settings', () => {
  it('is the bare connection without a proxy, and with a NO_PROXY that names everything', () => {
    expect(routeOfSettings(NO_PROXY)).toEqual({ key: 'direct', proxy: null });
    expect(routeOfSettings({ ...NO_PROXY, httpsProxy: 'http://p:1', noProxy: '*' })).toEqual({ key: 'direct', proxy: null });
  });

  it('takes credentials out of the address, and knows the port that is meant', () => {
    const { proxy } = routeOfSettings({ ...NO_PROXY, httpsProxy: 'http://me:p%40ss@proxy.example' });
    expect(proxy).toEqual({ server: 'http://proxy.example:80', bypass: '', username: 'me', password: 'p@ss' });
    expect(routeOfSettings({ ...NO_PROXY, httpProxy: '127.0.0.1:8080' }).proxy?.server).toBe('http://127.0.0.1:8080');
    expect(() => routeOfSettings({ ...NO_PROXY, httpsProxy: 'http://:::' })).toThrow(/not the address of a proxy/);
  });

  it('leaves out what NO_PROXY names, subdomains included', () => {
    const { proxy } = routeOfSettings({
      httpsProxy: 'http://p:1',
      httpProxy: null,
      noProxy: '127.0.0.1, localhost .example.org corp.example:8443',
    });
    expect(proxy?.bypass.split(',')).toEqual([
      '127.0.0.1',
      'localhost',
      'example.org',
      '*.example.org',
      'corp.example:8443',
      '*.corp.example:8443',
    ]);
  });
});

describe('the start of a browser', () => {
  const flags = (options: ReturnType<typeof launchOptions>): string => (options.args ?? []).join('\n');

  it('has a sandbox, no QUIC, no WebRTC past the proxy, and no proxy but the route', () => {
    const direct = launchOptions({ key: 'direct', proxy: null }, EXECUTABLE);
    expect(direct).toMatchObject({ headless: true, chromiumSandbox: true, handleSIGINT: false });
    expect(flags(direct)).toContain('--disable-quic');
    expect(flags(direct)).toContain('--force-webrtc-ip-handling-policy=disable_non_proxied_udp');
    expect(flags(direct)).toContain('--no-proxy-server');
    expect(launchOptions({ key: 'direct', proxy: null }, { ...EXECUTABLE, isRoot: true }).chromiumSandbox).toBe(false);
  });

  it('keeps credentials off the command line, and resolves no names where all goes through the proxy', () => {
    const proxy = { server: 'http://10.0.0.1:3128', bypass: '', username: 'me', password: 'secret' };
    const through = launchOptions({ key: 'x', proxy }, EXECUTABLE);
    expect(flags(through)).toContain('--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 10.0.0.1');
    expect(flags(through)).not.toContain('secret');
    expect(through.proxy).toEqual({ server: 'http://10.0.0.1:3128', username: 'me', password: 'secret' });
    expect(flags(launchOptions({ key: 'x', proxy: { ...proxy, bypass: 'localhost' } }, EXECUTABLE))).not.toContain('host-resolver-rules');
  });
});

describe('what is wanted of a page', () => {
  it.each([
    ['www.example.org/api/*', 'https://www.example.org/api/list?a=b', true],
    ['www.example.org/api/*', 'https://evil.org/?www.example.org/api/x', false],
    ['*.example.org/list?page=*', 'https://a.b.example.org/list?page=2', true],
    ['www.example.org/list', 'https://www.example.org/list?x', false],
    ['www.example.org/a(b)', 'https://www.example.org/a(b)', true],
  ])('%s and %s', (pattern, url, isMatch) => {
    expect(new RegExp(patternSource(pattern), 'i').test(url)).toBe(isMatch);
  });

  it('crosses as plain data, xhr and fetch by default', () => {
    expect(wireMatch({ url: 'a.b/c' })).toEqual({
      urls: [String.raw`^https?://a\.b/c$`],
      method: null,
      types: ['xhr', 'fetch'],
      body: null,
    });
  });
});

describe('cookies between jar and browser', () => {
  const cookie = (name: string, value: string, domain = '.example.org'): BrowserCookie => ({
    name,
    value,
    domain,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: true,
  });

  it('go out once, and again only when they change', () => {
    const jar = openCookies({ sid: 'a' }, { domains: ['.example.org', '127.0.0.1'] });
    const exchange = exchangeCookies(jar);
    expect(
      exchange
        .outgoing()
        .map(({ name, value, domain }) => `${domain} ${name}=${value}`)
        .toSorted(),
    ).toEqual(['.example.org sid=a', '127.0.0.1 sid=a']);
    expect(exchange.outgoing()).toEqual([]);
    jar.keep('sid=b; Domain=example.org; Path=/; Secure; SameSite=None; Max-Age=1000', new URL('https://example.org/'));
    expect(exchange.outgoing()).toEqual([expect.objectContaining({ name: 'sid', value: 'b', sameSite: 'None', secure: true })]);
  });

  it('come back, and go where the page removed them', () => {
    const jar = openCookies({}, { domains: ['.example.org'] });
    const exchange = exchangeCookies(jar);
    exchange.incoming([cookie('a', '1'), cookie('b', '2', 'www.example.org')]);
    expect(jar.valueAt('https://www.example.org/', 'a')).toBe('1');
    expect(jar.valueAt('https://other.example.org/', 'b')).toBeNull();
    expect(exchange.outgoing()).toEqual([]);
    exchange.incoming([cookie('b', '3', 'www.example.org')]);
    expect(jar.valueAt('https://www.example.org/', 'a')).toBeNull();
    expect(jar.valueAt('https://www.example.org/', 'b')).toBe('3');
  });
});

describe('failures of the browser in words', () => {
  it.each([
    ['net', 'net::ERR_CONNECTION_RESET', 'NETWORK', 'broke the connection'],
    ['net', 'net::ERR_CERT_AUTHORITY_INVALID', 'NETWORK', 'does not trust the certificate'],
    ['net', 'net::ERR_TUNNEL_CONNECTION_FAILED', 'NETWORK', 'through the proxy'],
    ['net', 'net::ERR_NAME_NOT_RESOLVED', 'NETWORK', 'by its name'],
    ['timeout', '', 'NETWORK', 'within 20 s'],
    ['crashed', '', 'NETWORK', 'broke down'],
    ['action', '#tab', 'PLATFORM_CHANGED', '"#tab"'],
  ] as const)('%s %s', (kind, text, code, words) => {
    const error = errorOfBrowser(new BrowserFailure({ kind, text }), 'www.example.org', 20_000);
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(error.message).toContain('www.example.org');
  });
});
