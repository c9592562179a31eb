// Baidu Tieba: the page of a thread with its floors, and the lists of replies below them; what the page of today asks for by itself where that
// has no floors. Fragile: plain clients meet the site's check soon; the newer page signs what it asks, and is listened to.
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/tieba/address.ts';
import { type FloorsCursor, floorsPage, type RepliesCursor, repliesPage } from '#core/platforms/tieba/thread.ts';

type Cursor = FloorsCursor | RepliesCursor;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'tieba',
  name: 'Baidu Tieba',
  homepage: 'https://tieba.baidu.com',
  description: 'Floors of a thread, with the replies below them.',
  category: 'forum',
  recorded: '2026-02',
  comparedWith: [{ client: 'MediaCrawler', date: '2026-02' }],
  targets: [
    target(
      'thread',
      { own: { type: 'comments', totalCountsReplies: true } },
      ['tieba.baidu.com/p/<thread>', 'tieba.baidu.com/p/<thread>?pid=<floor>&cid=<reply>'],
      [
        'https://tieba.baidu.com/p/9119688421?pn=2',
        'https://tieba.baidu.com/p/9119688421?pid=150726496253&cid=0#150726496253',
        'https://jump2.bdimg.com/p/9119688421',
      ],
    ),
  ],
  options: ['replies'],
  hosts: ['.baidu.com'],
  walls: {
    addresses: [
      { kind: 'challenge', by: 'Baidu', host: /^wappass\.baidu\.com$/, path: /^\/static\/captcha/, source: 'its check' },
      { kind: 'login', by: 'Baidu', host: /^passport\.baidu\.com$/, path: /^\/v2\//, source: 'its login' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.baidu.com'],
    names: ['BDUSS', 'STOKEN'],
    aliases: { sessionid: 'BDUSS', auth_token: 'BDUSS' },
    login: 'https://passport.baidu.com/v2/?login',
    hint: 'Log in at tieba.baidu.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy BDUSS, STOKEN and BAIDUID. Without them the site asks for its check soon.',
  },
  pace: { perSecond: 0.4, concurrency: 1 },

  start({ params }) {
    return [{ cursor: { list: 'floors', door: 'plain', thread: params['thread'] ?? '', pn: 1, starter: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'floors' ? floorsPage(cursor, session) : repliesPage(cursor, session);
  },
});
