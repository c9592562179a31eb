import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { encodedAddress } from '#core/platform-kit/web-address.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

type Kind = 'claim' | 'channel';

const HOSTS = new Set(['odysee.com', 'lbry.tv', 'open.lbry.com', 'odysee.tv']);
/** What stands before a claim in other addresses of it: players, files, chats. */
const WAYS = new Set(['embed', 'download', 'stream', 'popout', 'discussion']);
const WHOLE_ID = /^[\da-f]{40}$/;
const ID = /^[\da-f]{1,40}$/;
/** No name of a claim holds one of these. */
const NEVER_IN_NAMES = /[=&#:$@%?;"/\\<>{}|^~`[\]\s]/;

/** What an address names: a claim by its whole id, else by its address within LBRY. */
export function placeAt({ host, segments, href }: PastedUrl): NamedPlace<Kind> | null {
  if (!HOSTS.has(host)) return null;
  const [first = '', way = '', ...rest] = segments;
  if (first === '$') return WAYS.has(way) ? placeOf(rest, null) : null;
  return placeOf(segments, `https://odysee.com${new URL(href).pathname.replace(/\/+$/, '')}`);
}

/** The address within LBRY of what `placeAt` named, which a whole id does without. */
export function lbryOf({ lbry, page = '' }: TargetParams): string {
  if (lbry !== undefined) return lbry;
  const parts = parsePastedUrl(page).segments.filter((part) => part !== '$' && !WAYS.has(part));
  return `lbry://${parts.map((part) => part.replace(':', '#')).join('/')}`;
}

function placeOf(parts: readonly string[], page: string | null): NamedPlace<Kind> | null {
  const [first = '', second, ...more] = parts.map((part) => part.replaceAll('#', ':'));
  if (more.length > 0) return null;
  if (first.startsWith('@')) return second === undefined ? named('channel', [first], page) : named('claim', [first, second], page);
  // An old way: the name, then the id.
  if (second !== undefined && !ID.test(second)) return null;
  return named('claim', [second === undefined ? first : `${first}:${second}`], page);
}

function named(kind: Kind, claims: readonly string[], page: string | null): NamedPlace<Kind> | null {
  const claim = claims.at(-1) ?? '';
  const [, id = ''] = claim.split(':');
  if (!claims.every(isClaim)) return null;
  return {
    kind,
    params: {
      page: page ?? encodedAddress(`https://odysee.com/${claims.join('/')}`),
      ...(WHOLE_ID.test(id) ? { claim: id } : { lbry: `lbry://${claims.map((each) => each.replace(':', '#')).join('/')}` }),
    },
  };
}

/** `name`, `name:id`, `@name:id`; a version behind the name may stand for the id. */
function isClaim(claim: string): boolean {
  const [name = '', id, ...more] = claim.replace(/^@/, '').split(':');
  return name !== '' && !NEVER_IN_NAMES.test(name) && more.length === 0 && (id === undefined || ID.test(id));
}
