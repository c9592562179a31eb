import type { Item } from '#core/contract/item.ts';
import { type CatalogPage, readCatalog } from '#core/platform-kit/families/apple/catalog.ts';
import { catalogRequest } from '#core/platforms/appstore/catalog.ts';
import type { AppStoreCursor, CatalogCursor, FeedCursor, RatingsCursor } from '#core/platforms/appstore/cursor.ts';
import { feedRequest, MOST_FEED_PAGES, readFeed } from '#core/platform-kit/families/apple/feed.ts';
import { lookUp } from '#core/platforms/appstore/doors.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { knock } from '#core/platform-kit/knock.ts';
import type { Session } from '#core/platform-api/session.ts';

/** A further page of the feed; of the other order, whatever it answers. */
export async function nextOfFeed(cursor: FeedCursor, session: Session): Promise<Page<AppStoreCursor>> {
  if (!cursor.afterFeed) return feedPage(readFeed(await session.fetch(feedRequest(cursor)), cursor), cursor, session);
  const door = await knock(session, feedRequest(cursor), (answer) => readFeed(answer, cursor));
  return 'value' in door
    ? feedPage(door.value, cursor, session)
    : refused(`reviews in the other order (${cursor.order})`, door.refusal.code);
}

/** A further page of the catalog; after a full feed, whatever it answers. */
export async function nextOfCatalog(cursor: CatalogCursor, session: Session): Promise<Page<AppStoreCursor>> {
  if (!cursor.afterFeed) return catalogPage(readCatalog(await session.fetch(catalogRequest(cursor)), cursor), cursor);
  const door = await knock(session, catalogRequest(cursor), (answer) => readCatalog(answer, cursor));
  return 'value' in door ? catalogPage(door.value, cursor) : refused('older reviews', door.refusal.code);
}

/** What a storefront counts. Apple states ratings, most of them without words, and never how many reviews there are. */
export async function ratingsPage({ app, country }: RatingsCursor, session: Session): Promise<Page<AppStoreCursor>> {
  const lookup = await lookUp({ app, country }, session);
  const ratings = 'value' in lookup ? lookup.value.ratings : null;
  const stated = ratings === null ? 'does not say how many' : `counts ${ratings} ratings, with and without words`;
  return {
    items: [],
    notes: [
      `The storefront "${country}" ${stated}; Apple states no number of reviews. Read here: its feed in both orders, ${MOST_FEED_PAGES} pages each, and its web catalog.`,
    ],
  };
}

export function feedPage(items: readonly Item[], cursor: FeedCursor, { options }: Pick<Session, 'options'>): Page<AppStoreCursor> {
  const { order, form, page, afterFeed } = cursor;
  const isFull = page === MOST_FEED_PAGES;
  const following: readonly Next<AppStoreCursor>[] = isFull
    ? beyondFeed(items, cursor, options.minTimestamp)
    : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }];
  return {
    items,
    next: items.length === 0 ? [] : following,
    ...(order === 'mostrecent' ? { dateOrder: 'newestFirst' as const } : {}),
    ...(afterFeed ? { mayRepeat: true } : {}),
    door: afterFeed ? `feed ${form}, other order` : `feed ${form}`,
  };
}

/** Ten pages are the feed's most. Further reviews are in the catalog and in the feed of the other order. */
function beyondFeed(items: readonly Item[], cursor: FeedCursor, minTimestamp: number | null): readonly Next<AppStoreCursor>[] {
  const { app, country, order, afterFeed } = cursor;
  const isPast = order === 'mostrecent' && items.every((item) => isBefore(item.createdAt, minTimestamp));
  if (afterFeed || isPast) return [];
  const other = order === 'mostrecent' ? 'mosthelpful' : 'mostrecent';
  return [
    { cursor: { door: 'catalog', app, country, offset: 0, afterFeed: true }, role: 'page' },
    { cursor: { ...cursor, order: other, page: 1, afterFeed: true }, role: 'list' },
    { cursor: { door: 'ratings', app, country }, role: 'list', optional: true },
  ];
}

export function catalogPage({ items, nextOffset }: CatalogPage, cursor: CatalogCursor): Page<AppStoreCursor> {
  return {
    items,
    next: nextOffset === null ? [] : [{ cursor: { ...cursor, offset: nextOffset }, role: 'page' }],
    ...(cursor.afterFeed ? { mayRepeat: true } : {}),
    door: 'web catalog',
  };
}

function refused(what: string, code: string): Page<AppStoreCursor> {
  const note = `The feed ends after ${MOST_FEED_PAGES} pages, and ${what} were refused: ${code}.`;
  return { items: [], gaps: [{ cause: 'notServed', count: 0, note }] };
}
