import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'question' | 'answer' | 'user';

/** Sites with a domain of their own, and what the API calls them. */
const SITES: ReadonlyMap<string, string> = new Map([
  ['stackoverflow.com', 'stackoverflow'],
  ['superuser.com', 'superuser'],
  ['serverfault.com', 'serverfault'],
  ['askubuntu.com', 'askubuntu'],
  ['stackapps.com', 'stackapps'],
  ['mathoverflow.net', 'mathoverflow.net'],
]);
const NETWORK = '.stackexchange.com';
/** Hosts of the network that hold no questions. */
const NOT_SITES = new Set(['api', 'area51', 'blog', 'chat', 'data', 'elections', 'openid', 'sstatic', 'stackauth', 'winterbash']);
const LABEL = /^[a-z0-9-]+$/;
/** Languages that Stack Overflow has sites of their own in. */
const LANGUAGES = new Set(['pt', 'ru', 'es', 'ja']);
const ID = /^\d+$/;

/** What an address names; null for anything that is no question, answer or user of the network. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const site = siteOf(url.host);
  if (site === null) return null;
  const [first = '', id = ''] = url.segments;
  if (!ID.test(id)) return null;
  const params: TargetParams = { host: url.host, site, id };
  if (first === 'questions' || first === 'q') return { kind: 'question', params };
  if (first === 'a') return { kind: 'answer', params };
  return first === 'users' ? { kind: 'user', params } : null;
}

/** The API's name of the site on a host; null where there is none. */
function siteOf(host: string): string | null {
  const named = SITES.get(host);
  if (named !== undefined) return named;
  return host.endsWith(NETWORK) ? networkSite(host.slice(0, -NETWORK.length)) : (metaSite(host) ?? languageSite(host));
}

/** `math`, `meta` (of the whole network), `math.meta` and the older form `meta.math`. */
function networkSite(name: string): string | null {
  const labels = name.split('.');
  const [first = '', second] = labels;
  if (labels.length > 2 || !labels.every((label) => LABEL.test(label)) || NOT_SITES.has(first)) return null;
  if (second === undefined) return first;
  if (first === 'meta') return `${second}.meta`;
  return second === 'meta' ? name : null;
}

/** `meta.superuser.com` */
function metaSite(host: string): string | null {
  const site = host.startsWith('meta.') ? SITES.get(host.slice('meta.'.length)) : undefined;
  return site === undefined ? null : `meta.${site}`;
}

/** `pt.stackoverflow.com`, `pt.meta.stackoverflow.com` and the older `meta.pt.stackoverflow.com`. */
function languageSite(host: string): string | null {
  if (!host.endsWith('.stackoverflow.com')) return null;
  const labels = host.split('.').slice(0, -2);
  const language = labels.find((label) => label !== 'meta') ?? '';
  if (!LANGUAGES.has(language) || labels.length > 2) return null;
  if (labels.length === 1) return `${language}.stackoverflow`;
  return labels.includes('meta') ? `${language}.meta.stackoverflow` : null;
}
