// Finds the list of rows in an answer, whatever the answer is made of, and gives one of its rows a form that nobody knows.
import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import type { Item } from '#core/contract/item.ts';
import { jsonIn } from '#test/platforms/json-in.ts';

/** A row that can be spoilt without another. */
interface Row {
  readonly itemId: string;
  /** How many of its marks it has. */
  readonly marks: number;
  /** The answer with that row in another form. */
  readonly spoil: () => string;
}

/** Rows that stand side by side. */
interface RowList {
  /** Rows that hold an item, and those that hold one item and no other. */
  readonly length: number;
  readonly rows: readonly Row[];
}

/** What tells one item from all others, by its id. */
export type Marks = ReadonlyMap<string, readonly string[]>;

/** Shorter words stand in an answer by chance. */
const SHORTEST_MARK = 4;

/** What says of a row what it is, and goes on saying so. */
const NAMES_OF_KIND = /^(?:__typename|\$type|type|kind|entryType|itemType|entryId|entityUrn|card_type|cursor|node|comment|content|data)$/;

/** Words of items that no other item has: ids, texts, names. */
export function marksOf(items: readonly Item[]): Marks {
  const owners = new Map<string, Set<string>>();
  for (const item of items) {
    for (const mark of [item.id, item.text, item.title, item.url, item.author.id, item.author.name]) {
      if (mark === null || mark === undefined || mark.length < SHORTEST_MARK) continue;
      owners.set(mark, (owners.get(mark) ?? new Set()).add(item.id));
    }
  }
  const marks = new Map<string, string[]>();
  for (const [mark, ids] of owners) {
    const [id] = ids;
    if (ids.size === 1 && id !== undefined) marks.set(id, [...(marks.get(id) ?? []), mark]);
  }
  return marks;
}

/** The lists of items in an answer, longest first. */
export function listsIn(text: string, marks: Marks): readonly RowList[] {
  return listsOf(text, marks).toSorted((one, other) => other.length - one.length);
}

/** A list with fewer is told by nothing from parts of a row. */
export const FEWEST_ROWS = 3;

/** Places in one answer where the same item stands. */
const MOST_PLACES = 5;

/** The answer with the rows of an item in another form; as it is where none stands in it. */
export function withSpoiltRow(text: string, marks: Marks, itemId: string): string {
  let spoilt = text;
  for (let place = 0; place < MOST_PLACES; place += 1) {
    const own = listsIn(spoilt, marks).flatMap((list) => (list.length < FEWEST_ROWS ? [] : rowOf(list, itemId)));
    const next = own[place]?.spoil();
    if (next === undefined) return spoilt;
    spoilt = next;
  }
  return spoilt;
}

/** What answers an item names it too, by its id alone. */
function rowOf({ rows }: RowList, itemId: string): Row[] {
  const named = rows.filter((row) => row.itemId === itemId);
  return named.toSorted((one, other) => other.marks - one.marks).slice(0, 1);
}

function listsOf(text: string, marks: Marks): RowList[] {
  const json = jsonIn(text);
  if (json !== undefined) return listsInJson(json, (value) => JSON.stringify(value), marks);
  return [...listsInHtml(text, marks), ...listsInBrackets(text, marks)];
}

type Rebuild = (value: unknown) => string;

function listsInJson(value: unknown, rebuild: Rebuild, marks: Marks): RowList[] {
  if (typeof value === 'string') return value.length < 200 ? [] : listsOf(value, marks).map((list) => rebuilt(list, rebuild));
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value)
    ? listOfRows(
        value.map((row) => JSON.stringify(row)),
        marks,
        (index) => rebuild(value.with(index, otherForm(value[index]))),
      )
    : [];
  const below = Array.isArray(value)
    ? value.flatMap((inner, index) => listsInJson(inner, (changed) => rebuild(value.with(index, changed)), marks))
    : Object.entries(value).flatMap(([key, inner]) => listsInJson(inner, (changed) => rebuild({ ...value, [key]: changed }), marks));
  return [...own, ...below];
}

function rebuilt({ length, rows }: RowList, rebuild: Rebuild): RowList {
  return { length, rows: rows.map((row) => ({ ...row, spoil: () => rebuild(row.spoil()) })) };
}

function listOfRows(texts: readonly string[], marks: Marks, spoil: (index: number) => string): RowList[] {
  if (texts.length < 2) return [];
  const held = texts.map((text) => itemsIn(text, marks));
  const length = held.filter((items) => items.length > 0).length;
  const rows = held.flatMap(([item, ...others], index): Row[] =>
    item === undefined || others.length > 0 ? [] : [{ ...item, spoil: () => spoil(index) }],
  );
  return rows.length === 0 ? [] : [{ length, rows }];
}

/** An item that a row names, and how many of its marks stand there. */
interface Held {
  readonly itemId: string;
  readonly marks: number;
}

function itemsIn(row: string, marks: Marks): Held[] {
  const plain = decodeHTML(row).replaceAll('\\"', '"').replaceAll('\\/', '/');
  return [...marks].flatMap(([itemId, words]): Held[] => {
    const count = words.filter((word) => holds(row, word) || holds(plain, word)).length;
    return count === 0 ? [] : [{ itemId, marks: count }];
  });
}

/** As a word of its own: `item-1` does not stand in `item-10`. */
function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}

/** A row after the site was rebuilt: what it stands in is as it was, and all that it says has another name. */
function otherForm(row: unknown): unknown {
  if (Array.isArray(row)) return row.some((value) => typeof value === 'string') ? [null, ...(row as unknown[])] : row.map(otherForm);
  if (typeof row !== 'object' || row === null) return { value_2027: row };
  const entries = Object.entries(row);
  const inner = entries.filter(([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value));
  const [only] = inner;
  if (only !== undefined && inner.length === 1 && entries.every(([key]) => key === only[0] || NAMES_OF_KIND.test(key)))
    return { ...row, [only[0]]: otherForm(only[1]) };
  return renamed(row);
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      NAMES_OF_KIND.test(key) && typeof inner !== 'object' ? key : `${key}_2027`,
      renamed(inner),
    ]),
  );
}

interface Span {
  readonly start: number;
  end: number;
  readonly inner: Span[];
}

function listsInSpans(text: string, spans: readonly Span[], marks: Marks, spoil: (row: string, span: Span) => string): RowList[] {
  return spans.flatMap(({ inner }) =>
    listOfRows(
      inner.map(({ start, end }) => text.slice(start, end)),
      marks,
      (index) => {
        const { start, end } = inner[index] as Span;
        return `${text.slice(0, start)}${spoil(text.slice(start, end), inner[index] as Span)}${text.slice(end)}`;
      },
    ),
  );
}

/** The attributes that a page is read by. */
const MARKUP = /(?<=\s)(class|id|itemprop|property|rel|type|name|href|src|datetime|(?:data|aria)-[\w-]+)=/g;

function listsInHtml(text: string, marks: Marks): RowList[] {
  if (!text.includes('</')) return [];
  const root: Span = { start: 0, end: text.length, inner: [] };
  const open = [root];
  const all = [root];
  const parser = new Parser({
    onopentag() {
      const span: Span = { start: parser.startIndex, end: text.length, inner: [] };
      open.at(-1)?.inner.push(span);
      open.push(span);
      all.push(span);
    },
    onclosetag() {
      const span = open.length > 1 ? open.pop() : undefined;
      if (span !== undefined) span.end = parser.endIndex + 1;
    },
  });
  parser.end(text);
  return listsInSpans(text, all, marks, (row, span) => {
    const head = row.indexOf('>', innermost(span).start - span.start) + 1;
    return row.slice(0, head) + row.slice(head).replace(MARKUP, 'x-$1=');
  });
}

/** A row may stand in a box of its own, and that in another. */
function innermost(span: Span): Span {
  let row = span;
  for (let [only, ...others] = row.inner; only !== undefined && others.length === 0; [only, ...others] = row.inner) row = only;
  return row;
}

/** Objects and lists in a text that is none of either as a whole: in scripts, behind a prefix, as a text within a text. */
function listsInBrackets(text: string, marks: Marks): RowList[] {
  const open: Span[] = [];
  const all: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      const span: Span = { start: at, end: text.length, inner: [] };
      open.at(-1)?.inner.push(span);
      open.push(span);
      all.push(span);
    } else if (sign === '}' || sign === ']') {
      const span = open.pop();
      if (span !== undefined) span.end = at + 1;
    }
  }
  const lists = all.filter(({ start }) => text[start] === '[');
  return listsInSpans(text, lists, marks, (row) =>
    row.startsWith('[') && !row.startsWith('[{')
      ? `[null,${row.slice(1)}`
      : row.replace(/(\\*")(\w+)(\\*"\s*:)/g, (whole, before: string, key: string, after: string) =>
          NAMES_OF_KIND.test(key) ? whole : `${before}${key}_2027${after}`,
        ),
  );
}
