import { z } from 'zod';
import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';
import { checked } from '#core/platform-kit/checked.ts';

/** What most answers are read for, and may leave out or say as null. */
export const text = z.string().nullish();
export const count = z.int().nullish();
export const flag = z.boolean().nullish();

/** A count, also where it is sent as text. */
export const countSchema = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);

/** A number that need not be whole (stars, a score), also where it is sent as text. */
export const numberSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number),
]);

/** An id as text, also where it is sent as a number. */
export const idSchema = z.union([z.string().min(1), z.int().transform(String)]);

/**
 * An object whose fields may all be left out, and of which at least one is there: one with none of them is no empty list but an answer
 * of another form.
 */
export function oneOf<S extends z.ZodRawShape>(shape: S) {
  const names = Object.keys(shape);
  return z
    .looseObject({})
    .refine((value) => names.some((name) => name in value), { error: `none of ${names.join(', ')} is there` })
    .pipe(z.object(shape));
}

/**
 * A part of an answer, checked. `at` says where in the answer it stands and begins the path that an error names.
 * @throws PlatformChanged
 */
export function readWire<S extends z.ZodType>(schema: S, value: unknown, at: string): z.output<S> {
  const result = checked(schema, value, at);
  if (result.success) return result.data;
  const { problem } = result;
  const path = [at, ...(problem?.path ?? [])].filter((part) => part !== '').join('.');
  throw new PlatformChanged(path, undefined, { cause: problem });
}

/**
 * Text that must be JSON.
 * @throws PlatformChanged; CeilingExceeded
 */
export function readJson(text: string, at: string): unknown {
  return parsed(text, at);
}

/**
 * Text that may be JSON; undefined where it is none.
 * @throws CeilingExceeded
 */
export function jsonIn(text: string): unknown {
  try {
    return parseBounded(text);
  } catch (error) {
    if (error instanceof CeilingExceeded) throw error;
    return undefined;
  }
}

/** A whole number with more digits than a number can hold. */
const LONG_NUMBER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/**
 * As `readJson`, with whole numbers that a number cannot hold exactly (ids, mostly) as the text of their digits.
 * @throws PlatformChanged; CeilingExceeded
 */
export function readJsonWithIds(text: string, at: string): unknown {
  return LONG_NUMBER.test(text) ? parsed(text, at, exactly) : parsed(text, at);
}

function parsed(text: string, at: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return parseBounded(text, reviver);
  } catch (cause) {
    throw cause instanceof CeilingExceeded ? cause : new PlatformChanged(at, undefined, { cause });
  }
}

/** `context` is what engines give since ES2025; the types of the language lack it. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
