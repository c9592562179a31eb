// WordPress: the REST API of whatever site the URL names, else the feed of a post's comments. Which sites run it no address tells: its own
// shapes of addresses are taken where nobody else takes them. Fragile: where the API is, and which post a page is, is up to the page.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/wordpress/address.ts';
import {
  type CommentsCursor,
  commentsPage,
  type PageCursor,
  type PostsCursor,
  postsPage,
  sitePage,
} from '#core/platforms/wordpress/lists.ts';
import { rootOf } from '#core/platforms/wordpress/site.ts';

type Cursor = PageCursor | CommentsCursor | PostsCursor;

const COMMENTS: ExportRow = { type: 'comments' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'wordpress',
  name: 'WordPress',
  homepage: 'https://wordpress.org',
  description: 'Comments of a post or a page of any site with WordPress, and the posts of a site.',
  category: 'social',
  recorded: '2021',
  comparedWith: [],
  targets: [
    target(
      'hosted',
      { own: COMMENTS },
      ['<name>.wordpress.com/<year>/<month>/<day>/<words>/'],
      ['https://terrytao.wordpress.com/2007/04/05/simons-lecture-i-structure-and-randomness-in-fourier-analysis-and-number-theory/'],
    ),
    target(
      'post',
      { own: COMMENTS },
      ['<site>/<year>/<words>/', '<site>/<year>/<month>/<words>/', '<any page>#comment-<id>', '<site>/?p=<id>', '<site>/?page_id=<id>'],
      [
        'https://ma.tt/2024/10/on-dhh/',
        'https://wordpress.example/2016/the-post/',
        'https://wordpress.example/2016/11/25/the-post/comment-page-2/#comment-5',
        'https://wordpress.example/the-post/#comment-5',
        'https://wordpress.example/?p=60',
        'https://wordpress.example/blog/?page_id=211',
      ],
    ),
    { ...target('site', { tweets: { type: 'posts', order: 'served' } }, ['<site>/'], ['https://wordpress.example/']), whenAsked: true },
  ],
  turn: 1,
  options: ['replies'],
  sorts: ['old', 'new'],
  hosts: ['public-api.wordpress.com'],
  pastedHosts: ({ host = '' }) => [host],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 1, concurrency: 1 },

  start(chosen) {
    return [{ cursor: firstCursor(chosen), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'page') return sitePage(cursor, session);
    return cursor.list === 'comments' ? commentsPage(cursor, session) : postsPage(cursor, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { base, id, of = 'posts', page = '' } = params;
  if (base === undefined || id === undefined) return { list: 'page', page, wants: type === 'posts' ? 'posts' : 'comments' };
  const address = `${base}/?${of === 'pages' ? 'page_id' : 'p'}=${id}`;
  return { list: 'comments', root: rootOf(base), page: address, post: { of, id }, subject: null, number: 1, pages: null };
}
