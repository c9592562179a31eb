import { z } from 'zod';
import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { type FeedForm, type FeedOrder, feedRequest, MOST_FEED_PAGES, readFeed } from '#core/platform-kit/families/apple/feed.ts';
import { type Door, knock, orShut } from '#core/platform-kit/knock.ts';
import { type CatalogPage, readCatalog } from '#core/platform-kit/families/apple/catalog.ts';
import { catalogRequest } from '#core/platforms/apple_podcasts/catalog.ts';
import { reviewsIn, showPage } from '#core/platforms/apple_podcasts/show-page.ts';

/** A show in a storefront, and the order asked for. */
interface Store {
  readonly show: string;
  readonly country: string;
  readonly order: FeedOrder;
}

export type FeedCursor = {
  readonly door: 'feed';
  readonly show: string;
  readonly country: string;
  readonly order: FeedOrder;
  readonly form: FeedForm;
  readonly page: number;
};

/** `afterFeed`: read on top of a feed that was full. Much of it is known, and a refusal is no failure. */
export type CatalogCursor = {
  readonly door: 'catalog';
  readonly show: string;
  readonly country: string;
  readonly offset: number;
  readonly afterFeed: boolean;
};

type ListCursor = FeedCursor | CatalogCursor;

const lookupSchema = z.object({ resultCount: z.int() });

/** The first page of the first door that has reviews; no items where the show has none; null where there is no such show. */
export async function openStorefront(store: Store, session: Session): Promise<Page<ListCursor> | null> {
  const { show, country } = store;
  /** What the last door said that did not answer 404: nothing to say against it (null), or an error. */
  let lastWord: CommentdockError | null | undefined;
  const keep = (door: Door<unknown>): void => {
    if ('value' in door) lastWord = null;
    else if (door.status !== 404) lastWord = door.refusal;
  };
  for (const form of ['json', 'xml'] as const) {
    const place: FeedCursor = { door: 'feed', ...store, form, page: 1 };
    const feed = await knock(session, feedRequest({ ...place, app: show }), (answer) => readFeed(answer, { ...place, app: show }));
    keep(feed);
    if ('value' in feed && feed.value.length > 0) return feedPage(feed.value, place, session);
    if ('value' in feed) break;
  }
  const page = await showPage(show, country, session);
  keep(page);
  const token = 'value' in page ? page.value.token : null;
  if ('value' in page && token === null) lastWord = new PlatformChanged('token');
  if (token !== null) {
    const first = { show, country, offset: 0 };
    const catalog = await knock(session, catalogRequest(first, token), (answer) => readCatalog(answer, first));
    keep(catalog);
    if ('value' in catalog && catalog.value.items.length > 0)
      return catalogPage(catalog.value, { door: 'catalog', ...first, afterFeed: false });
  }
  if ('value' in page) {
    const shown = await orShut((async () => reviewsIn(page.value.html, country))());
    if (shown instanceof CommentdockError) lastWord = shown;
    else if (shown.length > 0) return ofPage(shown);
  }
  const query = { id: show, country, entity: 'podcast' };
  const lookup = await knock(session, { url: 'https://itunes.apple.com/lookup', query }, (answer) => answer.json(lookupSchema));
  if ('value' in lookup) return lookup.value.resultCount > 0 ? withoutReviews(lastWord) : null;
  keep(lookup);
  if (lastWord instanceof CommentdockError) throw lastWord;
  return lastWord === undefined ? null : withoutReviews(lastWord);
}

/** The show exists. Where a door refused on the way here, an empty list proves nothing: the ledger says so. */
function withoutReviews(lastWord: CommentdockError | null | undefined): Page<ListCursor> {
  const note = `No door gave reviews: ${lastWord?.code}, ${lastWord?.message}`;
  return { items: [], gaps: lastWord ? [{ cause: 'blocked', count: 0, note }] : [], door: 'look-up' };
}

function ofPage(items: readonly Item[]): Page<ListCursor> {
  const note = "Neither Apple's feed nor its catalog gave reviews: these are the few that the page of the show has.";
  return { items, gaps: [{ cause: 'notServed', count: 0, note }], door: 'page' };
}

/** A further page of the feed. */
export async function nextOfFeed(cursor: FeedCursor, session: Session): Promise<Page<ListCursor>> {
  const answer = await session.fetch(feedRequest({ ...cursor, app: cursor.show }));
  return feedPage(readFeed(answer, { ...cursor, app: cursor.show }), cursor, session);
}

function feedPage(items: readonly Item[], cursor: FeedCursor, { options }: Pick<Session, 'options'>): Page<ListCursor> {
  const { show, country, order, form, page } = cursor;
  const isPast = order === 'mostrecent' && items.every((item) => isBefore(item.createdAt, options.minTimestamp));
  const beyond: Next<ListCursor>[] = isPast
    ? []
    : [{ cursor: { door: 'catalog', show, country, offset: 0, afterFeed: true }, role: 'page' }];
  const following: Next<ListCursor>[] = page === MOST_FEED_PAGES ? beyond : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }];
  return {
    items,
    next: items.length === 0 ? [] : following,
    ...(order === 'mostrecent' ? { dateOrder: 'newestFirst' as const } : {}),
    door: `feed ${form}`,
  };
}

/** A further page of the catalog; after a full feed, whatever it answers. */
export async function nextOfCatalog(cursor: CatalogCursor, session: Session): Promise<Page<ListCursor>> {
  const { show, country, afterFeed } = cursor;
  const page = await showPage(show, country, session);
  const token = 'value' in page ? page.value.token : null;
  if (token === null) {
    const refusal = 'value' in page ? new PlatformChanged('token') : page.refusal;
    if (afterFeed) return notServed(refusal.code);
    throw refusal;
  }
  const request = catalogRequest(cursor, token);
  if (!afterFeed) return catalogPage(readCatalog(await session.fetch(request), cursor), cursor);
  const door = await knock(session, request, (answer) => readCatalog(answer, cursor));
  return 'value' in door ? catalogPage(door.value, cursor) : notServed(door.refusal.code);
}

function catalogPage({ items, nextOffset }: CatalogPage, cursor: CatalogCursor): Page<ListCursor> {
  return {
    items,
    next: nextOffset === null ? [] : [{ cursor: { ...cursor, offset: nextOffset }, role: 'page' }],
    ...(cursor.afterFeed ? { mayRepeat: true } : {}),
    door: 'web catalog',
  };
}

function notServed(why: string): Page<ListCursor> {
  const note = `The feed ends after ${MOST_FEED_PAGES} pages, and older reviews were refused: ${why}.`;
  return { items: [], gaps: [{ cause: 'notServed', count: 0, note }] };
}
