// One odd row costs one row: lists are read row by row, and a row of unknown form becomes a gap of its page.
import { AsyncLocalStorage } from 'node:async_hooks';
import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Json, Page } from '#core/platform-api/define.ts';

/** A row that could not be read. */
interface OddRow {
  /** From the list on, and in the end from the root of the answer. */
  readonly path: string;
  readonly row: unknown;
}

/** What could not be read of a list, and how many rows could. */
interface OddRows {
  readonly odd: readonly OddRow[];
  readonly read: number;
}

/** What is noted while a page is read, or a part of an answer, by the list that it stands in. A list that is read twice counts once. */
type Reading = Map<object, OddRows>;

/** The reading that is under way, from the call that began it to all that it waits for. */
const underWay = new AsyncLocalStorage<Reading>();

/** More odd rows than these, and more than this part of all, are another form and no accident. */
const ACCIDENTS = { rows: 2, part: 1 / 5 };

/** Rows that are named of one list: the ledger keeps no more remarks. The others are counted. */
const NAMED = 100;

/** How many rows a list had as the platform gave it, by what was read of it; left out where all could be read. */
const given = new WeakMap<object, number>();

/** True where a list is of another form: none of its rows can be read, or too many cannot. */
export function isAnotherForm(odd: number, rows: number): boolean {
  return odd > 0 && (odd === rows || isMoreThanAccident(odd, rows));
}

/** True where so many of the rows could not be read that a form has changed. */
function isMoreThanAccident(odd: number, rows: number): boolean {
  return odd > ACCIDENTS.rows && odd > rows * ACCIDENTS.part;
}

/** True while something is read whose odd rows are counted. Where nobody counts them, an odd row is an error. */
export function isCounted(): boolean {
  return underWay.getStore() !== undefined;
}

/** How many rows a list has on the platform: for places and ends of lists, which count those too that could not be read. */
export function rowsGiven(list: readonly unknown[]): number {
  return given.get(list) ?? list.length;
}

/** Notes which rows of a list could not be read; what was noted of the same list before is forgotten. */
export function noteOddRows(list: readonly unknown[], read: readonly unknown[], odd: readonly OddRow[]): void {
  const reading = underWay.getStore();
  if (reading === undefined) return;
  reading.delete(list);
  if (odd.length === 0) return;
  given.set(read, rowsGiven(list));
  reading.set(list, { odd, read: read.length });
}

/**
 * Reads a part of an answer. What is noted meanwhile stands under its path in `value`, which begins with `at`, and counts only where
 * `isRead` says that the part could be read.
 */
export function readingPart<T>(value: unknown, at: string, read: () => T, isRead: (result: T) => boolean): T {
  const whole = underWay.getStore();
  if (whole === undefined) return read();
  const part: Reading = new Map();
  const result = underWay.run(part, read);
  if (part.size === 0 || !isRead(result)) return result;
  const places = placesOf(part, value);
  for (const [list, { odd, read: count }] of part) {
    const start = [at, ...(places.get(list) ?? [])];
    const placed = odd.map(({ path, row }) => ({ path: [...start, path].filter((name) => name !== '').join('.'), row }));
    whole.set(list, { odd: placed, read: count });
  }
  return result;
}

/** Where lists stand in a value; those that were made of it are not found. */
function placesOf(lists: ReadonlyMap<object, unknown>, root: unknown): Map<object, string[]> {
  interface Place {
    readonly value: unknown;
    readonly key: string;
    readonly above: Place | null;
  }
  const places = new Map<object, string[]>();
  const rest: Place[] = [{ value: root, key: '', above: null }];
  for (let place = rest.pop(); place !== undefined && places.size < lists.size; place = rest.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (lists.has(value)) places.set(value, namesOf(place));
    for (const [key, inner] of Object.entries(value)) rest.push({ value: inner, key, above: place });
  }
  return places;

  function namesOf(place: Place | null): string[] {
    const names: string[] = [];
    for (let at = place; at !== null && at.above !== null; at = at.above) names.push(at.key);
    return names.toReversed();
  }
}

/**
 * Reads rows one by one, for what a schema does not see: parts of a page, entities that a row only names. One that `read` finds of unknown
 * form becomes a gap `unreadable` of the page.
 * @param at where the rows stand, for the path in the ledger
 * @throws PlatformChanged where none can be read, or at least three and more than a fifth cannot
 */
export function readRows<R, T>(rows: readonly R[], at: string, read: (row: R, index: number) => T): T[] {
  return rowByRow(rows, at, { read, isTooMany: isAnotherForm });
}

/** As `readRows`, for rows within a row (replies that come with it): however many of them are odd, the row that they stand in is not. */
export function readRowsBelow<R, T>(rows: readonly R[], at: string, read: (row: R, index: number) => T): T[] {
  return rowByRow(rows, at, { read, isTooMany: () => false });
}

interface RowReading<R, T> {
  readonly read: (row: R, index: number) => T;
  readonly isTooMany: (odd: number, rows: number) => boolean;
}

function rowByRow<R, T>(rows: readonly R[], at: string, { read, isTooMany }: RowReading<R, T>): T[] {
  if (!isCounted()) return rows.map(read);
  const results: T[] = [];
  const odd: OddRow[] = [];
  let first: PlatformChanged | null = null;
  for (const [index, row] of rows.entries()) {
    try {
      results.push(
        readingPart(
          row,
          `${at}.${index}`,
          () => read(row, index),
          () => true,
        ),
      );
    } catch (error) {
      if (!(error instanceof PlatformChanged) || error instanceof CeilingExceeded) throw error;
      first ??= error;
      odd.push({ path: error.path.startsWith(`${at}.`) ? error.path : [at, index, error.path].join('.'), row });
      if (isTooMany(odd.length, rows.length)) throw first;
    }
  }
  noteOddRows(rows, results, odd);
  if (rowsGiven(rows) > results.length) given.set(results, rowsGiven(rows));
  return results;
}

/**
 * Reads a page and puts the rows that could not be read into its gaps, and those that were read and say nothing.
 * @throws PlatformChanged where none of them says anything, or at least three rows and more than a fifth of the page's could not be read
 */
export async function readingPage<C extends Json>(read: () => Promise<Page<C>>): Promise<Page<C>> {
  const reading: Reading = new Map();
  const page = await underWay.run(reading, read);
  const blank = page.items.flatMap((item, index) => (saysNothing(item) ? [unreadable(`items.${index}`)] : []));
  if (reading.size === 0 && blank.length === 0) return page;
  const lists = [...reading.values()];
  const odd = lists.reduce((sum, list) => sum + list.odd.length, 0);
  const isNothingRead = blank.length === page.items.length && lists.every(({ read: count }) => count === 0);
  if (isNothingRead || isMoreThanAccident(odd + blank.length, page.items.length + odd))
    throw new PlatformChanged(lists[0]?.odd[0]?.path ?? 'items.0');
  return {
    ...page,
    items: page.items.filter((item) => !saysNothing(item)),
    gaps: [...(page.gaps ?? []), ...lists.flatMap(gapsOf), ...blank],
  };
}

/** An id that is made up of what a row says (`madeUpId`), with its number among its like. */
const MADE_UP = /^[0-9a-f]{32}(?::\d+)?$/;

/** True for a row without an id in which nothing was found: neither whose it is, nor when or what was written. */
function saysNothing({ id, author, text, title, createdAt, relativeTime, rating, ownerReply, media, extra }: Item): boolean {
  const said = [text, title, createdAt, relativeTime, rating, ownerReply, ...Object.values(author), ...Object.values(extra)];
  return MADE_UP.test(id) && media.length === 0 && said.every((value) => value === null || value === '');
}

function gapsOf({ odd }: OddRows): Gap[] {
  const named = odd.slice(0, NAMED).map(({ path, row }) => {
    const words = wordsOf(row);
    return words === null ? unreadable(path) : { ...unreadable(path), row: words };
  });
  return odd.length > NAMED ? [...named, { cause: 'unreadable', count: odd.length - NAMED }] : named;
}

/** All that a row says; null where that is nothing by which it would be known again. */
function wordsOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null;
  const words = JSON.stringify(row);
  return words.length > '{}'.length ? words : null;
}

const PATH_BEGINS = ' (at ';
const PATH_ENDS = ').';

/** The gap of one row. */
export function unreadable(path: string): Gap {
  return { cause: 'unreadable', count: 1, note: `A row had an unknown form${PATH_BEGINS}${path}${PATH_ENDS}` };
}

/** Where the row stands that a gap tells of; null for any other gap. */
export function unreadablePath({ cause, note = '' }: Gap): string | null {
  const from = note.indexOf(PATH_BEGINS);
  if (cause !== 'unreadable' || from < 0 || !note.endsWith(PATH_ENDS)) return null;
  return note.slice(from + PATH_BEGINS.length, -PATH_ENDS.length);
}
