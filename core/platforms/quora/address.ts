import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Quora names. `path` is where its page stands. */
export type Place = NamedPlace<'question' | 'entry' | 'short' | 'user' | 'followers' | 'following'>;

const SITE = 'quora.com';
const SHORT = 'qr.ae';
const LANGUAGES = new Set('es fr de it jp id pt hi nl da fi no sv mr bn ta ar he gu kn ml te pl'.split(' '));
/** Hosts of the site itself below quora.com. */
const OWN_HOSTS = new Set(['help', 'business', 'ads', 'insights', 'engineering', 'careers', 'status', 'api']);
const SLUG = /^[\p{L}\p{N}\p{M}_.'()%-]+$/u;
/** Pages of the site have names of one word. */
const QUESTION = /^(?=.*-)[\p{L}\p{N}\p{M}_.'()%-]+$/u;
const CODE = /^\w+$/;
const USER_TABS: Readonly<Record<string, 'user' | 'followers' | 'following'>> = {
  '': 'user',
  answers: 'user',
  posts: 'user',
  followers: 'followers',
  following: 'following',
};

/** What the address names; null where it is nothing of Quora that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const { protocol, host, segments } = url;
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = '', third = ''] = segments;
  if (host === SHORT) return CODE.test(first) && segments.length === 1 ? { kind: 'short', params: { code: first } } : null;
  const subdomain = host === SITE ? null : host.endsWith(`.${SITE}`) ? host.slice(0, -SITE.length - 1) : undefined;
  if (subdomain === undefined) return null;
  const site = subdomain === null ? `www.${SITE}` : host;
  if (subdomain !== null && !LANGUAGES.has(subdomain)) {
    const isSpace = !OWN_HOSTS.has(subdomain) && !subdomain.includes('.') && segments.length === 1 && SLUG.test(first);
    return isSpace ? entry(site, segments) : null;
  }
  if (first === 'profile' && SLUG.test(second)) {
    const kind = segments.length <= 3 ? USER_TABS[third] : undefined;
    return kind === undefined ? null : { kind, params: { host: site, name: second } };
  }
  if (first === 'q') return segments.length === 3 && SLUG.test(second) && SLUG.test(third) ? entry(site, segments) : null;
  const slug = first === 'unanswered' ? second : first;
  if (!QUESTION.test(slug)) return null;
  if ((second === 'answer' || second === 'answers') && SLUG.test(third)) return entry(site, [slug, second, third]);
  return segments.length === (first === 'unanswered' ? 2 : 1) ? { kind: 'question', params: { host: site, path: `/${slug}` } } : null;
}

/** An answer, or a post in a Space: what hangs below it is exported. */
function entry(host: string, segments: readonly string[]): Place {
  return { kind: 'entry', params: { host, path: `/${segments.join('/')}` } };
}
