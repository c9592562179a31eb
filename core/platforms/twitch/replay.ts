// The chat of a video, page by page: on from the last message's cursor, and where that is refused on from its second.
import { PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { askTwitch, CLIENTS, requestOf, wantsProof } from '#core/platforms/twitch/ask.ts';
import { messageItem } from '#core/platforms/twitch/message.ts';
import { chatAnswer, clipAnswer, envelope, videoAnswer } from '#core/platforms/twitch/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type ClipCursor = { readonly at: 'clip'; readonly slug: string };
/** Seconds of the video; `to` is null where it is read to its end. */
type Stretch = { readonly video: string; readonly from: number; readonly to: number | null };
export type ReplayCursor = Stretch & {
  readonly at: 'replay';
  readonly client: number;
  /** Cursor of the last message; null where the page is asked for by its second. */
  readonly after: string | null;
  /** Second that the page is asked from. */
  readonly second: number;
  /** Messages of the page before. */
  readonly seen: readonly string[];
  /** True for a page asked for one second further, as the one before held a single second. */
  readonly stepped: boolean;
};

const OPERATION = 'VideoCommentsByOffsetOrCursor';
/** Twitch knows the text of its chat query by this hash. */
const QUERY_HASH = 'b70a3591ff0f4e0313d126c6a1502d79a1c02baebb288227c582044aa76adf6a';
const DOOR = 'GraphQL';
const FULL_SECOND = 'A second held more messages than Twitch gives at once without a cursor: some of them are missing.';
const NO_VIDEO = 'The video of this clip is gone, and its chat with it.';

/** The start of the chat of a video, or of a stretch of it. */
export function startOf({ video, from, to }: Stretch): ReplayCursor {
  return { at: 'replay', video, from, to, client: 0, after: null, second: from, seen: [], stepped: false };
}

/** The first page of a clip's chat: that of the stretch of the video that it shows. */
export async function clipPage({ slug }: ClipCursor, session: Session): Promise<Page<ReplayCursor>> {
  const query = `query{clip(slug:${JSON.stringify(slug)}){durationSeconds,videoOffsetSeconds,video{id,createdAt}}}`;
  const answer = await askTwitch(session, clipAnswer, { query });
  if (answer === null) throw wantsProof();
  const { clip } = answer;
  if (!clip) throw new PlatformRefusal('NOT_FOUND', 'Twitch knows no such clip: it was deleted, or never was.');
  const { video, videoOffsetSeconds: from, durationSeconds } = clip;
  if (!video || typeof from !== 'number') throw new PlatformRefusal('NOT_FOUND', NO_VIDEO);
  const to = typeof durationSeconds === 'number' ? Math.ceil(from + durationSeconds) : null;
  return replayPage(startOf({ video: video.id, from: Math.floor(from), to }), session);
}

export async function replayPage(cursor: ReplayCursor, session: Session): Promise<Page<ReplayCursor>> {
  const answer = await askChat(cursor, session);
  // The cursor was refused: the same place is asked for by its second.
  if (answer === null) return replayPage({ ...cursor, after: null }, session);
  const { client, video } = answer;
  if (!video) throw new PlatformRefusal('NOT_FOUND', 'Twitch knows no such video: it was deleted, or its days are over.');
  if (!video.comments) throw new TransientFailure('Twitch gave no chat for this video at the moment. Retry later.');
  const createdAt = await session.once(`twitch video ${cursor.video}`, () => videoDate(cursor.video, session));
  const edges = video.comments.edges ?? [];
  const nodes = edges
    .map(({ node }) => node)
    .filter(({ contentOffsetSeconds: at }) => at >= cursor.from && (cursor.to === null || at <= cursor.to));
  const last = edges.at(-1);
  const isOver = last === undefined || (cursor.to !== null && last.node.contentOffsetSeconds > cursor.to);
  const next = isOver || video.comments.pageInfo?.hasNextPage !== true ? null : nextOf({ ...cursor, client }, edges);
  return {
    items: readRows(nodes, 'nodes', (node) => messageItem(node, createdAt)),
    next: next === null ? [] : [{ role: 'page', cursor: next }],
    dateOrder: 'oldestFirst',
    mayRepeat: cursor.after === null,
    ...(next?.stepped ? { gaps: [{ cause: 'notServed', count: 0, note: FULL_SECOND }] } : {}),
    door: DOOR,
  };
}

type Edges = readonly {
  readonly cursor?: string | null | undefined;
  readonly node: { readonly id: string; readonly contentOffsetSeconds: number };
}[];

/** Where the chat goes on; null where a page by seconds brought nothing new. */
function nextOf(cursor: ReplayCursor, edges: Edges): ReplayCursor | null {
  const last = edges.at(-1);
  if (last === undefined) return null;
  const second = last.node.contentOffsetSeconds;
  const seen = edges.map(({ node }) => node.id);
  const isFirst = cursor.seen.length === 0;
  // `second` is where the page is asked for if its cursor is refused.
  if (last.cursor && (isFirst || cursor.after !== null))
    return { ...cursor, after: last.cursor, second: Math.max(0, second - 1), seen, stepped: false };
  const isNew = edges.some(({ node }) => !cursor.seen.includes(node.id));
  if (isNew) return { ...cursor, after: null, second: Math.max(0, second - 1), seen, stepped: false };
  const isOneSecond = edges.every(({ node }) => node.contentOffsetSeconds === second);
  return isOneSecond && !cursor.stepped ? { ...cursor, after: null, second: second + 1, seen, stepped: true } : null;
}

/**
 * @returns null where the cursor is refused
 * @throws PlatformRefusal BLOCKED where no client is let in
 */
async function askChat(cursor: ReplayCursor, session: Session) {
  const { video: videoID, after, second } = cursor;
  const variables = after === null ? { videoID, contentOffsetSeconds: second } : { videoID, cursor: after };
  const body = [{ operationName: OPERATION, variables, extensions: { persistedQuery: { version: 1, sha256Hash: QUERY_HASH } } }];
  for (const [client, id] of [...CLIENTS.entries()].slice(cursor.client)) {
    const answer = await askTwitch(session, chatAnswer, body, id);
    if (answer !== null) return { ...answer, client };
    if (after !== null) return null;
  }
  throw wantsProof();
}

/** When the video was made; null where Twitch does not say, or says something else. */
async function videoDate(video: string, session: Session): Promise<string | null> {
  const answer = await optionalAnswer(
    session,
    envelope,
    requestOf(session, { query: `query{video(id:"${video}"){createdAt,lengthSeconds}}` }),
  );
  const data = Array.isArray(answer) ? answer[0]?.data : answer?.data;
  const read = checked(videoAnswer, data);
  return read.success ? isoFromText(read.data.video.createdAt) : null;
}
