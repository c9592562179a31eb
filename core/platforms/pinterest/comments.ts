import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { shallowest } from '#core/platform-kit/json-tree.ts';
import { askPinterest, SITE } from '#core/platforms/pinterest/ask.ts';
import { apiDoor, askDoors, type Door, type Place } from '#core/platforms/pinterest/doors.ts';
import { commentCount, commentItem, isTry } from '#core/platforms/pinterest/items.ts';
import { type Comment, commentSchema, pinSchema } from '#core/platforms/pinterest/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `of`: the id that all copies of a pin share, null until the pin has been read; `owner`: who pinned it. */
export type CommentsCursor = Place & {
  readonly list: 'comments';
  readonly pin: string;
  readonly of: string | null;
  readonly owner: string | null;
};
/** Replies to the comment `of`; `isTry`: to the photo of what somebody made, whose number is of another kind. */
export type RepliesCursor = Place & {
  readonly list: 'replies';
  readonly pin: string;
  readonly of: string;
  readonly isTry: boolean;
  readonly owner: string | null;
};

const PAGE_SIZE = 40;
const HANDLER = 'www/pin/[id].js';
const COMMENTS_HANDLER = 'www/pin/[id]/comments';
const REPLIES_HANDLER = 'www/pin/[id]/comments/[comment_id]';
const DOOR = 'resource API';

/** The first page of a pin's comments. */
export function firstComments(pin: string): CommentsCursor {
  return { list: 'comments', pin, of: null, owner: null, door: null, bookmark: null };
}

/** One page of a pin's comments; the first one reads the pin too. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const about = cursor.of === null ? await readPin(cursor.pin, session) : null;
  const at = about === null ? cursor : { ...cursor, of: about.of, owner: about.owner };
  const { data, bookmark, door } = await askDoors(session, rowsOf(commentSchema), 'comments', commentDoors(at), at);
  if (about !== null && data.length === 0 && (about.total ?? 0) > 0)
    throw new IncompleteAnswer(`Pinterest counts ${about.total} comments and shows none.`);
  return {
    items: readRows(data, 'resource_response.data', (comment) => commentItem(comment, at.pin, at.owner, null)),
    next: [
      ...(session.options.replies ? data.flatMap((comment) => repliesTo(comment, at)) : []),
      ...(bookmark === null || data.length === 0 ? [] : [{ cursor: { ...at, door, bookmark }, role: 'page' as const }]),
    ],
    ...(about === null ? {} : { total: about.total }),
    door: DOOR,
  };
}

export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<RepliesCursor>> {
  const kind = cursor.isTry ? 'replies to tries' : 'replies';
  const { data, bookmark, door } = await askDoors(session, rowsOf(commentSchema), kind, replyDoors(cursor), cursor);
  return {
    items: readRows(data, 'resource_response.data', (reply) => commentItem(reply, cursor.pin, cursor.owner, cursor.of)),
    next: [
      ...data.flatMap((reply) => repliesTo(reply, cursor)),
      ...(bookmark === null || data.length === 0 ? [] : [{ cursor: { ...cursor, door, bookmark }, role: 'page' as const }]),
    ],
    door: DOOR,
  };
}

/** What the page of a pin asks for, and what its page of comments does. */
function commentDoors({ pin, of }: CommentsCursor): readonly Door[] {
  const options = { aggregated_pin_id: of, comment_featured_ids: [], page_size: PAGE_SIZE, redux_normalize_feed: true, is_reversed: false };
  return [
    { name: 'UnifiedCommentsResource', options, page: `/pin/${pin}/`, handler: HANDLER },
    apiDoor(`/v3/aggregated_pin_data/${of}/comments/`, `/pin/${pin}/comments/`, COMMENTS_HANDLER),
  ];
}

function replyDoors({ pin, of, isTry }: RepliesCursor): readonly Door[] {
  const page = `/pin/${pin}/comments/${of}/`;
  if (isTry) return [apiDoor(`/v3/did_it/${of}/comments/`, page, REPLIES_HANDLER)];
  const options = { objectId: of, page_size: PAGE_SIZE, redux_normalize_feed: true };
  return [
    apiDoor(`/v3/aggregated_comments/${of}/replies/`, page, REPLIES_HANDLER),
    { name: 'AggregatedCommentReplyFeedResource', options, page: `/pin/${pin}/`, handler: HANDLER },
  ];
}

function repliesTo(comment: Comment, { pin, owner }: CommentsCursor | RepliesCursor): Next<RepliesCursor>[] {
  const expect = comment.comment_count ?? 0;
  if (expect === 0) return [];
  const cursor: RepliesCursor = { list: 'replies', pin, of: comment.id, isTry: isTry(comment), owner, door: null, bookmark: null };
  return [{ cursor, role: 'replies', under: comment.id, expect }];
}

/** @throws PlatformRefusal COMMENTS_DISABLED */
async function readPin(
  id: string,
  session: Session,
): Promise<{ readonly of: string; readonly owner: string | null; readonly total: number | null }> {
  const { data } = await askPinterest(session, pinSchema, {
    name: 'PinResource',
    options: { id, field_set_key: 'detailed' },
    page: `/pin/${id}/`,
    handler: HANDLER,
  });
  if (data.comments_disabled === true) throw new PlatformRefusal('COMMENTS_DISABLED');
  return { of: data.aggregated_pin_data?.id ?? (await idInPage(id, session)), owner: data.pinner?.id ?? null, total: commentCount(data) };
}

/** The shared id as the pin's page carries it, where the API leaves it out. */
async function idInPage(pin: string, session: Session): Promise<string> {
  const { text } = await session.fetch({ url: `${SITE}/pin/${pin}/` });
  const found = shallowest(jsonScriptsOf(text, 'aggregatedPinData'), 'aggregatedPinData');
  const read = checked(z.object({ entityId: z.string().min(1) }), found);
  if (!read.success) throw new PlatformChanged('aggregated_pin_data.id');
  return read.data.entityId;
}
