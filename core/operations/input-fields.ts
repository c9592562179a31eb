import { z } from 'zod';

/** No list is longer; it keeps offsets within what the store counts with. */
const LAST_PAGE = 1_000_000_000;

/** Existing clients send this by mistake; it means the default. */
const NOT_A_NUMBER = 'NaN';

const TRUE_WORDS: readonly unknown[] = [true, 'true', '1'];
const FALSE_WORDS: readonly unknown[] = [false, 'false', '0'];

/** `page` and `limit` of a list, as numbers or as a query string's text. A limit above the maximum is lowered to it. */
export function pagingFields(bounds: { readonly defaultLimit: number; readonly maxLimit: number }) {
  const { defaultLimit, maxLimit } = bounds;
  return {
    page: wholeNumber(1, LAST_PAGE).meta({ type: 'integer', minimum: 1, description: 'Counts from 1, the default.' }),
    limit: wholeNumber(defaultLimit, maxLimit).meta({
      type: 'integer',
      minimum: 1,
      description: `Default ${defaultLimit}, at most ${maxLimit}; more is lowered to that.`,
    }),
  };
}

/** Whether what came, maybe as text, means yes. */
export function isYes(given: unknown): boolean {
  return TRUE_WORDS.includes(given);
}

/** A yes or no that may come as text, from a header or a query. Absent: false. */
export function flagField(description: string) {
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (given === undefined || FALSE_WORDS.includes(given)) return false;
      if (isYes(given)) return true;
      context.addIssue({ code: 'custom', message: 'must be true or false.' });
      return z.NEVER;
    })
    .meta({ type: 'boolean', description });
}

function wholeNumber(fallback: number, max: number) {
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      if (given === undefined || given === NOT_A_NUMBER) return fallback;
      const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
      if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return Math.min(value, max);
      context.addIssue({ code: 'custom', message: 'must be a whole number of at least 1. Correct it or leave it out.' });
      return z.NEVER;
    });
}

export interface Paging {
  /** Counts from 1. */
  readonly page: number;
  readonly limit: number;
}
