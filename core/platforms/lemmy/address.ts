import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of a Lemmy server names. All but those of other front ends are told by their path alone. */
type Place = NamedPlace<'post' | 'comment' | 'community' | 'user'>;

/** Longer numbers after /post/ are those of other sites. */
const ID = /^\d{1,9}$/;
const NAME = /^([\w.-]+)(?:@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+))?$/i;
const SERVER = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]+(?::\d+)?$/i;
/** Front ends that name the server in the path. */
const FRONT_ENDS = new Set(['phtn.app', 'lemmyverse.link', 'photon.lemmy.world']);
/** Leads to a name's own server. */
const REDIRECTOR = 'lemmyverse.link';
/** The older look of a server stands on a host of its own, without the API. */
const OLD_LOOK = /^old\.(?=[^.]+\.[^.])/;

/** What the address names; null where nothing in it is Lemmy's. */
export function placeAt(url: PastedUrl): Place | null {
  if (!url.protocol.startsWith('http')) return null;
  const { segments } = url;
  if (segments[0] === 'posts') return voyagerPlace(segments.slice(1));
  if (!FRONT_ENDS.has(url.host)) return placeOn(new URL(url.href).host.replace(OLD_LOOK, ''), segments);
  return frontEndPlace(url.host, segments);
}

/** `/posts/<server>/c/<community>/comments/<post>[/...]`, and the lists before it. */
function voyagerPlace([host = '', kind, name = '', comments, post = '', ...rest]: readonly string[]): Place | null {
  if (!SERVER.test(host)) return null;
  if (comments === undefined) return placeOn(host, [kind ?? '', name]);
  if (kind !== 'c' || comments !== 'comments' || !ID.test(post)) return null;
  const comment = rest.at(-1);
  return comment !== undefined && ID.test(comment)
    ? { kind: 'comment', params: { host, post, comment } }
    : { kind: 'post', params: { host, post } };
}

/** `/post/<server>/<id>`, `/<server>/post/<id>`, or a name with its server. */
function frontEndPlace(frontEnd: string, [first = '', second = '', ...rest]: readonly string[]): Place | null {
  if (SERVER.test(first)) return placeOn(first, [second, ...rest]);
  if (SERVER.test(second)) return placeOn(second, [first, ...rest]);
  const server = frontEnd === REDIRECTOR ? NAME.exec(second)?.[2] : undefined;
  return server === undefined ? null : placeOn(server, [first, second.slice(0, second.indexOf('@')), ...rest]);
}

function placeOn(host: string, [kind, name = '', comment, ...rest]: readonly string[]): Place | null {
  if (!SERVER.test(host) || rest.length > 0) return null;
  if (kind === 'post' && ID.test(name)) return postPlace({ host, post: name }, comment);
  if (comment !== undefined) return null;
  if (kind === 'comment' && ID.test(name)) return { kind: 'comment', params: { host, comment: name } };
  if (kind === 'c' && NAME.test(name)) return { kind: 'community', params: { host, name } };
  return kind === 'u' && NAME.test(name) ? { kind: 'user', params: { host, name } } : null;
}

function postPlace(params: TargetParams, comment: string | undefined): Place | null {
  if (comment === undefined) return { kind: 'post', params };
  return ID.test(comment) ? { kind: 'comment', params: { ...params, comment } } : null;
}
