// IMDb: the GraphQL behind its pages, without a key, and the few reviews on the page of a title where that is shut. Fragile: the API is
// documented nowhere; a firewall may stand before every page; the page of a single review is not proven.
import { PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Page } from '#core/platform-api/define.ts';
import { AMAZON_WALLS } from '#core/platform-kit/families/amazon/walls.ts';
import { placeAt } from '#core/platforms/imdb/address.ts';
import { type Order, SORTS } from '#core/platforms/imdb/api.ts';
import { type ReviewCursor, singlePage, type TitleCursor, titlePage } from '#core/platforms/imdb/reviews.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly code: string; readonly order: Order };
type Cursor = TitleCursor | ReviewCursor | ShortCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'imdb',
  name: 'IMDb',
  homepage: 'https://www.imdb.com',
  description: 'Reviews of a film, a series or an episode, or one review.',
  category: 'reviews',
  tier: 'all',
  verified: true,
  comparedWith: [
    { client: 'imdbinfo', date: '2026-08-25' },
    { client: 'imdbGraphQLPHP', date: '2026-07-30' },
  ],
  targets: [
    target(
      'title',
      REVIEWS,
      ['imdb.com/title/<tt id>', 'imdb.com/title/<tt id>/reviews'],
      [
        'https://www.imdb.com/title/tt0111161/',
        'https://www.imdb.com/title/tt0111161/reviews/?sort=submission_date&dir=desc&ref_=tt_urv',
        'https://www.imdb.com/de/title/tt0903747/ratings/',
        'https://www.imdb.com/fr-fr/title/tt0903747/',
        'https://m.imdb.com/title/tt0111161/',
      ],
    ),
    target('review', REVIEWS, ['imdb.com/review/<rw id>'], ['https://www.imdb.com/review/rw6606154/']),
    target('short', REVIEWS, ['imdb.to/<code>'], ['https://imdb.to/3xAmPle']),
  ],
  options: [],
  sorts: SORTS,
  ignores: SELECTORS,
  hosts: ['.imdb.com', 'imdb.to'],
  walls: AMAZON_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.imdb.com'],
    passes: ['aws-waf-token'],
    names: ['at-main', 'session-id', 'ubid-main'],
    login: 'https://www.imdb.com/registration/signin',
    hint: 'None are needed. Where IMDb shows a check before its pages, open one in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.imdb.com, and copy aws-waf-token; after a login also at-main, session-id and ubid-main.',
  },
  transport: 'http',
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }, options) {
    const { title = '', review, code } = params;
    const order = SORTS.find((sort) => sort === options.sort) ?? 'new';
    if (code !== undefined) return [{ cursor: { list: 'short', code, order }, role: 'page' }];
    if (review !== undefined) return [{ cursor: { list: 'review', review }, role: 'page' }];
    return [{ cursor: { list: 'title', title, order, after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return leadPage(cursor, session);
    return cursor.list === 'review' ? singlePage(cursor, session) : titlePage(cursor, session);
  },
});

/** @throws PlatformRefusal NOT_FOUND where it leads to no title and no review */
async function leadPage({ code, order }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const params = await leadOfShortLink(session, `https://imdb.to/${code}`, (url) => {
    const place = placeAt(url);
    return place === null || place.kind === 'short' ? null : place.params;
  });
  if (params === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no title and no review.');
  const { title = '', review } = params;
  return review === undefined
    ? titlePage({ list: 'title', title, order, after: null }, session)
    : singlePage({ list: 'review', review }, session);
}
