// Kick: the calls of its own site for the chat of broadcasts and clips, and the socket that it listens at for live chat. Written from other
// people's clients: no answer was recorded. Fragile: a firewall that tells programs by their handshake; how long a window of the replay is.
import { definePlatform, type ExportRow, type TargetParams } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/kick/address.ts';
import { type LiveCursor, livePage } from '#core/platforms/kick/live.ts';
import { type ReplayCursor, replayPage, type StretchCursor, stretchPage } from '#core/platforms/kick/replay.ts';

type Cursor = StretchCursor | ReplayCursor | LiveCursor;

const CHAT: ExportRow = { type: 'live_chat', order: 'served' };
const NO_LISTS = { followers: 'Kick shows nobody who follows a channel.' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'kick',
  name: 'Kick',
  homepage: 'https://kick.com',
  description: 'Chat of a broadcast, or of the stretch of it that a clip shows; live chat of a channel.',
  category: 'video',
  recorded: null,
  comparedWith: [],
  withoutTotal: ['live_chat'],
  targets: [
    target(
      'video',
      { own: CHAT, live: CHAT },
      ['kick.com/<channel>/videos/<id>', 'kick.com/video/<id>'],
      [
        'https://kick.com/somebody/videos/0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f',
        'https://kick.com/video/0c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f',
      ],
    ),
    target(
      'clip',
      { own: CHAT, live: CHAT },
      ['kick.com/<channel>/clips/<clip>', 'kick.com/<channel>?clip=<clip>'],
      ['https://kick.com/somebody/clips/clip_01HABCDEF', 'https://kick.com/somebody?clip=clip_01HABCDEF'],
    ),
    target('channel', { live: CHAT }, ['kick.com/<channel>'], ['https://kick.com/somebody', 'https://www.kick.com/Some-Body'], NO_LISTS),
    target(
      'chat',
      { own: CHAT, live: CHAT },
      ['kick.com/popout/<channel>/chat', 'kick.com/<channel>/chatroom'],
      ['https://kick.com/popout/somebody/chat', 'https://kick.com/somebody/chatroom'],
      NO_LISTS,
    ),
  ],
  hosts: ['.kick.com', 'ws-us2.pusher.com'],
  cookies: { need: 'none', domains: ['.kick.com'] },
  pace: { perSecond: 2, concurrency: 1 },

  start({ target: kind, params }) {
    return [{ cursor: firstOf(kind, params), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'replay':
        return replayPage(cursor, session);
      case 'live':
        return livePage(cursor, session);
      default:
        return stretchPage(cursor, session);
    }
  },
});

function firstOf(kind: string, { video, clip, slug = '' }: TargetParams): Cursor {
  if (kind === 'video' || kind === 'clip') return { list: kind, id: video ?? clip ?? '' };
  return { list: 'live', slug, turn: 0, failed: 0 };
}
