import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'embed' | 'chat';

const HOSTS = new Set(['rumble.com', 'm.rumble.com']);
/** Without words behind it an id is told from the site's own pages by its digits. */
const PAGE = /^v(?:[\da-z]{3,12}(?:-[^/]*|\.html)|(?=[a-z]*\d)[\da-z]{3,12})$/i;
/** An embedded player: a publisher's code may stand before the video. */
const EMBEDDED = /^(?:[\da-z]+\.)?(v[\da-z]{3,12})$/i;
const NUMBER = /^\d+$/;

/** What an address names; null where it is nothing of Rumble with comments. The page and the player of a video have different ids. */
export function placeAt({ host, segments }: PastedUrl): NamedPlace<Kind> | null {
  if (!HOSTS.has(host)) return null;
  const [first = '', second = '', third = ''] = segments;
  if (first === 'chat' && second === 'popup') return NUMBER.test(third) ? { kind: 'chat', params: { chat: third } } : null;
  if (first === 'embed') {
    const id = EMBEDDED.exec(second)?.[1];
    return id === undefined ? null : { kind: 'embed', params: { embed: id.slice(1), page: `https://rumble.com/embed/${second}/` } };
  }
  if (first === 'shorts') return PAGE.test(second) ? { kind: 'video', params: { page: `https://rumble.com/shorts/${second}` } } : null;
  return segments.length === 1 && PAGE.test(first) ? { kind: 'video', params: { page: `https://rumble.com/${first}` } } : null;
}
