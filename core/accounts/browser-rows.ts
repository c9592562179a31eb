import { z } from 'zod';
import { decryptValue, passwordsFor, type ValueVersion, versionOf } from '#core/accounts/chromium-values.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';

/** Of `moz_cookies`. Expiry: Unix seconds, in newer versions milliseconds. */
const firefoxRow = z.object({
  name: z.string(),
  value: z.string(),
  host: z.string(),
  path: z.string(),
  expiry: z.number(),
  isHttpOnly: z.number(),
  sameSite: z.number().optional(),
  /** Not empty for containers and partitions: those cookies belong to another session. */
  originAttributes: z.string().optional(),
});

/** Of `cookies`. Expiry: microseconds since 1601. */
const chromiumRow = z.object({
  name: z.string(),
  value: z.string(),
  encrypted_value: z.instanceof(Uint8Array),
  host_key: z.string(),
  path: z.string(),
  expires_utc: z.number(),
  has_expires: z.number(),
  is_httponly: z.number(),
  samesite: z.number().optional(),
  top_frame_site_key: z.string().optional(),
});

const FROM_1601_SECONDS = 11_644_473_600;
const SAME_SITE = ['None', 'Lax', 'Strict'] as const;

export function firefoxCookies(rows: readonly unknown[]): readonly SavedCookie[] {
  return rows.flatMap((given) => {
    const row = firefoxRow.parse(given);
    if ((row.originAttributes ?? '') !== '') return [];
    const expiresAt = row.expiry > 1e11 ? row.expiry / 1_000 : row.expiry;
    return [cookieOf(row, { host: row.host, expiresAt, httpOnly: row.isHttpOnly, sameSite: row.sameSite })];
  });
}

/** What opens the values of a Chromium. */
interface ValueGround {
  readonly platform: NodeJS.Platform;
  readonly databaseVersion: number;
  /** What the system's keychain has for the browser; null: nothing. */
  readonly password: string | null;
}

/** Versions of the values that need the keychain, or that nobody but the browser opens. */
export function versionsIn(rows: readonly unknown[]): ReadonlySet<ValueVersion> {
  return new Set(rows.map((row) => versionOf(Buffer.from(chromiumRow.parse(row).encrypted_value))));
}

/** `closed`: how many could not be opened. */
export function chromiumCookies(
  rows: readonly unknown[],
  { platform, databaseVersion, password }: ValueGround,
): { readonly cookies: readonly SavedCookie[]; readonly closed: number } {
  let closed = 0;
  const cookies = rows.flatMap((given) => {
    const row = chromiumRow.parse(given);
    if ((row.top_frame_site_key ?? '') !== '') return [];
    const encrypted = Buffer.from(row.encrypted_value);
    const version = versionOf(encrypted);
    const value =
      version === 'plain'
        ? row.value
        : decryptValue({ encrypted, host: row.host_key, databaseVersion }, passwordsFor(version, platform, password), platform);
    if (value === null) {
      closed += 1;
      return [];
    }
    const expiresAt = row.has_expires === 0 ? null : row.expires_utc / 1e6 - FROM_1601_SECONDS;
    return [cookieOf({ ...row, value }, { host: row.host_key, expiresAt, httpOnly: row.is_httponly, sameSite: row.samesite })];
  });
  return { cookies, closed };
}

function cookieOf(
  { name, value, path }: { readonly name: string; readonly value: string; readonly path: string },
  more: { readonly host: string; readonly expiresAt: number | null; readonly httpOnly: number; readonly sameSite: number | undefined },
): SavedCookie {
  const sameSite = SAME_SITE[more.sameSite ?? -1];
  return {
    name,
    value,
    domain: more.host.replace(/^\./, '').toLowerCase(),
    hostOnly: !more.host.startsWith('.'),
    path,
    httpOnly: more.httpOnly === 1,
    expiresAt: more.expiresAt,
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}
