import { type Field, fieldWithin, type Visitor } from '#core/report/fields.ts';
import { unwrapString } from '#core/report/wrapped-text.ts';

/** Deeper than any answer that is read. */
const DEEPEST = 512;
/** Of a regular expression in a script. */
const LONGEST_PATTERN = 500;
const SPACE = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BARE = /[\p{L}\p{M}\p{N}_$]+/uy;
const PLAIN = /[^"'`/{}[\],:\p{L}\p{M}\p{N}_$]+/uy;
const LITERALS = new Set(['true', 'false', 'null', 'undefined', 'NaN']);
/** After these a slash begins an expression; after anything else it divides. */
const BEFORE_PATTERN = new Set('(,=:[!&|?{};+-*~<>%^');

interface CodeParts {
  /** Of JSON all that is no string is data; of a script it is code. */
  readonly language: 'json' | 'script';
  readonly visitor: Pick<Visitor, 'key' | 'integer' | 'text'>;
  /** Of a string, which may hold others. */
  readonly value: (text: string, field: Field) => string;
}

/**
 * Changes the strings and numbers of JSON or of a script, whole or cut off, valid or not: reads from mark to mark and never goes back. Linear in
 * the length.
 */
export function changeCode(code: string, field: Field, parts: CodeParts): string {
  return new CodeWalk(code, field, parts).changed();
}

class CodeWalk {
  readonly #code: string;
  readonly #parts: CodeParts;
  readonly #out: string[] = [];
  /** Of the brackets around. */
  readonly #around: Field[] = [];
  #field: Field;
  #at = 0;
  /** The last mark that is no space. */
  #before = '(';

  constructor(code: string, field: Field, parts: CodeParts) {
    this.#code = code;
    this.#field = field;
    this.#parts = parts;
  }

  changed(): string {
    const code = this.#code;
    while (this.#at < code.length) {
      const mark = code[this.#at] as string;
      if (mark === '"' || (this.#isScript && (mark === "'" || mark === '`'))) this.#string(mark);
      else if (mark === '{' || mark === '[') this.#open(mark);
      else if (mark === '}' || mark === ']') this.#close(mark);
      else if (mark === ',') this.#next();
      else if (mark === '/' && this.#isScript) this.#slash();
      else this.#other();
    }
    return this.#out.join('');
  }

  get #isScript(): boolean {
    return this.#parts.language === 'script';
  }

  #copy(end: number, before: string): void {
    this.#out.push(this.#code.slice(this.#at, end));
    this.#at = end;
    this.#before = before;
  }

  #string(quote: string): void {
    const end = endOfString(this.#code, this.#at, quote, this.#isScript && quote !== '`');
    const raw = this.#code.slice(this.#at + 1, end);
    const isKey = this.#isBeforeColon(end + 1);
    const { text, wrap } = unwrapString(raw);
    if (isKey) this.#field = fieldWithin(this.#outer, text);
    this.#out.push(
      quote,
      wrap(isKey ? this.#parts.visitor.key(text) : this.#parts.value(text, this.#field)),
      this.#code.slice(end, end + 1),
    );
    this.#at = end + 1;
    this.#before = quote;
  }

  get #outer(): Field {
    return this.#around.at(-1) ?? this.#field;
  }

  #isBeforeColon(at: number): boolean {
    SPACE.lastIndex = at;
    SPACE.test(this.#code);
    return this.#code[SPACE.lastIndex] === ':';
  }

  #open(mark: string): void {
    if (this.#around.length < DEEPEST) this.#around.push(this.#field);
    this.#copy(this.#at + 1, mark);
  }

  #close(mark: string): void {
    this.#field = this.#around.pop() ?? this.#field;
    this.#copy(this.#at + 1, mark);
  }

  #next(): void {
    this.#field = this.#outer;
    this.#copy(this.#at + 1, ',');
  }

  /** A comment, an expression, or a division. What a comment says is data to nobody. */
  #slash(): void {
    const next = this.#code[this.#at + 1];
    if (next === '/' || next === '*') {
      const found = this.#code.indexOf(next === '/' ? '\n' : '*/', this.#at + 2);
      const end = found < 0 ? this.#code.length : found + (next === '/' ? 0 : 2);
      this.#out.push(this.#parts.visitor.text(this.#code.slice(this.#at, end), { ...this.#field, kind: 'text' }));
      this.#at = end;
      return;
    }
    this.#copy(BEFORE_PATTERN.has(this.#before) ? endOfPattern(this.#code, this.#at) : this.#at + 1, '/');
  }

  #other(): void {
    const number = this.#match(NUMBER);
    if (number !== null && !this.#isWithinWord()) {
      const isInteger = /^-?\d+$/.test(number);
      this.#push(isInteger ? number.replace(/\d+/, (digits) => this.#parts.visitor.integer(digits, this.#field)) : number);
      return;
    }
    const bare = this.#match(BARE);
    if (bare !== null) {
      this.#word(bare);
      return;
    }
    this.#push(this.#match(PLAIN) ?? (this.#code[this.#at] as string));
  }

  #word(bare: string): void {
    if (this.#isBeforeColon(this.#at + bare.length)) {
      this.#field = fieldWithin(this.#outer, bare);
      this.#push(this.#parts.visitor.key(bare), bare.length);
    } else if (LITERALS.has(bare)) this.#push(bare);
    // In a script a word is a name of its code, unless it is known to be somebody's.
    else this.#push(this.#isScript ? this.#parts.visitor.key(bare) : this.#parts.visitor.text(bare, this.#field), bare.length);
  }

  #isWithinWord(): boolean {
    return /[\p{L}\p{M}_$]/u.test(this.#code[this.#at + (this.#match(NUMBER)?.length ?? 0)] ?? '');
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#code)?.[0] ?? null;
  }

  #push(text: string, length = text.length): void {
    this.#out.push(text);
    this.#at += length;
    this.#before = text.trimEnd().at(-1) ?? this.#before;
  }
}

/** Where the closing quote stands, or the end. A string of a script, but for a template, ends with its line. */
function endOfString(code: string, start: number, quote: string, endsWithLine: boolean): number {
  for (let at = start + 1; at < code.length; at += 1) {
    const mark = code[at];
    if (mark === '\\') at += 1;
    else if (mark === quote || (endsWithLine && mark === '\n')) return at;
  }
  return code.length;
}

/** Behind a regular expression; behind its slash alone where none ends on its line. */
function endOfPattern(code: string, start: number): number {
  let isInSet = false;
  for (let at = start + 1; at < Math.min(code.length, start + LONGEST_PATTERN) && code[at] !== '\n'; at += 1) {
    const mark = code[at];
    if (mark === '\\') at += 1;
    else if (mark === '[') isInSet = true;
    else if (mark === ']') isInSet = false;
    else if (mark === '/' && !isInSet) return at + 1;
  }
  return start + 1;
}
