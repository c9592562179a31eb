import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platforms/define.ts';
import { jsonScriptsOf } from '#core/platforms/kit/embedded-json.ts';
import { shallowest } from '#core/platforms/kit/json-tree.ts';
import { askPinterest, SITE } from '#core/platforms/pinterest/ask.ts';
import { commentCount, commentItem } from '#core/platforms/pinterest/items.ts';
import { type Comment, commentSchema, pinSchema } from '#core/platforms/pinterest/wire.ts';
import type { Session } from '#core/platforms/session.ts';
import { z } from 'zod';

/** `of`: the id that all copies of a pin share, null until the pin has been read; `owner`: who pinned it. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly pin: string;
  readonly of: string | null;
  readonly owner: string | null;
  readonly bookmark: string | null;
};
/** Replies to the comment `of`. */
export type RepliesCursor = {
  readonly list: 'replies';
  readonly pin: string;
  readonly of: string;
  readonly owner: string | null;
  readonly bookmark: string | null;
};

const PAGE_SIZE = 40;
const HANDLER = 'www/pin/[id].js';
const DOOR = 'resource API';

/** One page of a pin's comments; the first one reads the pin too. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor | RepliesCursor>> {
  const about = cursor.of === null ? await readPin(cursor.pin, session) : null;
  const at = about === null ? cursor : { ...cursor, of: about.of, owner: about.owner };
  const { data, bookmark } = await askPinterest(session, z.array(commentSchema), {
    name: 'UnifiedCommentsResource',
    options: {
      aggregated_pin_id: at.of,
      comment_featured_ids: [],
      page_size: PAGE_SIZE,
      redux_normalize_feed: true,
      is_reversed: false,
    },
    page: `/pin/${cursor.pin}/`,
    handler: HANDLER,
    bookmark: cursor.bookmark,
  });
  if (about !== null && data.length === 0 && (about.total ?? 0) > 0)
    throw new IncompleteAnswer(`Pinterest counts ${about.total} comments and shows none.`);
  return {
    items: data.map((comment) => commentItem(comment, at.pin, at.owner, null)),
    next: [
      ...(session.options.replies ? data.flatMap((comment) => repliesTo(comment, at)) : []),
      ...(bookmark === null || data.length === 0 ? [] : [{ cursor: { ...at, bookmark }, role: 'page' as const }]),
    ],
    ...(about === null ? {} : { total: about.total }),
    door: DOOR,
  };
}

export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<RepliesCursor>> {
  const { data, bookmark } = await askPinterest(session, z.array(commentSchema), {
    name: 'AggregatedCommentReplyFeedResource',
    options: { objectId: cursor.of, page_size: PAGE_SIZE, redux_normalize_feed: true },
    page: `/pin/${cursor.pin}/`,
    handler: HANDLER,
    bookmark: cursor.bookmark,
  });
  return {
    items: data.map((reply) => commentItem(reply, cursor.pin, cursor.owner, cursor.of)),
    next: bookmark === null || data.length === 0 ? [] : [{ cursor: { ...cursor, bookmark }, role: 'page' }],
    door: DOOR,
  };
}

function repliesTo(comment: Comment, { pin, owner }: CommentsCursor): Next<RepliesCursor>[] {
  const expect = comment.comment_count ?? 0;
  if (expect === 0) return [];
  return [{ cursor: { list: 'replies', pin, of: comment.id, owner, bookmark: null }, role: 'replies', under: comment.id, expect }];
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
  const read = z.object({ entityId: z.string().min(1) }).safeParse(found);
  if (!read.success) throw new PlatformChanged('aggregated_pin_data.id');
  return read.data.entityId;
}
