import { CommentdockError } from '#core/contract/error.ts';
import type { LanguageSetting } from '#core/analysis/sentiment/languages.ts';
import { type Token, tokenize } from '#core/analysis/sentiment/tokens.ts';

/**
 * What an entry does. `opinion`: carries a weight; `negation`: turns opinions within its reach; `degree`: multiplies the opinion
 * beside it; `contrast` ("but"): what comes before counts less; `concession` ("although"): what follows counts less;
 * `irrealis` ("if", "would"): praise that follows is a wish; `balance` ("three stars", "pros and cons"): the text weighs two sides;
 * `sarcasm` ("oh great"): praise in the text means its opposite; `mistaken` ("I thought it would"): what follows was found otherwise;
 * `again` ("another", "yet again"): right behind praise that opens the text, makes it ironic.
 */
export const ROLES = [
  'opinion',
  'negation',
  'degree',
  'contrast',
  'concession',
  'irrealis',
  'balance',
  'sarcasm',
  'mistaken',
  'again',
] as const;
type Role = (typeof ROLES)[number];

/** An entry where a text has it. */
interface Match {
  readonly entry: Entry;
  /** Tokens that it takes up, with those in its gaps. */
  readonly length: number;
}

/** One word or several. */
export interface Entry {
  readonly words: readonly WordPattern[];
  readonly role: Role;
  /** Opinion and sarcasm: from -4 to 4. Degree: the factor. Others: 1. */
  readonly value: number;
  /** Of degrees that praise or blame where they stand alone, such as "super"; otherwise 0. */
  readonly alone: number;
  /** Of opinions: the weight under a negation, where it is not a share of the value. "It opens" says little, "it does not open" a lot. */
  readonly negated: number | null;
  /** Praise that people like to begin a complaint with: "Great, broken again." */
  readonly ironic: boolean;
  /** No negation turns it, because it has one inside ("no regrets") or because the lexicon says so. */
  readonly settled: boolean;
  /** Of negations. */
  readonly scope: NegationScope | null;
}

/** One place of a phrase. */
interface WordPattern {
  readonly text: string;
  readonly open: boolean;
  /** Words or phrases of which any fits here; null where `text` alone does. An empty one may be left out. */
  readonly choices: readonly (readonly WordPattern[])[] | null;
  /** Words that may stand between this one and the one before it, at most. */
  readonly gap: number;
}

/** On which side of a negation the words stand that it turns, and how many tokens away at most. */
export interface NegationScope {
  readonly side: 'forward' | 'backward' | 'both';
  readonly reach: number;
}

const NEGATION = /^(forward|backward|both) (\d+)$/;
const VALUE = /^(?<value>-?\d+(?:[.]\d+)?)(?<settled>!)?(?: (?<second>-?\d+(?:[.]\d+)?))?$/;
/** Of tables. */
const HEAD = 'role\twords\tvalue';
const COLUMNS = 3;
const REMARK = '# ';
const END = '# end';
/** Roles that say nothing without a value. */
const VALUED: readonly Role[] = ['opinion', 'degree'];
const SHORTEST_STEM = 1;
const NUMBER = '№';
const DIGITS = /^\p{Nd}+$/u;
const GAP = '…';
/** What stands between braces has spaces of its own. */
const PLACE = /\{[^{}]*\}|\S+/gu;
const WIDEST_GAP = 3;
/** Beyond this an open word is looked for by its beginning only. */
const LONGEST_STEM = 24;
/** Misspelt doubles are looked for in words of this length and longer, and opinions at the end of compounds likewise. */
const SHORTEST_MISSPELT = 7;
const SHORTEST_HEAD = 6;
const SHORTEST_MODIFIER = 3;
const LONGEST_COMPOUND = 40;

/** Words and phrases of one language. */
export class Lexicon {
  /** Under the first word, or each that may be the first. */
  readonly #exact = new Map<string, Entry[]>();
  readonly #open = new Map<string, Entry[]>();
  /** Small words that are written together with the next one: the Arabic article, "and", "with". */
  readonly #prefixes: readonly string[];
  /** Opinions by their spelling without double letters. */
  readonly #single = new Map<string, Entry>();
  readonly #compounds: boolean;

  constructor(entries: readonly Entry[], prefixes: readonly string[], { compounds }: Pick<LanguageSetting, 'compounds'>) {
    this.#prefixes = prefixes;
    this.#compounds = compounds === 'joined';
    for (const entry of entries) {
      const firsts = firstWords(entry.words);
      for (const { text, open } of firsts) {
        const index = open ? this.#open : this.#exact;
        const same = index.get(text);
        if (same === undefined) index.set(text, [entry]);
        else if (!same.includes(entry)) same.push(entry);
      }
      if (isMisspeltLike(entry)) for (const { text } of firsts) this.#single.set(withoutDoubles(text), entry);
    }
  }

  /** The entry that begins at a token: the one with most words, then the exact one, then the longest beginning. */
  match(tokens: readonly Token[], at: number): Match | null {
    const token = tokens[at];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'symbol')) return null;
    for (const word of this.#spellings(token.text)) {
      const found = this.#matchFrom(word, tokens, at);
      if (found !== null) return found;
    }
    const nearly = token.kind === 'word' ? this.#nearly(token.text) : null;
    return nearly === null ? null : { entry: nearly, length: 1 };
  }

  /** What an unknown word is taken for: a known one with a letter doubled or single, or a compound that ends in an opinion. */
  #nearly(word: string): Entry | null {
    if (word.length < SHORTEST_MISSPELT) return null;
    const misspelt = this.#single.get(withoutDoubles(word));
    if (misspelt !== undefined) return misspelt;
    if (!this.#compounds || word.length > LONGEST_COMPOUND) return null;
    for (let start = SHORTEST_MODIFIER; start <= word.length - SHORTEST_HEAD; start += 1) {
      const head = this.#headAt(word.slice(start));
      if (head !== undefined) return head;
    }
    return null;
  }

  #headAt(tail: string): Entry | undefined {
    const candidates = [...(this.#exact.get(tail) ?? [])];
    for (let length = Math.min(tail.length, LONGEST_STEM); length >= SHORTEST_HEAD; length -= 1)
      candidates.push(...(this.#open.get(tail.slice(0, length)) ?? []));
    return candidates.find(({ role, words }) => role === 'opinion' && words.length === 1);
  }

  #matchFrom(word: string, tokens: readonly Token[], at: number): Match | null {
    let best = longest(this.#exact.get(word), word, tokens, at);
    for (let length = Math.min(word.length, LONGEST_STEM); length >= SHORTEST_STEM; length -= 1) {
      const open = longest(this.#open.get(word.slice(0, length)), word, tokens, at);
      if (open !== null && (best === null || open.length > best.length)) best = open;
    }
    if (best === null && DIGITS.test(word)) return longest(this.#exact.get(NUMBER), word, tokens, at);
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

function isMisspeltLike({ role, words }: Entry): boolean {
  const [first] = words;
  return (
    role === 'opinion' &&
    words.length === 1 &&
    first !== undefined &&
    first.choices === null &&
    !first.open &&
    first.text.length >= SHORTEST_MISSPELT - 1
  );
}

function withoutDoubles(word: string): string {
  return word.replaceAll(/(.)\1+/gu, '$1');
}

/** The words that a phrase may begin with. */
function firstWords([first]: readonly WordPattern[]): WordPattern[] {
  if (first === undefined) return [];
  return first.choices === null ? [first] : first.choices.flatMap(firstWords);
}

/** @param word the token at `at`, in the spelling that was looked up */
function longest(candidates: readonly Entry[] | undefined, word: string, tokens: readonly Token[], at: number): Match | null {
  let best: Match | null = null;
  for (const entry of candidates ?? []) {
    const end = entry.words.length === 1 && entry.words[0]?.choices === null ? at + 1 : endOf(entry.words, { tokens, at, word }, at);
    if (end !== null && end - at > (best?.length ?? 0)) best = { entry, length: end - at };
  }
  return best;
}

/** Where a phrase is looked for. */
interface Search {
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly word: string;
}

/** Where a phrase ends that begins at `from`, each further place as near as it can be; null where it is another phrase. */
function endOf(words: readonly WordPattern[], search: Search, from: number): number | null {
  let next = from;
  for (const word of words) {
    const last = next + word.gap;
    let end = endOfPlace(word, search, next);
    while (end === null && next < last && isWord(search.tokens[next])) {
      next += 1;
      end = endOfPlace(word, search, next);
    }
    if (end === null) return null;
    next = end;
  }
  return next;
}

function endOfPlace(word: WordPattern, search: Search, at: number): number | null {
  if (word.choices === null) return fits(word, search, at) ? at + 1 : null;
  let longestEnd: number | null = null;
  for (const choice of word.choices) {
    const end = endOf(choice, search, at);
    if (end !== null && (longestEnd === null || end > longestEnd)) longestEnd = end;
  }
  return longestEnd;
}

function isWord(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'stop' && token.kind !== 'pause';
}

function fits({ text, open }: WordPattern, { tokens, at, word }: Search, index: number): boolean {
  const token = tokens[index];
  if (token === undefined || !isWord(token)) return false;
  const found = index === at ? word : token.text;
  return found === text || (open && found.startsWith(text)) || (text === NUMBER && DIGITS.test(found));
}

/** A table of words as its file has it. */
export interface LexiconTable {
  /** Of the file. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads tables (`resources/lexicons/README.md` says what stands in them), one after the other: a later row of the same words takes the
 * place of an earlier one.
 * @throws CommentdockError INTERNAL naming the table and the line that cannot be read, or that its end is missing
 */
export function parseLexicon(tables: readonly LexiconTable[], setting: LanguageSetting): { entries: Entry[]; prefixes: string[] } {
  const entries = new Map<string, Entry>();
  const prefixes: string[] = [];
  const openers = new Set<string>();
  for (const table of tables) {
    for (const [role, words, value, line] of rowsOfTable(table)) {
      const folded = setting.fold(words);
      if (role === 'prefix' && value === '') prefixes.push(folded);
      else if (role === 'opener' && value === '') openers.add(folded);
      else {
        const entry = entryOf(role, words, value, setting);
        if (entry === null) throw unreadable(table, line);
        entries.set(folded, entry);
      }
    }
  }
  const all = [...entries].map(([words, entry]) => (openers.has(words.replace(/[*]$/, '')) ? { ...entry, ironic: true } : entry));
  return { entries: settleNegated(all), prefixes };
}

/** @throws CommentdockError INTERNAL naming the table, and the line that cannot be read */
export function* rowsOfTable(table: LexiconTable): Generator<readonly [role: string, words: string, value: string, line: number]> {
  const lines = linesOf(table);
  const end = lines.indexOf(END);
  if (end === -1) throw damaged(table.name, `its last line, "${END}", is missing`);
  const first = lines.findIndex((line) => !line.startsWith(REMARK));
  if (lines[first] !== HEAD) throw damaged(table.name, `its columns are not ${HEAD.split('\t').join(', ')}`);
  for (let index = first + 1; index < end; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith(REMARK)) continue;
    const columns = line.split('\t');
    const [role = '', words = '', value = ''] = columns;
    if (words === '' || columns.length !== COLUMNS) throw unreadable(table, index + 1);
    // A copy: what is cut out of the table would keep all of it.
    yield [role, Buffer.from(words).toString(), value, index + 1];
  }
}

function unreadable({ name, text }: LexiconTable, line: number): CommentdockError {
  return damaged(name, `line ${line} cannot be read: "${linesOf({ text })[line - 1]}"`);
}

/** A checkout on Windows may have the line ends of its system. */
function linesOf({ text }: Pick<LexiconTable, 'text'>): string[] {
  return (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text).split('\n');
}

/** @param what a clause without its full stop */
export function damaged(name: string, what: string, cause?: unknown): CommentdockError {
  return new CommentdockError('INTERNAL', `The words of the sentiment analyzer are damaged: ${name}: ${what}. Install Commentdock anew.`, {
    cause,
  });
}

function allWords(words: readonly WordPattern[]): WordPattern[] {
  return words.flatMap((word) => (word.choices === null ? [word] : word.choices.flatMap(allWords)));
}

function settleNegated(entries: readonly Entry[]): Entry[] {
  const negations = entries.flatMap(({ role, words }) => (role === 'negation' && words.length === 1 ? words.map(({ text }) => text) : []));
  const negating = new Set(negations);
  return entries.map((entry) => {
    const inside = entry.words.length > 1 && allWords(entry.words).some(({ text }) => negating.has(text));
    return inside ? { ...entry, settled: true } : entry;
  });
}

function entryOf(name: string, phrase: string, value: string, setting: LanguageSetting): Entry | null {
  const role = ROLES.find((known) => known === name);
  const words = patternsOf(phrase, setting);
  if (role === undefined || words.length === 0) return null;
  const plain: Entry = { words, role, value: 1, alone: 0, negated: null, ironic: false, settled: false, scope: null };
  if (role === 'negation') {
    const [, side, reach] = NEGATION.exec(value) ?? [];
    if (side !== 'forward' && side !== 'backward' && side !== 'both') return null;
    return { ...plain, scope: { side, reach: Number(reach) } };
  }
  if (value === '') return VALUED.includes(role) ? null : plain;
  const groups = VALUE.exec(value)?.groups;
  if (groups === undefined) return null;
  const second = groups['second'] === undefined ? null : Number(groups['second']);
  const settled = groups['settled'] !== undefined;
  if (role === 'degree') return { ...plain, value: Number(groups['value']), alone: second ?? 0, settled };
  return { ...plain, value: Number(groups['value']), negated: second, settled };
}

/** Entries are cut into words as texts are, so that both always agree. */
function patternsOf(words: string, setting: LanguageSetting): WordPattern[] {
  const patterns: WordPattern[] = [];
  let gap = 0;
  for (const [place] of words.matchAll(PLACE)) {
    if (place !== GAP) patterns.push(...placeOf(place, gap, setting));
    gap = place === GAP ? WIDEST_GAP : 0;
  }
  return patterns;
}

function placeOf(place: string, gap: number, setting: LanguageSetting): WordPattern[] {
  if (place === NUMBER) return [{ text: NUMBER, open: false, gap, choices: null }];
  if (place.startsWith('{')) {
    const choices = place.slice(1, -1).split(',');
    return [{ text: place, open: false, gap, choices: choices.map((choice) => patternsOf(choice, setting)) }];
  }
  const open = place.length > 1 && place.endsWith('*');
  const tokens = tokenize(open ? place.slice(0, -1) : place, setting);
  return tokens.map(({ text }, i) => ({ text, open: open && i === tokens.length - 1, gap: i === 0 ? gap : 0, choices: null }));
}
