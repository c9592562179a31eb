// LinkedIn: the calls of its own web page with the owner's session, or the little that its public pages show. Written from what others
// have found out, never proven. Fragile: the ids of the calls change with every release, and busy accounts are restricted.
import { definePlatform } from '#core/platforms/define.ts';
import { commentsPage, likesPage, type LinkedInCursor } from '#core/platforms/linkedin/pages.ts';
import { postOf, TARGETS } from '#core/platforms/linkedin/targets.ts';

export default definePlatform<LinkedInCursor>({
  id: 'linkedin',
  name: 'LinkedIn',
  homepage: 'https://www.linkedin.com',
  description: 'Comments and replies of a post, and who reacted to it.',
  category: 'social',
  tier: 'major',
  verified: false,
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  cookies: {
    need: 'optional',
    domains: ['.linkedin.com'],
    names: ['li_at', 'JSESSIONID'],
    aliases: { sessionid: 'li_at', auth_token: 'li_at' },
    login: 'https://www.linkedin.com/login',
    hint: 'Log in at linkedin.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.linkedin.com, and copy li_at and JSESSIONID: without them only the first comments of a public post are shown.',
  },
  transport: 'http',
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ type, params }) {
    const { urn, path } = postOf(params['post'] ?? '') ?? { urn: '', path: '' };
    return [{ cursor: { list: type === 'likes' ? 'likes' : 'comments', urn, path, start: 0 }, role: 'page' }];
  },

  fetchPage: (cursor, session) => (cursor.list === 'likes' ? likesPage(cursor, session) : commentsPage(cursor, session)),
});
