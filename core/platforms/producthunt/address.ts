import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Product Hunt names. */
type Place = NamedPlace<'launch' | 'product' | 'user' | 'followers' | 'following'>;

const SITE = 'producthunt.com';
const SLUG = /^[\p{L}\p{N}_-]+$/u;
const ID = /^\d+$/;
const HANDLE = /^@([\w-]+)$/;
const PRODUCT_TABS = new Set([undefined, 'reviews']);
const USER_TABS: Readonly<Record<string, 'user' | 'followers' | 'following'>> = {
  '': 'user',
  followers: 'followers',
  following: 'following',
};

/** What the address names; null where it is nothing of Product Hunt that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || host !== SITE) return null;
  const [first = '', second = '', third, fourth, ...rest] = segments;
  if (rest.length > 0) return null;
  const handle = HANDLE.exec(first)?.[1];
  if (handle !== undefined) {
    const kind = third === undefined ? USER_TABS[second] : undefined;
    return kind === undefined ? null : { kind, params: { user: handle } };
  }
  if (first === 'r' && second === 'p' && ID.test(third ?? '') && fourth === undefined)
    return { kind: 'launch', params: { id: third ?? '' } };
  if (!SLUG.test(second)) return null;
  if (first === 'posts' && third === undefined) return { kind: 'launch', params: { slug: second } };
  if (first !== 'products') return null;
  if (third === 'launches' && SLUG.test(fourth ?? '')) return { kind: 'launch', params: { slug: fourth ?? '' } };
  return PRODUCT_TABS.has(third) && fourth === undefined ? { kind: 'product', params: { product: second } } : null;
}
