/** Hosts of a site that has one per country, without `www.`, and the language that each shows, as the site's API names it. */
export type RegionalHosts = Readonly<Record<string, string>>;

const PHONES = new Set(['m', 'mobile', 'touch']);
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2,4})?$/;

/**
 * The language of a host of the table; of one that stands below it (`fr.example.ca`) the one its name says. Null for every other host.
 * @param host lower case, without `www.`
 */
export function languageOfHost(host: string, hosts: RegionalHosts): string | null {
  if (Object.hasOwn(hosts, host)) return hosts[host] ?? null;
  const dot = host.indexOf('.');
  const [below, above] = [host.slice(0, dot), host.slice(dot + 1)];
  if (!Object.hasOwn(hosts, above)) return null;
  if (PHONES.has(below)) return hosts[above] ?? null;
  return LANGUAGE.test(below) ? below : null;
}
