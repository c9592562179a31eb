import type { Next, Page } from '#core/platform-api/define.ts';
import type { SubjectKind } from '#core/platforms/vk/address.ts';
import { askVk } from '#core/platforms/vk/ask.ts';
import type { CommentsCursor, ThreadCursor, VkCursor } from '#core/platforms/vk/cursor.ts';
import { commentItem, parentOf, People, type Subject } from '#core/platforms/vk/items.ts';
import { commentsSchema, type WireComment } from '#core/platforms/vk/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, readRowsBelow, rowsGiven } from '#core/platform-api/odd-rows.ts';

interface Method {
  readonly name: string;
  readonly place: (subject: Subject) => Readonly<Record<string, string>>;
}

export const DOOR = 'API';
const PER_PAGE = 100;
const MOST_INLINE = 10;
export const FIELDS = 'photo_100,screen_name,verified';

/** How the comments of each kind of thing are asked for. Numbers of communities are positive in topics, negative elsewhere. */
const METHODS: Readonly<Record<SubjectKind, Method>> = {
  wall: { name: 'wall.getComments', place: ({ owner, id }) => ({ owner_id: owner, post_id: id }) },
  video: { name: 'video.getComments', place: ({ owner, id }) => ({ owner_id: owner, video_id: id }) },
  photo: { name: 'photos.getComments', place: ({ owner, id }) => ({ owner_id: owner, photo_id: id }) },
  topic: { name: 'board.getComments', place: ({ owner, id }) => ({ group_id: owner.replace('-', ''), topic_id: id }) },
  market: { name: 'market.getComments', place: ({ owner, id }) => ({ owner_id: owner, item_id: id }) },
};

/** A page of comments with the first answers to each. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<VkCursor>> {
  const { replies } = session.options;
  const data = await askComments(cursor, session, cursor.kind === 'wall' ? { thread_items_count: replies ? MOST_INLINE : 0 } : {});
  const ground = { subject: cursor, people: new People(data) };
  const listed = replies ? data.items : data.items.filter((comment) => parentOf(comment) === null);
  const items = listed.flatMap((comment) => [
    commentItem(comment, null, ground),
    ...(replies
      ? readRowsBelow(comment.thread?.items ?? [], 'thread.items', (reply) => commentItem(reply, String(comment.id), ground))
      : []),
  ]);
  const offset = cursor.offset + rowsGiven(data.items);
  const goesOn = data.items.length > 0 && offset < (data.current_level_count ?? data.count ?? 0);
  const next: Next<VkCursor>[] = goesOn ? [{ cursor: { ...cursor, offset }, role: 'page' }] : [];
  return {
    items,
    next: [...(replies ? listed.flatMap((comment) => threadOf(comment, cursor)) : []), ...next],
    ...(cursor.offset === 0 ? { total: data.count ?? null } : {}),
    mayRepeat: items.length === 0 && goesOn,
    ...(cursor.order === 'smart' ? {} : { dateOrder: cursor.order === 'asc' ? ('oldestFirst' as const) : ('newestFirst' as const) }),
    door: DOOR,
  };
}

/** A page of the answers to one comment, after those that came with it. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<VkCursor>> {
  const data = await askComments(cursor, session, { comment_id: cursor.root });
  const ground = { subject: cursor, people: new People(data) };
  const offset = cursor.offset + rowsGiven(data.items);
  const goesOn = data.items.length > 0 && offset < (data.current_level_count ?? data.count ?? 0);
  return {
    items: readRows(data.items, 'data.items', (reply) => commentItem(reply, cursor.root, ground)),
    next: goesOn ? [{ cursor: { ...cursor, offset }, role: 'page' }] : [],
    door: DOOR,
  };
}

function askComments(cursor: CommentsCursor | ThreadCursor, session: Session, further: Readonly<Record<string, string | number>>) {
  const { name, place } = METHODS[cursor.kind];
  return askVk(session, commentsSchema, name, {
    ...place(cursor),
    need_likes: 1,
    count: PER_PAGE,
    offset: cursor.offset,
    sort: cursor.order,
    preview_length: 0,
    extended: 1,
    fields: FIELDS,
    ...further,
  });
}

function threadOf(comment: WireComment, { kind, owner, id, order }: CommentsCursor): Next<VkCursor>[] {
  const had = rowsGiven(comment.thread?.items ?? []);
  const missing = (comment.thread?.count ?? 0) - had;
  if (missing <= 0) return [];
  const root = String(comment.id);
  return [{ cursor: { list: 'thread', kind, owner, id, order, root, offset: had }, role: 'replies', under: root, expect: missing }];
}
