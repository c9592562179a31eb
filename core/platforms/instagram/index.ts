// Instagram: the calls of its own web page with the owner's session, and the older API where those are refused. Fragile: ids of the calls
// change every few weeks (read from the page, or from its scripts), and calls that look like a program's are answered with a web page (then from the browser).
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { META_WALLS } from '#core/platform-kit/families/meta/walls.ts';
import { addressOf, SITE, TARGETS } from '#core/platforms/instagram/address.ts';
import { commentsPage, threadPage } from '#core/platforms/instagram/comments.ts';
import { firstCursor, type InstagramCursor, postCursor, type ShareCursor } from '#core/platforms/instagram/cursor.ts';
import { likersPage, relationsPage } from '#core/platforms/instagram/lists.ts';
import { postsPage, reelsPage } from '#core/platforms/instagram/posts.ts';
import { loginRequired } from '#core/platform-kit/families/meta/refusals.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import type { Session } from '#core/platform-api/session.ts';

const OWN_HOST = /(?:^|\.)instagram\.com$/;

export default definePlatform<InstagramCursor>({
  id: 'instagram',
  name: 'Instagram',
  homepage: 'https://www.instagram.com',
  description: 'Comments, replies and likes of a post, reel or video; posts, reels, followers and following of an account.',
  category: 'social',
  tier: 'major',
  recorded: '2026-09',
  comparedWith: [
    { client: 'instagrapi', date: '2026-08-22' },
    { client: 'instaloader', date: '2026-04-15' },
    { client: 'gallery-dl', date: '2026-08-01' },
  ],
  withoutTotal: ['likes', 'posts'],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['new', 'top'],
  ignores: ['advanced'],
  hosts: ['.instagram.com', '.cdninstagram.com', '.fbcdn.net'],
  staticHosts: ['.cdninstagram.com', '.fbcdn.net'],
  walls: {
    ...META_WALLS,
    bodies: [
      {
        kind: 'login',
        by: 'Instagram',
        in: 'json',
        mark: /"message"\s*:\s*"(?:checkpoint_required|challenge_required|login_required)"/,
        status: 'refusing',
        host: OWN_HOST,
        source: 'asks to log in, or to confirm the account',
      },
      {
        kind: 'block',
        by: 'Instagram',
        in: 'json',
        mark: /"message"\s*:\s*"feedback_required"/,
        status: 'refusing',
        host: OWN_HOST,
        source: 'a block of the account for what it did',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.instagram.com'],
    names: ['sessionid', 'ds_user_id'],
    aliases: { auth_token: 'sessionid' },
    login: 'https://www.instagram.com/accounts/login/',
    hint: 'Log in at instagram.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.instagram.com, and copy sessionid and, if you like, ds_user_id and csrftoken.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target, options) {
    return [{ cursor: firstCursor(target, options), role: 'page' }];
  },

  fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'thread':
        return threadPage(cursor, session);
      case 'likes':
        return likersPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      case 'reels':
        return reelsPage(cursor, session);
      case 'share':
        return sharePage(cursor, session);
      default:
        return relationsPage({ ...cursor, list: cursor.list }, session);
    }
  },
});

/** Asks where a share link leads, and gives the first page of the post there. */
async function sharePage({ share, to, isTop }: ShareCursor, session: Session): Promise<Page<InstagramCursor>> {
  const code = await session.once(`instagram share ${share}`, async () => {
    const lead = await leadOfShortLink(session, `${SITE}/share/${share}`, placeOfLead);
    if (lead !== null && lead.code !== null) return lead.code;
    if (lead?.isLogin) throw loginRequired();
    throw new PlatformRefusal('NOT_FOUND', 'This share link leads to no post. Open it in a browser and paste the address you arrive at.');
  });
  const cursor = postCursor(code, to, isTop);
  return cursor.list === 'likes' ? likersPage(cursor, session) : commentsPage(cursor, session);
}

/** Even the way to the login names what it stands before. */
function placeOfLead(url: PastedUrl): { readonly code: string | null; readonly isLogin: boolean } | null {
  const address = addressOf(url);
  if (address !== null) return address.kind === 'share' ? null : { code: address.params['code'] ?? null, isLogin: false };
  if (url.host !== 'instagram.com' || !url.path.startsWith('/accounts/login')) return null;
  const next = url.query.get('next') ?? '';
  const before = readableUrl(URL.parse(next, SITE)?.href ?? '');
  const place = before === null ? null : addressOf(before);
  return { code: place?.params['code'] ?? null, isLogin: true };
}
