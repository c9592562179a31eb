import { IncompleteAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Sort } from '#core/contract/options.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { askMedium, discussionPage } from '#core/platforms/medium/ask.ts';
import { responseCount, responseItem } from '#core/platforms/medium/items.ts';
import { discussionSchema, type Mark, type Response } from '#core/platforms/medium/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

/** `of`: the response whose answers are asked for, null for the article itself. */
export type ResponsesCursor = {
  readonly list: 'responses';
  readonly article: string;
  readonly of: string | null;
  readonly author: string | null;
  readonly mark: Mark | null;
};

const PAGE_SIZE = 25;
/** Medium knows none by which the oldest would come first. */
const SORTS: Readonly<Partial<Record<Sort, string>>> = { top: 'TOP', new: 'REVERSE_CHRON' };

export function responsesStart(article: string): ResponsesCursor {
  return { list: 'responses', article, of: null, author: null, mark: null };
}

/** One page of an article's responses, or of the answers to one of them. */
export async function responsesPage(cursor: ResponsesCursor, session: Session): Promise<Page<ResponsesCursor>> {
  const { replies, sort } = session.options;
  const postId = cursor.of ?? cursor.article;
  const { data, door } = await askMedium(session, discussionSchema, {
    what: 'responses',
    variables: { postId, postResponsesPaging: cursor.mark ?? { limit: PAGE_SIZE }, sortType: SORTS[sort ?? 'top'] ?? 'TOP', replies },
    page: discussionPage(cursor.article),
  });
  if (data.post === null) throw new PlatformRefusal('NOT_FOUND');
  const isStart = cursor.of === null && cursor.mark === null;
  const posts = data.post.threadedPostResponses?.posts ?? [];
  const total = responseCount(data.post);
  if (isStart && posts.length === 0) checkEmpty(total, data.post.allowResponses !== false && data.post.responsesLocked !== true);
  const at = { ...cursor, author: isStart ? (data.post.creator?.id ?? null) : cursor.author };
  const { items, next } = read(posts, at, replies);
  const mark = data.post.threadedPostResponses?.pagingInfo?.next ?? null;
  return {
    items,
    next: [...next, ...(mark === null || posts.length === 0 ? [] : [{ cursor: { ...at, mark }, role: 'page' as const }])],
    ...(isStart ? { total } : {}),
    door,
  };
}

/** @throws PlatformRefusal COMMENTS_DISABLED; IncompleteAnswer where responses are counted and none is shown */
function checkEmpty(total: number | null, isAllowed: boolean): void {
  if ((total ?? 0) > 0) throw new IncompleteAnswer(`Medium counts ${total} responses and shows none.`);
  if (!isAllowed) throw new PlatformRefusal('COMMENTS_DISABLED');
}

/** Responses with those of their answers that came along, and requests for the others. */
function read(posts: readonly Response[], cursor: ResponsesCursor, replies: boolean): { items: Item[]; next: Next<ResponsesCursor>[] } {
  const items: Item[] = [];
  const next: Next<ResponsesCursor>[] = [];
  const visit = (response: Response, parent: string | null): void => {
    items.push(responseItem(response, cursor.article, parent, cursor.author));
    if (!replies) return;
    const below = response.threadedPostResponses?.posts ?? [];
    const mark = response.threadedPostResponses?.pagingInfo?.next ?? null;
    const expect = Math.max(response.responsesCount ?? 0, response.postResponses?.count ?? 0);
    if (mark !== null || (below.length === 0 && expect > 0))
      next.push({
        cursor: { ...cursor, of: response.id, mark: below.length === 0 ? null : mark },
        role: 'replies',
        under: response.id,
        expect,
      });
    for (const answer of below) visit(answer, response.id);
  };
  for (const post of posts) visit(post, cursor.of);
  return { items, next };
}
