// Live chat of a channel: IRC over a WebSocket, without a login. What was said before the line opened is not served.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { LISTEN_MS, streamRuns, turnPage } from '#core/platform-kit/live-turn.ts';
import { askTwitch } from '#core/platforms/twitch/ask.ts';
import { type IrcLine, readIrc } from '#core/platforms/twitch/irc.ts';
import { streamAnswer } from '#core/platforms/twitch/wire.ts';
import type { LineRequest, Session } from '#core/platform-api/session.ts';

/** `turn`: how often it was listened to. */
export type ChannelCursor = { readonly at: 'channel'; readonly login: string; readonly turn: number };

const CHAT = 'wss://irc-ws.chat.twitch.tv:443';
/** Twitch takes this name with any digits for a reader without an account. */
const READER = 'justinfan48150';
const DOOR = 'IRC';
/** A line of its own, alone or among others. */
const PING = /^PING( ?[^\r\n]*)/m;
/** What is told of another channel in a chat that several share: the event has its name elsewhere. */
const SHARED = 'sharedchatnotice';
const NO_CHANNEL = /does not exist|has been suspended|no longer exists/i;
const SAID_BEFORE =
  'Twitch serves live chat from the moment on at which somebody listens. What was said before comes with the chat of the video.';
const OFFLINE = 'The channel is not live, so it has no live chat now.';

/** What the chat says for a while. The end of the stream ends it. */
export async function channelPage(cursor: ChannelCursor, session: Session): Promise<Page<ChannelCursor>> {
  const { login, turn } = cursor;
  if (turn === 0 && !(await isLive(login, session))) return turnPage(cursor, { door: DOOR, items: [], next: null, notes: [OFFLINE] });
  const heard = await session.listen(chatOf(login));
  const lines = heard.messages.flatMap(({ data }) => (typeof data === 'string' ? readIrc(data) : []));
  if (lines.some(({ command, words }) => command === 'NOTICE' && NO_CHANNEL.test(words))) throw unknownChannel(login);
  const runs = await streamRuns(cursor, heard, () => isLive(login, session));
  return turnPage(cursor, {
    door: DOOR,
    items: lines.flatMap(itemOf),
    next: runs === false ? null : cursor,
    heard,
    firstNote: SAID_BEFORE,
  });
}

function chatOf(login: string): LineRequest {
  return {
    url: CHAT,
    headers: { origin: 'https://www.twitch.tv' },
    greeting: ['CAP REQ :twitch.tv/tags twitch.tv/commands', `NICK ${READER}`, `JOIN #${login}`],
    reply: (message) => {
      const [, whom] = (typeof message === 'string' ? PING.exec(message) : null) ?? [];
      return whom === undefined ? null : `PONG${whom}`;
    },
    listenForMs: LISTEN_MS,
  };
}

/** @throws PlatformRefusal NOT_FOUND where there is no such channel */
async function isLive(login: string, session: Session): Promise<boolean> {
  const answer = await askTwitch(session, streamAnswer, { query: `query{user(login:${JSON.stringify(login)}){id,stream{id}}}` });
  // Without an answer only the chat itself can tell.
  if (answer === null) return true;
  if (!answer.user) throw unknownChannel(login);
  return Boolean(answer.user.stream);
}

function unknownChannel(login: string): PlatformRefusal {
  return new PlatformRefusal('NOT_FOUND', `Twitch has no channel "${login}", or has suspended it.`);
}

/** Words of viewers, and what Twitch announces about them (a subscription, a raid) with their words, if any. */
function itemOf({ command, tags, login, words }: IrcLine): readonly Item[] {
  const id = tags.get('id');
  if (id === undefined || (command !== 'PRIVMSG' && command !== 'USERNOTICE')) return [];
  const tag = (name: string): string | null => orNull(tags.get(name));
  const username = login ?? tag('login');
  const [sentMs, bits] = [Number(tag('tmi-sent-ts') ?? Number.NaN), Number(tag('bits') ?? 0)];
  const badges = (tag('badges') ?? '').split(',').filter((badge) => badge !== '');
  return [
    makeItem({
      id,
      kind: 'chat',
      author: {
        name: tag('display-name') ?? username,
        username,
        id: tag('user-id'),
        url: username === null ? null : `https://www.twitch.tv/${username}`,
      },
      text: orNull(words),
      createdAt: Number.isNaN(sentMs) ? null : isoFromMs(sentMs),
      extra: {
        color: tag('color') ?? undefined,
        badges: badges.length > 0 ? badges : undefined,
        bits: bits || undefined,
        replyToId: tag('reply-parent-msg-id') ?? undefined,
        isFirstMessage: tag('first-msg') === '1' || undefined,
        event: command === 'USERNOTICE' ? ((tag('msg-id') === SHARED ? tag('source-msg-id') : tag('msg-id')) ?? undefined) : undefined,
        announcement: tag('system-msg') ?? undefined,
      },
    }),
  ];
}
