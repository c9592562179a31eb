import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Pinterest names. */
type Place = NamedPlace<'pin' | 'short' | 'user' | 'created' | 'followers' | 'following' | 'board' | 'section'>;

const SHORT = 'pin.it';
/** The site stands under many national endings, and with a subdomain per country under the general one. */
const ENDINGS =
  'at|ca|ch|cl|co|co.at|co.in|co.kr|co.nz|co.uk|com|com.au|com.bo|com.ec|com.mx|com.pe|com.py|com.uy|com.vn|de|dk|ec|es|fr|hu|id|ie|in|info|it|jp|kr|mx|nl|nz|pe|ph|pt|ru|se|th|tw|uk|vn';
const HOST = new RegExp(`^(?:(?:[a-z]{2}|[a-z]{2}-[a-z]{2}|m)\\.)?pinterest\\.(?:${ENDINGS.replaceAll('.', '\\.')})$`);
const PIN = /^(?:.*--)?(\d+)$/;
const CODE = /^\w+$/;
const USER = /^[\w.-]+$/;
const BOARD = /^[\p{L}\p{N}\p{M}\p{Emoji_Presentation}_.'!-]+$/u;
/** A section may be named by its number. */
export const SECTION_ID = /^id:(\d+)$/;
/** First parts of addresses that are no people. */
const SITE_PAGES = new Set([
  '_',
  'about',
  'business',
  'categories',
  'explore',
  'homefeed',
  'ideas',
  'login',
  'news_hub',
  'oauth',
  'password',
  'resource',
  'search',
  'settings',
  'shop',
  'signup',
  'source',
  'today',
  'topics',
  'videos',
]);
const USER_TABS: Readonly<Record<string, 'user' | 'created' | 'followers' | 'following'>> = {
  '': 'user',
  _saved: 'user',
  pins: 'user',
  _created: 'created',
  _followers: 'followers',
  _following: 'following',
};

/** What the address names; null where it is nothing of Pinterest that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = '', third, ...rest] = segments[0] === 'amp' ? segments.slice(1) : segments;
  if (host === SHORT) return CODE.test(first) && segments.length === 1 ? { kind: 'short', params: { code: first } } : null;
  if (!HOST.test(host)) return null;
  if (first === 'pin') {
    const pin = PIN.exec(second)?.[1];
    return pin === undefined ? null : { kind: 'pin', params: { pin } };
  }
  if (SITE_PAGES.has(first) || !USER.test(first) || rest.length > 0) return null;
  const tab = USER_TABS[second];
  if (tab !== undefined) return third === undefined ? { kind: tab, params: { user: first } } : null;
  if (second.startsWith('_') || !BOARD.test(second)) return null;
  if (third === undefined) return { kind: 'board', params: { user: first, board: second } };
  const isSection = !third.startsWith('_') && (SECTION_ID.test(third) || BOARD.test(third));
  return isSection ? { kind: 'section', params: { user: first, board: second, section: third } } : null;
}
