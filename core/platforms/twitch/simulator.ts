import type { SimulatedAnswer, SimulatedLine, Simulator } from '#test/world/simulator.ts';

export interface TwitchParams {
  /** Messages of the video, two a second. Default 130. */
  readonly messages?: number;
  /** Messages of the first second. Default 2. */
  readonly inFirstSecond?: number;
  /** What Twitch wants a proof for: pages by cursor, or everything; `mobile`: everything from its mobile client. */
  readonly wantsProof?: 'cursors' | 'everything' | 'mobile';
  /** An error instead of data. */
  readonly error?: string;
  /** The video or the clip that is asked for is gone; the clip's video is; the chat is not there at the moment. */
  readonly gone?: 'video' | 'clip' | 'videoOfClip' | 'comments';
  /** Dates of messages lie so many minutes before what they should be. */
  readonly shiftMinutes?: number;
  /** How the channel `somebody` fares: `live` (default) until its chat was read, never live, interrupted once, or no channel at all. */
  readonly channel?: 'live' | 'offline' | 'interrupted' | 'unknown' | 'suspended';
}

interface Operation {
  readonly query?: string;
  readonly variables?: { readonly videoID: string; readonly cursor?: string; readonly contentOffsetSeconds?: number };
}

const PER_PAGE = 50;
const START = Date.UTC(2024, 11, 28, 3);
const MOBILE = 'kd1unb4b3q4t58fwlpcbzcbnm76a8fp';

/** Twitch's GraphQL with one video (`1602009987`) and a clip that shows its seconds 10 to 20. */
export function twitchSimulator(params: TwitchParams): Simulator {
  const channel = { isLive: params.channel !== 'offline', calls: 0 };
  return ({ url, body, headers }) => {
    if (url.hostname === 'irc-ws.chat.twitch.tv') return { line: (line) => playChat(line, channel, params) };
    if (url.hostname !== 'gql.twitch.tv') return null;
    if (body.includes('user(login:')) return { body: { data: { user: userOf(channel, params) } } };
    const asked = JSON.parse(body) as Operation | readonly Operation[];
    const answer = (operation: Operation): object => answerTo(operation, headers['client-id'] ?? '', params);
    return { body: Array.isArray(asked) ? asked.map(answer) : answer(asked as Operation) } satisfies SimulatedAnswer;
  };
}

function userOf({ isLive }: { readonly isLive: boolean }, { channel }: TwitchParams): object | null {
  return channel === 'unknown' ? null : { id: '70', stream: isLive ? { id: '4000' } : null };
}

/** The server's side of IRC: greets who joins, says what was said, and hangs up with the end of the stream. */
function playChat(line: SimulatedLine, channel: { isLive: boolean; calls: number }, params: TwitchParams): void {
  channel.calls += 1;
  const isCut = params.channel === 'interrupted' && channel.calls === 1;
  line.onHeard((message) => {
    if (message === 'PONG :tmi.twitch.tv') {
      for (const said of isCut ? CHAT_LINES.slice(0, 2) : CHAT_LINES) line.say(said);
      channel.isLive = isCut;
      line.hangUp();
    }
    if (typeof message !== 'string' || !message.startsWith('JOIN #')) return;
    line.say(':tmi.twitch.tv CAP * ACK :twitch.tv/tags twitch.tv/commands\r\n:tmi.twitch.tv 001 justinfan48150 :Welcome, GLHF!\r\n');
    if (params.channel === 'suspended')
      line.say('@msg-id=msg_channel_suspended :tmi.twitch.tv NOTICE #somebody :This channel does not exist or has been suspended.\r\n');
    line.say(
      `@emote-only=0;followers-only=-1;r9k=0;room-id=70;slow=0;subs-only=0 :tmi.twitch.tv ROOMSTATE #somebody\r\nPING :tmi.twitch.tv\r\n`,
    );
  });
}

function privmsg(number: number, tags: string, words: string): string {
  const own = `badge-info=;client-nonce=3bb9b96e62dd25c841f9097e8ee18530;display-name=Viewer${number};emotes=;flags=;id=line-${number};mod=0;returning-chatter=0;room-id=70;subscriber=0;tmi-sent-ts=${START + number * 1000};turbo=0;user-id=${700 + number};user-type=`;
  return `@${own}${tags} :viewer${number}!viewer${number}@viewer${number}.tmi.twitch.tv PRIVMSG #somebody :${words}`;
}

/** What is said in the chat; several lines may come at once. */
const CHAT_LINES = [
  `${privmsg(1, ';badges=subscriber/12,premium/1;color=#1E90FF;first-msg=1', 'Hello: all of you')}\r\n${privmsg(2, ';badges=;color=;bits=100', 'Cheer100 well done')}\r\n`,
  `${privmsg(3, ';reply-parent-msg-id=line-1', '\u0001ACTION waves \u{1F44B}\u0001')}\r\n`,
  `@id=line-4;login=viewer4;display-name=;user-id=704;msg-id=resub;system-msg=viewer4\\ssubscribed\\:\\s7\\smonths;tmi-sent-ts=${START + 4000} :tmi.twitch.tv USERNOTICE #somebody :Still here\r\n`,
  `@badge-info=;badges=staff/1;color=#DAA520;display-name=Viewer6;emotes=;flags=;id=line-6;login=viewer6;msg-id=sharedchatnotice;room-id=70;source-id=line-60;source-msg-id=announcement;source-room-id=71;system-msg=;tmi-sent-ts=${START + 6000};user-id=706;user-type= :tmi.twitch.tv USERNOTICE #somebody :Next door\r\n`,
  '@login=viewer5;target-msg-id=line-2 :tmi.twitch.tv CLEARMSG #somebody :Cheer100 well done\r\n',
];

function answerTo({ query, variables }: Operation, client: string, params: TwitchParams): object {
  if (query?.includes('clip(')) return { data: { clip: clip(params) }, extensions: {} };
  if (query?.includes('video(')) return { data: { video: { createdAt: new Date(START).toISOString(), lengthSeconds: 65 } } };
  const { cursor, contentOffsetSeconds: second = 0 } = variables ?? {};
  const isRefused =
    params.wantsProof === 'everything' ||
    (params.wantsProof === 'mobile' && client === MOBILE) ||
    (params.wantsProof === 'cursors' && cursor !== undefined);
  if (isRefused) return { errors: [{ message: 'failed integrity check' }], data: null };
  if (params.error !== undefined) return { errors: [{ message: params.error }] };
  if (params.gone === 'video') return { data: { video: null } };
  if (params.gone === 'comments') return { data: { video: { id: '1', comments: null } } };
  const all = messages(params);
  const first = cursor === undefined ? all.findIndex((each) => each.contentOffsetSeconds >= second) : Number(cursor.slice(1));
  return { data: { video: { id: '1602009987', comments: page(all, first === -1 ? all.length : first) } }, extensions: {} };
}

/** All edges of a page carry one cursor. */
function page(all: readonly object[], first: number): object {
  const end = Math.min(first + PER_PAGE, all.length);
  const edges = all.slice(first, end).map((node) => ({ cursor: `c${end}`, node, __typename: 'VideoCommentEdge' }));
  return { edges, pageInfo: { hasNextPage: end < all.length, hasPreviousPage: false } };
}

function clip({ gone }: TwitchParams): object | null {
  if (gone === 'clip') return null;
  return {
    durationSeconds: 9.8,
    videoOffsetSeconds: 10,
    video: gone === 'videoOfClip' ? null : { id: '1602009987', createdAt: new Date(START).toISOString() },
  };
}

function messages({ messages: count = 130, inFirstSecond = 2, shiftMinutes = 0 }: TwitchParams) {
  return Array.from({ length: count }, (_, index) => {
    const second = index < inFirstSecond ? 0 : Math.floor((index - inFirstSecond) / 2) + 1;
    return {
      id: `message-${index}`,
      commenter: index === 4 ? null : { id: String(900 + index), login: `person${index}`, displayName: `Person${index}` },
      contentOffsetSeconds: second,
      createdAt: new Date(START + second * 1000 - shiftMinutes * 60_000).toISOString(),
      message: {
        fragments:
          index === 3
            ? [
                { text: 'cheer100 well done ', emote: null },
                { text: 'Kappa', emote: { emoteID: '25', from: 20 } },
              ]
            : [{ text: `Message ${index}`, emote: null }],
        userBadges: [
          { setID: '', version: '' },
          { setID: 'subscriber', version: '12' },
        ],
        userColor: index % 2 === 0 ? '#B26422' : null,
      },
    };
  });
}
