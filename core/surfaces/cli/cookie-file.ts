import { readFile } from 'node:fs/promises';
import { parseCookies } from '#core/accounts/cookie-text.ts';
import { type CookieAudience, ownCookies } from '#core/accounts/own-cookies.ts';
import { CommentdockError } from '#core/contract/error.ts';

export type { CookieAudience } from '#core/accounts/own-cookies.ts';

/**
 * The cookies of a file as `name: value`, in any form that `parseCookies` knows. Of a file that holds the cookies of many sites, those of
 * the platform alone.
 * @throws CommentdockError INVALID_REQUEST; DISK where the file cannot be read
 */
export async function readCookieFile(path: string, audience: CookieAudience, nowMs: number): Promise<Readonly<Record<string, string>>> {
  const cookies = ownCookies(parseCookies(await cookieText(path)), audience, { origin: path, nowMs });
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** @throws CommentdockError DISK */
export async function cookieText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommentdockError('DISK', `The cookie file ${path} cannot be read.`, { cause: error });
  });
}
