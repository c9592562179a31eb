import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { placeAt, SITE } from '#core/platforms/booking/address.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { Answer, BrowserPlace, Session } from '#core/platform-api/session.ts';

/** What the page of a property says of it for the site's own scripts. */
export interface Property {
  readonly id: number;
  /** Number of its city. */
  readonly ufi: number;
  readonly country: string;
  /** What the API wants of those who come from the page; null where the page has none. */
  readonly token: string | null;
}

const KEPT = 'property of booking';
/** `b_hotel_id: '25732'`, `"b_hotel_id":"25732"`, `b_hotel_id = 25732` */
const ID = [/\bb_hotel_id["']?\s*[:=]\s*["']?(\d+)/];
const UFI = [/\bb_ufi["']?\s*[:=]\s*["']?(-?\d+)/];
const COUNTRY = [/\bb_countrycode["']?\s*[:=]\s*["']([a-z]{2})["']/i, /\bb_hotel_country_code["']?\s*[:=]\s*["']([a-z]{2})["']/i];
const TOKEN = [/\bb_csrf_token["']?\s*[:=]\s*["']([^"']+)["']/];
/** What the firewall's page says and loads where the page should be. */
const CHALLENGE = /awswaf|challenge\.js|\bJavaScript is disabled\b/;
const CHALLENGE_STATUS = 202;
const SHORT_PAGE = 16_384;
/** A browser reloads the page by itself once the firewall knows it. */
const READY = { selector: '#hp_hotel_name, [data-review-score], [data-capla-component-boundary]', timeoutMs: 15_000 };

/** The page as a place in the browser. */
export function placeOf(page: string): BrowserPlace {
  return { url: page, ready: READY, accept: 'any' };
}

/**
 * What the page says, read once per run.
 * @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED...
 */
export function askProperty(session: Session, page: string): Promise<Property> {
  return session.once(KEPT, async () => {
    const { value } = await plainOrBrowser(session, 'booking', {
      plain: async () => propertyOn(await session.fetch({ url: page, accept: 'any' })),
      // From inside the page itself: so the token is the one that was given last.
      browser: async () => propertyOn(await session.inPage({ url: page, page: placeOf(page), accept: 'any' })),
    });
    return value;
  });
}

/** The page is read again: its token has an end. */
export function forgetProperty(session: Session): void {
  session.forget(KEPT);
}

function propertyOn(answer: Answer): Property {
  const { status, text, url } = answer;
  const isChallenge = text.length < SHORT_PAGE && CHALLENGE.test(text);
  if (status === CHALLENGE_STATUS || (isChallenge && !text.includes('b_hotel_id'))) throw new PlatformRefusal('CAPTCHA');
  if (status !== 200) throw refusalOf(answer);
  if (placeAt(parsePastedUrl(url))?.kind !== 'property') {
    throw new PlatformRefusal('NOT_FOUND', 'Booking.com no longer has this property: its address leads elsewhere.');
  }
  return {
    id: Number(needed(ID, text, 'b_hotel_id')),
    ufi: Number(needed(UFI, text, 'b_ufi')),
    country: (firstCapture(COUNTRY, text) ?? new URL(url).pathname.split('/')[2] ?? '').toLowerCase(),
    token: firstCapture(TOKEN, text),
  };
}

function needed(patterns: readonly RegExp[], text: string, name: string): string {
  const found = firstCapture(patterns, text);
  if (found === null) throw new PlatformChanged(name);
  return found;
}

export function pageOf(page: string, language: string | null): string {
  return `${SITE}${page}${language === null ? '' : `.${language}`}.html`;
}
