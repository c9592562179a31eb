// bilibili: the calls of its own web page. Fragile: the first door is signed with a key that changes daily, people without a login get
// little more than the first page, and after some hundred requests an address is refused for a while.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { commentsPage } from '#core/platforms/bilibili/comments.ts';
import { type BilibiliCursor, firstCursor, type LinkCursor } from '#core/platforms/bilibili/cursor.ts';
import { chatPage, livePage } from '#core/platforms/bilibili/live.ts';
import { relationsPage } from '#core/platforms/bilibili/relations.ts';
import { addressOf, SHORT, TARGETS } from '#core/platforms/bilibili/targets.ts';
import { anchorPage, threadPage } from '#core/platforms/bilibili/thread.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import type { Session } from '#core/platform-api/session.ts';

export default definePlatform<BilibiliCursor>({
  id: 'bilibili',
  name: 'bilibili',
  homepage: 'https://www.bilibili.com',
  description: 'Comments and replies of videos, films, articles, posts and audio; followers and following of an account; live chat.',
  category: 'video',
  recorded: '2026-02-05',
  comparedWith: [
    { client: 'MediaCrawler', date: '2026-08-14' },
    { client: 'bilibili-api', date: '2026-06-21' },
  ],
  withoutTotal: ['live_chat'],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  hosts: ['.bilibili.com', ...SHORT, '.chat.bilibili.com:2245'],
  walls: {
    statuses: [{ kind: 'block', by: 'Bilibili', statuses: [412], host: /(?:^|\.)bilibili\.com$/, source: 'its risk control, code -412' }],
  },
  cookies: {
    need: 'optional',
    domains: ['.bilibili.com'],
    names: ['SESSDATA', 'bili_jct', 'DedeUserID'],
    aliases: { sessionid: 'SESSDATA', auth_token: 'SESSDATA' },
    login: 'https://passport.bilibili.com/login',
    hint: 'Log in at bilibili.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.bilibili.com, and copy SESSDATA: without it only the first page of comments is shown. buvid3 beside it lowers the risk of being refused.',
  },
  pace: { perSecond: 3, concurrency: 3 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  fetchPage: readPage,
});

async function readPage(cursor: BilibiliCursor, session: Session): Promise<Page<BilibiliCursor>> {
  switch (cursor.list) {
    case 'comments':
      return commentsPage(cursor, session);
    case 'thread':
      return threadPage(cursor, session);
    case 'anchor':
      return anchorPage(cursor, session);
    case 'live':
      return livePage(cursor, session);
    case 'chat':
      return chatPage(cursor, session);
    case 'link':
      return linkedPage(cursor, session);
    default:
      return relationsPage(cursor, session);
  }
}

/** Asks where a short link leads, and gives the first page of what it finds there. */
async function linkedPage({ link, type }: LinkCursor, session: Session): Promise<Page<BilibiliCursor>> {
  const answer = await session.fetch({ url: `https://${link}`, redirect: 'manual' });
  const location = isRedirect(answer.status) ? answer.headers['location'] : undefined;
  const leads = readableUrl(location ?? '');
  const address = leads === null ? null : addressOf(leads);
  const row = address === null ? undefined : TARGETS.find(({ name }) => name === address.kind)?.exports;
  const gives = Object.values(row ?? {}).some((each) => each.type === type);
  if (address === null || !gives || address.kind === 'short-link')
    throw new PlatformRefusal(
      'NOT_FOUND',
      `This short link leads to nothing that has ${type.replace('_', ' ')}${location === undefined ? '' : ` (${location})`}. Paste the address that it opens in a browser.`,
    );
  return readPage(firstCursor({ target: address.kind, params: address.params, type }), session);
}
