import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';

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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = [at, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  throw new PlatformChanged(path, undefined, { cause: result.error });
}

/**
 * Text that must be JSON.
 * @throws PlatformChanged
 */
export function readJson(text: string, at: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new PlatformChanged(at, undefined, { cause });
  }
}

/** A whole number with more digits than a number can hold. */
const LONG_NUMBER = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/**
 * As `readJson`, with whole numbers that a number cannot hold exactly (ids, mostly) as the text of their digits.
 * @throws PlatformChanged
 */
export function readJsonWithIds(text: string, at: string): unknown {
  if (!LONG_NUMBER.test(text)) return readJson(text, at);
  try {
    return JSON.parse(text, exactly) as unknown;
  } catch (cause) {
    throw new PlatformChanged(at, undefined, { cause });
  }
}

/** `context` is what engines give since ES2025; the types of the language lack it. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
