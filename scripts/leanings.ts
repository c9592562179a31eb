/**
 * Learns the leanings of English words (`resources/lexicons/en-leanings.tsv`) from labelled texts of strangers, which are no part of the project:
 *
 *     node scripts/leanings.ts --set <share> <texts> <labels> [--set ...] --apart <texts> [--measure]
 *
 * A text and a label (0: negative, 1: neutral, 2: positive) on each line of two files, UTF-8, as cardiffnlp/xlm-t and cardiffnlp/tweeteval have them; a set
 * counts for its share, whatever its size. Texts of `--apart` are what is measured at the end: whichever of the others says the same is left out.
 * `--measure` writes nothing, and prints the macro-F1 of each set under five-fold cross-validation, each class counting alike.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LanguageSetting, SENTIMENT_LANGUAGES } from '#core/analysis/sentiment/languages.ts';
import { loadLexicon } from '#core/analysis/sentiment/lexicon-files.ts';
import { leaningKeys, leaningOf } from '#core/analysis/sentiment/leanings.ts';
import { readingOf } from '#core/analysis/sentiment/reading.ts';
import { scoreReading, SPREAD } from '#core/analysis/sentiment/scoring.ts';
import { hasLink, tokenize } from '#core/analysis/sentiment/tokens.ts';
import { type Example, fit, type Fitted } from './leanings/fit.ts';
import { nameSpotter } from './leanings/names.ts';

const TABLE = fileURLToPath(new URL('../resources/lexicons/en-leanings.tsv', import.meta.url));
const USAGE = 'Usage: node scripts/leanings.ts --set <share> <texts> <labels> [--set ...] --apart <texts> [--measure]\n';
const FOLDS = 5;
/** In the measure of opinions. The lexicon is surer of what it knows than these are: they count for a part of what was learnt. */
const TRUST = 0.7;
const LEAST = 0.05;
/** Beyond, more of the same says no more. */
const MOST_OPINION = 8;

const english = settingOf('en');
const lexicon = loadLexicon(english);

/** A labelled text. */
interface Labelled {
  readonly text: string;
  readonly label: 0 | 1 | 2;
  readonly set: number;
}

const sets: { readonly share: number; readonly texts: string; readonly labels: string }[] = [];
let [apart, measures] = ['', false];
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '--set') sets.push({ share: Number(words.shift()), texts: words.shift() ?? '', labels: words.shift() ?? '' });
  else if (word === '--apart') apart = words.shift() ?? '';
  else if (word === '--measure') measures = true;
}
if (sets.length === 0 || apart === '') {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const labelled = readSets();
  const isLeftOut = await nameSpotter(
    labelled.map(({ text }) => text),
    english.fold,
  );
  const examples = labelled.map((each) => exampleOf(each, isLeftOut));
  if (measures) for (const line of measured(labelled, examples)) process.stdout.write(`${line}\n`);
  else writeFileSync(TABLE, tableOf(fit(examples)));
}

function settingOf(code: string): LanguageSetting {
  const setting = SENTIMENT_LANGUAGES[code];
  if (setting === undefined) throw new Error(`There is no language "${code}".`);
  return setting;
}

function readSets(): readonly Labelled[] {
  const known = new Set(linesOf(apart).map(sameText));
  return sets.flatMap(({ texts, labels }, set) => {
    const given = linesOf(labels).filter((line) => line !== '');
    const lines = linesOf(texts);
    return given.flatMap((label, at) => {
      const text = (lines[at] ?? '').trim();
      const same = sameText(text);
      if (known.has(same)) return [];
      known.add(same);
      return [{ text, label: Number(label) as Labelled['label'], set }];
    });
  });
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n');
}

/** What two copies of a text have in common. */
function sameText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/@\S+|https?\S*/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function exampleOf({ text, label, set }: Labelled, isLeftOut: (word: string) => boolean): Example {
  const tokens = tokenize(text, english);
  const score = scoreReading(readingOf(tokens, lexicon), 'plain');
  const opinion = score * Math.sqrt(SPREAD / Math.max(0.02, 1 - score * score));
  const keys = [...leaningKeys(tokens)].filter((key) => /^[!?]$/.test(key) || !isLeftOut(key));
  return { keys, opinion: Math.max(-MOST_OPINION, Math.min(MOST_OPINION, opinion)), label, share: sets[set]?.share ?? 0, set };
}

function leaningsOf({ weights, opinion }: Fitted): ReadonlyMap<string, number> {
  const all = [...weights].map(([word, weight]) => [word, Math.round((weight * TRUST * 100) / opinion) / 100] as const);
  return new Map(all.filter(([, value]) => Math.abs(value) >= LEAST).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function tableOf(fitted: Fitted): string {
  const rows = [...leaningsOf(fitted)].map(([word, value]) => `leaning\t${word}\t${value.toFixed(2)}`);
  return [
    '# Learnt by scripts/leanings.ts from the labelled tweets of SemEval-2017 Task 4 (Rosenthal, Farra, Nakov and others), under CC BY 3.0, as UMSAB and TweetEval give them.',
    'role\twords\tvalue',
    ...rows,
    '# end',
    '',
  ].join('\n');
}

/** Thresholds are those of the analyzer. */
function measured(labelled: readonly Labelled[], examples: readonly Example[]): readonly string[] {
  const found = examples.map(() => 1);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeldOut = (at: number): boolean => foldOf(labelled[at]?.text ?? '') === fold;
    const leanings = leaningsOf(fit(examples.filter((_, at) => !isHeldOut(at))));
    for (const [at, { keys, opinion }] of examples.entries()) {
      if (isHeldOut(at)) found[at] = classOf(opinion + leaningOf(keys, leanings), labelled[at]?.text ?? '');
    }
  }
  return sets.map((_, set) => {
    const places = [...examples.keys()].filter((at) => examples[at]?.set === set);
    return `set ${set + 1}: ${places.length} texts, macro-F1 ${macroF1(places.map((at) => [examples[at]?.label ?? 1, found[at] ?? 1])).toFixed(3)}`;
  });
}

function foldOf(text: string): number {
  let hash = 7;
  for (const sign of text) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash % FOLDS;
}

function classOf(sum: number, text: string): number {
  const score = (sum / Math.sqrt(sum * sum + SPREAD)) * (hasLink(text) ? 0.8 : 1);
  return score >= english.positiveFrom ? 2 : score <= english.negativeTo ? 0 : 1;
}

/** @param pairs the label and what was found */
function macroF1(pairs: readonly (readonly [number, number])[]): number {
  const counts = [0, 1, 2].map((label) => pairs.filter(([expected]) => expected === label).length);
  const weightOf = (label: number): number => 1 / (counts[label] ?? 1);
  const scores = [0, 1, 2].map((label) => {
    const given = pairs.reduce((sum, [, found]) => sum + (found === label ? 1 : 0), 0) === 0 ? 0 : sumOf(pairs, label, weightOf);
    const both = pairs.filter(([expected, found]) => expected === label && found === label).length * weightOf(label);
    return (2 * both) / (1 + given);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function sumOf(pairs: readonly (readonly [number, number])[], label: number, weightOf: (label: number) => number): number {
  return pairs.reduce((sum, [expected, found]) => sum + (found === label ? weightOf(expected) : 0), 0);
}
