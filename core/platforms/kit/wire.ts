import type { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';

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
