import { ERROR_CATALOGUE, type ErrorCode, PlatformRefusal } from '#core/contract/error.ts';

/** What TikTok's own numbers mean, in answers and in pages. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [10101, 'NOT_FOUND'],
  [10204, 'NOT_FOUND'],
  [10221, 'NOT_FOUND'],
  [10202, 'NOT_FOUND'],
  [2065, 'NOT_FOUND'],
  [10223, 'NOT_FOUND'],
  [10219, 'NOT_FOUND'],
  [10216, 'PRIVATE'],
  [10215, 'PRIVATE'],
  [10222, 'PRIVATE'],
  [2096, 'PRIVATE'],
  [10231, 'GEO_BLOCKED'],
]);

/** Asks for a captcha; another way in may not. */
export const CAPTCHA_CODE = 10000;

/** The refusal that a code is, with TikTok's own words; null for 0 and for codes that are not known. */
export function refusalByCode(code: number, words: string): PlatformRefusal | null {
  const meaning = CODES.get(code);
  if (meaning === undefined) return null;
  return new PlatformRefusal(meaning, `${ERROR_CATALOGUE[meaning].message} (${words === '' ? `code ${code}` : `code ${code}: ${words}`})`);
}
