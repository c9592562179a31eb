// Twitch (twitch.tv): GraphQL as its own site uses it, and IRC for live chat, without a login. Fragile: the hash of the chat query; a proof
// that cursors may need (the chat is read by seconds then).
import { definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/twitch/address.ts';
import { type ChannelCursor, channelPage } from '#core/platforms/twitch/channel.ts';
import { type ClipCursor, clipPage, type ReplayCursor, replayPage, startOf } from '#core/platforms/twitch/replay.ts';

type Cursor = ReplayCursor | ClipCursor | ChannelCursor;

const CHAT: ExportRow = { type: 'live_chat', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'twitch',
  name: 'Twitch',
  homepage: 'https://www.twitch.tv',
  description: 'Chat of a video that was streamed, or of the stretch of it that a clip shows; live chat of a channel.',
  category: 'video',
  recorded: '2024-12',
  comparedWith: [
    { client: 'yt-dlp', date: '2026-08-20' },
    { client: 'an unnamed client', date: '2026' },
  ],
  withoutTotal: ['live_chat'],
  targets: [
    target(
      'video',
      { own: CHAT, live: CHAT },
      ['twitch.tv/videos/<id>', 'twitch.tv/<channel>/v/<id>', 'twitch.tv/<channel>/schedule?vodID=<id>', 'player.twitch.tv/?video=<id>'],
      [
        'https://www.twitch.tv/videos/1602009987',
        'https://m.twitch.tv/videos/1602009987?t=1h2m3s',
        'https://www.twitch.tv/somebody/v/1602009987',
        'https://www.twitch.tv/somebody/video/1602009987',
        'https://www.twitch.tv/somebody/schedule?vodID=1602009987',
        'https://player.twitch.tv/?video=v1602009987&parent=example.org',
      ],
    ),
    target(
      'clip',
      { own: CHAT, live: CHAT },
      ['clips.twitch.tv/<name>', 'twitch.tv/<channel>/clip/<name>'],
      [
        'https://clips.twitch.tv/SomeFunnyName-a1B2c3',
        'https://clips.twitch.tv/embed?clip=SomeFunnyName-a1B2c3',
        'https://www.twitch.tv/somebody/clip/SomeFunnyName-a1B2c3',
        'https://m.twitch.tv/clip/SomeFunnyName-a1B2c3',
      ],
    ),
    target(
      'channel',
      { live: CHAT },
      ['twitch.tv/<channel>', 'twitch.tv/popout/<channel>/chat', 'player.twitch.tv/?channel=<channel>'],
      [
        'https://www.twitch.tv/somebody',
        'https://m.twitch.tv/somebody',
        'https://www.twitch.tv/popout/somebody/chat',
        'https://player.twitch.tv/?channel=somebody&parent=example.org',
      ],
    ),
  ],
  hosts: ['.twitch.tv'],
  cookies: {
    need: 'optional',
    domains: ['.twitch.tv'],
    names: ['auth-token'],
    aliases: { auth_token: 'auth-token', sessionid: 'auth-token' },
    login: 'https://www.twitch.tv/login',
    hint: 'Only for videos that your own account may see: log in at twitch.tv and copy the cookie auth-token.',
  },
  pace: { perSecond: 5, concurrency: 2 },

  start({ params }) {
    const { clip, login, video = '' } = params;
    if (login !== undefined) return [{ role: 'page', cursor: { at: 'channel', login, turn: 0 } }];
    return [{ role: 'page', cursor: clip === undefined ? startOf({ video, from: 0, to: null }) : { at: 'clip', slug: clip } }];
  },

  fetchPage(cursor, session) {
    if (cursor.at === 'channel') return channelPage(cursor, session);
    return cursor.at === 'clip' ? clipPage(cursor, session) : replayPage(cursor, session);
  },
});
