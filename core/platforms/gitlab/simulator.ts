import { redirect, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface GitlabParams {
  /** Threads of any issue or merge request. Default 25: every fifth is a system note, every third of the others has two answers. */
  readonly threads?: number;
  /** Rows of a page, whatever is asked for. Default 100. */
  readonly mostPerPage?: number;
  /** What the site's own JSON gives to strangers. Default `open`. */
  readonly site?: 'open' | 'signIn' | 'page' | 'notThere' | 'wantsLogin';
  /** `frugal`: no more than 20 notes at once. `old`: without moments of editing. `none`: there is no such call. Default `open`. */
  readonly graphql?: 'open' | 'frugal' | 'old' | 'none';
  /** True: the API names no next page. */
  readonly isSilent?: boolean;
  /** What every call is refused with. */
  readonly refusal?: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object | string };
}

interface Note {
  readonly id: number;
  readonly thread: string;
  readonly isSystem: boolean;
}

const AUTHOR = 7;
const FIRST_NOTE = 1_000;
const START = Date.UTC(2024, 4, 1);
const HOSTS = new Set(['gitlab.com', 'gitlab.example']);
/** By the API, with slashes encoded; on the site itself, whose own JSON begins with a name. */
const API_PATH = /^\/api\/v4\/projects\/cats%2F(?:fur%2F)?purr\/(.+)$/;
const SITE_PATH = /^\/cats\/(?:fur\/)?purr\/-\/(issues\/7|merge_requests\/8)\/discussions\.json$/;
const NOT_FOUND = { status: 404, body: { message: '404 Not found' } };

/**
 * The servers `gitlab.com` and `gitlab.example` with the project `cats/purr` (and `cats/fur/purr`), issue 7 and merge request 8. Their API
 * takes the token `good`, and gives notes and emoji to nobody without one.
 */
export function gitlabSimulator(params: GitlabParams): Simulator {
  return (request) => {
    const { url, headers, method } = request;
    if (!HOSTS.has(url.hostname)) return null;
    if (params.refusal) return params.refusal;
    const token = headers['private-token'];
    if (token !== undefined && token !== 'good') return { status: 401, body: { message: '401 Unauthorized' } };
    if (url.pathname === '/api/graphql') return method === 'POST' ? graphqlAnswer(request, params) : NOT_FOUND;
    if (url.pathname === '/users/sign_in') return { body: '<!doctype html><title>Sign in</title><form></form>' };
    const below = API_PATH.exec(url.pathname)?.[1];
    if (below !== undefined) return apiAnswer(url, below, token !== undefined, params);
    return SITE_PATH.test(url.pathname) ? siteAnswer(url, params) : { status: 404, body: '<!doctype html><title>404</title>' };
  };
}

function apiAnswer(url: URL, below: string, hasToken: boolean, params: GitlabParams): SimulatedAnswer {
  if (below === 'issues/7' || below === 'merge_requests/8') return { body: subject(below, params) };
  const all = Array.from({ length: params.threads ?? 25 }, (_, index) => index);
  if (below === 'starrers')
    return paged(
      url,
      all.map((index) => ({ starred_since: at(index), user: user(200 + index) })),
      params,
    );
  const list = /^(?:issues\/7|merge_requests\/8)\/(discussions|award_emoji)$/.exec(below)?.[1];
  if (list === undefined) return NOT_FOUND;
  if (!hasToken) return { status: 401, body: { message: '401 Unauthorized' } };
  return paged(url, list === 'discussions' ? threadsOf(params).map(apiThread) : all.map(award), params);
}

function subject(place: string, params: GitlabParams): object {
  const count = threadsOf(params)
    .flat()
    .filter(({ isSystem }) => !isSystem).length;
  return {
    id: 27_253_868,
    iid: Number(place.split('/')[1]),
    title: ' On purring ',
    state: 'opened',
    author: user(AUTHOR),
    user_notes_count: count,
    upvotes: 3,
    downvotes: 0,
  };
}

function paged(url: URL, rows: readonly object[], { mostPerPage = 100, isSilent }: GitlabParams): SimulatedAnswer {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 20), mostPerPage);
  const page = Number(url.searchParams.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(rows.length / size));
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const headers = {
    'x-page': String(page),
    'x-next-page': page < last ? String(page + 1) : '',
    'x-per-page': String(size),
    'x-total': String(rows.length),
    'x-total-pages': String(last),
    ...(page < last ? { link: `<${next.href}>; rel="next"` } : {}),
    'ratelimit-limit': '600',
    'ratelimit-remaining': '599',
  };
  return { ...(isSilent === true ? {} : { headers }), body: rows.slice((page - 1) * size, page * size) };
}

function siteAnswer(url: URL, params: GitlabParams): SimulatedAnswer {
  if (params.site === 'signIn') return redirect(`https://${url.host}/users/sign_in`);
  if (params.site === 'page') return { body: '<!doctype html><title>Just a forum</title>' };
  if (params.site === 'notThere') return NOT_FOUND;
  if (params.site === 'wantsLogin') return { status: 401, body: { error: 'You need to sign in or sign up before continuing.' } };
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 20), params.mostPerPage ?? 100);
  const first = Number(url.searchParams.get('cursor')?.slice('mark-'.length) ?? 0);
  const threads = threadsOf(params);
  const end = first + size;
  return {
    ...(end < threads.length ? { headers: { 'x-next-page-cursor': `mark-${end}` } } : {}),
    body: threads.slice(first, end).map(siteThread),
  };
}

interface Asked {
  readonly query: string;
  readonly variables: { readonly first: number; readonly after: string | null; readonly iid: string };
}

function graphqlAnswer({ body }: SimulatedRequest, params: GitlabParams): SimulatedAnswer {
  if (params.graphql === 'none') return { status: 404, body: '<!doctype html><title>404</title>' };
  const { query, variables } = JSON.parse(body) as Asked;
  const refused = (message: string): SimulatedAnswer => ({ body: { errors: [{ message, locations: [{ line: 1, column: 1 }] }] } });
  if (params.graphql === 'old' && query.includes('lastEditedAt')) return refused("Field 'lastEditedAt' doesn't exist on type 'Note'");
  if (params.graphql === 'frugal' && variables.first > 20)
    return refused('Query has complexity of 250, which exceeds max complexity of 200');
  const asked = /\bissue\(/.test(query) ? 'issue' : 'mergeRequest';
  if (variables.iid !== (asked === 'issue' ? '7' : '8')) return { body: { data: { project: { [asked]: null } } } };
  const all = threadsOf(params)
    .flat()
    .toSorted((one, other) => one.id - other.id);
  const first = Number(variables.after ?? 0);
  const end = Math.min(first + Math.min(variables.first, params.mostPerPage ?? 100), all.length);
  const notes = {
    pageInfo: { endCursor: String(end), hasNextPage: end < all.length },
    nodes: all.slice(first, end).map((note) => noteNode(note, query.includes('lastEditedAt'))),
  };
  return { body: { data: { project: { [asked]: { notes } } } } };
}

/** By their first notes, the oldest first; answers came later than all of these. */
function threadsOf({ threads = 25 }: GitlabParams): readonly (readonly Note[])[] {
  return Array.from({ length: threads }, (_, index) => {
    const thread = index.toString(16).padStart(40, '0');
    const own = { id: FIRST_NOTE + index, thread, isSystem: index % 5 === 4 };
    if (own.isSystem || index % 3 !== 0) return [own];
    const later = FIRST_NOTE + threads + index * 3;
    return [own, ...[0, 1, 2].map((place) => ({ id: later + place, thread, isSystem: place === 1 }))];
  });
}

function written({ id, isSystem }: Note) {
  return {
    type: id % 2 === 0 ? null : 'DiscussionNote',
    attachment: null,
    created_at: at(id - FIRST_NOTE),
    updated_at: at(id),
    system: isSystem,
    noteable_type: 'Issue',
    resolvable: id % 2 !== 0,
    ...(id % 2 === 0 ? {} : { resolved: id % 4 === 1 }),
    ...(id % 10 === 3 ? { position: { new_path: 'src/purr.rb', new_line: id, old_line: null } } : {}),
  };
}

function words({ id, isSystem }: Note): string {
  return isSystem ? 'changed the description' : `Note **${id}** &amp;\r\n\r\n\r\n> quoted :thumbsup:`;
}

function authorOf(id: number): number {
  return id % 6 === 0 ? AUTHOR : 100 + (id % 50);
}

function apiThread(notes: readonly Note[]): object {
  return {
    id: notes[0]?.thread,
    individual_note: notes.length === 1,
    notes: notes.map((note) => ({ ...written(note), id: note.id, body: words(note), author: user(authorOf(note.id)), internal: false })),
  };
}

function siteThread(notes: readonly Note[]): object {
  return {
    id: notes[0]?.thread,
    reply_id: notes[0]?.thread,
    individual_note: notes.length === 1,
    resolvable: false,
    notes: notes.map((note) => {
      const { web_url: _address, ...author } = user(authorOf(note.id));
      return {
        ...written(note),
        id: String(note.id),
        note: words(note),
        note_html: '<p>as shown</p>',
        author: { ...author, path: `/${author.username}` },
        award_emoji: [{ name: 'thumbsup' }, { name: 'heart' }].slice(0, note.id % 3),
      };
    }),
  };
}

function noteNode(note: Note, withEdits: boolean): object {
  const { name, username, avatar_url: avatarUrl, web_url: webUrl } = user(authorOf(note.id));
  return {
    id: `gid://gitlab/Note/${note.id}`,
    body: words(note),
    createdAt: at(note.id - FIRST_NOTE),
    ...(withEdits ? { lastEditedAt: note.id % 4 === 0 ? at(note.id) : null } : {}),
    system: note.isSystem,
    url: `https://gitlab.com/cats/purr/-/issues/7#note_${note.id}`,
    author: { id: `gid://gitlab/User/${authorOf(note.id)}`, name, username, webUrl, avatarUrl },
    discussion: { id: `gid://gitlab/Discussion/${note.thread}` },
  };
}

function award(index: number): object {
  return {
    id: 5_000 + index,
    name: index % 2 === 0 ? 'thumbsup' : 'heart',
    user: user(300 + index),
    created_at: at(index),
    awardable_type: 'Issue',
  };
}

function user(id: number) {
  const username = id === AUTHOR ? 'cats' : `user-${id}`;
  return {
    id,
    name: `User ${id}`,
    username,
    state: 'active',
    avatar_url: id % 2 === 0 ? `/uploads/-/system/user/avatar/${id}/avatar.png` : `https://secure.gravatar.example/${id}?s=80`,
    web_url: `https://gitlab.com/${username}`,
  };
}

function at(minute: number): string {
  return new Date(START + minute * 60_000).toISOString();
}
