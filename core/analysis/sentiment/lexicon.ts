import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';
import { tokenize } from '#core/analysis/sentiment/tokens.ts';
import type { Token } from '#core/analysis/sentiment/tokens.ts';

/**
 * What an entry does. `opinion`: carries a weight; `negation`: turns opinions within its reach; `degree`: multiplies the opinion
 * beside it; `contrast` ("but"): what comes before counts less; `concession` ("although"): what follows counts less;
 * `irrealis` ("if", "would"): praise that follows is a wish; `balance` ("three stars", "pros and cons"): the text weighs two sides;
 * `sarcasm` ("oh great"): praise in the text means its opposite.
 */
export const ROLES = ['opinion', 'negation', 'degree', 'contrast', 'concession', 'irrealis', 'balance', 'sarcasm'] as const;
export type Role = (typeof ROLES)[number];

/** One word or several; a `*` at the end of a word lets it go on. */
export interface Entry {
  readonly words: readonly WordPattern[];
  readonly role: Role;
  /** Opinion and sarcasm: from -4 to 4. Degree: the factor. Others: 1. */
  readonly value: number;
  /** Of degrees that praise or blame where they stand alone, such as "super"; otherwise 0. */
  readonly alone: number;
  /** No negation turns it, because it has one inside ("no regrets") or because the lexicon says so. */
  readonly settled: boolean;
  /** Of negations. */
  readonly scope: NegationScope | null;
}

export interface WordPattern {
  readonly text: string;
  readonly open: boolean;
}

/** On which side of a negation the words stand that it turns, and how many tokens away at most. */
export interface NegationScope {
  readonly side: 'forward' | 'backward' | 'both';
  readonly reach: number;
}

const NEGATION = /^(forward|backward|both) (\d+)$/;
const VALUE = /^(?<value>-?\d+(?:[.]\d+)?)(?<settled>!)?(?: (?<alone>-?\d+(?:[.]\d+)?))?$/;
const SHORTEST_STEM = 1;
/** Beyond this an open word is looked for by its beginning only. */
const LONGEST_STEM = 24;

/** Words and phrases of one language. */
export class Lexicon {
  /** Under the first word, the longest first. */
  readonly #exact = new Map<string, Entry[]>();
  readonly #open = new Map<string, Entry[]>();
  /** Small words that are written together with the next one: the Arabic article, "and", "with". */
  readonly #prefixes: readonly string[];

  constructor(entries: readonly Entry[], prefixes: readonly string[]) {
    this.#prefixes = prefixes;
    for (const entry of entries) {
      const [first] = entry.words;
      if (first === undefined) continue;
      const index = first.open ? this.#open : this.#exact;
      const same = index.get(first.text);
      if (same === undefined) index.set(first.text, [entry]);
      else same.push(entry);
    }
    for (const index of [this.#exact, this.#open]) {
      for (const same of index.values()) same.sort((a, b) => b.words.length - a.words.length);
    }
  }

  /** The entry that begins at a token: the one with most words, then the exact one, then the longest beginning. */
  match(tokens: readonly Token[], at: number): Entry | null {
    const token = tokens[at];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'symbol')) return null;
    for (const word of this.#spellings(token.text)) {
      const found = this.#matchFrom(word, tokens, at);
      if (found !== null) return found;
    }
    return null;
  }

  #matchFrom(word: string, tokens: readonly Token[], at: number): Entry | null {
    let best: Entry | null = longest(this.#exact.get(word), tokens, at);
    for (let length = Math.min(word.length, LONGEST_STEM); length >= SHORTEST_STEM; length -= 1) {
      const open = longest(this.#open.get(word.slice(0, length)), tokens, at);
      if (open !== null && (best === null || open.words.length > best.words.length)) best = open;
    }
    return best;
  }

  /** As written; without stretching; without what is stuck to its front. */
  *#spellings(word: string): Generator<string> {
    yield word;
    if (/(.)\1\1/u.test(word)) {
      yield word.replaceAll(/(.)\1{2,}/gu, '$1$1');
      yield word.replaceAll(/(.)\1{2,}/gu, '$1');
    }
    for (const prefix of this.#prefixes) {
      if (word.length > prefix.length + 2 && word.startsWith(prefix)) yield word.slice(prefix.length);
    }
  }
}

function longest(candidates: readonly Entry[] | undefined, tokens: readonly Token[], at: number): Entry | null {
  return candidates?.find(({ words }) => words.every((word, i) => i === 0 || fits(word, tokens[at + i]))) ?? null;
}

function fits({ text, open }: WordPattern, token: Token | undefined): boolean {
  if (token === undefined || token.kind === 'stop' || token.kind === 'pause') return false;
  return token.text === text || (open && token.text.startsWith(text));
}

/**
 * Reads a lexicon file: sections in brackets, one entry per line, its value after a tab, `#` for remarks. `-3!` is a weight that no
 * negation turns, `1.4 2` a degree and its weight when it stands alone. A later entry of the same words takes the place of an earlier one.
 * @throws Error naming the line that it cannot read
 */
export function parseLexicon(source: string, setting: LanguageSetting): { entries: Entry[]; prefixes: string[] } {
  const entries = new Map<string, Entry>();
  const prefixes: string[] = [];
  let section = '';
  for (const [index, line] of source.split('\n').entries()) {
    if (line === '' || line.startsWith('# ')) continue;
    const heading = /^\[(\w+)\]$/.exec(line)?.[1];
    const [words = '', value = ''] = line.split('\t');
    if (heading !== undefined) section = heading;
    else if (section === 'prefix') prefixes.push(setting.fold(words));
    else {
      const entry = entryOf(section, words, value, setting);
      if (entry === null) throw new Error(`Lexicon ${setting.code}, line ${index + 1}: cannot read "${line}".`);
      entries.set(setting.fold(words), entry);
    }
  }
  return { entries: settleNegated([...entries.values()]), prefixes };
}

function settleNegated(entries: readonly Entry[]): Entry[] {
  const negations = entries.flatMap(({ role, words }) => (role === 'negation' && words.length === 1 ? words.map(({ text }) => text) : []));
  const negating = new Set(negations);
  return entries.map((entry) => {
    const inside = entry.words.length > 1 && entry.words.some(({ text }) => negating.has(text));
    return inside ? { ...entry, settled: true } : entry;
  });
}

function entryOf(section: string, line: string, value: string, setting: LanguageSetting): Entry | null {
  const role = ROLES.find((known) => known === section);
  const words = patternsOf(line, setting);
  if (role === undefined || words.length === 0) return null;
  const plain: Entry = { words, role, value: 1, alone: 0, settled: false, scope: null };
  if (role === 'negation') {
    const [, side, reach] = NEGATION.exec(value) ?? [];
    if (side !== 'forward' && side !== 'backward' && side !== 'both') return null;
    return { ...plain, scope: { side, reach: Number(reach) } };
  }
  if (value === '') return plain;
  const groups = VALUE.exec(value)?.groups;
  if (groups === undefined) return null;
  return { ...plain, value: Number(groups['value']), alone: Number(groups['alone'] ?? 0), settled: groups['settled'] !== undefined };
}

/** Entries are cut into words as texts are, so that both always agree. */
function patternsOf(words: string, setting: LanguageSetting): WordPattern[] {
  return words.split(' ').flatMap((word) => {
    const open = word.length > 1 && word.endsWith('*');
    const tokens = tokenize(open ? word.slice(0, -1) : word, setting);
    return tokens.map(({ text }, i) => ({ text, open: open && i === tokens.length - 1 }));
  });
}
