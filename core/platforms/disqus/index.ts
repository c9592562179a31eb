// Disqus: the data in its own embed page, and the API 3.0 with the public key of that page where a thread goes on. Fragile: how
// the page of an article names its thread is up to that page.
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { TUMBLR_WALLS } from '#core/platform-kit/families/tumblr/walls.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/disqus/address.ts';
import { askPosts, pageQuery } from '#core/platforms/disqus/api.ts';
import { postItem } from '#core/platforms/disqus/post.ts';
import { embedPage, type PostsCursor, postsPage, type StartCursor } from '#core/platforms/disqus/thread.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type UserCursor = { readonly at: 'user'; readonly user: string; readonly after: string | null };
type Cursor = StartCursor | PostsCursor | UserCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'disqus',
  name: 'Disqus',
  homepage: 'https://disqus.com',
  description: 'Comments of any page that embeds Disqus, or of one person.',
  category: 'social',
  recorded: '2016-01-29',
  comparedWith: [{ client: 'an unnamed client', date: '2026-07' }],
  targets: [
    target(
      'embed',
      { own: COMMENTS },
      ['disqus.com/embed/comments/?f=<forum>&t_u=<url>&t_i=<identifier>'],
      ['https://disqus.com/embed/comments/?base=default&f=example&t_i=42&t_u=https%3A%2F%2Fexample.org%2Fpost%2F'],
    ),
    target(
      'thread',
      { own: COMMENTS },
      ['disqus.com/home/discussion/<forum>/<slug>', '<forum>.disqus.com/<slug>', 'disq.us/t/<thread>', 'disq.us/p/<comment>'],
      [
        'https://disqus.com/home/discussion/example/a_post/',
        'https://example.disqus.com/a_post/',
        'https://disq.us/t/2p4abcd',
        'http://disq.us/p/14k2xyz',
      ],
    ),
    target(
      'article',
      { own: COMMENTS },
      ['<any page>#disqus_thread', 'disqus:<address of any page>'],
      ['https://blog.example.org/a-post/#disqus_thread', 'disqus:https://blog.example.org/a-post/'],
    ),
    target(
      'user',
      { own: { type: 'comments', order: 'served' } },
      ['disqus.com/by/<user>', 'disqus.com/by/<user>/comments'],
      ['https://disqus.com/by/somebody/', 'https://disqus.com/by/somebody/comments/'],
    ),
  ],
  written: { schemes: ['disqus:'] },
  options: ['replies'],
  sorts: ['top', 'new', 'old'],
  hosts: ['.disqus.com', 'disq.us'],
  pastedHosts: ({ page }) => (page === undefined ? [] : [new URL(page).host]),
  walls: TUMBLR_WALLS,
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }) {
    const { query, page, user = '' } = params;
    if (query !== undefined) return [{ cursor: { at: 'embed', query }, role: 'page' }];
    if (page !== undefined) return [{ cursor: { at: 'article', page }, role: 'page' }];
    return [{ cursor: { at: 'user', user, after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.at === 'user') return userPage(cursor, session);
    return cursor.at === 'posts' ? postsPage(cursor, session) : embedPage(cursor, session);
  },
});

/** Everything that a person wrote, whatever it answers. */
async function userPage({ at, user, after }: UserCursor, session: Session): Promise<Page<Cursor>> {
  const { cursor: position, response } = await askPosts(session, 'users/listPosts.json', {
    'user:username': user,
    related: 'thread',
    ...pageQuery(after),
  });
  const next = position?.hasNext === true ? (position.next ?? null) : null;
  return {
    items: readRows(response, 'response', (post) => postItem(post, null)),
    next: next === null ? [] : [{ cursor: { at, user, after: next }, role: 'page' }],
    dateOrder: 'newestFirst',
    door: 'API 3.0',
  };
}
