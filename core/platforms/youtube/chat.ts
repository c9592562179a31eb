// Live chat and its replay: from a stream to its chat, and from one answer to the next.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JsonObject, Next, Page } from '#core/platform-api/define.ts';
import { askAvailability, refusalFor } from '#core/platforms/youtube/availability.ts';
import { chatItem } from '#core/platforms/youtube/chat-message.ts';
import type { ChatCursor, Cursor, Stream, StreamCursor } from '#core/platforms/youtube/cursor.ts';
import { askPage, askYouTube, DOOR } from '#core/platforms/youtube/innertube.ts';
import { askWatchPage, type WatchPage } from '#core/platforms/youtube/watch-page.ts';
import { unknownOnward } from '#core/platforms/youtube/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';

const tokenSchema = z.object({ continuation: z.string().min(1), timeoutMs: z.number().optional() });
const itemSchema = z.record(z.string(), z.unknown());
const actionSchema = z.object({
  addChatItemAction: z.object({ item: itemSchema.optional() }).optional(),
  replaceChatItemAction: z.object({ replacementItem: itemSchema.optional() }).optional(),
});
const chatSchema = z.object({
  continuations: z
    .array(
      z.looseObject({
        invalidationContinuationData: tokenSchema.optional(),
        timedContinuationData: tokenSchema.optional(),
        reloadContinuationData: tokenSchema.optional(),
        liveChatReplayContinuationData: tokenSchema.optional(),
      }),
    )
    .optional(),
  actions: z
    .array(
      actionSchema.extend({
        replayChatItemAction: z
          .object({
            actions: z.array(actionSchema).optional(),
            videoOffsetTimeMsec: z.union([z.string(), z.number()]).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  header: z
    .object({
      liveChatHeaderRenderer: z
        .object({
          viewSelector: z
            .object({
              sortFilterSubMenuRenderer: z
                .object({
                  subMenuItems: z
                    .array(
                      z.object({
                        continuation: z.object({ reloadContinuationData: tokenSchema.optional() }).optional(),
                      }),
                    )
                    .optional(),
                })
                .optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
});
type WireChat = z.output<typeof chatSchema>;

const contentsSchema = z.object({ liveChatContinuation: chatSchema.optional() }).optional();
/** The second form is that of answers of 2020 and before. */
const chatAnswerSchema = z.object({
  continuationContents: contentsSchema,
  response: z.object({ continuationContents: contentsSchema }).optional(),
});

const resolvedSchema = z.object({
  endpoint: z.object({ watchEndpoint: z.object({ videoId: z.string().optional() }).optional() }).optional(),
});
const CANONICAL_VIDEO = /<link rel="canonical" href="https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})"/;
const ALL_MESSAGES = 1;
/** A replay is asked for from a little before where the last answer ended, as YouTube's own player does. */
const STEP_BACK_MS = 5_000;
/** Alone it ends a replay: it only says where a player that jumps goes on. */
const END_OF_REPLAY = 'playerSeekContinuationData';
/** What a chat answers to a token that has died. */
const DEAD_TOKEN = [400, 404];

interface ChatStart {
  readonly token: string;
  readonly isReplay: boolean;
}

/** The first answer of a stream's chat. All messages are read where the chat offers them besides its selection. */
export async function fetchStream({ stream }: StreamCursor, session: Session): Promise<Page<Cursor>> {
  const start = 'replay' in stream ? { token: stream.replay, isReplay: true } : await chatOf(stream, session);
  const chat = await askChat(start, null, session);
  const all =
    chat?.header?.liveChatHeaderRenderer?.viewSelector?.sortFilterSubMenuRenderer?.subMenuItems?.[ALL_MESSAGES]?.continuation
      ?.reloadContinuationData?.continuation;
  const reloaded = all === undefined ? null : await reload({ token: all, isReplay: start.isReplay }, session);
  return chatPage(reloaded ?? chat, start.isReplay, null);
}

/** A further answer of a chat. A token that has died meanwhile ends it. */
export async function fetchChat(cursor: ChatCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await requestChat(cursor, cursor.offsetMs, session, DEAD_TOKEN);
  if (DEAD_TOKEN.includes(answer.status)) {
    return {
      door: DOOR,
      items: [],
      gaps: [{ cause: 'notServed', count: 0, note: `YouTube did not go on with the chat (status ${answer.status}).` }],
    };
  }
  return chatPage(chatIn(answer), cursor.isReplay, cursor.offsetMs);
}

async function chatOf(stream: Stream, session: Session): Promise<ChatStart> {
  const video = 'video' in stream ? stream.video : await currentVideo('address' in stream ? stream.address : '', session);
  const page = await askWatchPage(session, video, null);
  if (page.chat?.token === null && page.chat.leadsOn) throw new PlatformChanged('liveChatRenderer.continuations');
  if (page.chat === null || page.chat.token === null) throw await whyNoChat(page, video, session);
  return { token: page.chat.token, isReplay: page.chat.isReplay };
}

/** The video that a channel streams now. The API resolves the address; the page itself names its video too. */
async function currentVideo(address: string, session: Session): Promise<string> {
  const answer = await askYouTube(session, 'navigation/resolve_url', { url: address }, { accept: 'any', tries: 'once' });
  const resolved = answer.status === 200 && answer.isJson ? answer.json(resolvedSchema).endpoint?.watchEndpoint?.videoId : undefined;
  if (resolved !== undefined) return resolved;
  const video = CANONICAL_VIDEO.exec((await askPage(session, address)).text)?.[1];
  if (video === undefined)
    throw new PlatformRefusal(
      'NOT_FOUND',
      'The channel streams nothing at the moment. Give the URL of a stream (youtube.com/watch?v=...) to export its chat.',
    );
  return video;
}

async function whyNoChat(page: WatchPage, video: string, session: Session): Promise<Error> {
  if (page.chatMessage !== null)
    return new PlatformRefusal('COMMENTS_DISABLED', `The chat of this stream is not shown. YouTube says: ${page.chatMessage}`);
  const noChat = new PlatformRefusal(
    'NOT_FOUND',
    'The video has no live chat: it was no stream, or its chat was not kept. Leave out the option `live` to export its comments.',
  );
  if (page.comments !== null && (page.comments.token !== null || page.comments.message !== null)) return noChat;
  const unavailable = await askAvailability(session, video);
  return unavailable.isUpcoming ? noChat : refusalFor(unavailable, noChat);
}

/** A reload that fails leaves the chat as first answered. */
function reload(start: ChatStart, session: Session): Promise<WireChat | null> {
  return orNothing(askChat(start, null, session));
}

async function askChat(start: ChatStart, offsetMs: number | null, session: Session): Promise<WireChat | null> {
  return chatIn(await requestChat(start, offsetMs, session, []));
}

function requestChat(
  { token, isReplay }: ChatStart,
  offsetMs: number | null,
  session: Session,
  accept: readonly number[],
): Promise<Answer> {
  const player: JsonObject =
    isReplay && offsetMs !== null ? { currentPlayerState: { playerOffsetMs: String(Math.max(0, offsetMs - STEP_BACK_MS)) } } : {};
  const endpoint = isReplay ? 'live_chat/get_live_chat_replay' : 'live_chat/get_live_chat';
  return askYouTube(session, endpoint, { continuation: token, ...player }, { accept });
}

/** Null where the chat has ended. */
function chatIn(answer: Answer): WireChat | null {
  const { continuationContents, response } = answer.json(chatAnswerSchema);
  return (continuationContents ?? response?.continuationContents)?.liveChatContinuation ?? null;
}

function chatPage(chat: WireChat | null, isReplay: boolean, offsetBefore: number | null): Page<Cursor> {
  const items: Item[] = [];
  let offsetMs = offsetBefore;
  for (const action of chat?.actions ?? []) {
    const replayed = action.replayChatItemAction;
    const at = replayed?.videoOffsetTimeMsec === undefined ? null : Number(replayed.videoOffsetTimeMsec);
    offsetMs = at ?? offsetMs;
    for (const { addChatItemAction, replaceChatItemAction } of [action, ...(replayed?.actions ?? [])]) {
      const wire = addChatItemAction?.item ?? replaceChatItemAction?.replacementItem;
      const item = wire === undefined ? null : chatItem(wire, at);
      if (item !== null) items.push(item);
    }
  }
  const next = nextOf(chat, isReplay, offsetMs);
  const unknown = next.length > 0 ? undefined : (chat?.continuations ?? []).flatMap(Object.keys).find((name) => name !== END_OF_REPLAY);
  const gaps = unknown === undefined ? [] : [unknownOnward(unknown, 0)];
  return { door: DOOR, items, next, gaps, mayRepeat: true, dateOrder: 'oldestFirst' };
}

function nextOf(chat: WireChat | null, isReplay: boolean, offsetMs: number | null): Next<Cursor>[] {
  const [data] = (chat?.continuations ?? []).flatMap(
    (way) =>
      way.invalidationContinuationData ??
      way.timedContinuationData ??
      way.reloadContinuationData ??
      way.liveChatReplayContinuationData ??
      [],
  );
  if (data === undefined) return [];
  const cursor: Cursor = { at: 'chat', token: data.continuation, isReplay, offsetMs };
  return [{ role: 'page', cursor, ...(isReplay || data.timeoutMs === undefined ? {} : { afterMs: data.timeoutMs }) }];
}
