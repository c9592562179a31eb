import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'post' | 'profile';

export const SITE = 'https://truthsocial.com';
const HOST = 'truthsocial.com';
const HANDLE = /^@(\w{1,60})$/;
const NAME = /^\w{1,60}$/;
const SLUG = /^[\w.-]{1,120}$/;
const ID = /^\d{10,20}$/;
const TABS = new Set(['with_replies', 'media', 'followers', 'following']);

/** What the address names, null where it is nothing that could be exported (a tag, a search, television). */
export function placeAt({ host, segments }: Pick<PastedUrl, 'host' | 'segments'>): NamedPlace<Kind> | null {
  if (host !== HOST) return null;
  const [first = '', ...rest] = segments;
  const user = HANDLE.exec(first)?.[1];
  if (user !== undefined) return ofUser(user, rest);
  const [second = '', third, fourth = '', ...further] = rest;
  if (first === 'users' && NAME.test(second)) {
    if (third === undefined) return { kind: 'profile', params: { user: second } };
    return third === 'statuses' && further.length === 0 ? postAt(fourth, { user: second }) : null;
  }
  const isOfGroup = first === 'group' && SLUG.test(second) && third === 'posts' && further.length === 0;
  return isOfGroup ? postAt(fourth, { group: second }) : null;
}

function ofUser(user: string, rest: readonly string[]): NamedPlace<Kind> | null {
  const [tab] = rest;
  if (tab === undefined || (rest.length === 1 && TABS.has(tab))) return { kind: 'profile', params: { user } };
  const [id = '', ...further] = tab === 'posts' ? rest.slice(1) : rest;
  const isWhole = further.length === 0 || (tab === 'posts' && further.join('/') === 'embed');
  return isWhole ? postAt(id, { user }) : null;
}

function postAt(status: string, of: TargetParams): NamedPlace<Kind> | null {
  return ID.test(status) ? { kind: 'post', params: { status, ...of } } : null;
}
