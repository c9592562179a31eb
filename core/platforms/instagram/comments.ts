import { PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { placeAfter } from '#core/platform-kit/families/meta/posts.ts';
import { postUrl } from '#core/platforms/instagram/address.ts';
import { askApi, askPage, firstOpen, isLoggedIn, type Outcome } from '#core/platforms/instagram/ask.ts';
import type { CommentsCursor, DoorName, InstagramCursor, ThreadCursor } from '#core/platforms/instagram/cursor.ts';
import { commentItem, type CommentPlace } from '#core/platforms/instagram/items.ts';
import { commentsIn, factsIn, isErrorPage, isGated } from '#core/platforms/instagram/page.ts';
import { sitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { QUERIES, VARIABLES } from '#core/platforms/instagram/queries.ts';
import { loginRequired } from '#core/platform-kit/families/meta/refusals.ts';
import { commentsSchema, restCommentsSchema, restRepliesSchema, type WireComment } from '#core/platforms/instagram/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, readRowsBelow } from '#core/platform-api/odd-rows.ts';

/** One answer of either door, in one form. */
interface Rows {
  readonly comments: readonly WireComment[];
  readonly next: string | null;
  readonly total: number | null;
  readonly owner: string | null;
  readonly isClosed: boolean;
  readonly gaps: readonly Gap[];
}

export const DOOR_NAMES: Readonly<Record<DoorName, string>> = { graphql: 'web page calls', rest: 'web API' };
const DOORS: readonly DoorName[] = ['graphql', 'rest'];
const CUT_SHORT: Gap = { cause: 'notServed', count: 0, note: 'Instagram says that there is more, and not where.' };
const NOT_SHOWN = 'Instagram leaves these comments empty.';
const FIRST_ONLY = 'Without a login Instagram shows the first comments of a post alone. Give the cookie sessionid of your session for all.';
const NO_REPLIES = 'Without a login Instagram shows no replies.';
const AGE =
  'Instagram shows this post to some accounts only, by their age or country. Give the cookie sessionid of an account that may see it.';
const EMPTY: Pick<Rows, 'total' | 'owner' | 'isClosed'> = { total: null, owner: null, isClosed: false };

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<InstagramCursor>> {
  if (!isLoggedIn(session)) return visitorPage(cursor, session);
  const { rows, door } = await read(cursor.door, {
    graphql: () => commentsByPage(cursor, session),
    rest: () => commentsByApi(cursor, session),
  });
  const isFirst = cursor.after === null;
  const facts = isFirst && door === 'graphql' ? factsIn(await sitePage(session, postUrl(cursor.code)), cursor.media) : null;
  if (isFirst && rows.comments.length === 0 && (rows.isClosed || facts?.areCommentsClosed)) throw new PlatformRefusal('COMMENTS_DISABLED');
  const owner = cursor.owner ?? rows.owner ?? facts?.owner ?? null;
  const total = rows.total ?? facts?.comments ?? null;
  const place = { code: cursor.code, parent: null, owner };
  const { replies } = session.options;
  return {
    items: rows.comments.flatMap((comment) => [commentItem(comment, place), ...(replies ? inlineReplies(comment, place) : [])]),
    next: [
      ...(replies ? rows.comments.flatMap((comment) => threadOf(comment, { ...cursor, owner, door })) : []),
      ...(rows.next === null ? [] : [{ cursor: { ...cursor, owner, door, after: rows.next }, role: 'page' as const }]),
    ],
    ...(total === null ? {} : { total }),
    gaps: rows.gaps,
    door: DOOR_NAMES[door],
  };
}

/** The replies to one comment. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<InstagramCursor>> {
  const { rows, door } = await read(cursor.door, {
    graphql: () => repliesByPage(cursor, session),
    rest: () => repliesByApi(cursor, session),
  });
  const place = { code: cursor.code, parent: cursor.comment, owner: cursor.owner };
  return {
    items: readRows(rows.comments, 'comments', (comment) => commentItem(comment, place)),
    next: rows.next === null ? [] : [{ cursor: { ...cursor, door, after: rows.next }, role: 'page' }],
    gaps: rows.gaps,
    door: DOOR_NAMES[door],
  };
}

/** A list goes on through the door that it began with: the other one knows nothing of its place. */
async function read(
  kept: DoorName | null,
  doors: Readonly<Record<DoorName, () => Promise<Outcome<Rows>>>>,
): Promise<{ readonly rows: Rows; readonly door: DoorName }> {
  const names = kept === null ? DOORS : [kept];
  const { data, index } = await firstOpen(names.map((name) => doors[name]));
  return { rows: data, door: names[index] ?? 'graphql' };
}

/** What a page shows to everybody. */
async function visitorPage({ code, media }: CommentsCursor, session: Session): Promise<Page<InstagramCursor>> {
  const page = await sitePage(session, postUrl(code));
  if (isErrorPage(page)) throw new PlatformRefusal('NOT_FOUND');
  if (isGated(page)) throw new PlatformRefusal('AGE_RESTRICTED', AGE);
  const shown = commentsIn(page);
  if (shown === null) throw page.wall ?? loginRequired();
  const { owner, comments: total, areCommentsClosed } = factsIn(page, media);
  const comments = shown.edges.flatMap((edge) => edge?.node ?? []);
  if (comments.length === 0 && areCommentsClosed) throw new PlatformRefusal('COMMENTS_DISABLED');
  if (comments.length === 0 && (total !== 0 || shown.page_info?.has_next_page === true)) throw loginRequired();
  const replies = session.options.replies ? comments.reduce((sum, comment) => sum + (comment.child_comment_count ?? 0), 0) : 0;
  return {
    items: readRows(comments, 'comments', (comment) => commentItem(comment, { code, parent: null, owner })),
    ...(total === null ? {} : { total }),
    gaps: [
      ...(shown.page_info?.has_next_page === true ? [{ cause: 'login' as const, count: 0, note: FIRST_ONLY }] : []),
      ...(replies > 0 ? [{ cause: 'login' as const, count: replies, note: NO_REPLIES }] : []),
    ],
    door: 'page of the post',
  };
}

async function commentsByPage({ code, media, isTop, after }: CommentsCursor, session: Session): Promise<Outcome<Rows>> {
  const variables = VARIABLES.comments(media, isTop, after);
  return rowsOf(await askPage(session, { query: QUERIES.comments, variables, schema: commentsSchema, page: postUrl(code) }), after);
}

async function repliesByPage({ code, media, comment, after }: ThreadCursor, session: Session): Promise<Outcome<Rows>> {
  const query = after === null ? QUERIES.replies : QUERIES.moreReplies;
  const variables = VARIABLES.replies(media, comment, after);
  return rowsOf(await askPage(session, { query, variables, schema: commentsSchema, page: postUrl(code) }), after);
}

function rowsOf(outcome: Awaited<ReturnType<typeof askPage<typeof commentsSchema>>>, after: string | null): Outcome<Rows> {
  if ('shut' in outcome) return outcome;
  const { edges, page_info: info } = outcome.data;
  const comments = edges.flatMap((edge) => edge?.node ?? []);
  const { next, isShort } = placeAfter(info, after);
  const missing = edges.length - comments.length;
  const hidden: Gap[] = missing > 0 ? [{ cause: 'hidden', count: missing, note: NOT_SHOWN }] : [];
  return { data: { ...EMPTY, comments, next: comments.length === 0 ? null : next, gaps: [...hidden, ...(isShort ? [CUT_SHORT] : [])] } };
}

/** The older API goes on by one of two places, as the age of the post has it: `min_id=...` or `max_id=...`. */
async function commentsByApi({ code, media, after }: CommentsCursor, session: Session): Promise<Outcome<Rows>> {
  const query = { can_support_threading: 'true', permalink_enabled: 'false', ...placeOf(after) };
  const path = `/media/${media}/comments/`;
  const outcome = await askApi(session, { path, query, schema: restCommentsSchema, page: postUrl(code) });
  if ('shut' in outcome) return outcome;
  const { data } = outcome;
  const comments = data.comments ?? [];
  const next = data.next_min_id
    ? `min_id=${data.next_min_id}`
    : data.next_max_id && data.has_more_comments !== false
      ? `max_id=${data.next_max_id}`
      : null;
  return {
    data: {
      comments,
      next: comments.length === 0 || next === after ? null : next,
      total: after === null ? (data.comment_count ?? null) : null,
      owner: data.caption?.user?.pk ?? data.caption?.user_id ?? null,
      isClosed: data.comments_disabled === true || data.commenting_disabled_for_viewer === true,
      gaps: [],
    },
  };
}

async function repliesByApi({ code, media, comment, after }: ThreadCursor, session: Session): Promise<Outcome<Rows>> {
  const query = after === null ? { max_id: '' } : placeOf(after);
  const path = `/media/${media}/comments/${comment}/child_comments/`;
  const outcome = await askApi(session, { path, query, schema: restRepliesSchema, page: postUrl(code) });
  if ('shut' in outcome) return outcome;
  const { data } = outcome;
  const comments = data.child_comments ?? [];
  const later = data.has_more_tail_child_comments === false ? null : data.next_max_child_cursor || data.next_max_id || null;
  const earlier = data.has_more_head_child_comments === true ? data.next_min_child_cursor || null : null;
  const next = later !== null ? `max_id=${later}` : earlier === null ? null : `min_id=${earlier}`;
  return { data: { ...EMPTY, comments, next: comments.length === 0 || next === after ? null : next, gaps: [] } };
}

function placeOf(after: string | null): Readonly<Record<string, string>> {
  if (after === null) return {};
  const at = after.indexOf('=');
  return { [after.slice(0, at)]: after.slice(at + 1) };
}

/** Replies that came with their comment, where those are all. */
function inlineReplies(comment: WireComment, place: CommentPlace) {
  return hasAllReplies(comment)
    ? readRowsBelow(comment.preview_child_comments ?? [], 'preview_child_comments', (reply) =>
        commentItem(reply, { ...place, parent: comment.pk }),
      )
    : [];
}

function hasAllReplies({ preview_child_comments: shown, child_comment_count: count }: WireComment): boolean {
  return (shown ?? []).length > 0 && (shown ?? []).length === count;
}

function threadOf(comment: WireComment, { code, media, owner, door }: CommentsCursor): Next<InstagramCursor>[] {
  const count = comment.child_comment_count ?? 0;
  if (count <= 0 || comment.parent_comment_id || hasAllReplies(comment)) return [];
  // The doors are tried anew for each list of replies.
  const cursor: ThreadCursor = {
    list: 'thread',
    code,
    media,
    comment: comment.pk,
    owner,
    door: door === 'rest' ? 'rest' : null,
    after: null,
  };
  return [{ cursor, role: 'replies', under: comment.pk, expect: count }];
}
