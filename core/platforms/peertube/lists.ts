import { PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { apiRequest, askServer, type Server, ShownElsewhere } from '#core/platforms/peertube/ask.ts';
import { commentItem, videoItem } from '#core/platforms/peertube/items.ts';
import {
  aboutVideoSchema,
  type AboutVideo,
  type CommentNode,
  repliesSchema,
  threadSchema,
  threadsSchema,
  videosSchema,
} from '#core/platforms/peertube/wire.ts';

type At = { readonly host: string; readonly isOrigin: boolean; readonly video: string };
/** `start`: how many rows came before. `owner`: the account whose video it is. */
export type ThreadsCursor = At & { readonly list: 'threads'; readonly start: number; readonly owner: string | null };
export type ThreadCursor = At & { readonly list: 'thread'; readonly thread: string; readonly owner: string | null };
export type RepliesCursor = At & {
  readonly list: 'replies';
  readonly comment: string;
  readonly start: number;
  readonly owner: string | null;
};
export type VideosCursor = {
  readonly list: 'videos';
  readonly host: string;
  readonly of: 'accounts' | 'video-channels';
  readonly name: string;
  readonly start: number;
};
type CommentsCursor = ThreadsCursor | ThreadCursor | RepliesCursor;

const DOOR = 'REST API';
/** A server may give fewer. */
const PAGE_SIZE = 100;
const SORTS: Readonly<Partial<Record<Sort, string>>> = { new: '-createdAt', old: 'createdAt', top: '-totalReplies' };
const DATE_ORDER: Readonly<Partial<Record<Sort, Page['dateOrder']>>> = { new: 'newestFirst', old: 'oldestFirst' };
/** `commentsPolicy.id` of a video without comments. */
const NO_COMMENTS = 2;
/** A number is a server's own: elsewhere it names another video. */
const NUMBER = /^\d+$/;

/** Threads of a video; where its server may not show them, those that the home of the video has. */
export async function threadsPage(cursor: ThreadsCursor, session: Session): Promise<Page<CommentsCursor>> {
  try {
    return await threadsOf(cursor, session);
  } catch (error) {
    if (!(error instanceof ShownElsewhere) || cursor.isOrigin || NUMBER.test(cursor.video)) throw error;
    return threadsOf({ ...cursor, host: error.origin, isOrigin: true }, session);
  }
}

async function threadsOf(cursor: ThreadsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { host, video, start } = cursor;
  const about = start > 0 ? null : await optionalAnswer(session, aboutVideoSchema, apiRequest(cursor, `videos/${video}`));
  const sort = session.options.sort ?? 'new';
  const query = { start, count: PAGE_SIZE, sort: SORTS[sort] };
  const { total, data } = await askServer(session, threadsSchema, apiRequest(cursor, `videos/${video}/comment-threads`, query));
  const had = start + rowsGiven(data);
  if (had === 0 && about !== null) checkEnabled(about);
  const at = { ...cursor, owner: about?.account?.id ?? cursor.owner };
  const { replies } = session.options;
  const threads = data.filter(({ totalReplies }) => replies && (totalReplies ?? 0) > 0);
  const dateOrder = replies ? undefined : DATE_ORDER[sort];
  return {
    items: readRows(data, 'data', (comment) => commentItem(comment, host, at.owner)),
    next: [
      ...threads.map(({ id, totalReplies }): Next<ThreadCursor> => ({
        cursor: { list: 'thread', ...placeOf(at), thread: id, owner: at.owner },
        role: 'replies',
        under: id,
        expect: totalReplies ?? 0,
      })),
      ...further({ ...at, start: had }, { isOver: had >= total || rowsGiven(data) === 0 }),
    ],
    ...(start === 0 ? { total: about?.comments ?? null } : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door: DOOR,
  };
}

function checkEnabled({ commentsEnabled, commentsPolicy }: AboutVideo): void {
  if (commentsEnabled === false || commentsPolicy?.id === NO_COMMENTS) throw new PlatformRefusal('COMMENTS_DISABLED');
}

/** All that hangs below a thread; its own comment is known. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { video, thread } = cursor;
  const root = await askServer(session, threadSchema, apiRequest(cursor, `videos/${video}/comment-threads/${thread}`));
  const below = root.children.flatMap(flattened);
  return nodesPage([root, ...below], below, cursor, 'children');
}

/** Answers to one comment that a thread has more of than it gives. */
export async function repliesPage(cursor: RepliesCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { video, comment, start } = cursor;
  const request = apiRequest(cursor, `videos/${video}/comments/${comment}/replies`, { start, count: PAGE_SIZE });
  const { total, data } = await askServer(session, repliesSchema, request);
  const had = start + rowsGiven(data);
  const isOver = rowsGiven(data) === 0 || had >= (total ?? Infinity);
  const nodes = data.flatMap(flattened);
  const page = nodesPage(nodes, nodes, cursor, 'data');
  return { ...page, next: [...(page.next ?? []), ...further({ ...cursor, start: had }, { isOver })] };
}

/** @param wanted the nodes that have not come before @param path where they stand in the answer */
function nodesPage(
  nodes: readonly CommentNode[],
  wanted: readonly CommentNode[],
  cursor: ThreadCursor | RepliesCursor,
  path: string,
): Page<CommentsCursor> {
  const { host, owner } = cursor;
  return {
    items: readRows(wanted, path, ({ comment }) => commentItem(comment, host, owner)),
    next: nodes.flatMap(({ comment: { id }, children, totalChildren }): Next<RepliesCursor>[] => {
      const had = rowsGiven(children ?? []);
      const missing = (totalChildren ?? 0) - had;
      const rest: RepliesCursor = { list: 'replies', ...placeOf(cursor), comment: id, start: had, owner };
      return missing <= 0 ? [] : [{ cursor: rest, role: 'replies', under: id, expect: missing }];
    }),
    door: DOOR,
  };
}

/** A comment before its answers. No tree of an answer is deeper than its ceiling. */
function flattened(node: CommentNode): CommentNode[] {
  return [node, ...(node.children ?? []).flatMap(flattened)];
}

function placeOf({ host, isOrigin, video }: At): At {
  return { host, isOrigin, video };
}

function further<C extends ThreadsCursor | RepliesCursor | VideosCursor>(cursor: C, { isOver }: { readonly isOver: boolean }): Next<C>[] {
  return isOver ? [] : [{ cursor, role: 'page' }];
}

/** Videos of an account or a channel, the newest first. */
export async function videosPage(cursor: VideosCursor, session: Session): Promise<Page<VideosCursor>> {
  const { host, of, name, start } = cursor;
  const server: Server = { host, isOrigin: false };
  const query = { start, count: PAGE_SIZE, sort: '-publishedAt' };
  const { total, data } = await askServer(session, videosSchema, apiRequest(server, `${of}/${name}/videos`, query));
  const had = start + rowsGiven(data);
  return {
    items: readRows(data, 'data', (video) => videoItem(video, host)),
    next: further({ ...cursor, start: had }, { isOver: rowsGiven(data) === 0 || had >= (total ?? Infinity) }),
    ...(start === 0 ? { total: total ?? null } : {}),
    dateOrder: 'newestFirst',
    door: DOOR,
  };
}
