import type { PastedUrl, TargetParams } from '#core/platforms/define.ts';
import type { NamedPlace } from '#core/platforms/kit/place.ts';

export type Kind = 'search' | 'advanced';

/** Endings of Google's hosts: `google.de`, `google.com.br`, `google.co.uk`. */
const PLAIN =
  'com ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm gp gr gy hk hn hr ht hu ie im iq is it je jo ki kg kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws';
const BEHIND_COM =
  'af ag ai ar au bd bh bn bo br by bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na nf ng ni np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn';
const BEHIND_CO = 'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw';

const HOSTS: ReadonlySet<string> = new Set([
  ...PLAIN.split(' ').map((ending) => `google.${ending}`),
  ...BEHIND_COM.split(' ').map((ending) => `google.com.${ending}`),
  ...BEHIND_CO.split(' ').map((ending) => `google.co.${ending}`),
  'encrypted.google.com',
]);
/** Fields of the advanced form that ask for words by themselves. */
const WORD_FIELDS = ['as_q', 'as_epq', 'as_oq', 'as_sitesearch', 'as_filetype', 'as_nlo'];

/** What an address names; `url` is the search as it is asked for. */
export function placeAt({ host, href, segments, query }: PastedUrl): NamedPlace<Kind> | null {
  if (!HOSTS.has(host) || segments.length !== 1) return null;
  const [page] = segments;
  const asks = [...WORD_FIELDS, 'q'].some((field) => (query.get(field) ?? '').trim() !== '');
  if (!asks) return null;
  if (page === 'search') return { kind: 'search', params: paramsOf(href, '/search') };
  return page === 'advanced_search' ? { kind: 'advanced', params: paramsOf(href, '/search') } : null;
}

/** True for a host of the search engine itself. */
export function isGoogle(host: string): boolean {
  return HOSTS.has(host.replace(/^www\./, ''));
}

/** Always by TLS, and without what only a browser reads. */
function paramsOf(href: string, path: string): TargetParams {
  const url = new URL(href);
  return { url: `https://${url.host}${path}${url.search}` };
}
