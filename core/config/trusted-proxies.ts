import { BlockList, isIP } from 'node:net';

/** An address, or a network by the count of its bits. */
const ENTRY = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i;

/**
 * Tells whether an address is one of the proxies that the setting `COMMENTDOCK_TRUSTED_PROXIES` names; null where that is not a
 * list of addresses and networks. A network of no bits would be everybody, whose word nobody should take.
 */
export function trustedProxiesIn(setting: string): ((address: string) => boolean) | null {
  const trusted = new BlockList();
  for (const entry of setting.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, network = '', bits] = ENTRY.exec(entry) ?? [];
    const most = isIP(network) === 6 ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(network) === 0 || prefix < 1 || prefix > most) return null;
    trusted.addSubnet(network, prefix, familyOf(network));
  }
  return (address) => isIP(address) !== 0 && trusted.check(address.replace(/%.*$/, ''), familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
