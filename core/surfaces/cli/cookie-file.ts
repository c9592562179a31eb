import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';

const COLUMNS = 7;
const HTTP_ONLY = '#HttpOnly_';

/** The list that cookie extensions of browsers write; dates are Unix seconds. */
const exportedCookies = z.array(
  z.object({ name: z.string().min(1), value: z.string(), domain: z.string().optional(), expirationDate: z.number().optional() }),
);
const plainCookies = z.record(z.string(), z.string());

/** Null: the file does not say. */
interface FileCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string | null;
  /** Unix seconds; null for the length of a browser's session. */
  readonly expiresAt: number | null;
}

/** The platform that cookies are for. */
export interface CookieAudience {
  readonly name: string;
  /** As cookie domains: `.youtube.com`. */
  readonly domains: readonly string[];
}

/**
 * The cookies of a file as `name: value`: Netscape's cookies.txt, the JSON list of browser extensions, or a JSON object. Of a
 * file that holds the cookies of many sites, those of the platform alone.
 * @throws CommentdockError INVALID_REQUEST; DISK where the file cannot be read
 */
export async function readCookieFile(path: string, audience: CookieAudience, nowMs: number): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommentdockError('DISK', `The cookie file ${path} cannot be read.`, { cause: error });
  });
  const cookies = /^\s*[[{]/.test(text) ? fromJson(text) : fromNetscape(text);
  if (cookies.length === 0)
    throw new CommentdockError(
      'INVALID_REQUEST',
      `${path} holds no cookies in a known form: Netscape cookies.txt, or JSON from a cookie extension.`,
    );
  const own = cookies.filter(({ domain }) => domain === null || isFor(domain, audience));
  if (own.length === 0)
    throw new CommentdockError('INVALID_REQUEST', `${path} holds no cookies of ${audience.name}. Log in there and export them anew.`);
  const valid = own.filter(({ expiresAt }) => expiresAt === null || expiresAt * 1000 > nowMs);
  if (valid.length > 0) return Object.fromEntries(valid.map(({ name, value }) => [name, value]));
  throw new CommentdockError(
    'INVALID_REQUEST',
    `All cookies of ${audience.name} in ${path} have expired. Log in there and export them anew.`,
  );
}

function isFor(domain: string, { domains }: CookieAudience): boolean {
  const bare = (name: string): string => name.replace(/^\./, '').toLowerCase();
  return domains.some((known) => bare(domain) === bare(known) || bare(domain).endsWith(`.${bare(known)}`));
}

function fromJson(text: string): readonly FileCookie[] {
  try {
    const json: unknown = JSON.parse(text);
    const list = exportedCookies.safeParse(json);
    if (list.success)
      return list.data.map(({ name, value, domain, expirationDate }) => ({
        name,
        value,
        domain: domain ?? null,
        expiresAt: expirationDate ?? null,
      }));
    return Object.entries(plainCookies.safeParse(json).data ?? {}).map(([name, value]) => ({ name, value, domain: null, expiresAt: null }));
  } catch {
    return [];
  }
}

/** Tab-separated: domain, subdomains too, path, secure, expiry (0 for a session), name, value. */
function fromNetscape(text: string): readonly FileCookie[] {
  const lines = text.split(/\r?\n/).map((line) => (line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line));
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  return rows
    .filter((row) => row.length === COLUMNS)
    .map(([domain = '', , , , expiry = '', name = '', value = '']) => ({ name, value, domain, expiresAt: Number(expiry) || null }));
}
