import { BlockList, isIP } from 'node:net';

/**
 * Whom an address reaches. fakeIp: the range for benchmarks, with which some VPNs answer for every name. translated: an IPv4 address
 * within NAT64's prefix, as names have it in networks without IPv4. never: what no site lives at (multicast, link-local, shared,
 * documentation and tunnelled addresses, and every range that is not handed out).
 */
export type Reach = 'public' | 'private' | 'loopback' | 'fakeIp' | 'translated' | 'never';

type Range = readonly [reach: Reach, network: string, prefix: number];

/** The first range that holds the address counts. From IANA's special-purpose address registries (RFC 6890). */
const IPV4_RANGES: readonly Range[] = [
  ['loopback', '127.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['never', '0.0.0.0', 8],
  ['never', '100.64.0.0', 10],
  ['never', '169.254.0.0', 16],
  ['never', '192.0.0.0', 24],
  ['never', '192.0.2.0', 24],
  ['never', '192.88.99.0', 24],
  ['fakeIp', '198.18.0.0', 15],
  ['never', '198.51.100.0', 24],
  ['never', '203.0.113.0', 24],
  ['never', '224.0.0.0', 3],
  ['public', '0.0.0.0', 0],
];

/** Only 2000::/3 is handed out. What carries an IPv4 address inside (mapped, 6to4, Teredo) is none of it. */
const IPV6_RANGES: readonly Range[] = [
  ['loopback', '::1', 128],
  ['private', 'fc00::', 7],
  ['translated', '64:ff9b::', 96],
  ['never', '2001::', 23],
  ['never', '2001:db8::', 32],
  ['never', '2002::', 16],
  ['never', '3fff::', 20],
  ['public', '2000::', 3],
  ['never', '::', 0],
];

/** Makes the judge of IP addresses. What is no plain address, such as one with a zone, reaches `never`. */
export function createReachJudge(): (address: string) => Reach {
  const ipv4 = IPV4_RANGES.map((range) => listed(range, 'ipv4'));
  const ipv6 = IPV6_RANGES.map((range) => listed(range, 'ipv6'));
  return (address) => {
    const version = address.includes('%') ? 0 : isIP(address);
    if (version === 0) return 'never';
    const found =
      version === 4 ? ipv4.find(({ list }) => list.check(address, 'ipv4')) : ipv6.find(({ list }) => list.check(address, 'ipv6'));
    return found?.reach ?? 'never';
  };
}

/** The IPv4 address within a translated one (RFC 6052, 2.2): its last 32 bits. */
export function translatedAddress(address: string): string {
  const [, tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = tail.split(':').map((group) => Number.parseInt(group || '0', 16));
  const [low = 0, high = 0] = groups.toReversed();
  return [high >>> 8, high & 0xff, low >>> 8, low & 0xff].join('.');
}

function listed([reach, network, prefix]: Range, family: 'ipv4' | 'ipv6'): { readonly reach: Reach; readonly list: BlockList } {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return { reach, list };
}
