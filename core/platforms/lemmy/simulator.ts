import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface LemmyParams {
  /** `v3`: 0.19, without a v4. `v4`: 1.0, without a v3. Default `v3`. */
  readonly api?: 'v3' | 'v4';
  /** Direct comments of the post. Default 70. Every seventh has a chain of twelve answers below it. */
  readonly comments?: number;
  /** Posts, or comments, of any list. Default 130. */
  readonly listed?: number;
  /** Before 0.19: no marks of pages, and dates without a zone. Default false. */
  readonly isOld?: boolean;
}

interface Comment {
  readonly id: number;
  /** From the top down to itself. */
  readonly path: readonly number[];
  readonly below: number;
}

/** Of a tree, which has no pages. */
const MOST_ROWS = 300;
const HOST = 'lemmy.example';
const POST = 1_234_567;
const OWNER = 7;
const FIRST_COMMENT = 5_000_000;
const CHAIN = 12;
const CHAIN_EVERY = 7;
const MOST_IN_PAGE = 50;
const FIRST_TIME = Date.UTC(2024, 4, 1);

/**
 * The Lemmy server `lemmy.example` with the post 1234567 (`/post/2` has no comments, others do not exist), the community `cats` and the person `owner`.
 */
export function lemmySimulator(params: LemmyParams): Simulator {
  const { api = 'v3', listed = 130 } = params;
  const comments = thread(params.comments ?? 70);
  return ({ url }) => {
    if (url.hostname !== HOST) return null;
    const path = new RegExp(`^/api/${api}/(.+)$`).exec(url.pathname)?.[1];
    const query = url.searchParams;
    if (path === 'site')
      return {
        body: {
          version: '0.19.5',
          all_languages: [
            { id: 0, code: 'und' },
            { id: 37, code: 'en' },
          ],
        },
      };
    if (path === 'comment/list') return commentList(query, comments, params);
    if (path === 'post') return postOf(Number(query.get('id')), comments.length, params);
    if (path === 'post/list' && query.get('community_name')?.startsWith('cats')) return postList(query, listed, params);
    if (path === 'user' && query.get('username') === 'owner') return person(query, listed, params);
    if (path === 'person/content' && query.get('username') === 'owner') return content(query, listed, params);
    return path === undefined ? { status: 404, body: '' } : { status: 404, body: { error: 'couldnt_find_object' } };
  };
}

function thread(count: number): Comment[] {
  const all: Comment[] = [];
  let id = FIRST_COMMENT;
  for (let index = 0; index < count; index += 1) {
    const length = index % CHAIN_EVERY === 0 ? CHAIN : 0;
    const path: number[] = [];
    for (let level = 0; level <= length; level += 1) {
      path.push((id += 1));
      all.push({ id, path: [...path], below: length - level });
    }
  }
  return all;
}

function commentList(query: URLSearchParams, comments: readonly Comment[], params: LemmyParams): SimulatedAnswer {
  const parent = query.get('parent_id');
  const post = query.get('post_id');
  const subject = comments.find(({ id }) => String(id) === parent);
  if (parent !== null && subject === undefined) return { status: 404, body: { error: 'couldnt_find_comment' } };
  const all =
    post !== null && post !== String(POST) ? [] : comments.filter(({ path }) => subject === undefined || path.includes(subject.id));
  const depth = query.get('max_depth');
  const isOldest = query.get('sort')?.toLowerCase() === 'old';
  const ordered = isOldest ? all : all.toSorted((one, other) => one.path.length - other.path.length || other.id - one.id);
  const tree = ordered.filter(({ path }) => path.length <= (subject?.path.length ?? 0) + Number(depth ?? Infinity));
  if (params.api === 'v4') return marked(query, tree, (comment) => commentView(comment, params));
  const rows = depth === null ? paged(query, tree) : tree.slice(0, MOST_ROWS);
  return { body: { comments: rows.map((comment) => commentView(comment, params)) } };
}

function paged<T>(query: URLSearchParams, all: readonly T[]): readonly T[] {
  const limit = Number(query.get('limit') ?? 10);
  const first = (Number(query.get('page') ?? 1) - 1) * limit;
  return all.slice(first, first + limit);
}

/** A page of API v4: the mark of the next one is text of the server's own. */
function marked<T>(query: URLSearchParams, all: readonly T[], view: (entry: T) => object): SimulatedAnswer {
  const limit = Number(query.get('limit') ?? 10);
  if (limit > MOST_IN_PAGE) return { status: 400, body: { error: 'invalid_fetch_limit' } };
  const first = Number((query.get('page_cursor') ?? 'P0').slice(1));
  const items = all.slice(first, first + limit).map(view);
  return { body: { items, ...(first + limit < all.length ? { next_page: `P${first + limit}` } : {}) } };
}

function commentView({ id, path, below }: Comment, params: LemmyParams): object {
  const author = id % 5 === 0 ? OWNER : 100 + (id % 40);
  const isGone = id % 17 === 0;
  const counts = { score: (id % 9) - 2, upvotes: id % 9, downvotes: 2, child_count: below };
  const comment = {
    id,
    creator_id: author,
    post_id: POST,
    content: isGone ? '' : `Comment *${id}* & <b>\n\n::: spoiler why\nno\n:::`,
    removed: isGone,
    deleted: false,
    ap_id: `https://far.example/comment/${id}`,
    local: false,
    path: ['0', ...path].join('.'),
    distinguished: id % 50 === 1,
    language_id: id % 2 === 0 ? 37 : 0,
    ...datesOf(id - FIRST_COMMENT, id % 4 === 0, params),
  };
  if (params.api === 'v4')
    return { type_: 'comment', comment: { ...comment, ...counts }, creator: person4(author), post: { creator_id: OWNER } };
  return {
    comment,
    creator: person3(author),
    post: { id: POST, creator_id: OWNER },
    community: { id: 1 },
    counts: { comment_id: id, ...counts },
  };
}

function person3(id: number): object {
  const name = id === OWNER ? 'owner' : `user${id}`;
  return {
    id,
    name,
    ...(id % 2 === 0 ? { display_name: `User ${id}` } : {}),
    ...(id % 3 === 0 ? { avatar: `https://far.example/${id}.png` } : {}),
    actor_id: `https://${id === OWNER ? HOST : 'far.example'}/u/${name}`,
    local: id === OWNER,
  };
}

function person4(id: number): object {
  const { actor_id: apId, ...fields } = person3(id) as { readonly actor_id: string };
  return { ...fields, ap_id: apId };
}

function datesOf(minute: number, isEdited: boolean, { api, isOld }: LemmyParams): object {
  const at = (ms: number): string => new Date(ms).toISOString().replace('Z', isOld ? '123' : '123Z');
  const published = at(FIRST_TIME + minute * 60_000);
  const updated = isEdited ? at(FIRST_TIME + minute * 60_000 + 30_000) : undefined;
  return api === 'v4'
    ? { published_at: published, ...(updated === undefined ? {} : { updated_at: updated }) }
    : { published, ...(updated === undefined ? {} : { updated }) };
}

function postOf(id: number, comments: number, params: LemmyParams): SimulatedAnswer {
  if (id !== POST && id !== 2) return { status: 404, body: { error: 'couldnt_find_post' } };
  return { body: { post_view: postView(id, id === POST ? comments : 0, params), moderators: [] } };
}

function postView(id: number, comments: number, params: LemmyParams): object {
  const counts = { comments, score: 10, upvotes: 12, downvotes: 2 };
  const post = {
    id,
    name: `Post ${id} & more`,
    ...(id % 2 === 0 ? { body: `Body of **${id}**` } : {}),
    ...(id % 3 === 0 ? { url: `https://files.example/${id}.png` } : {}),
    creator_id: OWNER,
    ap_id: `https://${HOST}/post/${id}`,
    removed: false,
    deleted: false,
    nsfw: false,
    featured_community: id % 100 === 0,
    featured_local: false,
    language_id: 37,
    ...datesOf(id, false, params),
  };
  const community = { id: 1, name: 'cats', title: 'Cats' };
  if (params.api === 'v4') return { type_: 'post', post: { ...post, ...counts }, creator: person4(OWNER), community };
  return { post, creator: person3(OWNER), community, counts: { post_id: id, ...counts } };
}

/** 0.19 gives a mark with every page that holds something, the last included. */
function postList(query: URLSearchParams, listed: number, params: LemmyParams): SimulatedAnswer {
  const all = Array.from({ length: listed }, (_, index) => 10_000 - index);
  if (params.api === 'v4') return marked(query, all, (id) => postView(id, 3, params));
  if (params.isOld) return { body: { posts: paged(query, all).map((id) => postView(id, 3, params)) } };
  const first = Number((query.get('page_cursor') ?? 'P0').slice(1));
  const posts = all.slice(first, first + Number(query.get('limit') ?? 10)).map((id) => postView(id, 3, params));
  return { body: { posts, ...(posts.length === 0 ? {} : { next_page: `P${first + posts.length}` }) } };
}

function postsAndComments(listed: number): { readonly posts: readonly number[]; readonly comments: readonly Comment[] } {
  const posts = Array.from({ length: listed }, (_, index) => 20_000 - index);
  const comments = posts.map((_, index) => ({
    id: 6_000_000 + index,
    path: index % 2 === 0 ? [6_000_000 + index] : [41, 6_000_000 + index],
    below: 0,
  }));
  return { posts, comments };
}

function person(query: URLSearchParams, listed: number, params: LemmyParams): SimulatedAnswer {
  const { posts, comments } = postsAndComments(listed);
  return {
    body: {
      person_view: { person: person3(OWNER), counts: { person_id: OWNER, post_count: posts.length, comment_count: comments.length } },
      posts: paged(query, posts).map((id) => postView(id, 3, params)),
      comments: paged(query, comments).map((comment) => commentView(comment, params)),
      moderates: [],
    },
  };
}

function content(query: URLSearchParams, listed: number, params: LemmyParams): SimulatedAnswer {
  const { posts, comments } = postsAndComments(listed);
  return query.get('type_') === 'posts'
    ? marked(query, posts, (id) => postView(id, 3, params))
    : marked(query, comments, (comment) => commentView(comment, params));
}
