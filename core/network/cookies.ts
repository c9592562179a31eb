import { Cookie, CookieJar } from 'tough-cookie';
import { CommentdockError } from '#core/contract/error.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';
import type { BrowserCookie } from '#core/network/browser/protocol.ts';

/** The cookies of one run of an export. Nothing of them is ever logged or written. */
export interface RunCookies {
  /** The `cookie` header for `url`: the jar's, and of the platform's own header what the jar does not name. */
  headerFor(url: URL, own: string | undefined): string | undefined;
  /** Keeps what an answer of `url` set; a cookie that a browser would refuse is left out. */
  keep(setCookie: string | string[] | undefined, url: URL): void;
  valueAt(url: string, name: string): string | null;
  /** All of the jar, as a browser takes them. */
  list(): readonly BrowserCookie[];
  /** Keeps a cookie that a page of the browser set. */
  put(cookie: BrowserCookie): void;
  /** Forgets one that a page of the browser removed. */
  drop(cookie: BrowserCookie): void;
  /** True where one that the owner gave, as given or as the site has renewed it since, goes to `url`. */
  carriesGiven(url: URL): boolean;
  /** True where the owner gave any. */
  readonly wereGiven: boolean;
}

/** Names of the interface that stand for one site's own, wherever they are given. */
const SITE_NAMES: Readonly<Record<string, string>> = { cookie_user: 'c_user', cookie_xs: 'xs' };

/** What a jar is filled with. */
interface CookieOwner {
  /** The platform's: as cookie domains, subdomains included. */
  readonly domains: readonly string[];
  /** Names of the interface and the platform's own. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Of a saved account. */
  readonly saved?: readonly SavedCookie[];
}

/** Printable, of one byte, and no ";": anything else would end the value, or the header, early (RFC 6265). */
const COOKIE_VALUE = /^[\u0020-\u003a\u003c-\u007e\u0080-\u00ff]*$/;

/**
 * A jar that holds the job's cookies for each of the platform's domains, and those of the saved account each for its own; sent over TLS
 * only. A saved one that cannot be sent is left out, as a browser would.
 * @throws CommentdockError INVALID_REQUEST naming a cookie, never its value, that cannot be sent
 */
export function openCookies(given: Readonly<Record<string, string>>, { domains, aliases = {}, saved = [] }: CookieOwner): RunCookies {
  const jar = new CookieJar();
  const pairs = Object.entries(given)
    .map(([name, value]) => [aliases[name] ?? SITE_NAMES[name] ?? name, checkedValue(name, value)] as const)
    .filter(([, value]) => value !== '');
  for (const domain of domains.map((each) => each.replace(/^\./, '').toLowerCase())) {
    for (const [key, value] of pairs) putCookie(jar, domain, key, value);
    for (const { name, value } of saved.filter((each) => each.domain === null))
      if (COOKIE_VALUE.test(value)) putCookie(jar, domain, name, value);
  }
  for (const cookie of saved) putSaved(jar, cookie);
  const ofOwner = new Set((jar.serializeSync()?.cookies ?? []).map((each) => placeOf(Cookie.fromJSON(each) ?? new Cookie())));
  let isEmpty = (pairs.length === 0 && saved.length === 0) || domains.length === 0;
  return {
    wereGiven: pairs.length > 0 || saved.length > 0,
    carriesGiven: (url) => ofOwner.size > 0 && jar.getCookiesSync(url.href).some((cookie) => ofOwner.has(placeOf(cookie))),
    headerFor(url, own) {
      return isEmpty ? own : merged(jar.getCookieStringSync(url.href), own);
    },
    keep(setCookie, url) {
      if (setCookie === undefined) return;
      isEmpty = false;
      for (const line of typeof setCookie === 'string' ? [setCookie] : setCookie) jar.setCookieSync(line, url.href, { ignoreError: true });
    },
    list: () => (isEmpty ? [] : (jar.serializeSync()?.cookies ?? []).map((each) => asBrowserCookie(Cookie.fromJSON(each)))),
    put(cookie) {
      isEmpty = false;
      setBrowserCookie(jar, cookie);
    },
    drop(cookie) {
      setBrowserCookie(jar, { ...cookie, expires: 1 });
    },
    valueAt(url, name) {
      return isEmpty ? null : (jar.getCookiesSync(url).find((cookie) => cookie.key === name)?.value ?? null);
    },
  };
}

/** The same cookies, for hosts of these cookie domains alone. */
export function withinDomains(cookies: RunCookies, domains: readonly string[]): RunCookies {
  const own = domains.map((domain) => domain.replace(/^\./, '').toLowerCase());
  const isOwn = ({ hostname }: URL): boolean => own.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return {
    ...cookies,
    headerFor: (url, given) => (isOwn(url) ? cookies.headerFor(url, given) : given),
    keep: (setCookie, url) => void (isOwn(url) && cookies.keep(setCookie, url)),
    carriesGiven: (url) => isOwn(url) && cookies.carriesGiven(url),
  };
}

/** What a cookie is replaced by (RFC 6265, 5.3): another one of the same place. */
function placeOf({ domain, path, key }: Pick<Cookie, 'domain' | 'path' | 'key'>): string {
  return JSON.stringify([domain, path, key]);
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

function asBrowserCookie(cookie: Cookie | undefined): BrowserCookie {
  const { key = '', value = '', domain, path, secure, httpOnly, hostOnly, sameSite } = cookie ?? {};
  const expiresMs = cookie?.expiryTime() ?? Infinity;
  const site = SAME_SITE[sameSite as keyof typeof SAME_SITE];
  return {
    name: key,
    value,
    // A name that begins so is bound to one host (RFC 6265bis); a browser refuses it with a domain.
    domain: hostOnly === true || key.startsWith('__Host-') ? (domain ?? '') : `.${domain ?? ''}`,
    path: path ?? '/',
    expires: Number.isFinite(expiresMs) ? Math.floor(expiresMs / 1_000) : -1,
    httpOnly: httpOnly ?? false,
    secure: secure ?? false,
    ...(site === undefined ? {} : { sameSite: site }),
  };
}

function setBrowserCookie(jar: CookieJar, { name, value, domain, path, expires, httpOnly, secure, sameSite }: BrowserCookie): void {
  const isShared = domain.startsWith('.');
  const host = isShared ? domain.slice(1) : domain;
  const cookie = new Cookie({
    key: name,
    value,
    path,
    httpOnly,
    secure,
    ...(isShared ? { domain: host } : {}),
    ...(expires < 0 ? {} : { expires: new Date(expires * 1_000) }),
    ...(sameSite === undefined ? {} : { sameSite: sameSite.toLowerCase() }),
  });
  jar.setCookieSync(cookie, `https://${host}${path}`, { ignoreError: true });
}

/** Its origin said which host it belongs to, and that still holds. */
function putSaved(jar: CookieJar, { name, value, domain, hostOnly, path, httpOnly, expiresAt, sameSite }: SavedCookie): void {
  if (domain === null || !COOKIE_VALUE.test(value)) return;
  const place = hostOnly ? domain : `.${domain}`;
  const cookie = { name, value, domain: place, path, httpOnly, secure: true, expires: expiresAt ?? -1 };
  setBrowserCookie(jar, sameSite === undefined ? cookie : { ...cookie, sameSite });
}

function checkedValue(name: string, value: string): string {
  const trimmed = value.trim();
  if (COOKIE_VALUE.test(trimmed) && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return trimmed;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `options.cookies.${name.slice(0, 40)} is not a single cookie. Give the bare value, without name, ";" or line breaks.`,
  );
}

/** An IP address has no subdomains, so its cookies belong to it alone. */
function putCookie(jar: CookieJar, domain: string, key: string, value: string): void {
  const isAddress = /^[\d.]+$|:/.test(domain) || domain === 'localhost';
  const cookie = new Cookie({ key, value, path: '/', secure: true, ...(isAddress ? {} : { domain }) });
  jar.setCookieSync(cookie, `https://${domain}/`);
}

function merged(ofJar: string, own: string | undefined): string | undefined {
  if (own === undefined || own.trim() === '') return ofJar === '' ? undefined : ofJar;
  const nameOf = (pair: string): string => pair.split('=', 1)[0]?.trim() ?? '';
  const known = new Set(ofJar.split(';').map(nameOf));
  const rest = own
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !known.has(nameOf(pair)));
  return [...rest, ...(ofJar === '' ? [] : [ofJar])].join('; ');
}
