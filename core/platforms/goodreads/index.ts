// Goodreads: the API behind its pages names the work of a book and gives the reviews; the page of the book stands in for it, where a
// firewall may stand. Fragile: the API's public key, which is replaced now and then by one in the site's script.
import { PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { AMAZON_WALLS } from '#core/platform-kit/families/amazon/walls.ts';
import { placeAt } from '#core/platforms/goodreads/address.ts';
import { type CommentsCursor, commentsPage } from '#core/platforms/goodreads/comments.ts';
import { type BookCursor, bookPage, type Order, type ReviewsCursor, reviewsPage } from '#core/platforms/goodreads/reviews.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';

type ShortCursor = { readonly list: 'short'; readonly code: string; readonly order: Order };
type Cursor = BookCursor | ReviewsCursor | CommentsCursor | ShortCursor;

const REVIEWS = { type: 'reviews' } as const;
const ORDERS: Readonly<Record<string, Order>> = { new: 'NEWEST', old: 'OLDEST', top: null };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'goodreads',
  name: 'Goodreads',
  homepage: 'https://www.goodreads.com',
  description: 'Reviews of a book, of all its editions, and the comments under them.',
  category: 'reviews',
  recorded: '2026-05',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'book',
      { own: REVIEWS },
      ['goodreads.com/book/show/<id>', 'goodreads.com/book/isbn/<isbn>'],
      [
        'https://www.goodreads.com/book/show/18759843-bumi',
        'https://www.goodreads.com/en/book/show/211721806-dungeon-crawler-carl',
        'https://www.goodreads.com/book/show/3735293.Clean_Code/reviews',
        'https://www.goodreads.com/book/isbn/9780132350884',
      ],
    ),
    target(
      'work',
      { own: REVIEWS },
      ['goodreads.com/work/<id>', 'goodreads.com/work/editions/<id>'],
      ['https://www.goodreads.com/work/76027608-dungeon-crawler-carl', 'https://www.goodreads.com/work/editions/76027608'],
    ),
    target('short', { own: REVIEWS }, ['goodreads.app.link/<code>'], ['https://goodreads.app.link/AbCdEfGhIj']),
  ],
  options: ['replies'],
  sorts: ['new', 'old', 'top'],
  ignores: SELECTORS,
  hosts: ['.goodreads.com', 'goodreads.app.link', 'kxbwmqov6jgg3daaamb744ycu4.appsync-api.us-east-1.amazonaws.com'],
  walls: AMAZON_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.goodreads.com'],
    passes: ['aws-waf-token'],
    names: ['at-main', 'session-id', 'ubid-main'],
    login: 'https://www.goodreads.com/user/sign_in',
    hint: 'None are needed. Log in at goodreads.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.goodreads.com, and copy at-main, session-id and ubid-main.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ params }, options) {
    const { path = '', code } = params;
    const order = ORDERS[options.sort ?? 'new'] ?? null;
    return [{ cursor: code === undefined ? { list: 'book', path, order } : { list: 'short', code, order }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'reviews') return reviewsPage(cursor, session);
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    if (cursor.list === 'book') return bookPage(cursor, session);
    const path = await leadOfShortLink(session, `https://goodreads.app.link/${cursor.code}`, (url) => placeAt(url)?.params['path'] ?? null);
    if (path === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no book.');
    return bookPage({ list: 'book', path, order: cursor.order }, session);
  },
});
