import { z } from 'zod';

type Schema = z.core.$ZodType;
type Parse = Schema['_zod']['parse'];
type Payload = Parameters<Parse>[0];

/** What a schema makes of a value, or the first problem that it has with it. */
export type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly data?: undefined; readonly problem: z.core.$ZodIssue | null };

/** Schemas whose lists end at their first problem. */
const ending = new WeakSet<Schema>();

/**
 * What a schema makes of what others say. Its lists and records end at the first row that has a problem: a schema by itself goes on and makes an object for every one of a million rows that do not fit.
 */
export function checked<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const result = read(schema, value);
  return result.success ? { success: true, data: result.data } : { success: false, problem: result.error.issues[0] ?? null };
}

/** True where the schema has no problem with the value. */
export function fits(schema: z.ZodType, value: unknown): boolean {
  return read(schema, value).success;
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  if (!ending.has(schema)) endListsOf(schema);
  return schema.safeParse(value);
}

/** Goes through all that the schema is made of, once. */
function endListsOf(root: Schema): void {
  const rest = [root];
  for (let schema = rest.pop(); schema !== undefined; schema = rest.pop()) {
    if (ending.has(schema)) continue;
    ending.add(schema);
    const { type } = schema._zod.def;
    if (type === 'array') endAtFirstProblem(schema, list((schema as z.core.$ZodArray)._zod.def.element));
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
