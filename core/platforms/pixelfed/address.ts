import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of a server names, told by its path alone. A bare name has no shape of its own. */
type Place = NamedPlace<'post' | 'remote' | 'profile'>;

const ID = /^\d{1,20}$/;
/** Never digits alone: forums write their posts so. */
const NAME = /^(?!\d+$)[\w.-]{1,60}$/;

/** What the address names; null where nothing in it is Pixelfed's. */
export function placeAt({ protocol, href, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const { host } = new URL(href);
  const [first, second = '', third = '', fourth = '', ...rest] = segments;
  if (first === 'p' && segments.length === 3 && NAME.test(second) && ID.test(third))
    return { kind: 'post', params: { host, name: second, id: third } };
  if (first !== 'i' || second !== 'web' || rest.length > 0 || !ID.test(fourth)) return null;
  if (third === 'post') return { kind: 'remote', params: { host, id: fourth } };
  return third === 'profile' ? { kind: 'profile', params: { host, id: fourth } } : null;
}
