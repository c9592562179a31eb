import { CeilingExceeded } from '#core/contract/error.ts';
import { inDigits, JSON_CEILING } from '#core/platform-kit/ceilings.ts';

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * `JSON.parse` for what others say: a text of more elements or more depth than the ceilings allow is not read. Elements are counted before
 * a value is made of any of them, and only in a text long enough to have so many; depth in what was made, which costs a quarter of parsing.
 * @throws CeilingExceeded; SyntaxError where it is no JSON
 */
export function parseBounded(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  const isLong = text.length > JSON_CEILING.elements;
  // A reviver goes as deep as the text does.
  if (isLong || reviver !== undefined) checkText(text);
  const value = JSON.parse(text, reviver) as unknown;
  if (!isLong) checkDepth(value, text.length);
  return value;
}

/** One pass over the text. What is not JSON gets through: the parser will say so. */
function checkText(text: string): void {
  let elements = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) elements += 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      elements += 1;
      depth += 1;
      if (depth > JSON_CEILING.depth) throw tooDeep();
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1;
    if (elements > JSON_CEILING.elements) throw new CeilingExceeded(`${inDigits(JSON_CEILING.elements)} elements of JSON`);
  }
}

/**
 * Where the JSON object or array ends that begins at `start`; null where none begins there or it does not end. Brackets within texts do
 * not count.
 */
export function endOfJson(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && depth > 0) at = endOfText(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth -= 1;
    if (depth <= 0) return at === start ? null : at + 1;
  }
  return null;
}

/** Where the quote stands that ends the text whose first quote stands at `start`; the end of all where none does. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Level by level: the stack does not grow with the depth. */
function checkDepth(value: unknown, length: number): void {
  if (length < 2 * JSON_CEILING.depth) return;
  let level = [value].filter(isHolder);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > JSON_CEILING.depth) throw tooDeep();
    const below: object[] = [];
    for (const holder of level) addHolders(holder, below);
    level = below;
  }
}

function addHolders(holder: object, below: object[]): void {
  if (Array.isArray(holder)) {
    for (const part of holder as readonly unknown[]) if (isHolder(part)) below.push(part);
    return;
  }
  for (const key in holder) {
    const part = (holder as Readonly<Record<string, unknown>>)[key];
    if (isHolder(part)) below.push(part);
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function tooDeep(): CeilingExceeded {
  return new CeilingExceeded(`${inDigits(JSON_CEILING.depth)} levels of JSON`);
}
