import { portOf } from '#core/config/inner-hosts.ts';

/** `host:port` of an address, with brackets around an IPv6 one: as a proxy is asked for it. */
export function authorityOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}
