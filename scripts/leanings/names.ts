import { readFileSync } from 'node:fs';
import { z } from 'zod';

const LEFT_OUT = new URL('left-out.txt', import.meta.url);
/** Little words say nothing by themselves, but for whom is spoken of and what is denied. */
const TELLING = new Set('i my they them why are people our we you he she not no'.split(' '));
/** Written with a capital, and no names of anybody. */
const COMMON = new Set(
  "i i'm i'll i've i'd monday tuesday wednesday thursday friday saturday sunday christmas thanksgiving halloween easter xmas god lord merry birthday happy".split(
    ' ',
  ),
);
const LEAST_MET = 3;
const MOSTLY = 0.5;
const WORD = /(?<![\p{L}\p{N}@#/.'’])\p{L}[\p{L}'’]*/gu;

/**
 * Tells which words learn nothing: names, by their capitals within sentences, words met too rarely to tell, little words, and the subjects of
 * `left-out.txt`.
 * @param fold as texts are read
 */
export async function nameSpotter(texts: readonly string[], fold: (text: string) => string): Promise<(word: string) => boolean> {
  const { default: stopWords } = await import('stopword');
  const little = new Set(
    z
      .array(z.string())
      .parse(stopWords['eng'])
      .filter((word) => !TELLING.has(word)),
  );
  const subjects = new Set(readFileSync(LEFT_OUT, 'utf8').replaceAll(/^#.*$/gm, '').split(/\s+/));
  const met = new Map<string, { times: number; capital: number }>();
  for (const text of texts) {
    // A text in capitals tells nothing of names.
    if (/\p{Ll}/u.test(text)) for (const word of wordsWithin(text)) count(word, met, fold);
  }
  return (word) => {
    if (subjects.has(word) || little.has(word) || /^\p{N}+$/u.test(word)) return true;
    if (COMMON.has(word)) return false;
    const { times, capital } = met.get(word) ?? { times: 0, capital: 0 };
    return times < LEAST_MET || capital / times > MOSTLY;
  };
}

/** Those that do not begin a sentence. */
function wordsWithin(text: string): readonly string[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const before = text.slice(0, index).trimEnd();
    return before === '' || /[.!?:"“]$/.test(before) ? [] : [word];
  });
}

function count(word: string, met: Map<string, { times: number; capital: number }>, fold: (text: string) => string): void {
  const folded = fold(word);
  const { times, capital } = met.get(folded) ?? { times: 0, capital: 0 };
  met.set(folded, { times: times + 1, capital: capital + (/^\p{Lu}/u.test(word) ? 1 : 0) });
}
