// Threads: the pages that everybody gets, and the calls that they make; lists of accounts with the owner's session of Instagram.
// Fragile: ids of the calls change every few weeks (read from the page), and visitors are shown the first replies alone.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { META_WALLS } from '#core/platform-kit/families/meta/walls.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { likesPage, postsPage, relationsPage } from '#core/platforms/threads/accounts.ts';
import { addressOf, SITE, TARGETS } from '#core/platforms/threads/address.ts';
import { firstCursor, postCursor, type ShareCursor, type ThreadsCursor } from '#core/platforms/threads/cursor.ts';
import { repliesPage } from '#core/platforms/threads/replies.ts';
import type { Session } from '#core/platform-api/session.ts';

export default definePlatform<ThreadsCursor>({
  id: 'threads',
  name: 'Threads',
  homepage: 'https://www.threads.com',
  description: 'Replies and likes of a post; posts, followers and following of an account.',
  category: 'social',
  recorded: '2026-04-24',
  comparedWith: [{ client: 'an unnamed client', date: '2026-07' }],
  withoutTotal: ['posts', 'likes'],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  hosts: ['.threads.com', '.threads.net', '.cdninstagram.com', '.fbcdn.net'],
  staticHosts: ['.cdninstagram.com', '.fbcdn.net'],
  walls: META_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.threads.com', '.threads.net'],
    names: ['sessionid', 'ds_user_id'],
    aliases: { auth_token: 'sessionid' },
    login: 'https://www.threads.com/login',
    hint: 'Only for likes, followers, following and what visitors are not shown: log in at threads.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.threads.com, and copy sessionid, ds_user_id and csrftoken.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target, options) {
    return [{ cursor: firstCursor(target, options), role: 'page' }];
  },

  fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'replies':
        return repliesPage(cursor, session);
      case 'likes':
        return likesPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      case 'share':
        return sharePage(cursor, session);
      default:
        return relationsPage(cursor, session);
    }
  },
});

/** Asks where a share link leads, and gives the first page of the post there. */
async function sharePage({ share, to, isNewest }: ShareCursor, session: Session): Promise<Page<ThreadsCursor>> {
  const { code, user } = await session.once(`threads share ${share}`, async () => {
    const lead = await leadOfShortLink(session, `${SITE}/share/${share}/`, (url) => {
      const address = addressOf(url);
      return address?.kind === 'share' ? null : address;
    });
    if (lead?.kind === 'post') return { code: lead.params['code'] ?? '', user: lead.params['user'] ?? null };
    throw new PlatformRefusal('NOT_FOUND', 'This share link leads to no post. Open it in a browser and paste the address you arrive at.');
  });
  const cursor = postCursor({ code, user, to, isNewest });
  return cursor.list === 'likes' ? likesPage(cursor, session) : repliesPage(cursor, session);
}
