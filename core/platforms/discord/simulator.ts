import type { Simulator } from '#test/world/simulator.ts';

interface DiscordParams {
  /** Messages of any channel. Default 250. */
  readonly messages?: number;
}

/** Ids exceed 2^53. */
const FIRST_ID = 1_484_000_000_000_000_001n;
const FIRST_TIME = Date.UTC(2026, 0, 1);

/**
 * Discord's API with messages in every channel but a few: 403 in channel 403, 404 in channel 404, a forum at 15, an empty one at 1. It wants
 * an `authorization`, and takes any but "wrong".
 */
export function discordSimulator(params: DiscordParams): Simulator {
  const count = params.messages ?? 250;
  return ({ url, headers }) => {
    if (url.hostname !== 'discord.com') return null;
    const channel = /^\/api\/v10\/channels\/(\d+)\/messages$/.exec(url.pathname)?.[1];
    if (channel === undefined) return { status: 404, body: { message: '404: Not Found', code: 0 } };
    if (!headers['authorization'] || headers['authorization'] === 'wrong')
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
    if (channel === '403') return { status: 403, body: { message: 'Missing Access', code: 50001 } };
    if (channel === '404') return { status: 404, body: { message: 'Unknown Channel', code: 10003 } };
    if (channel === '15') return { status: 400, body: { message: 'Cannot execute action on this channel type', code: 50024 } };
    const before = BigInt(url.searchParams.get('before') ?? FIRST_ID + BigInt(count));
    const newest = channel === '1' ? -1 : Number(before - FIRST_ID) - 1;
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const indexes = Array.from({ length: Math.min(limit, newest + 1) }, (_, place) => newest - place);
    return { body: indexes.map(message) };
  };
}

function message(index: number): object {
  const isReply = index % 5 === 3;
  const isNotice = index % 20 === 7;
  return {
    id: String(FIRST_ID + BigInt(index)),
    type: isNotice ? 7 : isReply ? 19 : 0,
    content: isNotice ? '' : `Message **${index}** for <@7> and <@!8>, <#5> <@&6> <a:party_blob:99> <:ok:98>`,
    author: {
      id: String(index % 3),
      username: `user${index % 3}`,
      global_name: index % 3 === 0 ? null : `User ${index % 3}`,
      avatar: index % 3 === 2 ? null : index % 3 === 1 ? 'a_abc' : 'abc',
      discriminator: '0',
      ...(index % 3 === 2 ? { bot: true } : {}),
    },
    mentions: [
      { id: '7', username: 'seven', global_name: 'Seven' },
      { id: '8', username: 'eight', global_name: null },
    ],
    mention_roles: [],
    attachments:
      index % 4 === 1
        ? [
            { id: '1', filename: 'a.PNG', url: `https://cdn.discordapp.com/attachments/1/${index}/a.PNG?ex=1&is=2&hm=3` },
            { id: '2', filename: 'notes.pdf', url: `https://cdn.discordapp.com/attachments/1/${index}/notes.pdf` },
          ]
        : [],
    embeds: [],
    reactions: index % 6 === 0 ? [reaction('👍', null, 3), reaction('blob', '99', 2)] : undefined,
    message_reference: isReply ? { message_id: String(FIRST_ID + BigInt(index - 1)), channel_id: '5' } : undefined,
    timestamp: new Date(FIRST_TIME + index * 60_000).toISOString().replace('Z', '000+00:00'),
    edited_timestamp: index % 10 === 4 ? '2026-02-01T00:00:00.000000+00:00' : null,
    pinned: index % 50 === 0,
  };
}

function reaction(name: string, id: string | null, count: number): object {
  return { emoji: { id, name }, count, me: false };
}
