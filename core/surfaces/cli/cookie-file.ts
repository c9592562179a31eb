import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';

const COLUMNS = 7;
const HTTP_ONLY = '#HttpOnly_';

const exportedCookies = z.array(z.object({ name: z.string().min(1), value: z.string() }));
const plainCookies = z.record(z.string(), z.string());

/**
 * The cookies of a file as `name: value`: Netscape's cookies.txt, the JSON list of browser extensions, or a JSON object.
 * @throws CommentdockError INVALID_REQUEST; DISK where the file cannot be read
 */
export async function readCookieFile(path: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommentdockError('DISK', `The cookie file ${path} cannot be read.`, { cause: error });
  });
  const cookies = /^\s*[[{]/.test(text) ? fromJson(text) : fromNetscape(text);
  if (cookies !== null && Object.keys(cookies).length > 0) return cookies;
  throw new CommentdockError('INVALID_REQUEST', `${path} holds no cookies in a known form: Netscape cookies.txt, or JSON from a cookie extension.`);
}

function fromJson(text: string): Record<string, string> | null {
  try {
    const json: unknown = JSON.parse(text);
    const list = exportedCookies.safeParse(json);
    if (list.success) return Object.fromEntries(list.data.map(({ name, value }) => [name, value]));
    return plainCookies.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

function fromNetscape(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => (line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line));
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  return Object.fromEntries(rows.filter((row) => row.length === COLUMNS).map((row) => [row[5] as string, row[6] as string]));
}
