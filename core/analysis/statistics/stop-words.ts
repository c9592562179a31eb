import { z } from 'zod';
import { textKey } from '#core/analysis/text-key.ts';
import { TallyTable } from '#core/analysis/statistics/tally-table.ts';

/** Languages with stop words, by their tags; the names are those of the package. At most 31: each has a bit. */
const LISTS = {
  en: 'eng',
  es: 'spa',
  de: 'deu',
  fr: 'fra',
  pt: 'por',
  it: 'ita',
  nl: 'nld',
  pl: 'pol',
  ru: 'rus',
  ja: 'jpn',
  ar: 'ara',
  zh: 'zho',
  th: 'tha',
  ko: 'kor',
  tr: 'tur',
  hi: 'hin',
  uk: 'ukr',
  fa: 'fas',
  id: 'ind',
  vi: 'vie',
  sv: 'swe',
  da: 'dan',
  nb: 'nob',
  fi: 'fin',
  cs: 'ces',
  ro: 'ron',
  hu: 'hun',
  el: 'ell',
  he: 'heb',
} as const;

/** What the lists lack: words cut at an apostrophe or written without one, and the parts of addresses. */
const MORE: Readonly<Record<string, string>> = {
  en: 'don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain ll ve re im ive dont doesnt didnt isnt cant wont thats its youre me my mine your yours he him his she her hers it we us our they them their this that these those there here who what when where why how which will would can could should do does did done has have had been being am is are was were be not no nor so too very just only than then if as at by for from in into of off on onto out over to up with about again more most some such own same other any each few both all and but or because while until through during before after above below down under once a an the i you',
  fr: 'qu cest jai ça est les des une dans pour avec sur pas plus que qui se ne ce son sa ses nous vous ils elles leur',
  it: 'un una gli dell dall nell sull all cosa che non per con sono piu più',
  es: 'que los las por con para una del al lo como más muy ya es se no me mi tu te',
  pt: 'que os as por com para uma do da dos das em no na muito mais já é se não me meu',
  nl: 'een het niet met voor zijn ook maar',
  ru: 'это так вот ещё еще очень просто если только когда',
};

const listsSchema = z.object(Object.fromEntries(Object.values(LISTS).map((name) => [name, z.array(z.string())])));

/** Bits of the languages in which a word says nothing. */
export interface StopWords {
  /** 0 where there are none. `key` is that of the word in lower case. */
  languagesOf(key: number): number;
  /** 0 where no list is of this language. `tag` as in `pt-BR`. */
  bitOf(tag: string | null): number;
}

/** Words that say nothing by themselves, in 29 languages. Loaded when statistics are asked for the first time. */
export async function loadStopWords(): Promise<StopWords> {
  const { default: packaged } = await import('stopword');
  const lists = listsSchema.parse(packaged);
  const table = new TallyTable();
  const bits = new Map<string, number>();
  for (const [place, [tag, name]] of Object.entries(LISTS).entries()) {
    const bit = 1 << place;
    bits.set(tag, bit);
    for (const word of [...(lists[name] ?? []), ...(MORE[tag] ?? '').split(' ')]) {
      for (const part of word.toLowerCase().split(/['’]/)) {
        const key = textKey(part);
        table.set(key, table.get(key) | bit);
      }
    }
  }
  return { languagesOf: (key) => table.get(key), bitOf: (tag) => bits.get((tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '') ?? 0 };
}
