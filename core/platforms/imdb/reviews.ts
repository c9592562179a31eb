import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { askReviews, type Question } from '#core/platforms/imdb/api.ts';
import { reviewItem } from '#core/platforms/imdb/item.ts';
import { askFeatured, askReview } from '#core/platforms/imdb/page.ts';
import type { TitleReviews } from '#core/platforms/imdb/wire.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type TitleCursor = Question & { readonly list: 'title' };
export type ReviewCursor = { readonly list: 'review'; readonly review: string };

/** A page of the API; for the first one, where it is shut, the few reviews on the page of the title. */
export async function titlePage(cursor: TitleCursor, session: Session): Promise<Page<TitleCursor>> {
  const asked = askReviews(session, cursor);
  const found = cursor.after === null ? await orShut(asked) : await asked;
  if (found instanceof CommentdockError) return featuredPage(cursor, found, session);
  if (found === null) throw new PlatformRefusal('NOT_FOUND');
  return listPage(found, cursor);
}

export async function singlePage({ review }: ReviewCursor, session: Session): Promise<Page<never>> {
  const found = await askReview(session, review);
  return { items: [reviewItem(found.review)], door: found.door };
}

function listPage({ total, edges, pageInfo }: TitleReviews, cursor: TitleCursor): Page<TitleCursor> {
  const after = pageInfo?.endCursor ?? null;
  const goesOn = pageInfo?.hasNextPage === true && edges.length > 0 && after !== null && after !== cursor.after;
  return {
    items: readRows(edges, 'edges', ({ node }) => reviewItem(node)),
    next: goesOn ? [{ cursor: { ...cursor, after }, role: 'page' }] : [],
    ...(total === null || total === undefined ? {} : { total }),
    ...(cursor.order === 'new' ? { dateOrder: 'newestFirst' as const } : {}),
    door: 'GraphQL',
  };
}

/** @throws `shut`, why the API gave nothing, where the page shows no reviews though there may be some */
async function featuredPage({ title }: TitleCursor, shut: CommentdockError, session: Session): Promise<Page<TitleCursor>> {
  const featured = await orShut(askFeatured(session, title));
  if (featured instanceof CommentdockError) throw tellingOf(shut, featured);
  const { reviews, given, total, door } = featured;
  if (reviews === null ? total !== 0 : reviews.length === 0 && (total ?? 0) > 0) throw shut;
  const items = readRows(reviews ?? [], 'reviews', reviewItem);
  const missing = Math.max(0, (total ?? 0) - given);
  const note = `Only the reviews on the page of the title, in its own order: the API of IMDb gave none (${shut.message})`;
  return { items, total, ...(missing > 0 || total === null ? { gaps: [{ cause: 'blocked' as const, count: missing, note }] } : {}), door };
}
