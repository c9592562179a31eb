import type { Item } from '#core/contract/item.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { type Door, PAGE_SIZE, post } from '#core/platforms/goodreads/door.ts';
import { commentItem } from '#core/platforms/goodreads/item.ts';
import { commentsSchema } from '#core/platforms/goodreads/wire.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { orNull } from '#core/platform-api/item.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** The comments under a review. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly review: string;
  readonly after: string | null;
  readonly door: Door;
};

/** One request for each review that says it has comments. */
export function firstComments(reviews: readonly Item[], door: Door): Next<CommentsCursor>[] {
  return reviews
    .filter(({ replyCount }) => (replyCount ?? 0) > 0)
    .map(({ id, replyCount }) => ({
      cursor: { list: 'comments', review: id, after: null, door },
      role: 'replies',
      under: id,
      expect: Math.min(replyCount ?? 0, PAGE_SIZE),
    }));
}

export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  const { review, door } = cursor;
  const answer = await post(session, door, { operationName: 'getComments', query: queryOf(cursor) }, { keyIsGood: true });
  const { edges, pageInfo } = graphqlData(answer, commentsSchema).getComments;
  const after = orNull(pageInfo?.nextPageToken);
  return {
    items: readRows(edges, 'edges', ({ node }) => commentItem(node, review)),
    next: after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' }],
    door: 'API, comments',
  };
}

/** Values stand in the text: variables would need the names of their types, which the API has changed before. */
function queryOf({ review, after }: CommentsCursor): string {
  const from = after === null ? '' : `, after: ${JSON.stringify(after)}`;
  return `query getComments {
  getComments(filters: {resourceId: ${JSON.stringify(review)}}, pagination: {limit: ${PAGE_SIZE}${from}}) {
    totalCount
    edges { node { id text createdAt updatedAt creator { id name webUrl imageUrlSquare isAuthor } } }
    pageInfo { nextPageToken }
  }
}`;
}
