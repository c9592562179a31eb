import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Place = NamedPlace<'issue' | 'mergeRequest' | 'starrers'>;

const HOME = 'gitlab.com';
/** What stands between a project and its pages; no project is called so. */
const SEPARATOR = '-';
const NAME = /^[\w.-]{1,255}$/;
const NUMBER = /^[1-9]\d{0,9}$/;
/** A page of a group stands behind it, and has no project. */
const GROUPS = 'groups';

/** What the address names; null for anything else. Servers of others are told by the path alone, which has the separator. */
export function placeAt(url: PastedUrl): Place | null {
  if (!url.protocol.startsWith('http')) return null;
  const { segments } = url;
  const { host } = new URL(url.href);
  const at = segments.indexOf(SEPARATOR);
  if (at !== -1) return pageAt(url.host === HOME ? HOME : host, segments.slice(0, at), segments.slice(at + 1));
  const kind = segments.findLastIndex((part) => part === 'issues' || part === 'merge_requests');
  return url.host === HOME && kind !== -1 ? pageAt(HOME, segments.slice(0, kind), segments.slice(kind)) : null;
}

function pageAt(host: string, project: readonly string[], [kind, number = '', ...rest]: readonly string[]): Place | null {
  if (project.length < 2 || project[0] === GROUPS || !project.every((name) => NAME.test(name))) return null;
  const params = { host, path: project.join('/') };
  if (kind === 'starrers') return host === HOME && number === '' ? { kind: 'starrers', params } : null;
  if (!NUMBER.test(number)) return null;
  if (kind === 'merge_requests') return { kind: 'mergeRequest', params: { ...params, number } };
  const isIssue = (kind === 'issues' || kind === 'work_items') && rest.length === 0;
  return isIssue ? { kind: 'issue', params: { ...params, number } } : null;
}
