import { REDIRECT_SIGNS, WALL_ADDRESSES } from '#core/network/walls/address-signs.ts';
import { bodySignsWith } from '#core/network/walls/body-signs.ts';
import { COOKIE_SIGNS, HEADER_SIGNS } from '#core/network/walls/header-signs.ts';
import { Reading } from '#core/network/walls/reading.ts';
import type { Suspect } from '#core/network/walls/suspect.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import type { AddressSign, BodySign, SiteWalls, Wall } from '#core/platform-api/wall-sign.ts';

/** A page that is nothing but a wall is short; what stands in a longer one is a part of a real page, but for its title. */
const SHORT_PAGE_BYTES = 64 * 1024;
/** A refusing status speaks for itself, so that a vendor's marks count in longer pages too. So long are walls that carry their whole script. */
const LONG_PAGE_BYTES = 512 * 1024;
/** JSON that asks for a proof is a line or two. */
const SHORT_JSON_BYTES = 8 * 1024;
/** Characters of readable text above which a page says more than "prove that you are human". */
const LITTLE_TEXT = 2_000;
/** Statuses that walls come with besides 200. AWS WAF uses 202 and 405, PerimeterX 412, Kasada 428 and 429. */
const REFUSING: ReadonlySet<number> = new Set([202, 401, 403, 405, 406, 412, 418, 428, 429, 444, 456, 498, 503, 520, 529, 533]);

const WIDGET =
  /\b(?:g-recaptcha|h-captcha|cf-turnstile|geetest_(?:holder|captcha|box)|initGeetest4?|smart-captcha|frc-captcha|mtcaptcha)\b|\b(?:google\.com|recaptcha\.net)\/recaptcha\/|\bhcaptcha\.com\/1\/api\.js|\bchallenges\.cloudflare\.com\/turnstile\/|\b(?:static|api)\.geetest\.com\/|\b(?:arkoselabs|funcaptcha)\.com\/|\bturing\.captcha\.(?:qcloud|gtimg)\.com\//;
const ASKS_FOR_PROOF =
  /\bcaptcha\b|\b(?:verify|confirm|prove)\b.{0,40}\b(?:human|robot|bot)\b|\bchecking your browser\b|\bare you (?:a )?(?:human|robot)\b|\bnot a (?:robot|bot)\b|\b(?:robot|bot|security|human) (?:check|verification|challenge)\b|\bpress (?:&|and) hold\b|\bslide to (?:verify|continue)\b|\bprove your humanity\b/i;

const PASSWORD = /<input\b[^<>]*\btype=["']?password\b/i;
const ASKS_FOR_LOGIN = /\b(?:log|sign)[- ]?(?:in|on)\b|\bauthentication required\b/i;
const CARRIES_DATA = /<script\b[^<>]*\btype=["']?application\/(?:ld\+)?json\b|\b__[A-Z_]{4,}__\s*=\s*[[{]/;

type Asker = Pick<PlatformDefinition, 'walls'>;

/**
 * The wall that stands where the page should be; null for every other answer. Careful on purpose: a page that merely carries a
 * captcha (a login form, a contact form), is about one, or is served by a vendor of walls, is a page.
 * @param platform that asked: its own walls are looked for beside those of vendors
 */
export function wallIn(suspect: Suspect, { walls = {} }: Asker): Wall | null {
  const { status, headers } = suspect;
  const host = URL.parse(suspect.url)?.hostname ?? '';
  const byHead =
    [...HEADER_SIGNS, ...(walls.headers ?? [])].find(
      ({ header, value, statuses }) =>
        value.test(headers[header] ?? '') && (headers[header] ?? '') !== '' && (statuses?.includes(status) ?? true),
    ) ?? walls.statuses?.find((sign) => sign.statuses.includes(status) && (sign.host?.test(host) ?? true));
  if (byHead !== undefined && byHead.kind === 'challenge') return wallOf(byHead);
  const isRefusing = REFUSING.has(status) || (isJson(suspect) && status >= 400 && status !== 404 && status !== 410);
  const byBody = isRefusing || status === 200 ? wallInBody(suspect, { isRefusing, host, walls }) : null;
  return byBody ?? (byHead === undefined ? wallOfCookies(suspect) : wallOf(byHead));
}

/**
 * Where a redirect leads that gives no answer; null for any other target.
 * @param platform as for `wallIn`
 */
export function wallAt(target: URL, from: URL, { walls = {} }: Asker): Wall | null {
  const fixed = wallAddress(target, walls);
  if (fixed !== null) return fixed;
  const own = walls.addresses?.filter((sign) => !isNeverAskedFor(sign)) ?? [];
  // Who asks for the login itself is shown the login.
  const led = [...own, ...REDIRECT_SIGNS].find((sign) => standsAt(sign, target) && !standsAt(sign, from));
  return led === undefined ? null : wallOf(led);
}

/** The captcha or refusal that has this address. */
function wallAddress(url: URL, { addresses = [] }: SiteWalls): Wall | null {
  const found = [...addresses.filter(isNeverAskedFor), ...WALL_ADDRESSES].find((sign) => standsAt(sign, url));
  return found === undefined ? null : wallOf(found);
}

function isNeverAskedFor({ kind }: AddressSign): boolean {
  return kind === 'challenge' || kind === 'block';
}

function isJson({ headers }: Suspect): boolean {
  return /json|javascript/i.test(headers['content-type'] ?? '');
}

function wallInBody(suspect: Suspect, about: Omit<Look, 'places'>): Wall | null {
  const { headers, bytes } = suspect;
  const { isRefusing } = about;
  const type = headers['content-type'] ?? '';
  if (isJson(suspect)) return bytes > SHORT_JSON_BYTES ? null : find(new Reading(suspect.text), { ...about, places: ['json'] });
  const isPlain = isRefusing && /^text\/plain\b/i.test(type);
  if (!/html/i.test(type) && type !== '' && !isPlain) return null;
  const url = URL.parse(suspect.url);
  const byAddress = url === null ? null : wallAddress(url, about.walls);
  if (byAddress !== null) return byAddress;
  if (bytes > LONG_PAGE_BYTES) return null;
  const isShort = bytes <= SHORT_PAGE_BYTES;
  const reading = new Reading(suspect.text);
  const known = find(reading, { ...about, places: isRefusing || isShort ? ['markup', 'title', 'words'] : ['title'] });
  if (known !== null || !isShort) return known;
  if (isInterstitial(reading, isRefusing)) return { kind: 'challenge', by: 'the site' };
  return !isRefusing && isLogin(reading) ? { kind: 'login', by: 'the site' } : null;
}

interface Look {
  readonly isRefusing: boolean;
  readonly host: string;
  readonly walls: SiteWalls;
  readonly places: readonly BodySign['in'][];
}

function find(reading: Reading, { isRefusing, host, walls, places }: Look): Wall | null {
  const mayMean = (sign: BodySign): boolean =>
    places.includes(sign.in) && (isRefusing || sign.status !== 'refusing') && (sign.host?.test(host) ?? true);
  const found = bodySignsWith(walls.bodies ?? []).find((sign) => mayMean(sign) && shows(reading, sign, isRefusing));
  return found === undefined ? null : wallOf(found);
}

/** Signs of words count where the page says little; its words are read last, since that takes longest. */
function shows(reading: Reading, sign: BodySign, isRefusing: boolean): boolean {
  if (sign.in === 'json') return sign.mark.test(reading.whole);
  if (sign.in === 'markup') return sign.mark.test(isRefusing ? reading.whole : reading.markup);
  if (sign.in === 'title') return sign.mark.test(reading.title) && reading.words.length <= LITTLE_TEXT;
  return reading.words.length <= LITTLE_TEXT && sign.mark.test(reading.words);
}

/**
 * A page of the site's own: a widget, a heading that asks for proof, and little else. With a refusing status the asking words suffice,
 * wherever the little text has them.
 */
function isInterstitial(reading: Reading, isRefusing: boolean): boolean {
  if (reading.words.length > LITTLE_TEXT) return false;
  if (isRefusing) return ASKS_FOR_PROOF.test(reading.headings) || ASKS_FOR_PROOF.test(reading.words);
  return WIDGET.test(reading.markup) && ASKS_FOR_PROOF.test(reading.headings);
}

/** A page that is a login and nothing else: a field for the password, a heading that says so, little text and no data. */
function isLogin(reading: Reading): boolean {
  return (
    PASSWORD.test(reading.markup) &&
    ASKS_FOR_LOGIN.test(reading.headings) &&
    reading.words.length <= LITTLE_TEXT &&
    !CARRIES_DATA.test(reading.whole)
  );
}

function wallOfCookies({ status, headers }: Suspect): Wall | null {
  const given = headers['set-cookie'];
  if (given === undefined) return null;
  const names = given.split(/[,\n]\s*/).map((cookie) => cookie.slice(0, Math.max(0, cookie.indexOf('='))).trim());
  const found = COOKIE_SIGNS.find(({ cookie, statuses }) => statuses.includes(status) && names.some((name) => cookie.test(name)));
  return found === undefined ? null : wallOf(found);
}

function standsAt({ host, path }: AddressSign, url: URL): boolean {
  return (host?.test(url.hostname) ?? true) && (path?.test(url.pathname) ?? true);
}

function wallOf({ kind, by }: Wall): Wall {
  return { kind, by };
}
