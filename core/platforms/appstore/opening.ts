import { CommentdockError } from '#core/contract/error.ts';
import { readCatalog } from '#core/platform-kit/families/apple/catalog.ts';
import { catalogRequest } from '#core/platforms/appstore/catalog.ts';
import type { AppStoreCursor, FeedCursor, Storefront } from '#core/platforms/appstore/cursor.ts';
import { lookUp } from '#core/platforms/appstore/doors.ts';
import { feedRequest, readFeed } from '#core/platform-kit/families/apple/feed.ts';
import { catalogPage, feedPage } from '#core/platforms/appstore/lists.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { type Door, knock } from '#core/platform-kit/knock.ts';
import type { Session } from '#core/platform-api/session.ts';

/** The first page of the first door that has reviews; no items where the app has none; null where there is no such app. */
export async function openStorefront(store: Storefront, session: Session): Promise<Page<AppStoreCursor> | null> {
  /** What the last door said that did not answer 404: nothing to say against it (null), or an error. */
  let lastWord: CommentdockError | null | undefined;
  const keep = (door: Door<unknown>): void => {
    if ('value' in door) lastWord = null;
    else if (door.status !== 404) lastWord = door.refusal;
  };
  for (const form of ['json', 'xml'] as const) {
    const place: FeedCursor = { door: 'feed', ...store, form, page: 1, afterFeed: false };
    const feed = await knock(session, feedRequest(place), (answer) => readFeed(answer, place));
    keep(feed);
    if ('value' in feed && feed.value.length > 0) return feedPage(feed.value, place, session);
    if ('value' in feed) break;
  }
  const place = { app: store.app, country: store.country, offset: 0 };
  const catalog = await knock(session, catalogRequest(place), (answer) => readCatalog(answer, place));
  keep(catalog);
  if ('value' in catalog && catalog.value.items.length > 0)
    return catalogPage(catalog.value, { door: 'catalog', ...place, afterFeed: false });
  const lookup = await lookUp(store, session);
  if ('value' in lookup) return lookup.value.exists ? withoutReviews(store, lastWord, lookup.value.ratings) : null;
  keep(lookup);
  if (lastWord instanceof CommentdockError) throw lastWord;
  return lastWord === undefined ? null : withoutReviews(store, lastWord, null);
}

/** The app exists. Where a door refused on the way here, or people rated the app, an empty list proves nothing: the ledger says so. */
function withoutReviews(
  { country }: Storefront,
  lastWord: CommentdockError | null | undefined,
  ratings: number | null,
): Page<AppStoreCursor> {
  const gaps: Gap[] = lastWord ? [{ cause: 'blocked', count: 0, note: `No door gave reviews: ${lastWord.code}, ${lastWord.message}` }] : [];
  const note = `The storefront "${country}" counts ${ratings} ratings and gave no review. They may all be without words, or its feed may be down for a while: try again later.`;
  return { items: [], gaps, notes: (ratings ?? 0) > 0 ? [note] : [], door: 'look-up' };
}
