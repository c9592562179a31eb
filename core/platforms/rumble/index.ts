// Rumble (rumble.com): its own comment list, a piece of HTML in one answer; live chat as server-sent events.
// Fragile: names of classes; Cloudflare in front of it refuses many machines; the server's number in the chat's address.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/rumble/address.ts';
import { type ChatCursor, chatPage } from '#core/platforms/rumble/chat.ts';
import { commentsPage } from '#core/platforms/rumble/comments.ts';
import { expectId, readVideoPage } from '#core/platforms/rumble/page.ts';

/** What the address does not hold is read from the page. */
type Cursor = { readonly list: 'comments'; readonly page: string; readonly embed: string | null } | ChatCursor;

const COMMENTS: ExportRow = { type: 'comments' };
const CHAT: ExportRow = { type: 'live_chat', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'rumble',
  name: 'Rumble',
  homepage: 'https://rumble.com',
  description: 'Comments and replies of a video, live chat of a running stream.',
  category: 'video',
  recorded: null,
  comparedWith: [
    { client: 'cocorum', date: '2026-04-24' },
    { client: 'the Grayjay plugin', date: '2026' },
  ],
  withoutTotal: ['live_chat'],
  targets: [
    target(
      'video',
      { own: COMMENTS, live: CHAT },
      ['rumble.com/v<id>-<words>.html', 'rumble.com/shorts/v<id>'],
      ['https://rumble.com/v4abcde-some-words.html?e9s=src_v1', 'https://rumble.com/v4abcde', 'https://rumble.com/shorts/v4abcde'],
    ),
    target(
      'embed',
      { own: COMMENTS, live: CHAT },
      ['rumble.com/embed/v<id>/'],
      ['https://rumble.com/embed/v3xyz12/?pub=4', 'https://rumble.com/embed/u4.v3xyz12/'],
    ),
    target('chat', { own: CHAT, live: CHAT }, ['rumble.com/chat/popup/<number>'], ['https://rumble.com/chat/popup/243902472']),
  ],
  options: ['replies'],
  hosts: ['.rumble.com'],
  cookies: {
    need: 'optional',
    domains: ['.rumble.com'],
    names: ['u_s'],
    aliases: { sessionid: 'u_s', auth_token: 'u_s' },
    login: 'https://rumble.com/login.php',
    hint: 'Where comments are shown only after a login: log in at rumble.com and copy the cookie u_s (and cf_clearance, if there is one).',
  },
  whenRefused: 'browser',
  pace: { perSecond: 2, concurrency: 1 },

  start(target) {
    return [{ role: 'page', cursor: firstCursor(target) }];
  },

  async fetchPage(cursor, session) {
    const { page } = cursor;
    if (cursor.list === 'comments') {
      const embed = cursor.embed ?? expectId((await readVideoPage(session, page)).embed, 'page.video');
      return commentsPage(embed, page, session);
    }
    const chat = cursor.chat ?? expectId((await readVideoPage(session, page)).number, 'page.video_id');
    return chatPage({ ...cursor, chat }, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { page = '', embed = null, chat = null } = params;
  return type === 'live_chat' ? { list: 'chat', page, chat, turn: 0 } : { list: 'comments', page, embed };
}
