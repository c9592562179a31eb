import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** `url`: of the page that holds the comments; `post`: the number of one. */
type Place = NamedPlace<'game' | 'devlog' | 'post'>;

const SITE = 'itch.io';
const CREATOR = /^[a-z\d][a-z\d-]{0,62}\.itch\.io$/;
/** Hosts of the site that are no creators. */
const OTHERS = new Set(['api.itch.io', 'static.itch.io', 'docs.itch.io']);
const GAME = /^[a-z\d_][\w-]{0,200}$/i;
const SLUG = /^[\w-]{1,200}$/;
const DIGITS = /^\d{1,15}$/;

/** What the address names; null for creators, boards, topics, jams, ratings and whatever else has no comments that are read here. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SITE) return postAt(segments);
  if (!CREATOR.test(host) || OTHERS.has(host)) return null;
  const [game = '', part, ...rest] = segments;
  if (!GAME.test(game)) return null;
  if (part === undefined || part === 'comments') return { kind: 'game', params: { url: `https://${host}/${game}` } };
  const [number = '', slug = '', ...more] = rest;
  const isDevlog = part === 'devlog' && DIGITS.test(number) && (slug === '' || SLUG.test(slug)) && more.length === 0;
  return isDevlog ? { kind: 'devlog', params: { url: `https://${host}/${segments.join('/')}` } } : null;
}

function postAt([list, id = '', ...rest]: readonly string[]): Place | null {
  return list === 'post' && DIGITS.test(id) && rest.length === 0 ? { kind: 'post', params: { post: id } } : null;
}
