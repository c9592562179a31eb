import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';

const HOSTS = new Set(['podcasts.apple.com', 'itunes.apple.com']);
const COUNTRY = /^[a-z]{2}$/i;
const SHOW = /^id(\d{1,15})$/;

/** The show and its storefront, where the address says one; null for channels, authors, charts and all that is no podcast. */
export function showAt({ host, segments }: Pick<PastedUrl, 'host' | 'segments'>): TargetParams | null {
  if (!HOSTS.has(host)) return null;
  const country = COUNTRY.test(segments[0] ?? '') ? segments[0] : undefined;
  const [kind, ...rest] = country === undefined ? segments : segments.slice(1);
  const show = rest.length > 2 ? undefined : SHOW.exec(rest.at(-1) ?? '')?.[1];
  if (kind !== 'podcast' || show === undefined) return null;
  return { show, ...(country === undefined ? {} : { country: country.toLowerCase() }) };
}
