import type { Field, Visitor } from '#core/report/fields.ts';
import { kindOfField } from '#core/report/field-kinds.ts';
import { type Findings, isKnownKind } from '#core/report/findings.ts';
import type { Pseudonyms } from '#core/report/pseudonyms.ts';
import { isStatedTimestamp, isStructural, isTimestamp } from '#core/report/structural-values.ts';
import { changeParts, changeWords, EMAIL, REACH, wordsIn } from '#core/report/words.ts';

/** How many values were replaced, by what they were. */
export interface Replacements {
  secrets: number;
  people: number;
  accounts: number;
  emails: number;
  phones: number;
  texts: number;
  others: number;
}

export interface ConcealmentParts {
  readonly pseudonyms: Pseudonyms;
  readonly findings: Findings;
  /** True: what people wrote stays, but for what is known to be somebody's. */
  readonly keepsTexts: boolean;
  /** Words of short texts that stay, in lower case. */
  readonly keptWords: ReadonlySet<string>;
  /** Of the platform: they stay; `.example.org` with all below it that the site itself names. */
  readonly hosts: readonly string[];
}

/** all: every letter and digit. words: all but short numbers. segment: so, and numbers of one letter. known: what is somebody's for certain, and what looks like a number of somebody. */
type Extent = 'all' | 'words' | 'segment' | 'known';

const SHORT_NUMBER = 5;
const LONG_NUMBER = 7;
const LONG_TEXT_WORDS = 14;
const PROSE_WORDS = 6;
const AMOUNT = /^(?:\d{1,4}\p{L}{0,2}|0x[0-9a-f]{1,3})$/u;
/** Of something that is asked for. */
const MARKED_AMOUNT = /^[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}$/;
/** A thing in a record of things. */
const NO_NAME_OF_FIELD = /[^\p{ASCII}]|[\s@]|^\d{5,}$/u;
/** Of a field as likely as of a person. */
const SHORT_NAME = /^[a-z]{1,5}$/i;
const PLAIN_WORD = /^[A-Za-z_]{1,32}$/;
const PLAIN_SEGMENT = /^(?:v\d{1,2}|\d{1,4}|[A-Za-z_]{1,32}(?:-(?:[A-Za-z_]{1,24}|\d{1,3}))?|[A-Za-z_]{1,24}(?:\.[A-Za-z_]{1,24}){1,5})$/;
const OPAQUE = /^(?=.*\d)(?=.*[A-Za-z])[\w]{10,}$/;
const ENDING = /\.(?:json|html?|xml|php|aspx?|js|css|jpe?g|png|gif|webp|svg|mp4|m3u8|rss)$/i;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const LONGEST_NAME = 24;
/** Above the names of sites. */
const HOST_ENDING = /^(?:[a-z]{2,24}|(?:com?|org|net|gov|edu|ac|ne|or|gob)\.[a-z]{2})$/i;
const HOST_PARTS = new Set(
  'www api m i img images static cdn media assets web mobile old new gql graphql gateway oauth accounts login'.split(' '),
);

/** Puts other words in the place of those that tell of people. What is given back is as long as what was given, and of the same form. */
export class Concealment implements Visitor {
  readonly replaced: Replacements = { secrets: 0, people: 0, accounts: 0, emails: 0, phones: 0, texts: 0, others: 0 };
  readonly #parts: ConcealmentParts;

  constructor(parts: ConcealmentParts) {
    this.#parts = parts;
  }

  text(text: string, field: Field): string {
    if (text.trim() === '') return text;
    const changed = this.#changed(text, field);
    if (changed !== text) this.#count(field);
    return changed;
  }

  key(name: string): string {
    if (kindOfField(name) !== 'other') return name;
    if (this.#isKnownValue(name) && !SHORT_NAME.test(name)) return this.#conceal(name, 'all');
    if (NO_NAME_OF_FIELD.test(name)) return this.#conceal(name, 'all');
    return OPAQUE.test(name) && name.length > 15 ? this.#conceal(name, 'known') : name;
  }

  integer(digits: string, { kind }: Field): string {
    const isSomebodys = isKnownKind(kind) && digits.length >= SHORT_NUMBER;
    const isUnknown = kind === 'other' && digits.length >= LONG_NUMBER && !isTimestamp(digits);
    if (!isSomebodys && !isUnknown && !this.#isKnownValue(digits)) return digits;
    // An integer that others can hold.
    if (digits.length > 15 && digits.startsWith('0')) return digits;
    this.replaced.accounts += 1;
    return this.#parts.pseudonyms.of(digits);
  }

  segment(segment: string, side: Field['side']): string {
    if (segment === '') return segment;
    const ending = ENDING.exec(segment)?.[0] ?? '';
    const stem = segment.slice(0, segment.length - ending.length);
    return `${this.#stem(stem, side)}${ending}`;
  }

  host(host: string, side: Field['side']): string {
    const lower = host.toLowerCase();
    const whole = this.#parts.hosts.find((known) => (known.startsWith('.') ? `.${lower}`.endsWith(known) : lower === known));
    if (whole !== undefined && !whole.startsWith('.')) return host;
    const own = whole === undefined ? endingOf(host) : host.slice(host.length - (whole.length - 1));
    const labels = host.slice(0, host.length - own.length).replace(/\.$/, '');
    if (labels === '') return host;
    const changed = labels
      .split('.')
      .map((label) => (this.#isHostPart(label, side, whole !== undefined) ? label : this.#conceal(label, 'all')))
      .join('.');
    return `${changed}.${own}`;
  }

  #changed(text: string, field: Field): string {
    const { kind, side } = field;
    if (kind === 'secret') return this.#conceal(text, 'all');
    const isPlain = isStructural(text.trim()) && !this.#isKnownValue(text.trim());
    if (kind === 'person') return isPlain && !/^\p{L}+$|^\d{5,}$/u.test(text.trim()) ? text : this.#conceal(text, 'all');
    if (isPlain || (kind === 'count' && isStatedTimestamp(text))) return text;
    if (this.#isHostOfPlatform(text)) return this.host(text, side);
    const extent = this.#extentOf(text, field);
    if (side === 'asked' && extent !== 'known') return this.#segments(text);
    return this.#conceal(text, extent, wordsIn(text.slice(0, 1_000)).length <= LONG_TEXT_WORDS);
  }

  #extentOf(text: string, { kind, side, isProse }: Field): Extent {
    if (kind === 'account') return side === 'asked' && PLAIN_WORD.test(text) ? 'known' : 'all';
    if (kind === 'structure') return isProse === true ? 'words' : 'known';
    const isLong = isProse === true && wordsIn(text.slice(0, 200)).length >= PROSE_WORDS;
    if (this.#parts.keepsTexts && side === 'answered' && ((kind === 'text' && isProse !== true) || isLong)) return 'known';
    return 'words';
  }

  /** What a platform's code asked with: plain words are its own. */
  #segments(text: string): string {
    return text.length > 200 || !PLAIN_SEGMENT.test(text) ? this.#conceal(text, 'words') : this.#conceal(text, 'known');
  }

  #stem(stem: string, side: Field['side']): string {
    if (this.#isKnownValue(stem) || stem.startsWith('@')) return this.#conceal(stem, 'all');
    const isOwn = side === 'asked' ? PLAIN_SEGMENT.test(stem) : this.#isStructure(stem) || /^(?:v?\d{1,2})$/.test(stem);
    return this.#conceal(stem, isOwn ? 'known' : side === 'asked' ? 'segment' : 'all', true);
  }

  #isStructure(text: string): boolean {
    const { structure } = this.#parts.findings;
    return wordsIn(text.toLowerCase()).every((word) => structure.has(word));
  }

  #isHostOfPlatform(text: string): boolean {
    return (
      /^[a-z0-9.-]{4,100}$/i.test(text) &&
      this.#parts.hosts.some((host) => `.${text.toLowerCase()}`.endsWith(`.${host.replace(/^\./, '')}`))
    );
  }

  #isHostPart(label: string, side: Field['side'], isOfPlatform: boolean): boolean {
    const lower = label.toLowerCase();
    if (this.#parts.keptWords.has(lower) || HOST_PARTS.has(lower)) return true;
    if (this.#isKnownValue(lower) || !isOfPlatform) return false;
    return side === 'asked' ? /^[a-z][a-z-]{0,23}\d{0,2}$/.test(lower) : this.#parts.findings.structure.has(lower);
  }

  #isKnownValue(text: string): boolean {
    const { values, structure } = this.#parts.findings;
    const value = text.toLowerCase().replace(/^@/, '');
    return value.length >= 2 && values.has(value) && !structure.has(value);
  }

  #isKnownWord(word: string): boolean {
    const { words, structure } = this.#parts.findings;
    const lower = word.toLowerCase();
    return (words.has(lower) && !structure.has(lower)) || this.#isKnownValue(lower);
  }

  #conceal(text: string, extent: Extent, mayKeep = false): string {
    const words = (part: string): string => this.#words(part, extent, mayKeep);
    return changeParts(text, EMAIL, {
      found: (email) => this.#email(email),
      between: (part) => changeParts(part, REACH, { found: (reach) => this.#reach(reach, extent) ?? words(reach), between: words }),
    });
  }

  #email(email: string): string {
    this.replaced.emails += 1;
    const dot = email.lastIndexOf('.');
    return `${this.#other(email.slice(0, dot))}${email.slice(dot)}`;
  }

  /** Null where it is a number of another kind. */
  #reach(reach: string, extent: Extent): string | null {
    if (isStructural(reach) || (extent === 'known' && isTimestamp(reach))) return null;
    this.replaced.phones += 1;
    return this.#other(reach);
  }

  #other(text: string): string {
    return changeWords(text, (word) => this.#parts.pseudonyms.of(word));
  }

  #words(text: string, extent: Extent, mayKeep: boolean): string {
    const { pseudonyms, keptWords } = this.#parts;
    return changeWords(text, (word, isJoined) => {
      if (extent === 'all') return this.#whole(word, mayKeep);
      if (this.#isKnownWord(word)) return pseudonyms.of(word);
      if (extent === 'known') return this.#isNumberOfSomebody(word) ? pseudonyms.of(word) : this.#knownWithin(word);
      if (AMOUNT.test(word) && !isJoined) return word;
      if (extent === 'segment' && MARKED_AMOUNT.test(word)) return word;
      return mayKeep && keptWords.has(word.toLowerCase()) ? word : this.#split(word);
    });
  }

  #whole(word: string, mayKeep: boolean): string {
    return mayKeep && this.#parts.keptWords.has(word.toLowerCase()) && !this.#isKnownWord(word) ? word : this.#split(word);
  }

  #isNumberOfSomebody(word: string): boolean {
    return OPAQUE.test(word) || (/^\d+$/.test(word) && word.length >= LONG_NUMBER && !isTimestamp(word));
  }

  /** In scripts without spaces a name stands within what is no word of its own: it is replaced as it is elsewhere. */
  #split(word: string): string {
    const { pseudonyms } = this.#parts;
    if (!WITHOUT_SPACES.test(word)) return pseudonyms.of(word);
    return this.#aroundNames(word, (rest) => pseudonyms.of(rest));
  }

  #knownWithin(word: string): string {
    return WITHOUT_SPACES.test(word) ? this.#aroundNames(word, (rest) => rest) : word;
  }

  #aroundNames(word: string, change: (rest: string) => string): string {
    const { values, words } = this.#parts.findings;
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at < word.length; at += 1) {
      let length = Math.min(LONGEST_NAME, word.length - at);
      while (length >= 2 && !values.has(word.slice(at, at + length)) && !words.has(word.slice(at, at + length))) length -= 1;
      if (length < 2) continue;
      if (at > from) parts.push(change(word.slice(from, at)));
      parts.push(this.#parts.pseudonyms.of(word.slice(at, at + length)));
      at += length - 1;
      from = at + 1;
    }
    if (from < word.length) parts.push(change(word.slice(from)));
    return parts.join('');
  }

  #count({ kind }: Field): void {
    if (kind === 'secret') this.replaced.secrets += 1;
    else if (kind === 'person') this.replaced.people += 1;
    else if (kind === 'account') this.replaced.accounts += 1;
    else if (kind === 'text') this.replaced.texts += 1;
    else this.replaced.others += 1;
  }
}

function endingOf(host: string): string {
  const labels = host.split('.');
  const two = labels.slice(-2).join('.');
  return HOST_ENDING.test(two) && labels.length > 2 ? two : (labels.at(-1) ?? '');
}
