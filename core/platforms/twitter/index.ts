// X (Twitter): the calls of its own web page, with the owner's session. Fragile: the ids of the calls and the page's signature are
// replaced every few weeks (read anew from the page then), replies are ranked and folded, and accounts are throttled per call.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { conversationPage } from '#core/platforms/twitter/conversation.ts';
import { cursorOfPost, firstCursor, type LinkCursor, type TwitterCursor } from '#core/platforms/twitter/cursor.ts';
import { listPage } from '#core/platforms/twitter/lists.ts';
import { addressOf, TARGETS } from '#core/platforms/twitter/targets.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';
import type { Session } from '#core/platform-api/session.ts';

/** A browser gets a page that leads on, others a redirect. */
const LEADS_TO = /<meta http-equiv="refresh" content="0;URL=([^"]+)"/i;

export default definePlatform<TwitterCursor>({
  id: 'twitter',
  name: 'X (Twitter)',
  homepage: 'https://x.com',
  description: 'Replies, quotes, reposts and likes of a post; posts, followers and following of an account; search results.',
  category: 'social',
  tier: 'major',
  recorded: '2026-08',
  comparedWith: [
    { client: 'twscrape', date: '2026-08-07' },
    { client: 'twikit', date: '2026-03-10' },
    { client: 'twitter-scraper', date: '2026-03-31' },
  ],
  withoutTotal: ['comments', 'posts'],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  hosts: ['.x.com', '.twitter.com', '.twimg.com', 't.co'],
  staticHosts: ['abs.twimg.com'],
  cookies: {
    need: 'required',
    domains: ['.x.com', '.twitter.com'],
    names: ['auth_token', 'ct0'],
    aliases: { sessionid: 'auth_token' },
    login: 'https://x.com/i/flow/login',
    hint: 'Log in at x.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://x.com, and copy auth_token and, if you like, ct0.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target, { replies, sort }) {
    return [{ cursor: firstCursor(target, { replies, isTop: sort === 'top' }), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'conversation') return conversationPage(cursor, session);
    return cursor.list === 'link' ? linkedPage(cursor, session) : listPage(cursor, session);
  },
});

/** Asks where a short link leads, and gives the first page of the post that it finds there. */
async function linkedPage({ token, to }: LinkCursor, session: Session): Promise<Page<TwitterCursor>> {
  const answer = await session.fetch({ url: `https://t.co/${token}`, redirect: 'manual' });
  const location = isRedirect(answer.status) ? answer.headers['location'] : LEADS_TO.exec(answer.text)?.[1];
  if (location === undefined) throw new PlatformChanged('t.co', 'The short link does not say where it leads.');
  const leads = readableUrl(location);
  const address = leads === null ? null : addressOf(leads);
  const post = address?.params['post'];
  if (post === undefined)
    throw new PlatformRefusal('NOT_FOUND', `This short link leads to no post (${location}). Paste the address of what you want to export.`);
  const cursor = cursorOfPost(to, post);
  return cursor.list === 'conversation' ? conversationPage(cursor, session) : listPage(cursor, session);
}
