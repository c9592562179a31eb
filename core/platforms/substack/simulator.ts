import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface SubstackParams {
  /** Comments of the post, replies included. Default 60. */
  readonly comments?: number;
  /** Posts or notes in any list, answers to the note. Default 130. */
  readonly listed?: number;
}

const UID = 27968736;
const HANDLE = 'owner';
const HOST = 'owner.substack.com';
const CUSTOM_HOST = 'newsletter.example.org';
const POST = 165787873;
const NOTE = 131661687;
const FIRST_TIME = Date.UTC(2025, 0, 1);

/**
 * Substack with one person (`@owner`, 27968736), one publication (`owner.substack.com`, also `newsletter.example.org`) and its post
 * `/p/a-post` (165787873), and the note 131661687. Other posts: `/p/paid` 403, `/p/silent` without comments, `/p/off` with none allowed.
 */
export function substackSimulator(params: SubstackParams): Simulator {
  const comments = params.comments ?? 60;
  const listed = params.listed ?? 130;
  return ({ url }) => {
    const { searchParams: query, pathname: path } = url;
    if (url.hostname === HOST || url.hostname === CUSTOM_HOST) return publication(path, query, comments, listed);
    if (url.hostname !== 'substack.com') return null;
    if (path === `/api/v1/user/${HANDLE}/public_profile`) return { body: profile() };
    if (path === '/api/v1/profile/posts' && query.get('profile_user_id') === String(UID)) return profilePosts(query, listed);
    if (path === `/api/v1/reader/feed/profile/${UID}` && query.get('types[]') === 'note') return feed(query, listed);
    if (path === `/api/v1/posts/by-id/${POST}`) return { body: { post: post('a-post', comments), publication: {} } };
    const replied = /^\/api\/v1\/reader\/comment\/(\d+)\/replies$/.exec(path)?.[1];
    if (replied === String(NOTE)) return noteReplies(query, listed);
    if (replied !== undefined) return cutReplies(Number(replied));
    return { status: 404, body: { error: 'Not found' } };
  };
}

function publication(path: string, query: URLSearchParams, comments: number, listed: number): SimulatedAnswer {
  if (path === '/api/v1/archive') {
    const offset = Number(query.get('offset'));
    return { body: indexesOf(offset, Math.min(50, Number(query.get('limit'))), listed).map((index) => post(`post-${index}`, index)) };
  }
  const slug = /^\/api\/v1\/posts\/([\w-]+)$/.exec(path)?.[1];
  if (slug === 'paid') return { body: { ...post('paid', 5), id: 403, audience: 'only_paid' } };
  if (slug === 'silent') return { body: { ...post('silent', 0), id: 1 } };
  if (slug === 'off') return { body: { ...post('off', 0), id: 2, write_comment_permissions: 'none' } };
  if (slug === 'a-post') return { body: post('a-post', comments) };
  if (path === '/api/v1/post/403/comments') return { status: 403, body: { error: 'Forbidden' } };
  if (path === '/api/v1/post/1/comments' || path === '/api/v1/post/2/comments') return { body: { comments: [] } };
  return path === `/api/v1/post/${POST}/comments` ? tree(query, comments) : { status: 404, body: { error: 'Not found' } };
}

function profile(): object {
  return { id: UID, name: 'The owner', handle: HANDLE, photo_url: 'https://cdn.example/owner.png', bio: 'Writes' };
}

function profilePosts(query: URLSearchParams, listed: number): SimulatedAnswer {
  const offset = Number(query.get('offset'));
  const posts = indexesOf(offset, Number(query.get('limit') ?? 12), listed).map((index) => post(`post-${index}`, index));
  return { body: { posts, nextCursor: offset + 50 < listed ? `c${offset + 50}` : null } };
}

function post(slug: string, comments: number): object {
  const index = Number(/\d+/.exec(slug)?.[0] ?? -1);
  return {
    id: index < 0 ? POST : 1000 + index,
    slug,
    title: `Title of ${slug}`,
    subtitle: index % 3 === 0 ? '' : `Subtitle & ${slug}`,
    type: 'newsletter',
    audience: 'everyone',
    post_date: new Date(FIRST_TIME - index * 3_600_000).toISOString(),
    canonical_url: `https://${HOST}/p/${slug}`,
    wordcount: 100,
    reaction_count: 7,
    comment_count: comments,
    write_comment_permissions: 'everyone',
    default_comment_sort: null,
    publishedBylines: [
      { id: UID, name: 'The owner', handle: HANDLE, photo_url: 'https://cdn.example/owner.png' },
      ...(index % 2 === 1 ? [{ id: 5, name: 'A guest', handle: 'guest' }] : []),
    ],
  };
}

/** A feed of twelve entries a page, every fourth of them a post. */
function feed(query: URLSearchParams, listed: number): SimulatedAnswer {
  const first = Number(query.get('cursor')?.replace('after-', '') ?? 0);
  const items = indexesOf(first, 12, listed).map((index) =>
    index % 4 === 3
      ? { type: 'post', entity_key: `p-${index}`, post: post(`post-${index}`, 0) }
      : { type: 'comment', comment: comment(index, '', []) },
  );
  return { body: { items, originalCursorTimestamp: 'x', nextCursor: first + 12 < listed ? `after-${first + 12}` : null } };
}

function comment(index: number, path: string, children: readonly object[], held = children.length): object {
  const isDeleted = index % 13 === 6;
  return {
    id: 9000 + index,
    body: isDeleted ? null : `Comment ${index} & <3\n\nsecond`,
    date: new Date(FIRST_TIME + index * 60_000).toISOString(),
    edited_at: index % 5 === 0 ? new Date(FIRST_TIME + index * 60_000 + 30_000).toISOString() : null,
    name: isDeleted ? null : index % 10 === 0 ? 'The owner' : `Reader ${index}`,
    handle: isDeleted ? null : index % 10 === 0 ? HANDLE : index % 7 === 0 ? null : `reader${index}`,
    photo_url: null,
    user_id: isDeleted ? null : index % 10 === 0 ? UID : index,
    ancestor_path: path,
    children_count: held,
    reaction_count: index % 9,
    restacks: 1,
    deleted: isDeleted,
    attachments: index % 8 === 0 ? [{ id: 'x', type: 'image', imageUrl: `https://cdn.example/${index}.png` }] : [],
    children,
  };
}

/** Of six comments the second and third answer the first, and the fourth the third; below the sixth, two more are held back. */
function tree(query: URLSearchParams, count: number): SimulatedAnswer {
  const groups = Array.from({ length: Math.ceil(count / 6) }, (_, group) => {
    const at = group * 6;
    const [first, third] = [9000 + at, 9000 + at + 2];
    const below = [comment(at + 1, `${first}`, []), comment(at + 2, `${first}`, [comment(at + 3, `${first}.${third}`, [])])];
    return [comment(at, '', below), comment(at + 4, '', []), comment(at + 5, '', [], 2)];
  }).flat();
  return { body: { comments: query.get('sort') === 'most_recent_first' ? groups.toReversed() : groups } };
}

function cutReplies(id: number): SimulatedAnswer {
  const base = 10_000 + (id - 9000) * 10;
  const first = comment(base, `${id}`, [], 1);
  return {
    body: { commentBranches: [{ comment: first, descendantComments: [comment(base + 1, `${id}.${9000 + base}`, [])] }], nextCursor: null },
  };
}

/** Ten branches a page; every third has an answer, and that of the tenth two more below it, which are held back. */
function noteReplies(query: URLSearchParams, listed: number): SimulatedAnswer {
  const first = Number(query.get('cursor') ?? 0);
  const commentBranches = indexesOf(first, 10, listed).map((index) => {
    const below =
      index % 3 === 0 ? [{ type: 'comment', comment: comment(index + 5000, `${NOTE}.${9000 + index}`, [], index === 9 ? 2 : 0) }] : [];
    return { comment: comment(index, String(NOTE), [], below.length), descendantComments: below };
  });
  return { body: { commentBranches, nextCursor: first + 10 < listed ? String(first + 10) : null, moreBranches: 0 } };
}
