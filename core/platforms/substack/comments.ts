import { IncompleteAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { commentItem, heldBelow, type Thread } from '#core/platforms/substack/items.ts';
import { type Comment, commentsSchema, type Post, postByIdSchema, postSchema, repliesSchema } from '#core/platforms/substack/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** A post by its host and slug, or by its number; `comment` is the one that was pasted. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly host: string | null;
  readonly slug: string | null;
  readonly id: string | null;
  readonly comment: string | null;
};
/** What answers a note, or a comment whose answers came cut off. `thread` as for the items. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly of: string;
  readonly after: string | null;
  readonly thread: { readonly root: string | null; readonly post: string | null; readonly authors: readonly string[] | null };
};

const SITE = 'https://substack.com';
const SORTS: Readonly<Partial<Record<Sort, string>>> = { best: 'best_first', new: 'most_recent_first', old: 'oldest_first' };
/** Who may comment, where nobody may. */
const NOBODY = new Set(['none', 'nobody', 'no_one', 'disabled']);
const DOOR = 'reader API';

/** The whole tree below a post, in one answer; branches that are cut off are asked for. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<RepliesCursor>> {
  const post = await findPost(cursor, session);
  const home = homeOf(post, cursor);
  const answer = await ask(session, {
    url: `https://${home.host}/api/v1/post/${post.id}/comments`,
    // Publications have domains of their own, and move to them.
    leads: 'anywhere',
    query: { token: '', all_comments: 'true', sort: SORTS[session.options.sort ?? 'best'] ?? SORTS.best },
  });
  const { comments } = answer.json(commentsSchema);
  if (comments.length === 0) checkEmpty(post);
  const thread: Thread = {
    root: cursor.comment,
    post: `https://${home.host}/p/${home.slug}`,
    authors: post.publishedBylines?.flatMap(({ id }) => id ?? []) ?? null,
  };
  if (cursor.comment !== null) return answersPage(comments, cursor.comment, thread, session);
  return { ...readTree(comments, thread, session), total: post.comment_count ?? null, door: DOOR };
}

/** What answers one comment of a post; asked for by itself where the tree does not reach down to it. */
function answersPage(comments: readonly Comment[], id: string, thread: Thread, session: Session): Page<RepliesCursor> {
  const comment = findComment(comments, id);
  const isWhole = comment !== null && !isCut(comment, comment.children?.length ?? 0, heldBelow(comment));
  const { items, next } = readTree(comment?.children ?? [], thread, session);
  const rest: Next<RepliesCursor> = { cursor: { list: 'replies', of: id, after: null, thread }, role: 'page' };
  return { items, next: isWhole ? next : [...next, rest], door: DOOR };
}

/** A page of what answers a note or a comment. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<RepliesCursor>> {
  const answer = await ask(session, {
    url: `${SITE}/api/v1/reader/comment/${cursor.of}/replies`,
    query: { cursor: cursor.after ?? undefined },
  });
  const { commentBranches, nextCursor, moreBranches } = answer.json(repliesSchema);
  const after = nextCursor && commentBranches.length > 0 ? nextCursor : null;
  const branches = commentBranches.map(({ comment, descendantComments }) => [comment, ...(descendantComments ?? [])]);
  const { replies } = session.options;
  const cut = branches.flatMap(cutIn);
  const isCutOff = after === null && typeof moreBranches === 'number' && moreBranches > 0;
  return {
    items: branches.flatMap((branch) => (replies ? branch : branch.slice(0, 1)).map((comment) => commentItem(comment, cursor.thread))),
    next: [
      ...(replies ? cut.filter(({ id }) => id !== cursor.of).map((comment) => repliesOf(comment, cursor.thread)) : []),
      ...(after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' as const }]),
    ],
    gaps: isCutOff ? [{ cause: 'notServed', count: moreBranches }] : [],
    door: DOOR,
    mayRepeat: true,
  };
}

/** The note's own answers come first; further levels stand below them. */
export function repliesStart(note: string): RepliesCursor {
  return { list: 'replies', of: note, after: null, thread: { root: note, post: null, authors: null } };
}

/** @throws PlatformRefusal NOT_FOUND where the site is not one of Substack's; PRIVATE */
async function findPost({ host, slug, id }: CommentsCursor, session: Session): Promise<Post> {
  if (id !== null) return (await ask(session, { url: `${SITE}/api/v1/posts/by-id/${id}` })).json(postByIdSchema).post;
  const answer = await ask(session, { url: `https://${host}/api/v1/posts/${percentEncoded(slug ?? '')}`, leads: 'anywhere' });
  if (answer.isJson) return answer.json(postSchema);
  throw new PlatformRefusal('NOT_FOUND', `${host} does not answer like a publication of Substack. Check that the address opens one.`);
}

/** The publication's own host and the post's own name: a moved one is still found under the old. */
function homeOf(post: Post, { host, slug }: CommentsCursor): { readonly host: string; readonly slug: string } {
  const canonical = post.canonical_url && URL.canParse(post.canonical_url) ? new URL(post.canonical_url).host : null;
  return { host: canonical ?? host ?? 'substack.com', slug: post.slug ?? slug ?? '' };
}

/** A 403 is meant for readers who have not paid; one with a page in it comes from elsewhere. */
async function ask(session: Session, request: PlatformRequest): Promise<Answer> {
  const answer = await session.fetch({ ...request, accept: [403] });
  if (answer.status !== 403) return answer;
  throw new PlatformRefusal(isWebPage(answer) ? 'BLOCKED' : 'PRIVATE');
}

/** @throws PlatformRefusal COMMENTS_DISABLED, PRIVATE; IncompleteAnswer where comments are counted and none is shown */
function checkEmpty(post: Post): void {
  const permission = post.write_comment_permissions;
  if ((post.comment_count ?? 0) > 0) {
    if (post.audience && post.audience !== 'everyone')
      throw new PlatformRefusal(
        'PRIVATE',
        'Only paying readers see the comments of this post. Give the cookies of an account that is one.',
      );
    throw new IncompleteAnswer(`Substack counts ${post.comment_count} comments and shows none.`);
  }
  if (permission ? NOBODY.has(permission) : post.default_comment_sort === null) throw new PlatformRefusal('COMMENTS_DISABLED');
}

function findComment(comments: readonly Comment[], id: string): Comment | null {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findComment(comment.children ?? [], id);
    if (found !== null) return found;
  }
  return null;
}

function readTree(top: readonly Comment[], thread: Thread, session: Session): { items: Item[]; next: Next<RepliesCursor>[] } {
  const items: Item[] = [];
  const next: Next<RepliesCursor>[] = [];
  const visit = (comments: readonly Comment[]): void => {
    for (const comment of comments) {
      items.push(commentItem(comment, thread));
      if (!session.options.replies) continue;
      const children = comment.children ?? [];
      if (isCut(comment, children.length, heldBelow(comment))) next.push(repliesOf(comment, thread));
      visit(children);
    }
  };
  visit(top);
  return { items, next };
}

/** Nobody says whether the count is that of direct answers or of all below: a comment is whole where either fits. */
function isCut({ children_count: stated }: Comment, direct: number, all: number): boolean {
  return (stated ?? 0) > direct && stated !== all;
}

/** Those of a branch, at any level of it, that state more answers than it holds. */
function cutIn(branch: readonly Comment[]): readonly Comment[] {
  const direct = new Map<string, number>();
  const all = new Map<string, number>();
  for (const { ancestor_path: written } of branch) {
    const path = (written ?? '').split('.');
    for (const id of new Set(path)) countOne(all, id);
    countOne(direct, path.at(-1) ?? '');
  }
  return branch.filter((comment) => isCut(comment, direct.get(comment.id) ?? 0, all.get(comment.id) ?? 0));
}

function countOne(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

function repliesOf(comment: Comment, thread: Thread): Next<RepliesCursor> {
  return {
    cursor: { list: 'replies', of: comment.id, after: null, thread },
    role: 'replies',
    under: comment.id,
    expect: comment.children_count ?? 0,
  };
}
