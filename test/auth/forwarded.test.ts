import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { forwardedOf, isForwarded, isLoopback, networkOf } from '#core/auth/forwarded.ts';
import { readConfig } from '#core/config/config.ts';
import { trustedProxiesIn } from '#core/config/trusted-proxies.ts';

const trusts = trustedProxiesIn('10.0.0.0/8, 192.0.2.7, fd00::/8') ?? (() => true);

function told(peer: string, headers: IncomingHttpHeaders) {
  return forwardedOf({ headers, socket: { remoteAddress: peer } as IncomingMessage['socket'] }, trusts);
}
const callerOf = (peer: string, headers: IncomingHttpHeaders): string => told(peer, headers).address;

describe('who asks', () => {
  it.each<[string, string, IncomingHttpHeaders, string]>([
    ['a stranger without a proxy', '203.0.113.5', {}, '203.0.113.5'],
    ['a stranger who says something else', '203.0.113.5', { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' }, '203.0.113.5'],
    ['a stranger behind the proxy', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
    ['one who made up whom he forwards', '10.0.0.1', { 'x-forwarded-for': '127.0.0.1, 198.51.100.1, 203.0.113.5' }, '203.0.113.5'],
    ['one behind two proxies', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.5, 192.0.2.7' }, '203.0.113.5'],
    ['one behind a proxy that nobody trusts', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5, 192.0.2.8' }, '192.0.2.8'],
    ['a proxy of its own accord', '10.0.0.1', {}, '10.0.0.1'],
    ['one of whom the proxy says no address', '10.0.0.1', { 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    ['one of whom the proxy says a name', '10.0.0.1', { 'x-forwarded-for': '_gate203.0.113.5' }, '10.0.0.1'],
    ['one of whom the proxy says more', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5:x' }, '10.0.0.1'],
    ['one with a port', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5:4711' }, '203.0.113.5'],
    ['one of IPv6', '::ffff:10.0.0.1', { 'x-forwarded-for': '[2001:db8::5]:4711' }, '2001:db8::5'],
    ['in the words of RFC 7239', '10.0.0.1', { forwarded: 'for=198.51.100.1, for="[2001:db8::5]:4711";proto=https' }, '2001:db8::5'],
    ['in the words of RFC 7239, without an address', '10.0.0.1', { forwarded: 'proto=https' }, '10.0.0.1'],
    ['one whose brackets do not end', '10.0.0.1', { 'x-forwarded-for': '[2001:db8::5' }, '10.0.0.1'],
    ['one behind a list with a hole', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5, ,' }, '203.0.113.5'],
    ['in no words of RFC 7239', '10.0.0.1', { forwarded: 'for="203.0.113.5' }, '10.0.0.1'],
    ['a proxy of IPv6', 'fd00::1', { 'x-forwarded-for': '203.0.113.5' }, '203.0.113.5'],
    ['two headers that agree', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5', forwarded: 'for=203.0.113.5' }, '203.0.113.5'],
    ['two headers that do not', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5', forwarded: 'for=198.51.100.1' }, '10.0.0.1'],
  ])('is %s', (_what, peer, headers, expected) => {
    expect(callerOf(peer, headers)).toBe(expected);
  });

  it('is found in a long list without delay', () => {
    const startedAt = process.cpuUsage();
    expect(callerOf('10.0.0.1', { 'x-forwarded-for': `203.0.113.5${', 10.0.0.2'.repeat(20_000)}` })).toBe('203.0.113.5');
    expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
  });

  it('counts as a network where it is of IPv6', () => {
    expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::'));
    expect(networkOf('2001:db8:1:2::')).not.toBe(networkOf('2001:db8:1:3::'));
    expect(networkOf('2001:1:11::')).not.toBe(networkOf('2001:b:7::'));
    expect([networkOf('::ffff:203.0.113.5'), networkOf('203.0.113.5'), networkOf('')]).toEqual(['203.0.113.5', '203.0.113.5', '']);
  });
});

describe('what stands between', () => {
  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'is a proxy where there is %s',
    (name) => {
      expect(isForwarded({ headers: { [name]: '' } })).toBe(true);
    },
  );

  it('is nobody where there are other headers alone', () => {
    expect(isForwarded({ headers: { host: 'localhost', 'x-forwarded': '1', from: 'me' } })).toBe(false);
  });

  it('is nobody on the way within this machine', () => {
    const here = ['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'];
    const elsewhere = ['128.0.0.1', '10.127.0.0', '::2', '::ffff:10.0.0.1', '127.evil.example', '1::ffff:27.0.0.1', '', undefined];
    expect([here.every(isLoopback), elsewhere.some(isLoopback)]).toEqual([true, false]);
  });
});

describe('what was asked for', () => {
  it('is told by a proxy that is trusted, and by the last one', () => {
    const headers = { 'x-forwarded-host': 'evil.example, Comments.example.org', 'x-forwarded-proto': 'https' };
    expect(told('10.0.0.1', headers)).toMatchObject({ host: 'comments.example.org', protocol: 'https' });
    expect(told('203.0.113.5', headers)).toMatchObject({ host: null, protocol: null });
    expect(
      told('10.0.0.1', { forwarded: 'for=1.1.1.1;host=evil.example, for=1.1.1.2;host="comments.example.org";proto=HTTPS' }),
    ).toMatchObject({
      host: 'comments.example.org',
      protocol: 'https',
    });
    expect(told('10.0.0.1', {})).toEqual({ address: '10.0.0.1', host: null, protocol: null });
    const both = { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'HTTP', forwarded: 'host=b.example;proto=https' };
    expect(told('10.0.0.1', both)).toMatchObject({ host: 'a.example', protocol: 'http' });
  });
});

describe('the setting', () => {
  it.each(['nobody', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8, proxy.lan', '10.0.0.0/', '10.0.0.1:80', 'fd00::/129'])(
    'is not %s',
    (value) => {
      expect(() => readConfig({ COMMENTDOCK_TRUSTED_PROXIES: value })).toThrow(/COMMENTDOCK_TRUSTED_PROXIES is .*addresses and networks/);
    },
  );

  it('names addresses and networks, of both kinds', () => {
    const asked = ['10.255.0.1', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.8', 'fdff::1', 'fe80::1%eth0', '', 'nobody'];
    expect(asked.map(trusts)).toEqual([true, true, true, false, true, false, false, false]);
  });
});
