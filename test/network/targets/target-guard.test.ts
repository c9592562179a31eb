import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { translatedAddress } from '#core/network/targets/address-reach.ts';
import { createTargetGuard, type ResolveAll, type Standing } from '#core/network/targets/target-guard.ts';
import { HOSTILE_ADDRESSES, HOSTILE_URLS } from '#test/webhooks/hostile-urls.ts';

const guard = createTargetGuard({ allowedInnerHosts: null });

/** A public IPv4 address within NAT64's prefix is how networks without IPv4 reach a site. */
const REACHES_OUT = new Set(['64:ff9b::808:808']);
/** Parsers repair some of them into addresses of example.com, and what counts here is where they lead. */
const OF_WEB = HOSTILE_URLS.filter((text) => {
  const url = URL.parse(text);
  return url !== null && !(url.protocol === 'https:' && `.${url.hostname}`.endsWith('.example.com'));
});

/** A name server that knows one answer. */
function leadingTo(...addresses: readonly string[]): ResolveAll {
  return (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

function lookup(resolve: ResolveAll, standing: Standing | 'owners' = 'open', all = true): Promise<unknown> {
  const { lookupFor } = createTargetGuard({ allowedInnerHosts: null }, resolve);
  return new Promise((done, fail) => {
    lookupFor(standing)('site.example', { all }, (error, address) => (error ? fail(error) : done(address)));
  });
}

const refused = (address: string): boolean => guard.refusalOf(new URL(address)) !== null;

describe('where an address leads', () => {
  it('has enough hostile ones to try', () => {
    expect(OF_WEB.length).toBeGreaterThan(50);
  });

  it.each(OF_WEB)('is refused for %j', (url) => {
    expect(refused(url)).toBe(true);
  });

  it.each([
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[64:ff9b::c0a8:101]/',
    'https://[64:ff9b::]/',
    'https://[2002:c0a8:101::]/',
    'https://127.0.0.1.:443/',
    'https://0x7f.1/',
    'https://127.0x00.1/',
    'https://3232235777/',
    'https://0300.0250.1.1/',
    'https://localhost.localdomain/',
    'https://ip6-localhost/',
    'https://router/',
    'https://router./',
    'https://printer.local/',
    'https://PRINTER.LOCAL/',
    'https://metadata.google.internal/',
    'https://nas.lan/',
    'https://wiki.corp/',
    'https://a.home.arpa/',
    'https://1.0.0.127.in-addr.arpa/',
    'wss://127.0.0.1/chat',
    'wss://chat.local/',
    'ws://example.com/',
    'http://example.com/',
    'https://example.com:22/',
    'https://example.com:80/',
    'https://example.com:8443/',
    'ftp://example.com/',
  ])('is refused for %s', (url) => {
    expect(refused(url)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://example.com:443/',
    'https://EXAMPLE.com./',
    'https://localhost.example.com/',
    'https://local.example/',
    'https://internal.example/',
    'https://127.0.0.1.example.com/',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://[64:ff9b::808:808]/',
    'https://bücher.example/',
    'wss://chat.example.com/',
  ])('is fine for %s', (url) => {
    expect(refused(url)).toBe(false);
  });

  it('is told with one sentence, whatever was refused', () => {
    const urls = ['https://127.0.0.1/', 'https://nas.lan:8443/x', 'http://example.com/', 'https://example.com:22/'];
    const sentences = urls.map((url) => guard.refusalOf(new URL(url)));
    expect(new Set(sentences.map((refusal) => `${refusal?.code} ${refusal?.message}`)).size).toBe(1);
    expect(sentences[0]?.message).not.toMatch(/127|nas|8443|22/);
  });

  it('takes further ports where they are named', () => {
    expect(guard.refusalOf(new URL('wss://chat.example.com:2245/'), [443, 2245])).toBeNull();
    expect(guard.refusalOf(new URL('wss://127.0.0.1:2245/'), [443, 2245])).not.toBeNull();
  });
});

describe('hosts that the owner names', () => {
  const named = createTargetGuard({ allowedInnerHosts: 'nas.lan, 192.168.1.5:8443 [fd00::5] 0x7f.1:80' });

  it.each([
    'https://nas.lan/',
    'https://NAS.lan./',
    'https://nas.lan:8443/',
    'http://nas.lan/',
    'https://192.168.1.5:8443/',
    'https://[fd00::5]:9000/',
    'http://127.0.0.1/',
  ])('are asked at %s', (url) => {
    expect(named.refusalOf(new URL(url))).toBeNull();
    expect(named.isOwners(new URL(url))).toBe(true);
  });

  it.each([
    'https://x.nas.lan/',
    'https://192.168.1.5/',
    'https://192.168.1.5:8080/',
    'https://192.168.1.6:8443/',
    'https://[fd00::6]/',
    'https://127.0.0.1/',
    'https://127.0.0.2:80/',
  ])('are no others: %s', (url) => {
    expect(named.refusalOf(new URL(url))).not.toBeNull();
    expect(named.isOwners(new URL(url))).toBe(false);
  });
});

describe('what a name leads to', () => {
  const hostile = HOSTILE_ADDRESSES.filter((address) => !REACHES_OUT.has(address));

  it.each(hostile)('is refused for %s, alone and beside a public one', async (address) => {
    for (const all of [true, false]) {
      await expect(lookup(leadingTo(address), 'open', all)).rejects.toMatchObject({ code: 'NETWORK' });
      await expect(lookup(leadingTo('93.184.216.34', address), 'open', all)).rejects.toMatchObject({ code: 'NETWORK' });
    }
  });

  it('is public, or translated from what is', async () => {
    expect(await lookup(leadingTo('93.184.216.34', '64:ff9b::5db8:d822'))).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '64:ff9b::5db8:d822', family: 6 },
    ]);
    expect(await lookup(leadingTo('93.184.216.34'), 'open', false)).toBe('93.184.216.34');
  });

  it('may be what some VPNs answer for every name, of hosts that a platform fixes', async () => {
    expect(await lookup(leadingTo('198.18.0.7'), 'fixed')).toHaveLength(1);
    await expect(lookup(leadingTo('198.18.0.7'), 'open')).rejects.toMatchObject({ code: 'NETWORK' });
    for (const address of ['127.0.0.1', '10.0.0.1', '198.51.100.1', '64:ff9b::a00:1'])
      await expect(lookup(leadingTo(address), 'fixed')).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('is not looked at for a host that the owner names', async () => {
    expect(await lookup(leadingTo('127.0.0.1', 'fd00::5'), 'owners')).toHaveLength(2);
  });

  it('keeps the failures of DNS as they are', async () => {
    const failing: ResolveAll = (_hostname, _options, callback) => callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), []);
    await expect(lookup(failing)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

it.each([
  ['64:ff9b::808:808', '8.8.8.8'],
  ['64:ff9b::127.0.0.1', '127.0.0.1'],
  ['64:ff9b:0:0:0:0:c0a8:1', '192.168.0.1'],
  ['64:ff9b::1', '0.0.0.1'],
  ['64:ff9b::', '0.0.0.0'],
])('%s carries %s', (address, inside) => {
  expect(translatedAddress(address)).toBe(inside);
});
