import { z } from 'zod';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';

const COLUMNS = 7;
const HTTP_ONLY = '#HttpOnly_';
/** `name=value; name=value`, as a browser sends it: names are tokens of HTTP. */
const HEADER_PAIR = /^([\w!#$%&'*+.^`|~-]+)=(.*)$/;

/**
 * The fields that tools write for a cookie; dates are Unix seconds. EditThisCookie, Cookie-Editor, Get cookies.txt: `expirationDate`,
 * `hostOnly`; Playwright and Puppeteer: `expires`, -1 for a session.
 */
const listed = z.object({
  name: z.string().min(1),
  value: z.string(),
  domain: z.string().nullish(),
  path: z.string().nullish(),
  hostOnly: z.boolean().nullish(),
  httpOnly: z.boolean().nullish(),
  expirationDate: z.union([z.number(), z.string()]).nullish(),
  expires: z.union([z.number(), z.string()]).nullish(),
  sameSite: z.string().nullish(),
});
/** The fields of Cookie Quick Manager for Firefox. */
const quickManager = z
  .object({
    'Name raw': z.string().min(1),
    'Content raw': z.string(),
    'Host raw': z.string(),
    'Path raw': z.string().optional(),
    'Expires raw': z.string().optional(),
    'HTTP only raw': z.string().optional(),
  })
  .transform((raw) => ({
    name: raw['Name raw'],
    value: raw['Content raw'],
    domain: raw['Host raw'].replace(/^https?:\/\//, '').replace(/\/.*$/, ''),
    path: raw['Path raw'],
    expires: raw['Expires raw'],
    httpOnly: raw['HTTP only raw'] === 'true',
  }));
const list = z.array(z.union([listed, quickManager]));
const wrapped = z.object({ cookies: list });
const plain = z.record(z.string(), z.string());

const SAME_SITE: Readonly<Record<string, SavedCookie['sameSite']>> = { strict: 'Strict', lax: 'Lax', none: 'None', no_restriction: 'None' };

/**
 * The cookies in a text, whatever form it has: Netscape's cookies.txt, the JSON of a cookie extension, a JSON object of names and values, or
 * a `cookie` header. None where it is none of these.
 */
export function parseCookies(text: string): readonly SavedCookie[] {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  const rows = fromNetscape(trimmed);
  return rows.length > 0 ? rows : fromHeader(trimmed);
}

/** Cookies of which only the name is known. */
export function plainCookies(pairs: Readonly<Record<string, string>>): readonly SavedCookie[] {
  return Object.entries(pairs).map(([name, value]) => plainCookie(name, value));
}

function plainCookie(name: string, value: string): SavedCookie {
  return { name, value, domain: null, hostOnly: false, path: '/', httpOnly: false, expiresAt: null };
}

function fromJson(text: string): readonly SavedCookie[] {
  try {
    const json: unknown = JSON.parse(text);
    const cookies = list.safeParse(json).data ?? wrapped.safeParse(json).data?.cookies;
    return cookies === undefined ? plainCookies(plain.safeParse(json).data ?? {}) : cookies.map(fromListed);
  } catch {
    return [];
  }
}

function fromListed({
  name,
  value,
  domain,
  path,
  hostOnly,
  httpOnly,
  expirationDate,
  expires,
  sameSite,
}: z.infer<typeof listed>): SavedCookie {
  const site = SAME_SITE[(sameSite ?? '').toLowerCase()];
  const host = domain ?? '';
  return {
    name,
    value,
    domain: host === '' ? null : bareHost(host),
    hostOnly: host !== '' && (hostOnly ?? !host.startsWith('.')),
    path: path || '/',
    httpOnly: httpOnly ?? false,
    expiresAt: asSeconds(expirationDate ?? expires),
    ...(site === undefined ? {} : { sameSite: site }),
  };
}

/** Null for a session: absent, 0, -1, or no number. Some tools write milliseconds. */
function asSeconds(given: number | string | null | undefined): number | null {
  const seconds = Number(given ?? 0);
  if (!Number.isFinite(seconds) || seconds <= 0) return null;
  return seconds > 1e11 ? seconds / 1_000 : seconds;
}

/** Tab-separated: domain, subdomains too, path, secure, expiry (0 for a session), name, value. */
function fromNetscape(text: string): readonly SavedCookie[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const isHttpOnly = line.startsWith(HTTP_ONLY);
    const bare = isHttpOnly ? line.slice(HTTP_ONLY.length) : line;
    const row = bare.split('\t');
    if (bare.startsWith('#') || row.length !== COLUMNS) return [];
    const [domain = '', subdomains = '', path = '', , expiry = '', name = '', value = ''] = row;
    const hostOnly = subdomains.toUpperCase() !== 'TRUE';
    return name === '' || domain === ''
      ? []
      : [{ name, value, domain: bareHost(domain), hostOnly, path: path || '/', httpOnly: isHttpOnly, expiresAt: asSeconds(expiry) }];
  });
}

function fromHeader(text: string): readonly SavedCookie[] {
  const line = text.replace(/^cookie:\s*/i, '');
  if (/[\r\n]/.test(line)) return [];
  const pairs = line.split(';').map((pair) => pair.trim());
  const found = pairs.filter((pair) => pair !== '').map((pair) => HEADER_PAIR.exec(pair));
  if (found.length === 0 || found.some((match) => match === null)) return [];
  return found.map((match) => plainCookie(match?.[1] ?? '', match?.[2] ?? ''));
}

function bareHost(domain: string): string {
  return domain.replace(/^\./, '').toLowerCase();
}
