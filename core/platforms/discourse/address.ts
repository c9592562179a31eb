import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of a forum names, told by its path alone. */
type Place = NamedPlace<'topic' | 'category'>;

const NUMBER = /^\d{1,10}$/;
/** What may stand behind the number of a category: an order, or which of the categories below it count. */
const CATEGORY_VIEWS: ReadonlySet<string | undefined> = new Set([undefined, 'l', 'none', 'all']);
/** What stands before the channels of a forum's chat, and is no folder. */
const CHAT = 'chat';
/** Categories within categories. */
const MOST_LEVELS = 3;

/**
 * What the address names; null where nothing in it is a forum's. A forum stands at the root of its host or in one folder:
 * `base` is the host with that folder.
 */
export function placeAt({ protocol, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const { host } = new URL(href);
  const [folder = '', ...below] = segments;
  return placeIn(host, segments) ?? (folder === CHAT ? null : placeIn(`${host}/${percentEncoded(folder)}`, below));
}

/** The host of a forum that stands at the root of it, or in a folder. */
export function hostOf(base: string): string {
  return base.split('/', 1)[0] ?? base;
}

function placeIn(base: string, [kind, ...rest]: readonly string[]): Place | null {
  if (kind === 't') return topicPlace(base, rest);
  return kind === 'c' ? categoryPlace(base, rest) : null;
}

/** `<id>`, `<slug>/<id>`, and the number of a post behind either. */
function topicPlace(base: string, parts: readonly string[]): Place | null {
  const isNumber = parts.map((part) => NUMBER.test(part));
  const at = isNumber[0] === true && parts.length < 3 ? 0 : 1;
  const [topic, post] = parts.slice(at);
  if (topic === undefined || isNumber[at] !== true || parts.length > at + 2) return null;
  if (post === undefined) return { kind: 'topic', params: { base, topic } };
  return isNumber[at + 1] === true ? { kind: 'topic', params: { base, topic, post } } : null;
}

/** `<slug>[/<slug>]/<id>`, with a view behind it. */
function categoryPlace(base: string, parts: readonly string[]): Place | null {
  const at = parts.findIndex((part, index) => index > 0 && NUMBER.test(part) && CATEGORY_VIEWS.has(parts[index + 1]));
  if (at < 1 || at > MOST_LEVELS) return null;
  const path = parts.slice(0, at + 1).map(percentEncoded);
  return { kind: 'category', params: { base, category: path.join('/') } };
}
