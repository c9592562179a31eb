import { readFileSync } from 'node:fs';
import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';
import { damaged, rowsOfTable } from '#core/analysis/sentiment/lexicon.ts';
import type { Token } from '#core/analysis/sentiment/tokens.ts';

/**
 * How far a word that is no opinion lets one expect praise or blame, in the measure of opinions: people who write "why" and "nobody" are rarely
 * pleased. Learnt from strangers' texts (`scripts/leanings`). `!` and `?` stand for sentences that end so.
 */
export type Leanings = ReadonlyMap<string, number>;

/** Of a language nobody has learnt them for. */
const NO_LEANINGS: Leanings = new Map();

const FOLDER = new URL('../resources/lexicons/', import.meta.resolve('#core/main.js'));
const LANGUAGES: readonly string[] = ['en'];
const FAINT = 0.5;
const NUMBER = /^-?\d+[.]\d+$/;
const STRETCHED = /(.)\1{2,}/gu;

/** @throws CommentdockError INTERNAL where the table is missing or damaged */
export function loadLeanings({ code }: Pick<LanguageSetting, 'code'>, folder: URL = FOLDER): Leanings {
  if (!LANGUAGES.includes(code)) return NO_LEANINGS;
  const name = `${code}-leanings.tsv`;
  const leanings = new Map<string, number>();
  for (const [role, word, value, line] of rowsOfTable({ name, text: readTable(name, folder) })) {
    if (role !== 'leaning' || !NUMBER.test(value)) throw damaged(name, `line ${line} cannot be read`);
    leanings.set(word, Number(value));
  }
  return leanings;
}

/** Of a text; 0 where it is too faint to tell from chance. @param keys of the text */
export function leaningOf(keys: Iterable<string>, leanings: Leanings): number {
  let sum = 0;
  for (const key of keys) sum += leanings.get(key) ?? 0;
  return Math.abs(sum) < FAINT ? 0 : sum;
}

/** What of a text may have a leaning: each different word once, however often it stands there. */
export function leaningKeys(tokens: readonly Token[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { kind, text } of tokens) {
    if (kind === 'word') keys.add(text.replaceAll(STRETCHED, '$1$1'));
    else if (kind === 'stop') for (const sign of '!?') if (text.includes(sign)) keys.add(sign);
  }
  return keys;
}

function readTable(name: string, folder: URL): string {
  try {
    return readFileSync(new URL(name, folder), 'utf8');
  } catch (error) {
    throw damaged(name, error instanceof Error ? error.message : String(error), error);
  }
}
