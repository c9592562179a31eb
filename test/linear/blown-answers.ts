// Answers of simulated sites, blown up: the same form, with hostile texts in it or with more rows than any site sends.
import { endOfJson } from '#core/platform-kit/bounded-json.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import type { TextShape } from '#test/linear/hostile-texts.ts';
import { jsonIn } from '#test/platforms/json-in.ts';

/** What becomes of an answer's body. */
export type Blow = (body: string) => string;

/** Words, not an id, an address, a date or a number: what a person wrote may be anything. */
const PROSE = /[^\s\d]\s+[^\s\d]|<\w|[^\u0000-\u02ff]/;
const PROSE_KEY = /text|body|title|content|comment|review|message|descr|note|bio|caption|headline|summary|words/i;
const NO_PROSE = /^(?:[a-z][a-z0-9+.-]*:|\/|\d|[\w-]*\d[\w-]*$)/i;
const PARENT_KEY = /parent|reply_?to|in_reply|root|ancestor/i;
const ID_KEY = /^(?:id|\w*_id|\w*Id|rpid|cid|pk|uri|key)$/;
/** Where a value of JSON may begin within another text. */
const EMBEDDED = /(?:^|[\n=(>]\s{0,8})(?=[{[])/g;
const SHOWN_TEXT = /(<(\w+)([^<>]*)>)([^<>{}]*\w[^<>{}]*)(?=<)/g;
const NO_TEXT = new Set(['script', 'style', 'title']);
const MOST_BYTES = 3_000_000;

/** Words that people wrote get a hostile end: the first of each place in the answer. */
export function withTexts(shape: TextShape, length: number): Blow {
  const end = shape(length);
  return (body) => inAnswer(body, { value: (value) => spoken(value, end, new Set(), ''), page: (html) => withPageTexts(html, end) });
}

/** Lists get so many rows more. */
export function withRows(count: number): Blow {
  const most = (row: object): number => Math.min(count, Math.floor(MOST_BYTES / JSON.stringify(row).length));
  return (body) => inAnswer(body, { value: (value) => lengthened(value, most), page: (html) => html });
}

/** Lists whose rows say what they reply to get so many more, each the reply to the one before it. */
export function withChain(count: number): Blow {
  const most = (row: object): number => (Object.entries(row).some(([key, value]) => PARENT_KEY.test(key) && isId(value)) ? count : 0);
  return (body) => inAnswer(body, { value: (value) => lengthened(value, most), page: (html) => html });
}

/**
 * A store whose records name each other: the first that a list names stands there so many times more, and in the place of its own lists all of
 * them name one of so many rows.
 */
export function withRefs(count: number): Blow {
  return (body) => inAnswer(body, { value: (value) => namedOften(value, count), page: (html) => html });
}

/** What no page has, behind all that it says. */
export function withTail(shape: TextShape, length: number): Blow {
  const tail = shape(length);
  return (body) => (isPage(body) ? `${body}${tail}` : body);
}

interface Ways {
  value(value: unknown): unknown;
  page(html: string): string;
}

function inAnswer(body: string, ways: Ways): string {
  const whole = jsonIn(body);
  if (whole !== undefined) return JSON.stringify(ways.value(whole));
  let result = '';
  let read = 0;
  const other = (text: string): string => (isPage(body) ? ways.page(text) : text);
  for (const { index, 0: mark } of body.matchAll(EMBEDDED)) {
    const start = index + mark.length;
    if (start < read) continue;
    const end = endOfJson(body, start);
    const value = end === null ? undefined : jsonIn(body.slice(start, end));
    if (end === null || value === undefined) continue;
    result += other(body.slice(read, start)) + JSON.stringify(ways.value(value)).replaceAll('</', '<\\/');
    read = end;
  }
  return result + other(body.slice(read));
}

function spoken(value: unknown, end: string, met: Set<string>, place: string): unknown {
  if (typeof value === 'string') return spokenText(value, end, met, place);
  if (Array.isArray(value)) {
    const isRecord = value.some((part) => typeof part !== 'object' || part === null);
    return value.map((part, index) => spoken(part, end, met, isRecord ? `${place}/${index}` : place));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spoken(part, end, met, `${place}.${key}`)]));
}

function spokenText(text: string, end: string, met: Set<string>, place: string): string {
  const inner = /^[{[]/.test(text) ? jsonIn(text) : undefined;
  if (inner !== undefined) return JSON.stringify(spoken(inner, end, met, place));
  const isProse = !NO_PROSE.test(text) && (PROSE.test(text) || PROSE_KEY.test(place.slice(place.lastIndexOf('.') + 1)));
  if (!isProse || met.has(place)) return text;
  met.add(place);
  return text + end;
}

function withPageTexts(html: string, end: string): string {
  const met = new Set<string>();
  return html.replace(SHOWN_TEXT, (whole: string, _tag: string, name: string, attributes: string) => {
    const place = `${name} ${/\b(?:class|itemprop|data-hook)="([^"]*)"/.exec(attributes)?.[1] ?? ''}`;
    if (NO_TEXT.has(name.toLowerCase()) || met.has(place)) return whole;
    met.add(place);
    return whole + end;
  });
}

/** The outermost lists of objects on each way. */
function lengthened(value: unknown, more: (row: object) => number): unknown {
  if (typeof value === 'string' && /^[{[]/.test(value)) {
    const inner = jsonIn(value);
    return inner === undefined ? value : JSON.stringify(lengthened(inner, more));
  }
  if (Array.isArray(value)) {
    const last: unknown = value.at(-1);
    const isRows = typeof last === 'object' && last !== null && !Array.isArray(last);
    if (!isRows) return value.map((part) => lengthened(part, more));
    return [...(value as readonly unknown[]), ...Array.from({ length: more(last) }, (_, index) => rowAfter(last, index + 1))];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthened(part, more)]));
}

function namedOften(value: unknown, count: number): unknown {
  const store = structuredClone(value) as Readonly<Record<string, unknown>>;
  const list = nearest(store, (part) => Array.isArray(part) && refIn(part[0]) !== null) as object[] | undefined;
  const name = refIn(list?.[0]) ?? '';
  const record = list === undefined ? undefined : store[name];
  if (list === undefined || typeof record !== 'object' || record === null) return value;
  const rowsOf = Object.entries(record).filter(([, part]) => Array.isArray(part) && part.length > 0) as [string, unknown[]][];
  const naming = { ...record, ...Object.fromEntries(rowsOf.map(([key]) => [key, { __ref: `many ${key}` }])) };
  const names = Array.from({ length: count }, (_, index) => `${name}${index}`);
  list.push(...names.map((each) => ({ __ref: each })));
  return {
    ...store,
    ...Object.fromEntries(rowsOf.map(([key, [row]]) => [`many ${key}`, Array.from({ length: count }, () => row)])),
    ...Object.fromEntries(names.map((each, index) => [each, rowAfter(naming, index)])),
  };
}

function refIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && '__ref' in value && typeof value.__ref === 'string' ? value.__ref : null;
}

function rowAfter(row: object, index: number): object {
  const entries = Object.entries(row as Readonly<Record<string, unknown>>);
  const own = entries.find(([key]) => ID_KEY.test(key) && !PARENT_KEY.test(key))?.[1];
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (PARENT_KEY.test(key) && isId(value) && isId(own)) return [key, index === 1 ? own : renumbered(own, index - 1)];
      return [key, ID_KEY.test(key) && isId(value) ? renumbered(value, index) : value];
    }),
  );
}

function isId(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function renumbered(id: string | number, index: number): string | number {
  return typeof id === 'number' ? id + index : `${id}${index}`;
}

function isPage(body: string): boolean {
  return /^\s*</.test(body);
}
