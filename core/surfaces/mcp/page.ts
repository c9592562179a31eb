import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';

/** About so long is the list in one answer, in bytes of JSON: assistants read all of it. */
export const PAGE_BYTES = 20_000;
/** What the operations list at once. */
const MOST_ENTRIES = 30;
const MAX_CURSOR_LENGTH = 300;

export const cursorField = z.string().min(1).max(MAX_CURSOR_LENGTH).optional().meta({ description: '`next_cursor` of the page before.' });

/** Lets entries of this shape be told by some of their fields. */
export function fieldsField({ shape }: z.ZodObject) {
  return z
    .array(z.enum(Object.keys(shape) as [string, ...string[]]))
    .min(1)
    .optional()
    .meta({ description: 'Only these fields.' });
}

/** Input of a tool that lists by page: so many entries of this shape where nothing is said. */
export function pageFields(entries: number, entry: z.ZodObject) {
  return {
    page: z.int().min(1).optional().meta({ description: 'Counts from 1; `cursor` takes its place.' }),
    limit: z
      .int()
      .min(1)
      .default(entries)
      .meta({ description: `Entries of a page, at most ${MOST_ENTRIES}. Default ${entries}.` }),
    cursor: cursorField,
    fields: fieldsField(entry),
  };
}

type Asked = z.output<z.ZodObject<ReturnType<typeof pageFields>>>;

/** A page of the operation. @throws CommentdockError INVALID_REQUEST for a cursor that is none */
export function askedPage(asked: Asked): { readonly page: number; readonly limit: number } {
  const { page, limit } = placeOf(asked);
  return { page, limit };
}

/** What of that page one answer holds, and where the next one begins. */
export function toldPage(entries: readonly object[], asked: Asked) {
  const { page, limit, passed } = placeOf(asked);
  const waiting = entries.slice(passed);
  const told = fitting(waiting, asked.fields);
  if (told.length < waiting.length) return { told, page, next_cursor: cursorOf(page, limit, passed + told.length) };
  return { told, page, next_cursor: entries.length < limit ? null : cursorOf(page + 1, limit, 0) };
}

/** `passed`: entries of the page that were told before. */
function placeOf({ page = 1, limit, cursor }: Asked): { readonly page: number; readonly limit: number; readonly passed: number } {
  const [at, entries, passed] = cursor === undefined ? [page, limit, 0] : numbersOf(cursor, 3);
  return { page: at ?? 1, limit: Math.min(entries ?? 1, MOST_ENTRIES), passed: passed ?? 0 };
}

/** The first entries, as many as fit into an answer and at least one, by the fields that were asked for. */
export function fitting(entries: readonly object[], fields: readonly string[] | undefined): readonly object[] {
  const told: object[] = [];
  let bytes = 1;
  for (const entry of entries) {
    const chosen = chosenOf(entry, fields);
    bytes += bytesOf(chosen) + 1;
    if (bytes > PAGE_BYTES && told.length > 0) break;
    told.push(chosen);
  }
  return told;
}

/** What it does not have is left out. */
export function chosenOf(entry: object, fields: readonly string[] | undefined): object {
  if (fields === undefined) return entry;
  const values = new Map(Object.entries(entry));
  return Object.fromEntries(fields.filter((field) => values.has(field)).map((field) => [field, values.get(field)]));
}

/** Of its JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A place in a list, as a text that we alone read. */
export function cursorOf(...numbers: readonly number[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url');
}

/** So many whole numbers. @throws CommentdockError INVALID_REQUEST for a cursor of another list */
export function numbersOf(cursor: string, count: number): readonly number[] {
  const numbers = Buffer.from(cursor, 'base64url').toString('latin1').split('.').map(Number);
  const isOurs = numbers.length === count && numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
  if (isOurs && cursorOf(...numbers) === cursor) return numbers;
  throw new CommentdockError(
    'INVALID_REQUEST',
    '`cursor` is not one of this list. Take `next_cursor` of its last page, or begin without one.',
  );
}
