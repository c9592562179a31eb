import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** `path`: of the page that holds the comments; `link`: what the address of a comment begins with. */
type Place = NamedPlace<'file' | 'topic' | 'profile' | 'group'>;

const HOST = 'steamcommunity.com';
const DIGITS = /^\d{1,20}$/;
const NAME = /^[\w-]{2,64}$/;

/** What the address names; null for lists of topics, changes, inventories and whatever else has no comments. */
export function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || host !== HOST) return null;
  const [first = '', second = '', ...rest] = segments;
  if ((first === 'sharedfiles' || first === 'workshop') && second === 'filedetails') return fileAt(rest, query.get('id'));
  if (first === 'app' || first === 'gid') return DIGITS.test(second) ? topicAt([first, second], rest) : null;
  if (!NAME.test(second)) return null;
  if (first === 'groups') return groupAt(second, rest);
  const isProfile =
    (first === 'id' || (first === 'profiles' && DIGITS.test(second))) && (rest.length === 0 || rest.join('/') === 'allcomments');
  return isProfile ? pageOf('profile', `/${first}/${second}/allcomments`, `/${first}/${second}/`) : null;
}

function fileAt([page, id = '', topic = '', ...rest]: readonly string[], asked: string | null): Place | null {
  if (page === 'discussion')
    return DIGITS.test(id) && DIGITS.test(topic) && rest.length === 0
      ? pageOf('topic', `/workshop/filedetails/discussion/${id}/${topic}/`)
      : null;
  const file = page === undefined ? (asked ?? '') : page === 'comments' && topic === '' ? id : '';
  return DIGITS.test(file) ? pageOf('file', `/sharedfiles/filedetails/?id=${file}`, `/sharedfiles/filedetails/comments/${file}`) : null;
}

function groupAt(name: string, rest: readonly string[]): Place | null {
  const isOwn = rest.length === 0 || rest.join('/') === 'comments';
  return isOwn ? pageOf('group', `/groups/${name}/comments`, `/groups/${name}/`) : topicAt(['groups', name], rest);
}

/** `discussions/<forum>/<topic>`; of an app also `tradingforum/<topic>` and `eventcomments/<topic>`. */
function topicAt(owner: readonly string[], rest: readonly string[]): Place | null {
  const [list, ...ids] = rest;
  const isForum = list === 'discussions' && ids.length === 2;
  const isOfApp = owner[0] === 'app' && (list === 'tradingforum' || list === 'eventcomments') && ids.length === 1;
  return (isForum || isOfApp) && ids.every((id) => DIGITS.test(id)) ? pageOf('topic', `/${[...owner, ...rest].join('/')}/`) : null;
}

function pageOf(kind: Place['kind'], path: string, link = path): Place {
  return { kind, params: { path, link } };
}
