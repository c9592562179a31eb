// What was said while a broadcast ran: asked for by moments, a few seconds at a time.
import { CommentdockError, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { askKick, messagesOf } from '#core/platforms/kick/ask.ts';
import { byMoment, chatItem, dated } from '#core/platforms/kick/message.ts';
import { clipSchema, videoSchema } from '#core/platforms/kick/wire.ts';

/** Moments are in milliseconds. `owner`: the account of the channel, null where nobody says; `failed`: windows without an answer, without a break. */
export type ReplayCursor = {
  readonly list: 'replay';
  readonly channel: string;
  readonly owner: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly atMs: number;
  readonly failed: number;
};
/** What is to be looked up first. */
export type StretchCursor = { readonly list: 'video' | 'clip'; readonly id: string };

const WINDOW_MS = 5_000;
const MOST_FAILED = 3;
/** What may be otherwise a few seconds later. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NETWORK', 'PLATFORM_CHANGED']);
const EXPIRED = 'Kick keeps broadcasts for some weeks at most, and this one is gone with its chat.';

/** The first window of a video or a clip. */
export async function stretchPage({ list, id }: StretchCursor, session: Session): Promise<Page<ReplayCursor>> {
  return replayPage(list === 'video' ? await stretchOfVideo(id, session) : await stretchOfClip(id, session), session);
}

/** What was said within a few seconds. */
export async function replayPage(cursor: ReplayCursor, session: Session): Promise<Page<ReplayCursor>> {
  const { channel, owner, startMs, endMs, atMs, failed } = cursor;
  const answer = await orShut(messagesOf(session, channel, new Date(atMs).toISOString()));
  if (answer instanceof CommentdockError) {
    if (!PASSING.has(answer.code) || atMs === startMs || failed + 1 >= MOST_FAILED) throw answer;
    return { items: [], next: nextAt(cursor, atMs + WINDOW_MS, failed + 1), gaps: [gapAt(atMs, answer)], mayRepeat: true };
  }
  const messages = answer.data.map(dated);
  const within = messages.filter(({ ms }) => ms === null || (ms >= startMs && ms <= endMs)).toSorted(byMoment);
  const newestMs = messages.reduce((newest, { ms }) => Math.max(newest, ms ?? 0), 0);
  const behindMs = Math.ceil((newestMs + 1) / 1000) * 1000;
  return {
    items: readRows(within, 'data.messages', (message) => chatItem(message, { owner, startMs })),
    next: nextAt(cursor, newestMs >= atMs ? behindMs : atMs + WINDOW_MS, 0),
    mayRepeat: true,
    dateOrder: 'oldestFirst',
    door: answer.door,
  };
}

function nextAt(cursor: ReplayCursor, atMs: number, failed: number): NonNullable<Page<ReplayCursor>['next']> {
  return atMs > cursor.endMs ? [] : [{ cursor: { ...cursor, atMs, failed }, role: 'page' }];
}

function gapAt(atMs: number, { message }: CommentdockError): Gap {
  return {
    cause: 'notServed',
    count: 0,
    note: `What was said from ${new Date(atMs).toISOString()} on for some seconds is missing: ${message}`,
  };
}

async function stretchOfVideo(id: string, session: Session): Promise<ReplayCursor> {
  const { livestream } = (await askKick(session, videoSchema, `v1/video/${id}`)).data;
  if (livestream === null) throw new PlatformRefusal('NOT_FOUND', EXPIRED);
  const start = isoFromUtcText(livestream.start_time ?? livestream.created_at);
  if (start === null) throw new PlatformChanged('livestream.start_time');
  return stretch(livestream.channel_id, livestream.channel?.user_id ?? null, Date.parse(start), livestream.duration ?? 0);
}

async function stretchOfClip(id: string, session: Session): Promise<ReplayCursor> {
  const { started_at: started, duration, channel } = (await askKick(session, clipSchema, `v2/clips/${id}`)).data.clip;
  const start = isoFromUtcText(started);
  if (start === null) throw new PlatformChanged('clip.started_at');
  return stretch(channel.id, null, Date.parse(start), (duration ?? 0) * 1000);
}

function stretch(channel: string, owner: string | null, startMs: number, lengthMs: number): ReplayCursor {
  return { list: 'replay', channel, owner, startMs, endMs: startMs + lengthMs, atMs: startMs, failed: 0 };
}
