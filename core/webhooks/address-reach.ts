import { BlockList, isIP } from 'node:net';

/**
 * Whom an address reaches. never: what no receiver of a webhook lives at (multicast, link-local, shared, documentation,
 * translated and tunnelled addresses, and every range that is not handed out).
 */
export type Reach = 'public' | 'private' | 'loopback' | 'never';

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
  ['never', '198.18.0.0', 15],
  ['never', '198.51.100.0', 24],
  ['never', '203.0.113.0', 24],
  ['never', '224.0.0.0', 3],
  ['public', '0.0.0.0', 0],
];

/** Only 2000::/3 is handed out. What carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo) is refused as a whole. */
const IPV6_RANGES: readonly Range[] = [
  ['loopback', '::1', 128],
  ['private', 'fc00::', 7],
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

function listed([reach, network, prefix]: Range, family: 'ipv4' | 'ipv6'): { readonly reach: Reach; readonly list: BlockList } {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return { reach, list };
}
