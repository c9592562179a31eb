import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind =
  | 'issue'
  | 'pull'
  | 'discussion'
  | 'commit'
  | 'gist'
  | 'repository'
  | 'issues'
  | 'pulls'
  | 'stargazers'
  | 'watchers'
  | 'forks'
  | 'account'
  | 'organisation'
  | 'followers'
  | 'following';
type Place = NamedPlace<Kind>;

const NUMBER = /^[1-9]\d{0,9}$/;
const SHA = /^[0-9a-f]{4,64}$/i;
/** Numbers are those of the first years. */
const GIST = /^(?:\d{1,9}|[0-9a-f]{20,40})$/i;
const LOGIN = /^[a-z\d][\w-]{0,99}$/i;
const REPOSITORY = /^[\w.-]{1,100}$/;
/** Pages of a repository that show what it holds. */
const OF_CODE = new Set(['tree', 'blob', 'releases', 'wiki']);
/** First parts of a path that are GitHub's own. */
const OWN_PAGES = new Set(
  (
    'about account apps codespaces collections contact copilot customer-stories dashboard discussions enterprise events explore features home ' +
    'issues join login logout marketplace new notifications organizations orgs pricing pulls readme resources search security sessions settings ' +
    'signup site solutions sponsors stars team topics trending users'
  ).split(' '),
);

/** What an address names; null for anything else. */
export function placeAt(url: PastedUrl): Place | null {
  if (url.host === 'gist.github.com') return gistAt(url.segments);
  if (url.host !== 'github.com') return null;
  const [first = '', second, ...rest] = url.segments;
  if (first === 'orgs') return second !== undefined && rest.length === 0 && LOGIN.test(second) ? organisation(second) : null;
  if (OWN_PAGES.has(first.toLowerCase()) || !LOGIN.test(first)) return null;
  return second === undefined ? accountAt(first, url.query.get('tab')) : repositoryAt(first, second.replace(/\.git$/, ''), rest);
}

function organisation(login: string): Place {
  return { kind: 'organisation', params: { login } };
}

function accountAt(login: string, tab: string | null): Place {
  return { kind: tab === 'followers' || tab === 'following' ? tab : 'account', params: { login } };
}

/** `<id>` or `<user>/<id>`. */
function gistAt(segments: readonly string[]): Place | null {
  const id = segments.at(-1) ?? '';
  return segments.length <= 2 && GIST.test(id) ? { kind: 'gist', params: { id } } : null;
}

function repositoryAt(owner: string, repo: string, [page, id = '', ...rest]: readonly string[]): Place | null {
  if (!REPOSITORY.test(repo)) return null;
  const params = { owner, repo };
  if (page === undefined || OF_CODE.has(page)) return { kind: 'repository', params };
  if (page === 'pull') return NUMBER.test(id) ? { kind: 'pull', params: { ...params, number: id } } : null;
  if (rest.length > 0) return null;
  if (page === 'network') return id === 'members' ? { kind: 'forks', params } : null;
  return id === '' ? listAt(page, params) : thingAt(page, id, params);
}

function listAt(page: string, params: TargetParams): Place | null {
  const isList = page === 'issues' || page === 'pulls' || page === 'stargazers' || page === 'watchers' || page === 'forks';
  return isList ? { kind: page, params } : null;
}

function thingAt(page: string, id: string, params: TargetParams): Place | null {
  if (page === 'issues' && NUMBER.test(id)) return { kind: 'issue', params: { ...params, number: id } };
  if (page === 'discussions' && NUMBER.test(id)) return { kind: 'discussion', params: { ...params, number: id } };
  return page === 'commit' && SHA.test(id) ? { kind: 'commit', params: { ...params, sha: id } } : null;
}
