import { z } from 'zod';
import { isYes } from '#core/operations/input-fields.ts';

/** Fields that may be left out, and come as they are or as a text, as in a query string. Left out, empty or null: null. */

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number from `min` on; `whole`: without a fraction. */
export function numberField(description: string, { min, whole = false }: { readonly min: number; readonly whole?: boolean }) {
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (isAbsent(given)) return null;
      const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
      const fits = typeof value === 'number' && Number.isFinite(value) && value >= min && (!whole || Number.isSafeInteger(value));
      if (fits) return value;
      context.addIssue({
        code: 'custom',
        message: `must be a ${whole ? 'whole ' : ''}number of at least ${min}. Correct it or leave it out.`,
      });
      return z.NEVER;
    })
    .meta({ type: whole ? 'integer' : 'number', minimum: min, description });
}

/** Yes, no, or both alike. */
export function choiceField(description: string) {
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (isAbsent(given)) return null;
      if (isYes(given)) return true;
      if (given === false || given === 'false' || given === '0') return false;
      context.addIssue({ code: 'custom', message: 'must be true or false. Correct it or leave it out.' });
      return z.NEVER;
    })
    .meta({ type: 'boolean', description });
}

/** Empty counts as left out: `wordsOf` says so. */
export function textField(description: string, { maxLength, example }: { readonly maxLength: number; readonly example: string }) {
  return z
    .string()
    .max(maxLength)
    .nullish()
    .meta({ description, examples: [example] });
}

/** What a `textField` holds; null where nothing is asked for. */
export function wordsOf(given: string | null | undefined): string | null {
  return given === undefined || given === null || given.trim() === '' ? null : given;
}

/** A list, or a text with commas. `values`: what is allowed; left out: any short text. */
export function listField<const T extends string = string>(description: string, values?: readonly T[]) {
  return z
    .unknown()
    .optional()
    .transform((given, context): readonly T[] => {
      if (isAbsent(given)) return [];
      const list = (typeof given === 'string' ? given.split(',') : given) as unknown;
      const isList = Array.isArray(list) && list.every((entry) => typeof entry === 'string') && list.length <= MOST_ENTRIES;
      const entries = isList ? list.map((entry) => String(entry).trim()).filter((entry) => entry !== '') : [];
      if (isList && entries.every((entry) => isOf(entry, values))) return entries as T[];
      const allowed = values === undefined ? `at most ${MOST_ENTRIES} short texts` : `some of: ${values.join(', ')}`;
      context.addIssue({ code: 'custom', message: `must be ${allowed}, separated by commas. Correct it or leave it out.` });
      return z.NEVER;
    })
    .meta({
      type: 'array',
      items:
        values === undefined ? { type: 'string', maxLength: MOST_ENTRY_LENGTH, examples: ['en'] } : { type: 'string', enum: [...values] },
      description,
    });
}

const MOST_ENTRIES = 50;
const MOST_ENTRY_LENGTH = 35;

function isOf(entry: string, values: readonly string[] | undefined): boolean {
  return values === undefined ? entry.length <= MOST_ENTRY_LENGTH : values.includes(entry);
}

function isAbsent(given: unknown): given is null | undefined | '' {
  return given === undefined || given === null || given === '';
}
