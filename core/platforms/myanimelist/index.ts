// MyAnimeList: the review pages of its own site, or a public mirror of them where the site is shut.
// Fragile: everything is read from HTML; times are those of the site's own zone; the page of a single review is a guess.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/myanimelist/address.ts';
import { askMirror, MIRROR_NAMES, type MirrorName, MIRRORS } from '#core/platforms/myanimelist/mirror.ts';
import { askPage } from '#core/platforms/myanimelist/page.ts';
import type { Session } from '#core/platform-api/session.ts';

type TitleCursor = {
  readonly list: 'title';
  readonly kind: string;
  readonly id: string;
  readonly sort: Order;
  readonly page: number;
  /** The one that opened; the site's own until then. */
  readonly door: 'site' | MirrorName;
};
type ReviewCursor = { readonly list: 'review'; readonly review: string };
type Cursor = TitleCursor | ReviewCursor;
type Order = (typeof ORDERS)[keyof typeof ORDERS];

const ORDERS = { new: 'newest', old: 'oldest', top: 'mostvoted' } as const;
const DATE_ORDERS: Readonly<Partial<Record<Order, Page['dateOrder'] & string>>> = { newest: 'newestFirst', oldest: 'oldestFirst' };

const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'myanimelist',
  name: 'MyAnimeList',
  homepage: 'https://myanimelist.net',
  description: 'Reviews of an anime or a manga, preliminary ones and spoilers too, or one review.',
  category: 'reviews',
  recorded: '2026-01-17',
  comparedWith: [
    { client: 'tenrai.net', date: '2026-08-16' },
    { client: 'tenrai.js', date: '2026-07-10' },
  ],
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
  sorts: ['new', 'old', 'top'],
  ignores: SELECTORS,
  hosts: ['.myanimelist.net', ...Object.values(MIRRORS).map(({ host }) => host)],
  cookies: { need: 'none', domains: ['.myanimelist.net'] },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }, options) {
    const { kind = '', id = '', review } = params;
    if (review !== undefined) return [{ cursor: { list: 'review', review }, role: 'page' }];
    const sort = options.sort === 'old' || options.sort === 'top' ? ORDERS[options.sort] : ORDERS.new;
    return [{ cursor: { list: 'title', kind, id, sort, page: 1, door: 'site' }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'review') return singlePage(cursor, session);
    if (cursor.door !== 'site') return mirrorPage(cursor, cursor.door, session);
    if (cursor.page > 1) return sitePage(cursor, session);
    const first = await orShut(sitePage(cursor, session));
    return first instanceof CommentdockError ? firstOfMirrors(cursor, first, session) : first;
  },
});

async function singlePage({ review }: ReviewCursor, session: Session): Promise<Page<Cursor>> {
  const { items, door } = await askPage(session, `/reviews.php?id=${review}`, review);
  if (items.length === 0) throw new PlatformRefusal('NOT_FOUND');
  return { items, door };
}

async function sitePage(cursor: TitleCursor, session: Session): Promise<Page<Cursor>> {
  const { kind, id, sort, page } = cursor;
  const { items, total, door } = await askPage(session, `/${kind}/${id}/_/reviews?p=${page}&spoiler=on&preliminary=on&sort=${sort}`);
  const isFirst = page === 1;
  if (isFirst && items.length === 0 && (total ?? 0) > 0)
    throw new PlatformChanged('.review-element', `MyAnimeList counts ${total} reviews and shows none.`);
  const dateOrder = DATE_ORDERS[sort];
  return {
    items,
    next: items.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(isFirst ? { total } : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door,
  };
}

/**
 * What the first mirror that has any reviews shows. One that has none may only not know the title: it is no news of MyAnimeList.
 * @throws `shut`, why the site gave nothing, where no mirror has any
 */
async function firstOfMirrors(cursor: TitleCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  for (const mirror of MIRROR_NAMES) {
    const page = await orShut(mirrorPage(cursor, mirror, session, shut));
    if (!(page instanceof CommentdockError) && page.items.length > 0) return page;
  }
  throw shut;
}

/** @param shut why the site gave nothing, where this is the first page */
async function mirrorPage(cursor: TitleCursor, mirror: MirrorName, session: Session, shut?: CommentdockError): Promise<Page<Cursor>> {
  const { items, goesOn, name, host } = await askMirror(session, mirror, cursor);
  const late = `Read from ${name} (${host}), a public mirror of MyAnimeList that may be late and have an order of its own`;
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1, door: mirror }, role: 'page' }] : [],
    ...(shut === undefined ? {} : { notes: [`${late}: ${shut.message}`] }),
    door: name,
  };
}
