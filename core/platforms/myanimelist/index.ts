// MyAnimeList: the review pages of its own site, or Jikan, a public mirror of them. Written from what others have found out, never proven.
// Fragile: everything is read from HTML; times are those of the site's own zone; the page of a single review is a guess.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform } from '#core/platforms/define.ts';
import type { Page } from '#core/platforms/define.ts';
import { targetsOf } from '#core/platforms/kit/place.ts';
import { placeAt } from '#core/platforms/myanimelist/address.ts';
import { askMirror } from '#core/platforms/myanimelist/mirror.ts';
import { askPage, type ReviewsPage } from '#core/platforms/myanimelist/page.ts';
import type { Session } from '#core/platforms/session.ts';

type TitleCursor = {
  readonly list: 'title';
  readonly kind: string;
  readonly id: string;
  readonly sort: Order;
  readonly page: number;
  readonly door: 'site' | 'mirror';
};
type ReviewCursor = { readonly list: 'review'; readonly review: string };
type Cursor = TitleCursor | ReviewCursor;
type Order = (typeof ORDERS)[keyof typeof ORDERS];

const ORDERS = { new: 'newest', old: 'oldest', top: 'mostvoted' } as const;
const DATE_ORDERS: Readonly<Partial<Record<Order, Page['dateOrder'] & string>>> = { newest: 'newestFirst', oldest: 'oldestFirst' };
const MIRROR_NOTE = 'Read from Jikan (api.jikan.moe), a public mirror of MyAnimeList that may be a day late and has an order of its own:';

const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'myanimelist',
  name: 'MyAnimeList',
  homepage: 'https://myanimelist.net',
  description: 'Reviews of an anime or a manga, preliminary ones and spoilers too, or one review.',
  category: 'reviews',
  tier: 'all',
  verified: false,
  targets: [
    target(
      'title',
      REVIEWS,
      ['myanimelist.net/anime/<id>', 'myanimelist.net/manga/<id>', 'myanimelist.net/anime.php?id=<id>'],
      [
        'https://myanimelist.net/anime/5114/Fullmetal_Alchemist__Brotherhood',
        'https://myanimelist.net/anime/5114/Fullmetal_Alchemist__Brotherhood/reviews?p=2&sort=newest',
        'https://myanimelist.net/manga/2/Berserk/reviews',
        'https://myanimelist.net/anime.php?id=5114',
      ],
    ),
    target('review', REVIEWS, ['myanimelist.net/reviews.php?id=<id>'], ['https://myanimelist.net/reviews.php?id=123456']),
  ],
  options: [],
  sorts: ['new', 'old', 'top'],
  ignores: SELECTORS,
  cookies: { need: 'none', domains: ['.myanimelist.net'] },
  transport: 'http',
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }, options) {
    const { kind = '', id = '', review } = params;
    if (review !== undefined) return [{ cursor: { list: 'review', review }, role: 'page' }];
    const sort = options.sort === 'old' || options.sort === 'top' ? ORDERS[options.sort] : ORDERS.new;
    return [{ cursor: { list: 'title', kind, id, sort, page: 1, door: 'site' }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'review') return singlePage(cursor, session);
    if (cursor.door === 'mirror') return mirrorPage(cursor, session);
    const found = await knock(cursor, session);
    return found instanceof CommentdockError ? firstOfMirror(cursor, found, session) : sitePage(found, cursor);
  },
});

async function singlePage({ review }: ReviewCursor, session: Session): Promise<Page<Cursor>> {
  const { items, door } = await askPage(session, `/reviews.php?id=${review}`, review);
  if (items.length === 0) throw new PlatformRefusal('NOT_FOUND');
  return { items, door };
}

/** A page of the site; the reason instead where the site is shut before the first page. */
async function knock({ kind, id, sort, page }: TitleCursor, session: Session): Promise<ReviewsPage | CommentdockError> {
  try {
    const found = await askPage(session, `/${kind}/${id}/_/reviews?p=${page}&spoiler=on&preliminary=on&sort=${sort}`);
    if (page > 1 || found.items.length > 0 || (found.total ?? 0) === 0) return found;
    return new PlatformChanged('.review-element', `MyAnimeList counts ${found.total} reviews and shows none.`);
  } catch (error) {
    if (!(error instanceof CommentdockError) || error.code === 'STOPPED' || page > 1) throw error;
    return error;
  }
}

function sitePage({ items, total, door }: ReviewsPage, cursor: TitleCursor): Page<Cursor> {
  const dateOrder = DATE_ORDERS[cursor.sort];
  return {
    items,
    next: items.length === 0 ? [] : [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }],
    ...(cursor.page === 1 ? { total } : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door,
  };
}

/** @throws `shut`, why the site gave nothing, where the mirror has nothing better */
async function firstOfMirror(cursor: TitleCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  try {
    return { ...(await mirrorPage({ ...cursor, door: 'mirror' }, session)), notes: [`${MIRROR_NOTE} ${shut.message}`] };
  } catch (error) {
    const isTelling = !(error instanceof CommentdockError) || error.code === 'NOT_FOUND' || error.code === 'STOPPED';
    throw isTelling ? error : shut;
  }
}

async function mirrorPage(cursor: TitleCursor, session: Session): Promise<Page<Cursor>> {
  const { items, goesOn } = await askMirror(session, cursor);
  return { items, next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [], door: 'Jikan' };
}
