// Telegram: the web preview of public channels (t.me/s/<name>) and the discussion widget of their posts, without login.
// Fragile: everything is read from HTML; groups, people and channels without a preview show nothing.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/telegram/address.ts';
import { type ChannelCursor, channelPage } from '#core/platforms/telegram/channel.ts';
import { type CommentsCursor, commentsPage } from '#core/platforms/telegram/comments.ts';

type PrivateCursor = { readonly list: 'private' };
type Cursor = ChannelCursor | CommentsCursor | PrivateCursor;

const POSTS = { type: 'posts', order: 'served' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'telegram',
  name: 'Telegram',
  homepage: 'https://telegram.org',
  description: 'Posts of a public channel, and the comments of one post where it has a discussion.',
  category: 'social',
  recorded: '2026-01-20',
  comparedWith: [{ client: 'an unnamed client', date: '2026-03' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'channel',
      { own: POSTS, tweets: POSTS },
      ['t.me/<name>', 't.me/s/<name>', '<name>.t.me', '@<name>', 'web.telegram.org/k/#@<name>', 'tg://resolve?domain=<name>'],
      [
        'https://t.me/topwar_official',
        'https://t.me/s/durov',
        'https://telegram.me/durov',
        'https://telegram.dog/durov',
        'https://durov.t.me/',
        'https://web.telegram.org/k/#@durov',
        'tg://resolve?domain=durov',
      ],
    ),
    target(
      'post',
      { own: { type: 'comments', totalCountsReplies: true }, tweets: POSTS },
      ['t.me/<name>/<id>', 't.me/s/<name>/<id>', 't.me/<group>/<topic>/<id>'],
      [
        'https://t.me/durov/142',
        'https://t.me/s/durov/142',
        'https://t.me/durov/142?single',
        'https://telegram.me/durov/142?comment=1234',
        'tg://resolve?domain=durov&post=142',
      ],
    ),
    target(
      'private',
      { own: POSTS, tweets: POSTS },
      ['t.me/+<invitation>', 't.me/c/<number>/<id> (always refused as private)'],
      ['https://t.me/+AbCdEf0123456789', 'https://t.me/joinchat/AbCdEf0123456789', 'https://t.me/c/1234567890/12'],
    ),
  ],
  written: {
    schemes: ['tg:'],
    // Other sites write their handles as part of an address.
    forms: [{ pattern: '^@([a-z]\\w{3,31})$', address: 'tg://resolve?domain=$1' }],
  },
  options: ['replies'],
  hosts: ['t.me'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target, type, params }) {
    const { name = '', post = '' } = params;
    if (target === 'private') return [{ cursor: { list: 'private' }, role: 'page' }];
    if (type === 'comments') return [{ cursor: { list: 'comments', name, post, before: null }, role: 'page' }];
    return [{ cursor: { list: 'channel', name, before: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'private')
      throw new PlatformRefusal('PRIVATE', 'This chat is open to its members only, and Telegram has no web preview of it.');
    return cursor.list === 'comments' ? commentsPage(cursor, session) : channelPage(cursor, session);
  },
});
