import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What a Telegram address names. */
type Place = NamedPlace<'channel' | 'post' | 'private'>;

const HOSTS = new Set(['t.me', 'telegram.me', 'telegram.dog']);
const OWN_SUBDOMAIN = /^([a-z]\w{3,31})\.t\.me$/;
const NAME = /^[A-Za-z]\w{2,31}$/;
const ID = /^\d+$/;
const WEB_CLIENTS = new Set(['k', 'a', 'z']);
const CLIENT_CHANNEL = /^(?:\?tgaddr=.*domain(?:=|%3D)|@)([A-Za-z]\w{2,31})/;
const CLIENT_PRIVATE = /^-?\d+/;

/** First parts of addresses that are no names. */
const SITE_PAGES = new Set([
  'addemoji',
  'addlist',
  'addstickers',
  'addtheme',
  'auction',
  'boost',
  'call',
  'confirmphone',
  'contact',
  'giftcode',
  'invoice',
  'login',
  'msg',
  'nft',
  'proxy',
  'setlanguage',
  'share',
  'socks',
]);

/** What the address names, null where it is nothing of Telegram that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  if (url.protocol === 'tg:') return appPlace(url);
  if (url.host === 'web.telegram.org') return webClientPlace(url);
  const owner = OWN_SUBDOMAIN.exec(url.host)?.[1];
  if (owner !== undefined) return publicPlace([owner, ...url.segments]);
  if (!HOSTS.has(url.host)) return null;
  const [first = '', ...rest] = url.segments;
  return first === 's' ? publicPlace(rest) : publicPlace(url.segments);
}

/** `<name>`, `<name>/<post>`, `<group>/<topic>/<post>`; `c/<number>...`, `+<hash>`, `joinchat/<hash>`. */
function publicPlace([name = '', ...rest]: readonly string[]): Place | null {
  const isInvitation = /^[+ ]\S/.test(name) || (name === 'joinchat' && rest.length === 1);
  if (isInvitation || (name === 'c' && ID.test(rest[0] ?? ''))) return { kind: 'private', params: {} };
  if (!NAME.test(name) || name === 'joinchat' || SITE_PAGES.has(name.toLowerCase())) return null;
  if (rest.length === 0) return { kind: 'channel', params: { name } };
  const post = rest.at(-1) ?? '';
  return rest.length <= 2 && rest.every((part) => ID.test(part)) ? { kind: 'post', params: { name, post } } : null;
}

/** `tg://resolve?domain=<name>[&post=<id>]`, `tg://privatepost`, `tg://join`. */
function appPlace({ host, query }: PastedUrl): Place | null {
  if (host === 'privatepost' || host === 'join') return { kind: 'private', params: {} };
  if (host !== 'resolve') return null;
  const post = query.get('post');
  return publicPlace([query.get('domain') ?? '', ...(post === null ? [] : [post])]);
}

/** `web.telegram.org/<client>/#@<name>`; a number in its stead is a chat without a public name. */
function webClientPlace({ segments, hash }: PastedUrl): Place | null {
  if (segments.length > 1 || (segments[0] !== undefined && !WEB_CLIENTS.has(segments[0]))) return null;
  const name = CLIENT_CHANNEL.exec(hash)?.[1];
  if (name !== undefined) return publicPlace([name]);
  return CLIENT_PRIVATE.test(hash) ? { kind: 'private', params: {} } : null;
}
