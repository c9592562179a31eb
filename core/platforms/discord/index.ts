// Discord: the REST API (v10) with the token of the owner's own account or bot. Nothing is shown without one.
// Fragile: a token ends with a change of password, and it lies in no cookie.
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { type Message, messageItem, messageSchema } from '#core/platforms/discord/message.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `before` is the oldest message that was seen; null for the newest page. */
type Cursor = { readonly guild: string; readonly channel: string; readonly before: string | null };

const API = 'https://discord.com/api/v10';
const SITE = 'https://discord.com/';
const TOKEN = 'auth_token';
const PER_PAGE = 100;
const GUILD = /^(?:@me|\d+)$/;
const SNOWFLAKE = /^\d+$/;
/** The channel is a forum or a category: it holds threads or channels, and no messages. */
const HOLDS_NO_MESSAGES = new Set([50008, 50024]);

const messagesSchema = rowsOf(messageSchema);
const refusalSchema = z.object({ code: z.int().nullish() });

export default definePlatform<Cursor>({
  id: 'discord',
  name: 'Discord',
  homepage: 'https://discord.com',
  description: 'Messages of a channel, a thread or a conversation that your account or bot can read.',
  category: 'social',
  recorded: '2026-03-20',
  comparedWith: [
    { client: 'DiscordChatExporter', date: '2026-03-01' },
    { client: 'gallery-dl', date: '2026-03-14' },
  ],
  withoutTotal: ['messages'],
  targets: [
    {
      name: 'channel',
      patterns: [
        'discord.com/channels/<server>/<channel>',
        'discord.com/channels/@me/<conversation>',
        'discord.com/channels/<server>/<channel>/threads/<thread>',
      ],
      examples: [
        'https://discord.com/channels/613425648685547541/697138785317814292',
        'https://discord.com/channels/@me/868908952434384926',
        'https://ptb.discord.com/channels/613425648685547541/697138785317814292/700000000000000000',
        'https://canary.discord.com/channels/613425648685547541/697138785317814292/threads/697138785317814293',
        'https://discordapp.com/channels/613425648685547541/697138785317814292',
        'discord://-/channels/613425648685547541/697138785317814292',
      ],
      match: channelOf,
      exports: { own: { type: 'messages', order: 'served' } },
    },
  ],
  written: { schemes: ['discord:'] },
  hosts: ['discord.com'],
  cookies: {
    need: 'required',
    domains: ['.discord.com'],
    names: [TOKEN],
    aliases: { sessionid: TOKEN, token: TOKEN, authorization: TOKEN },
    hint:
      'Not a cookie but a token, which no login window can take: open discord.com in your browser, log in, look at any request to /api in the ' +
      'developer tools (Network), and give its header `authorization` as auth_token, or save {"auth_token": "..."} with `commentdock accounts ' +
      "add discord`; a bot's token as `Bot <token>`. Discord's terms forbid programs that act as a person's account.",
  },
  pace: { perSecond: 2, concurrency: 1 },

  start({ params }) {
    const { guild = '', channel = '' } = params;
    return [{ cursor: { guild, channel, before: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const { guild, channel, before } = cursor;
    const token = tokenOf(session);
    const answer = await session.fetch({
      url: `${API}/channels/${channel}/messages`,
      query: { limit: PER_PAGE, before: before ?? undefined },
      headers: { authorization: token },
      accept: [400, 403],
    });
    if (answer.status !== 200) throw refusalOf(answer);
    const messages = answer.json(messagesSchema);
    const oldest = oldestOf(messages);
    const goesOn = rowsGiven(messages) >= PER_PAGE && oldest !== null && (before === null || BigInt(oldest) < BigInt(before));
    return {
      items: readRows(messages, 'messages', (message) => messageItem(message, `${SITE}channels/${guild}/${channel}`)),
      next: goesOn ? [{ cursor: { guild, channel, before: oldest }, role: 'page' }] : [],
      dateOrder: 'newestFirst',
      notes: before === null ? doubts(messages, token) : [],
      door: 'API v10',
    };
  },
});

/** A message behind the channel is passed over; a thread is a channel of its own. */
function channelOf(url: PastedUrl): TargetParams | null {
  const isApp = url.protocol === 'discord:' && url.host === '-';
  if (!isApp && !isHost(url, 'discord.com', 'discordapp.com')) return null;
  const [channels, guild = '', channel = '', further, thread, ...rest] = url.segments;
  if (channels !== 'channels' || !GUILD.test(guild) || !SNOWFLAKE.test(channel)) return null;
  if (further === undefined || (SNOWFLAKE.test(further) && thread === undefined)) return { guild, channel };
  const isThread = further === 'threads' && SNOWFLAKE.test(thread ?? '') && rest.length <= 1 && rest.every((part) => SNOWFLAKE.test(part));
  return isThread ? { guild, channel: thread ?? '' } : null;
}

/** As given, without the quotation marks that a browser's storage shows it in. */
function tokenOf(session: Session): string {
  const token = session.cookie(SITE, TOKEN)?.replace(/^"(.*)"$/, '$1');
  if (!token)
    throw new PlatformRefusal(
      'LOGIN_REQUIRED',
      "Discord shows messages only to an account or a bot. Give its token as the cookie 'auth_token'.",
    );
  return token;
}

function refusalOf(answer: Answer): Error {
  if (answer.status === 403) return new PlatformRefusal(isWebPage(answer) ? 'BLOCKED' : 'PRIVATE');
  const code = answer.isJson ? answer.json(refusalSchema).code : null;
  if (code !== null && code !== undefined && HOLDS_NO_MESSAGES.has(code))
    return new PlatformRefusal(
      'NOT_FOUND',
      'This channel holds no messages itself. Open one of its threads or channels, and paste that address.',
    );
  return new PlatformChanged(`status ${answer.status}`);
}

/** Numbers of 64 bits. */
function oldestOf(messages: readonly Message[]): string | null {
  return messages.reduce<string | null>((oldest, { id }) => (oldest === null || BigInt(id) < BigInt(oldest) ? id : oldest), null);
}

/** Discord hides without a word what an account has no right to. */
function doubts(messages: readonly Message[], token: string): string[] {
  if (messages.length === 0) return ['Discord gave no messages: the channel is empty, or this account may not read its history.'];
  const isBlank = ({ content, type, attachments, embeds }: Message) => type === 0 && !content && !attachments?.length && !embeds?.length;
  return token.startsWith('Bot ') && messages.every(isBlank)
    ? [
        'All messages came without their text: the bot lacks the "message content" intent, which its owner can switch on at discord.com/developers.',
      ]
    : [];
}
