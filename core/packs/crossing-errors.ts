import {
  CeilingExceeded,
  CommentdockError,
  EmptyAnswer,
  EndlessRedirect,
  ERROR_CATALOGUE,
  IncompleteAnswer,
  PlatformChanged,
  PlatformRefusal,
  Stopped,
  ThrottledFailure,
  TransientFailure,
  WindowClosed,
} from '#core/contract/error.ts';
import { PackFault } from '#core/packs/pack-fault.ts';

/** The classes that platforms throw, catch and tell apart: those of the house, since it decides by them what is tried again. */
export const ERROR_CLASSES = {
  CeilingExceeded,
  CommentdockError,
  EmptyAnswer,
  EndlessRedirect,
  IncompleteAnswer,
  PlatformChanged,
  PlatformRefusal,
  Stopped,
  ThrottledFailure,
  TransientFailure,
  WindowClosed,
} as const;

type ErrorClass = (typeof ERROR_CLASSES)[keyof typeof ERROR_CLASSES];
const CLASS_OF: ReadonlyMap<object, ErrorClass> = new Map(Object.values(ERROR_CLASSES).map((each) => [each.prototype, each]));

/** What an error says, besides its class. */
const FIELDS = ['name', 'message', 'code', 'retry', 'secondsToWait', 'path', 'ceiling'] as const;

/** Of words and paths. */
const MOST_LETTERS = 2_000;
const RETRIES: readonly unknown[] = ['never', 'request', 'throttled', 'page'];

/**
 * Errors on their way. The code of a pack gets copies that lead nowhere: the cause of one may be a socket. Where it throws one of them again,
 * the house has its own back.
 */
export class CrossingErrors {
  readonly #originals = new WeakMap<object, unknown>();

  /** As the code of a pack gets it. */
  outwards(error: unknown): Error {
    if (isObject(error) && this.#originals.has(error)) return error as Error;
    const known = error instanceof CommentdockError || error instanceof Stopped ? error : new CommentdockError('INTERNAL');
    const copy = copyOf(known, nearestClass(known));
    this.#originals.set(copy, error);
    return copy;
  }

  /** What the code of a pack threw, as the house goes on with it. */
  inwards(thrown: unknown): unknown {
    try {
      if (isObject(thrown) && this.#originals.has(thrown)) return this.#originals.get(thrown);
      if (thrown instanceof PackFault) return thrown;
      const known = isObject(thrown) ? CLASS_OF.get(Object.getPrototypeOf(thrown) as object) : undefined;
      if (known !== undefined) return copyOf(thrown as Error, known);
      return new PackFault(`failed (${wordsOf(thrown)})`);
    } catch {
      return new PackFault('failed with something that cannot be read');
    }
  }
}

/** Of classes that are no part of what platforms know. */
function nearestClass(error: object): ErrorClass {
  for (let at = Object.getPrototypeOf(error) as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const known = CLASS_OF.get(at);
    if (known !== undefined) return known;
  }
  return CommentdockError;
}

/** Each field is read once. */
function copyOf(error: Error, ofClass: ErrorClass): Error {
  const copy: Error = Object.setPrototypeOf(new Error(), ofClass.prototype as object);
  for (const field of FIELDS) {
    const value = (error as unknown as Readonly<Record<string, unknown>>)[field];
    if (isFieldValue(field, value)) define(copy, field, typeof value === 'string' ? value.slice(0, MOST_LETTERS) : value);
  }
  if (ofClass === Stopped) return copy;
  if (!('code' in copy)) define(copy, 'code', 'INTERNAL');
  if (!('retry' in copy)) define(copy, 'retry', 'never');
  if (!('secondsToWait' in copy)) define(copy, 'secondsToWait', null);
  if (copy instanceof PlatformChanged && !('path' in copy)) define(copy, 'path', '$');
  define(copy, 'violations', []);
  return copy;
}

function isFieldValue(field: (typeof FIELDS)[number], value: unknown): boolean {
  if (field === 'code') return typeof value === 'string' && Object.hasOwn(ERROR_CATALOGUE, value);
  if (field === 'retry') return RETRIES.includes(value);
  if (field === 'secondsToWait') return value === null || (typeof value === 'number' && value >= 0);
  return typeof value === 'string';
}

function define(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: name !== 'message' });
}

function wordsOf(thrown: unknown): string {
  const words = isObject(thrown) && 'message' in thrown ? thrown.message : thrown;
  return typeof words === 'string' ? words.slice(0, 300) : typeof words;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
