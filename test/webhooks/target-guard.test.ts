import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createReachJudge } from '#core/network/targets/address-reach.ts';
import { createTargetGuard, type ResolveAll } from '#core/webhooks/target-guard.ts';
import { HOSTILE_ADDRESSES, HOSTILE_URLS } from '#test/webhooks/hostile-urls.ts';

const CLOSED = { allowHttpWebhooks: '0', allowPrivateWebhooks: '0' } as const;
const HTTP = { ...CLOSED, allowHttpWebhooks: '1' } as const;
const PRIVATE = { ...CLOSED, allowPrivateWebhooks: '1' } as const;

/** Everything else the hostile list has is refused whatever the owner allows. */
const LOOPBACK = ['https://127.0.0.1/', 'https://localhost/', 'https://LOCALHOST./', 'https://anything.localhost/', 'https://[::1]/'];
const LOOPBACK_LONG = 'https://[0:0:0:0:0:0:0:1]/';
const HTTP_LOOPBACK = ['http://127.0.0.1/', 'http://localhost:4780/'];
const NETWORKS = ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1/admin', '[fc00::1]', '[fd12:3456:789a::1]'];

/** A name server that knows one answer. */
function leadingTo(...addresses: readonly string[]): ResolveAll {
  return (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

function failing(code: string): ResolveAll {
  // As Node does: a look-up that fails has no second argument.
  return (_hostname, _options, callback) => (callback as (error: Error) => void)(Object.assign(new Error(code), { code }));
}

function lookup(settings: typeof CLOSED | typeof HTTP | typeof PRIVATE, url: string, resolve: ResolveAll, all: boolean): Promise<unknown> {
  return new Promise((done, fail) => {
    const guard = createTargetGuard(settings, resolve);
    guard.lookupFor(new URL(url))(new URL(url).hostname, { all }, (error, address) => (error ? fail(error) : done(address)));
  });
}

describe('URLs of webhooks', () => {
  it('has enough hostile ones to try', () => {
    expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(40);
  });

  it.each(HOSTILE_URLS)('refuses %j', (url) => {
    expect(createTargetGuard(CLOSED).refusalOf(url)).toMatch(/^[A-Z0-9[].+\.$|^[a-z0-9.:]+ is not an address/);
  });

  it.each([
    'https://example.com/hook',
    'https://example.com',
    'https://EXAMPLE.com:8443/a?b=c#d',
    'https://93.184.216.34/hook',
    'https://[2606:2800:220:1::1]/hook',
    'https://bücher.example/hook',
    'https://intranet/hook',
    'https://localhost.example.com/',
    'https://127.0.0.1.example.com/',
  ])('takes %s without asking DNS', (url) => {
    const unasked: ResolveAll = () => {
      throw new Error('DNS was asked');
    };
    expect(createTargetGuard(CLOSED, unasked).refusalOf(url)).toBeNull();
  });

  it('allows this machine, over http too, by a setting: that and nothing else', () => {
    const guard = createTargetGuard(HTTP);
    const allowed = HOSTILE_URLS.filter((url) => guard.refusalOf(url) === null);
    expect(allowed.toSorted()).toEqual([...LOOPBACK, LOOPBACK_LONG, ...HTTP_LOOPBACK].toSorted());
  });

  it('allows private networks, over https alone, by a setting: that and nothing else', () => {
    const guard = createTargetGuard(PRIVATE);
    const allowed = HOSTILE_URLS.filter((url) => guard.refusalOf(url) === null);
    const networks = NETWORKS.map((host) => `https://${host}${host.endsWith('admin') ? '' : '/'}`);
    expect(allowed.toSorted()).toEqual([...LOOPBACK, LOOPBACK_LONG, ...networks].toSorted());
    expect(guard.refusalOf('http://192.168.1.1/')).toContain('https://');
  });
});

describe('what a refusal says', () => {
  it.each([
    ['no url', 'This is not a valid URL. Give one such as https://example.com/hook.'],
    ['ftp://example.com/', 'Webhooks are sent over https: start the URL with https://.'],
    ['http://example.com/', 'Webhooks are sent over https: start the URL with https://.'],
    ['https://user@example.com/', 'Leave user name and password out of the URL.'],
    ['https://:pass@example.com/', 'Leave user name and password out of the URL.'],
    ['https://127.1/', 'Write the address as 127.0.0.1.'],
    ...['http://localhost/', 'https://localhost/', 'http://[::1]/', 'http://127.0.0.1/'].map((url) => [
      url,
      `${new URL(url).hostname.replace(/[[\]]/g, '')} is not an address that webhooks are sent to. COMMENTDOCK_ALLOW_HTTP_WEBHOOKS=1 allows this machine itself, COMMENTDOCK_ALLOW_PRIVATE_WEBHOOKS=1 private networks.`,
    ]),
  ])('%s: %s', (url, says) => {
    expect(createTargetGuard(CLOSED).refusalOf(url ?? '')).toBe(says);
  });

  it('names the address that a name leads to, and what allows it', async () => {
    await expect(lookup(CLOSED, 'https://hooks.example./', leadingTo('93.184.216.34', '10.0.0.1'), true)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(
        /^hooks\.example leads to 10\.0\.0\.1, which is not an address that webhooks are sent to\. COMMENTDOCK_ALLOW_HTTP_WEBHOOKS=1 /,
      ),
    });
  });
});

describe('addresses that names lead to', () => {
  it.each(HOSTILE_ADDRESSES)('refuses %s, alone and beside a public one', async (address) => {
    for (const all of [true, false]) {
      await expect(lookup(CLOSED, 'https://example.com/', leadingTo(address), all)).rejects.toThrow(address);
      await expect(lookup(CLOSED, 'https://example.com/', leadingTo('93.184.216.34', address), all)).rejects.toThrow(address);
    }
  });

  it('lets public addresses through', async () => {
    const resolve = leadingTo('93.184.216.34', '2606:2800:220:1::1');
    expect(await lookup(CLOSED, 'https://example.com/', resolve, false)).toBe('93.184.216.34');
    expect(await lookup(CLOSED, 'https://example.com/', resolve, true)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ]);
  });

  it('keeps the failures of DNS as they are', async () => {
    await expect(lookup(CLOSED, 'https://example.com/', failing('ENOTFOUND'), true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('lets http go to loopback alone', async () => {
    expect(await lookup(HTTP, 'http://localhost/', leadingTo('::1', '127.0.0.1'), true)).toHaveLength(2);
    await expect(lookup(HTTP, 'http://x.localhost/', leadingTo('93.184.216.34'), true)).rejects.toThrow('93.184.216.34');
  });

  it('does not let a stranger lead to this machine where only this machine is allowed', async () => {
    await expect(lookup(HTTP, 'https://example.com/', leadingTo('127.0.0.1'), true)).rejects.toThrow('127.0.0.1');
    expect(await lookup(PRIVATE, 'https://example.com/', leadingTo('127.0.0.1', '10.0.0.1', 'fd00::1'), true)).toHaveLength(3);
    await expect(lookup(PRIVATE, 'https://example.com/', leadingTo('169.254.169.254'), true)).rejects.toThrow('169.254.169.254');
  });

  it('checks ahead of a proxy what this machine knows of the name, and leaves the rest to the proxy', async () => {
    const url = new URL('https://example.com/');
    await expect(createTargetGuard(CLOSED, leadingTo('10.0.0.1')).checkName(url)).rejects.toThrow('10.0.0.1');
    await expect(createTargetGuard(CLOSED, leadingTo('93.184.216.34')).checkName(url)).resolves.toBeUndefined();
    await expect(createTargetGuard(CLOSED, failing('EAI_AGAIN')).checkName(url)).resolves.toBeUndefined();
  });
});

describe('reach of addresses', () => {
  const reachOf = createReachJudge();

  it.each([
    ['1.1.1.1', 'public'],
    ['9.255.255.255', 'public'],
    ['11.0.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['192.167.255.255', 'public'],
    ['223.255.255.255', 'public'],
    ['2606:4700::1111', 'public'],
    ['2a00:1450:4001::200e', 'public'],
    ['10.255.255.255', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.255.255', 'private'],
    ['fdff::1', 'private'],
    ['127.8.8.8', 'loopback'],
    ['::1', 'loopback'],
    ['::2', 'never'],
    ['4000::1', 'never'],
    ['', 'never'],
  ])('%s: %s', (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });
});
