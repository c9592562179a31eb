import { tokensOf } from '#core/analysis/search/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** Where words may be searched, by the names that queries use. */
const SEARCH_FIELDS = ['text', 'title', 'author'] as const;

export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Terms that stand one after the other. */
export interface Phrase {
  /** Null: in any. */
  readonly field: SearchField | null;
  readonly terms: readonly string[];
  /** Whether the last term may go on. */
  readonly isPrefix: boolean;
}

interface ParsedQuery {
  /** For FTS5's MATCH over columns named as the fields. */
  readonly match: string;
  /** What is looked for, without what must not be there. */
  readonly phrases: readonly Phrase[];
}

const MOST_QUERY_LENGTH = 500;
const MOST_PHRASES = 50;
const DEEPEST = 20;

type Symbol =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not'; readonly at: number }
  | { readonly kind: 'phrase'; readonly phrase: Phrase; readonly at: number }
  | { readonly kind: 'field'; readonly field: SearchField; readonly at: number };

interface Part {
  readonly match: string;
  readonly phrases: readonly Phrase[];
}

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);
const FIELD = new RegExp(`^(${SEARCH_FIELDS.join('|')}):`, 'i');
/** Quotes as keyboards and word processors make them. */
const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](\*?)/;
const QUOTE = /["“”„«»]/;
const WORD = /^[^\s()"“”„«»]+/;

/**
 * Reads a query: words (all must be there), `"a phrase"`, `begin*`, `NOT` or `-`, `OR`, brackets, and `text:`, `title:` or
 * `author:` in front of any of them. What comes out holds nothing that FTS5 would take for its own syntax.
 * @throws CommentdockError INVALID_REQUEST with what to correct
 */
export function parseQuery(query: string): ParsedQuery {
  if (query.length > MOST_QUERY_LENGTH) throw refused(`it has ${query.length} characters, at most ${MOST_QUERY_LENGTH} are read`);
  const symbols = [...symbolsOf(query)];
  if (symbols.filter(({ kind }) => kind === 'phrase').length > MOST_PHRASES) {
    throw refused(`it has more than ${MOST_PHRASES} words or phrases; leave some out`);
  }
  const reader = new Reader(symbols);
  const part = reader.alternatives(null, 0);
  reader.expectEnd();
  return part;
}

function* symbolsOf(query: string): Generator<Symbol> {
  for (let at = 0; at < query.length;) {
    const rest = query.slice(at);
    const blank = /^\s+/.exec(rest)?.[0].length ?? 0;
    if (blank > 0) {
      at += blank;
      continue;
    }
    const [symbol, length] = nextSymbol(rest, at);
    yield symbol;
    at += length;
  }
}

function nextSymbol(rest: string, at: number): readonly [Symbol, number] {
  if (rest.startsWith('(')) return [{ kind: 'open', at }, 1];
  if (rest.startsWith(')')) return [{ kind: 'close', at }, 1];
  const field = FIELD.exec(rest);
  if (field?.[1] !== undefined) return [{ kind: 'field', field: field[1].toLowerCase() as SearchField, at }, field[0].length];
  const quoted = QUOTED.exec(rest);
  if (quoted !== null) return [{ kind: 'phrase', phrase: phraseOf(quoted[1] ?? '', quoted[2] === '*', quoted[0]), at }, quoted[0].length];
  if (QUOTE.test(rest.charAt(0))) throw refused(`the quotation mark at character ${at + 1} has no second one; close the phrase`);
  if (/^-[^\s-]/.test(rest)) return [{ kind: 'not', at }, 1];
  const word = WORD.exec(rest)?.[0] ?? rest.charAt(0);
  const operator = OPERATORS.get(word);
  if (operator !== undefined) return [{ kind: operator, at }, word.length];
  return [{ kind: 'phrase', phrase: phraseOf(word.replace(/\*$/, ''), word.endsWith('*'), word), at }, word.length];
}

function phraseOf(words: string, wantsPrefix: boolean, given: string): Phrase {
  if (words === '' || words === '*') {
    throw refused(wantsPrefix ? 'a star stands behind the beginning of a word, as in `deliver*`' : `${given} is empty`);
  }
  if (words.startsWith('*')) throw refused(`\`${given}\` begins with a star; it can only stand behind the beginning of a word`);
  const tokens = [...tokensOf(words)];
  const last = tokens.at(-1);
  if (last === undefined) throw refused(`\`${given}\` has no letter, digit or emoji in it`);
  // The pair before it says all, except where the letter stands alone: then any pair that begins with it will do.
  const isAlone = last.kind === 'tail' && tokens.at(-2)?.kind !== 'pair';
  const terms = (last.kind === 'tail' && !isAlone ? tokens.slice(0, -1) : tokens).map(({ term }) => term);
  return { field: null, terms, isPrefix: wantsPrefix || isAlone };
}

class Reader {
  readonly #symbols: readonly Symbol[];
  #next = 0;

  constructor(symbols: readonly Symbol[]) {
    this.#symbols = symbols;
  }

  expectEnd(): void {
    const left = this.#symbols[this.#next];
    if (left !== undefined) throw refused(`the bracket at character ${left.at + 1} closes nothing; take it away`);
  }

  alternatives(field: SearchField | null, depth: number): Part {
    if (depth > DEEPEST) throw refused(`its brackets are more than ${DEEPEST} deep`);
    const parts = [this.#together(field, depth)];
    while (this.#take('or')) parts.push(this.#together(field, depth));
    return parts.length === 1 ? (parts[0] as Part) : joined(parts, ' OR ');
  }

  /** What must all be there, and what must not. */
  #together(field: SearchField | null, depth: number): Part {
    const wanted: Part[] = [];
    const unwanted: Part[] = [];
    for (;;) {
      if (this.#take('and')) this.#expectBoth(wanted.length + unwanted.length);
      const isUnwanted = this.#take('not');
      const part = this.#one(field, depth, isUnwanted);
      if (part === null) break;
      (isUnwanted ? unwanted : wanted).push(part);
    }
    if (wanted.length === 0) throw this.#nothingWanted(unwanted.length > 0);
    const all = wanted.length === 1 ? (wanted[0] as Part) : joined(wanted, ' AND ');
    return unwanted.reduce((sum, { match }) => ({ match: `(${sum.match} NOT ${match})`, phrases: sum.phrases }), all);
  }

  #one(field: SearchField | null, depth: number, isNegated: boolean): Part | null {
    const symbol = this.#symbols[this.#next];
    if (symbol?.kind === 'field') {
      this.#next += 1;
      const part = this.#one(symbol.field, depth, isNegated);
      if (part === null) throw refused(`nothing stands behind \`${symbol.field}:\``);
      return part;
    }
    if (symbol?.kind === 'phrase') {
      this.#next += 1;
      const phrase = { ...symbol.phrase, field };
      return { match: matchOf(phrase), phrases: [phrase] };
    }
    if (symbol?.kind === 'open') {
      this.#next += 1;
      const part = this.alternatives(field, depth + 1);
      if (!this.#take('close')) throw refused(`the bracket at character ${symbol.at + 1} is not closed`);
      return part;
    }
    if (isNegated) throw refused(symbol?.kind === 'not' ? 'NOT stands twice' : 'nothing stands behind NOT');
    return null;
  }

  #take(kind: Symbol['kind']): boolean {
    if (this.#symbols[this.#next]?.kind !== kind) return false;
    this.#next += 1;
    return true;
  }

  #expectBoth(before: number): void {
    const kind = this.#symbols[this.#next]?.kind;
    const isLast = kind === undefined || kind === 'and' || kind === 'or' || kind === 'close';
    if (before > 0 && !isLast) return;
    throw refused(`nothing stands ${isLast ? 'behind' : 'in front of'} AND; in lower case it is a word like any other`);
  }

  #nothingWanted(hasUnwanted: boolean): CommentdockError {
    if (hasUnwanted) return refused('it only says what must not be there; put a word in front that must');
    const kind = this.#symbols[this.#next]?.kind;
    if (kind === undefined && this.#next === 0) return refused('it is empty; leave it out to get all items');
    if (kind === 'close') return refused('there are brackets with nothing in them');
    return refused('a word is missing beside OR; in lower case it is a word like any other');
  }
}

function joined(parts: readonly Part[], by: string): Part {
  return { match: `(${parts.map(({ match }) => match).join(by)})`, phrases: parts.flatMap(({ phrases }) => phrases) };
}

/** Terms hold letters, digits, `_` and emoji only: a quoted string holds them all. */
function matchOf({ field, terms, isPrefix }: Phrase): string {
  const phrase = `"${terms.join(' ')}"${isPrefix ? ' *' : ''}`;
  return field === null ? phrase : `${field} : ${phrase}`;
}

function refused(reason: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', `q: the query cannot be read: ${reason}.`);
}
