import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';
import { isAnotherForm, isCounted, noteOddRows, readingPart } from '#core/platform-api/odd-rows.ts';

type Schema = z.core.$ZodType;
type Parse = Schema['_zod']['parse'];
type Payload = Parameters<Parse>[0];

/** What a schema makes of a value, or the first problem that it has with it. */
type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly data?: undefined; readonly problem: z.core.$ZodIssue | null };

/** Schemas whose lists end at their first problem. */
const ending = new WeakSet<Schema>();

/** Which of what stands in a list are rows; default: all. The others (a cursor, a stub) must be of a known form. */
type IsRow = (value: unknown) => boolean;

interface RowList {
  readonly isRow: IsRow;
  readonly isTooMany: (odd: number, rows: number) => boolean;
}

/** Lists in which an odd row costs itself alone. */
const rowLists = new WeakMap<Schema, RowList>();

/**
 * The rows of a page: items, or what they stand in. One of unknown form is left out and becomes a gap `unreadable` of the page. The list
 * has a problem where none of its rows can be read, or at least three and more than a fifth cannot.
 */
export function rowsOf<S extends z.ZodType>(row: S, isRow: IsRow = () => true): z.ZodArray<S> {
  const list = z.array(row);
  rowLists.set(list, { isRow, isTooMany: isAnotherForm });
  return list;
}

/** Rows within a row: replies that come with it. An odd one costs itself alone, and never the row that it stands in. */
export function rowsBelow<S extends z.ZodType>(row: S, isRow: IsRow = () => true): z.ZodArray<S> {
  const list = z.array(row);
  rowLists.set(list, { isRow, isTooMany: () => false });
  return list;
}

/**
 * What a schema makes of what others say. Its lists and records end at the first row that has a problem: a schema by itself goes on and makes an object for every one of a million rows that do not fit.
 * Lists made by `rowsOf` and `rowsBelow` go on without it, while a page is read.
 * @param at where in the answer the value stands
 */
export function checked<S extends z.ZodType>(schema: S, value: unknown, at = ''): Checked<z.output<S>> {
  const result = readingPart(
    value,
    at,
    () => read(schema, value),
    ({ success }) => success,
  );
  return result.success ? { success: true, data: result.data } : { success: false, problem: result.error.issues[0] ?? null };
}

/**
 * What a schema makes of an answer of `host`.
 * @param at where in the answer the value stands
 * @throws PlatformChanged naming the place
 */
export function ofKnownForm<S extends z.ZodType>(schema: S, value: unknown, host: string, at = ''): z.output<S> {
  const read = checked(schema, value, at);
  if (read.success) return read.data;
  const { path, message } = placeOf(read.problem, at);
  throw new PlatformChanged(
    path,
    `The answer of ${host} is not of the form we know, at ${path}: ${message}. An update of Commentdock may be needed.`,
  );
}

/** Where the first complaint points (`items.3.author`; `$` for the whole) and what it says. In a union, the alternative that fitted longest. */
function placeOf(issue: z.core.$ZodIssue | null, at: string): { readonly path: string; readonly message: string } {
  const path: PropertyKey[] = [...(at === '' ? [] : [at]), ...(issue?.path ?? [])];
  if (!issue) return { path: at === '' ? '$' : at, message: 'not valid' };
  let innermost = issue;
  while (innermost.code === 'invalid_union') {
    const [closest] = innermost.errors.flat().sort((a, b) => b.path.length - a.path.length);
    if (!closest) break;
    path.push(...closest.path);
    innermost = closest;
  }
  return { path: path.length === 0 ? '$' : path.map(String).join('.'), message: innermost.message };
}

/** True where the schema has no problem with the value. */
export function fits(schema: z.ZodType, value: unknown): boolean {
  let isFitting = false;
  readingPart(
    value,
    '',
    () => (isFitting = read(schema, value).success),
    () => false,
  );
  return isFitting;
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  if (!ending.has(schema)) endListsOf(schema);
  return schema.safeParse(value);
}

/** Visits every part of the schema, once. */
function endListsOf(root: Schema): void {
  const rest = [root];
  for (let schema = rest.pop(); schema !== undefined; schema = rest.pop()) {
    if (ending.has(schema)) continue;
    ending.add(schema);
    const { type } = schema._zod.def;
    if (type === 'array') endAtFirstProblem(schema, listReader(schema as z.core.$ZodArray));
    if (type === 'record' && !hasNamedKeys(schema as z.core.$ZodRecord)) endAtFirstProblem(schema, record);
    if (type === 'set' || type === 'map') throw new Error(`JSON has no ${type}.`);
    rest.push(...partsOf(schema));
  }
}

/** A list or record that reads its rows one by one. Null: the value is none, and the schema itself says so. */
type RowByRow = (payload: Payload, context: Parameters<Parse>[1], whole: Parse) => Payload | null;

function endAtFirstProblem({ _zod: internals }: Schema, rowByRow: RowByRow): void {
  const whole = internals.parse;
  const parse: Parse = (payload, context) => rowByRow(payload, context, whole) ?? whole(payload, context);
  // Where a schema has no further checks, both are one.
  if (internals.run === whole) internals.run = parse;
  internals.parse = parse;
}

function listReader(schema: z.core.$ZodArray): RowByRow {
  const { element } = schema._zod.def;
  const rowsAre = rowLists.get(schema);
  const strict = list(element);
  if (rowsAre === undefined) return strict;
  const lenient = rowByRow(element, rowsAre);
  return (payload, context, whole) => {
    const rows = payload.value as unknown;
    // What no page may hold is not gone through to its end.
    const isCounting = isCounted() && Array.isArray(rows) && rows.length <= PAGE_CEILING.rowsAndRequests;
    return isCounting ? lenient(payload, context, whole) : strict(payload, context, whole);
  };
}

/** Leaves out and notes rows with a problem, unless there are too many of them. */
function rowByRow(element: Schema, { isRow, isTooMany }: RowList): RowByRow {
  return (payload, context) => {
    const rows = payload.value as readonly unknown[];
    const read: unknown[] = [];
    const odd: { path: string; row: unknown }[] = [];
    let first: z.core.$ZodRawIssue[] | null = null;
    for (let index = 0; index < rows.length; index += 1) {
      const row = atOnce(element._zod.run({ value: rows[index], issues: [] }, context));
      if (row.issues.length === 0) {
        read.push(row.value);
        continue;
      }
      const issues = z.core.util.prefixIssues(index, row.issues);
      first ??= issues;
      odd.push({ path: pathOf(issues), row: rows[index] });
      const isRowless = !isRow(rows[index]);
      if (!isRowless && !isTooMany(odd.length, rows.length)) continue;
      payload.issues.push(...(isRowless ? issues : first));
      break;
    }
    noteOddRows(rows, read, payload.issues.length === 0 ? odd : []);
    payload.value = read;
    return payload;
  };
}

function pathOf([first]: readonly z.core.$ZodRawIssue[]): string {
  return (first?.path ?? []).join('.');
}

function list(element: Schema): RowByRow {
  return (payload, context) => {
    const rows = payload.value as unknown;
    if (!Array.isArray(rows)) return null;
    const read: unknown[] = [];
    payload.value = read;
    for (let index = 0; index < rows.length; index += 1) {
      const row = atOnce(element._zod.run({ value: rows[index], issues: [] }, context));
      read.push(row.value);
      if (row.issues.length === 0) continue;
      payload.issues.push(...z.core.util.prefixIssues(index, row.issues));
      break;
    }
    return payload;
  };
}

/** Hands the schema one property after the other. */
const record: RowByRow = (payload, context, whole) => {
  const given = payload.value as unknown;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const read: Record<string, unknown> = {};
  payload.value = read;
  for (const [key, value] of Object.entries(given)) {
    const one = atOnce(whole({ value: { [key]: value }, issues: [] }, context));
    Object.assign(read, one.value);
    if (one.issues.length === 0) continue;
    payload.issues.push(...one.issues);
    break;
  }
  return payload;
};

/** A record whose keys are named has no more rows than names. */
function hasNamedKeys({ _zod: { def } }: z.core.$ZodRecord): boolean {
  return def.keyType._zod.values !== undefined;
}

function atOnce(payload: ReturnType<Parse>): Payload {
  if (payload instanceof Promise) throw new Error('An answer is checked at once.');
  return payload;
}

function partsOf({ _zod: internals }: Schema): Schema[] {
  const lazy = internals.def.type === 'lazy' ? [(internals as z.core.$ZodLazyInternals).innerType] : [];
  return [...lazy, ...Object.values(internals.def).flatMap(schemasIn)];
}

/** A schema, a list of them, or the shape of an object. */
function schemasIn(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isSchema(part)) return [part];
  return Object.values(part).filter(isSchema);
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && '_zod' in part && 'traits' in (part._zod as object);
}
