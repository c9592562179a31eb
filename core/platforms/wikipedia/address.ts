import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of a wiki names. */
type Place = NamedPlace<'page' | 'history' | 'contributions'>;

/** Sites with a wiki for each language. */
const OF_LANGUAGES =
  /^([a-z]{2,}(?:-[a-z]+)*)(?:\.m)?\.(wikipedia|wiktionary|wikibooks|wikinews|wikiquote|wikisource|wikiversity|wikivoyage)\.org$/;
const OF_WIKIMEDIA = /^(commons|meta|species|incubator)(?:\.m)?\.wikimedia\.org$/;
/** Sites with one wiki alone. */
const SINGLE = /^(?:m\.)?(wikidata|mediawiki)\.org$/;

/** How wikis call their namespace of special pages, most of them. */
const SPECIAL = new Set(
  [
    'special spécial spezial especial speciale speciaal specjalna speciální špeciálne specialus spesial spesyal espesial espesyal speċjali',
    'speciális specialaĵo specialis specialnje spiciale speçiale speciel posebno eri toiminnot dibar arbennig arbednek istimewa maalum özel',
    'xüsusi natatangi berezi serstakt kerfissíða đặc_biệt адмысловае арнайы атайын махсус маҳсус посебно служебная специални спеціальна тусгай',
    'სპეციალური սպասարկող ειδικό מיוחד خاص ویژه تایبەت विशेष বিশেষ ਖ਼ਾਸ சிறப்பு ప్రత్యేక ವಿಶೇಷ പ്രത്യേകം พิเศษ 特別 特殊 特别 특수',
  ].flatMap((names) => names.split(' ')),
);
/** The page of what somebody has changed, in the languages that name it so. */
const CONTRIBUTIONS = /^[^/]*ontrib[^/]*\/(.+)$/i;

/** What the address names; null where it names no page of a wiki. */
export function placeAt(url: PastedUrl): Place | null {
  const host = url.protocol.startsWith('http') ? hostOf(url.host) : null;
  const title = host === null ? null : titleOf(url, host);
  if (host === null || title === null || title.trim() === '') return null;
  const [namespace = '', ...rest] = title.split(':');
  if (rest.length > 0 && SPECIAL.has(namespace.toLowerCase().replaceAll(' ', '_'))) {
    const user = CONTRIBUTIONS.exec(rest.join(':'))?.[1];
    return user === undefined ? null : { kind: 'contributions', params: { host, user } };
  }
  return { kind: url.query.get('action') === 'history' ? 'history' : 'page', params: { host, title } };
}

/** The host for computers; null for every other site. */
function hostOf(host: string): string | null {
  const [, language, site] = OF_LANGUAGES.exec(host) ?? [];
  if (language !== undefined && site !== undefined) return `${language}.${site}.org`;
  const ofWikimedia = OF_WIKIMEDIA.exec(host)?.[1];
  if (ofWikimedia !== undefined) return `${ofWikimedia}.wikimedia.org`;
  const single = SINGLE.exec(host)?.[1];
  return single === undefined ? null : `www.${single}.org`;
}

/** `/wiki/<title>`, `/w/index.php?title=<title>`, or the title behind a variant of the wiki's language (`/zh-hans/<title>`). */
function titleOf({ path, segments: [first = '', second], query }: PastedUrl, host: string): string | null {
  if (first === 'w') return second === 'index.php' ? query.get('title') : null;
  const language = host.split('.', 1)[0] ?? '';
  const isVariant = first === language || first.startsWith(`${language}-`);
  return first === 'wiki' || isVariant ? path.slice(first.length + 2) : null;
}
