import type { SimulatedAnswer, SimulatedLine, Simulator } from '#test/world/simulator.ts';

export interface KickParams {
  /** Whether the channel streams now. Default true. */
  readonly isLive?: boolean;
  /** The first call meets a firewall: who comes again comes by a browser. Default false. */
  readonly isWalled?: boolean;
  /** Windows of the replay, in seconds from its start, that fail. */
  readonly failing?: readonly number[];
  /** The broadcast is gone. Default false. */
  readonly isExpired?: boolean;
  /** `hangsUp`: the socket breaks once amid the chat. */
  readonly socket?: 'hangsUp';
}

export const VIDEO = '0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f';
export const CLIP = 'clip_01HABCDEF';
const CHANNEL = 668;
const OWNER = 676;
const ROOM = 667;
const START_MS = Date.UTC(2026, 0, 10, 12);
/** Of the broadcast, in seconds. */
const LENGTH_S = 60;
/** Messages of it: one each two seconds, none in a pause. */
const PAUSE_S = { from: 20, to: 35 };

/** Kick with the channel `somebody`, one broadcast and one clip of it. */
export function kickSimulator(params: KickParams = {}): Simulator {
  let isPassed = params.isWalled !== true;
  let calls = 0;
  return ({ url }) => {
    const { hostname, pathname: path, searchParams: query } = url;
    if (hostname === 'ws-us2.pusher.com') return { line: (line) => chat(line, params.socket === 'hangsUp' && (calls += 1) === 1) };
    if (hostname !== 'kick.com') return null;
    if (!isPassed) {
      isPassed = true;
      return { status: 403, body: '<html><body><h1>Sorry, you have been blocked</h1></body></html>' };
    }
    if (path === '/api/v2/channels/somebody') return { body: channel(params) };
    if (path === `/api/v1/video/${VIDEO}`) return { body: video(params) };
    if (path === `/api/v2/clips/${CLIP}`) return { body: clip() };
    if (path !== `/api/v2/channels/${CHANNEL}/messages`) return { status: 404, body: { message: 'Not found' } };
    const from = query.get('start_time');
    if (from === null) return messagesAnswer([3, 2, 1, 0].map((index) => message(1_000 + index, START_MS - index * 1000)));
    const atS = (Date.parse(from) - START_MS) / 1000;
    if (params.failing?.includes(atS)) return { status: 500, body: '' };
    return messagesAnswer(
      moments()
        .filter((s) => s >= atS && s < atS + 5)
        .map((s) => message(s, START_MS + s * 1000)),
    );
  };
}

/** Two are said before and after the broadcast. */
function moments(): readonly number[] {
  return Array.from({ length: LENGTH_S / 2 + 3 }, (_, index) => index * 2 - 2).filter((s) => s < PAUSE_S.from || s >= PAUSE_S.to);
}

function messagesAnswer(messages: readonly object[]): SimulatedAnswer {
  return { body: { status: { error: false, code: 200, message: 'SUCCESS' }, data: { messages, cursor: 'x', pinned_message: null } } };
}

const messageId = (index: number): string => `5f4e3d2c-1b0a-4998-8776-${String(100_000_000_000 + index)}`;

/** As the calls give it: what it answers to stands in a text. */
function message(index: number, ms: number) {
  const isAnswer = index % 10 === 4;
  const answered = {
    original_sender: { id: '9', username: 'Some_One' },
    original_message: { id: messageId(index - 2), content: `Words [emote:37226:KEKW] ${index - 2}` },
  };
  return {
    id: messageId(index),
    chat_id: ROOM,
    user_id: 10 + index,
    content: index % 10 === 8 ? `[emote:1:Hi] words ${index} [emote:37226:KEKW]` : `Words ${index}`,
    type: isAnswer ? 'reply' : 'message',
    metadata: isAnswer ? JSON.stringify(answered) : index % 10 === 6 ? 'not json' : null,
    created_at: new Date(ms).toISOString().replace('.000Z', 'Z'),
    sender: {
      id: index === 2 ? OWNER : 10 + index,
      slug: index % 10 === 2 ? '' : `user-${index}`,
      username: `User_${index}`,
      identity: {
        color: '#FF0000',
        badges:
          index % 10 === 0
            ? [
                { type: 'verified', text: 'V' },
                { type: 'subscriber', text: 'S', count: 3 },
              ]
            : [],
      },
    },
  };
}

function channel({ isLive = true }: KickParams): object {
  return {
    id: CHANNEL,
    user_id: OWNER,
    slug: 'somebody',
    followers_count: 7,
    user: { username: 'Somebody' },
    chatroom: { id: ROOM, channel_id: CHANNEL },
    livestream: isLive ? { id: 1, is_live: true, viewer_count: 5 } : null,
  };
}

function video({ isExpired }: KickParams): object {
  const livestream = {
    id: 1,
    channel_id: CHANNEL,
    start_time: new Date(START_MS).toISOString().slice(0, 19).replace('T', ' '),
    duration: LENGTH_S * 1000,
    channel: { id: CHANNEL, user_id: OWNER, slug: 'somebody' },
  };
  return { id: 5, uuid: VIDEO, live_stream_id: 1, livestream: isExpired === true ? null : livestream };
}

function clip(): object {
  return {
    clip: {
      id: CLIP,
      livestream_id: '1',
      started_at: new Date(START_MS + 4_000).toISOString(),
      duration: 10,
      channel: { id: CHANNEL, slug: 'somebody' },
    },
  };
}

/** The chat of the stream: it is told to who asked for both of its rooms, until the stream ends. */
function chat(line: SimulatedLine, hangsUp: boolean): void {
  const wanted = new Set([`chatrooms.${ROOM}.v2`, `channel.${CHANNEL}`]);
  const say = (event: string, data: unknown, room?: string): void =>
    line.say(JSON.stringify({ event, data: JSON.stringify(data), ...(room !== undefined && { channel: room }) }));
  const speak = (index: number): void => {
    const { chat_id: _room, user_id: _user, ...rest } = message(index, START_MS + index * 1000);
    const metadata = rest.metadata?.startsWith('{') ? (JSON.parse(rest.metadata) as object) : {};
    say('App\\Events\\ChatMessageEvent', { ...rest, chatroom_id: ROOM, metadata }, `chatrooms.${ROOM}.v2`);
  };
  line.onHeard((heard) => {
    const { event, data } = JSON.parse(String(heard)) as { event: string; data: { channel?: string } };
    if (event === 'pusher:pong') {
      speak(104);
      say('App\\Events\\StopStreamBroadcast', {}, `channel.${CHANNEL}`);
      return;
    }
    wanted.delete(data.channel ?? '');
    if (event !== 'pusher:subscribe' || wanted.size > 0) return;
    speak(101);
    if (hangsUp) {
      line.hangUp();
      return;
    }
    say('App\\Events\\PinnedMessageCreatedEvent', { message: {} }, `chatrooms.${ROOM}.v2`);
    speak(102);
    line.say(JSON.stringify({ event: 'pusher:ping', data: {} }));
  });
  say('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 });
}
