import type { Field, Visitor } from '#core/report/fields.ts';
import { kindOfField } from '#core/report/field-kinds.ts';
import { EMAIL, wordsIn } from '#core/report/words.ts';

/** What is known to be somebody's wherever it stands, and what the site's own code is made of. */
export interface Findings {
  /** Names, numbers and secrets as a whole, in lower case. */
  readonly values: ReadonlySet<string>;
  /** The words of them, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Words that name fields, or stand in addresses that were asked for. */
  readonly structure: ReadonlySet<string>;
  /** Words of short texts that are nobody's as far as is known, the most frequent first: a parser may look for them. */
  readonly candidates: readonly string[];
}

const LONGEST_VALUE = 300;
const SHORTEST_NUMBER = 5;
const SHORT_TEXT_WORDS = 14;
const MOST_CANDIDATES = 768;
const MOST_FOUND = 200_000;
const KINDS_OF_THINGS =
  /^(?:ad|album|all|answer|app|article|blog|book|business|channel|clip|company|community|default|episode|event|forum|game|group|home|hotel|image|issue|item|job|link|list|listing|live|main|movie|note|page|photo|pin|place|playlist|podcast|post|product|profile|project|question|reel|review|search|shop|short|shorts|show|single|song|space|story|stream|theme|thread|topic|track|tv|user|video|watch)s?$/i;
const CANDIDATE = /^[\p{L}_]{2,24}$/u;
/** What a platform's code asks by may look like an id. */
const ASKED_CANDIDATE = /^(?!\d+$)[\p{L}\p{N}_]{2,24}$/u;
const KNOWN_KINDS: ReadonlySet<Field['kind']> = new Set(['person', 'account', 'secret']);

/** Looks at all messages of a report before the first is changed; changes nothing itself. */
export class Search implements Visitor {
  readonly #values = new Set<string>();
  readonly #words = new Set<string>();
  readonly #structure = new Set<string>();
  readonly #short = new Map<string, number>();
  readonly #asked = new Set<string>();
  readonly #ofSite: ReadonlySet<string>;

  /** @param hosts of the platform: their words are its own, whoever else has them in a name */
  constructor(hosts: readonly string[]) {
    this.#ofSite = new Set(hosts.flatMap((host) => wordsIn(host.toLowerCase())));
  }

  text(text: string, field: Field): string {
    for (const [email] of text.matchAll(EMAIL)) this.#know(email);
    if (field.kind === 'person') this.#know(text);
    if (field.kind === 'secret' && isLongSecret(text)) this.#know(text);
    if (field.kind === 'account' && field.side === 'answered') this.#knowAccount(text);
    if (field.kind !== 'secret') this.#noteShort(text, field.side);
    return text;
  }

  /** What was asked for: a name, a number, or a way that ends with one. Short numbers and what names a kind of thing lead to nobody. */
  knowAsked(value: string): void {
    const last = value.split('/').findLast((segment) => segment !== '') ?? '';
    if (KINDS_OF_THINGS.test(last)) return;
    if (value === last) this.#know(value);
    else for (const word of wordsIn(last.toLowerCase())) if (isKnowable(word)) this.#words.add(word);
    for (const word of wordsIn(last.toLowerCase())) this.#asked.add(word);
  }

  key(name: string): string {
    if (name.length > LONGEST_VALUE) return name;
    this.#structure.add(name.toLowerCase());
    return name;
  }

  integer(digits: string, { kind }: Field): string {
    if (isKnownKind(kind) && digits.length >= SHORTEST_NUMBER) this.#values.add(digits);
    return digits;
  }

  segment(segment: string, side: Field['side']): string {
    if (side === 'asked') this.#noteAsked(segment);
    this.#noteShort(segment, side);
    return segment;
  }

  host(host: string, side: Field['side']): string {
    if (side === 'asked') this.#noteAsked(host);
    return host;
  }

  findings(): Findings {
    const named = (value: string): boolean => kindOfField(value) !== 'other';
    const isOwn = (word: string): boolean => named(word) || (!this.#values.has(word) && !this.#asked.has(word));
    const structure = this.#ofSite.union(new Set([...this.#structure].filter(isOwn)));
    const isSomebodys = (word: string): boolean => !structure.has(word) && (this.#words.has(word) || this.#values.has(word));
    const candidates = [...this.#short]
      .filter(([word]) => !isSomebodys(word))
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MOST_CANDIDATES)
      .map(([word]) => word);
    return { values: this.#values, words: this.#words, structure, candidates };
  }

  #know(text: string): void {
    if (text.length > LONGEST_VALUE || this.#values.size >= MOST_FOUND) return;
    const value = text.trim().toLowerCase();
    if (KINDS_OF_THINGS.test(value)) return;
    if (!/^(?:.|[\w.-]{2}|\d{3,4})$/u.test(value)) this.#values.add(value.replace(/^@/, ''));
    for (const word of wordsIn(value)) if (isKnowable(word)) this.#words.add(word);
  }

  /** Words may name kinds of things: only what holds a digit, or more than letters, is the number of something. */
  #knowAccount(text: string): void {
    if (/\d/.test(text)) this.#know(text);
  }

  #noteAsked(text: string): void {
    for (const word of wordsIn(text.toLowerCase())) if (CANDIDATE.test(word)) this.#structure.add(word);
  }

  #noteShort(text: string, side: Field['side']): void {
    const candidate = side === 'asked' ? ASKED_CANDIDATE : CANDIDATE;
    const words = wordsIn(text.slice(0, LONGEST_VALUE).toLowerCase());
    if (words.length > SHORT_TEXT_WORDS) return;
    for (const word of words) {
      if (!candidate.test(word) || (this.#short.size >= MOST_FOUND && !this.#short.has(word))) continue;
      this.#short.set(word, (this.#short.get(word) ?? 0) + 1);
    }
  }
}

export function isKnownKind(kind: Field['kind']): boolean {
  return KNOWN_KINDS.has(kind);
}

/** `1`, `en` and `dark` stand in cookies too. */
function isLongSecret(text: string): boolean {
  return text.length >= 12 || (text.length >= 6 && /\d/.test(text));
}

/** Two letters stand for too much; two characters of Han are a name. */
function isKnowable(word: string): boolean {
  if (KINDS_OF_THINGS.test(word)) return false;
  return /^\d+$/.test(word) ? word.length >= SHORTEST_NUMBER : word.length >= 3 || (word.length === 2 && /[^\p{ASCII}]/u.test(word));
}
