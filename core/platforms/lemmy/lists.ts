import type { Next, Page } from '#core/platform-api/define.ts';
import { type Api, askLemmy, type Calls } from '#core/platforms/lemmy/ask.ts';
import { commentItem, postItem } from '#core/platforms/lemmy/items.ts';
import { languagesOf } from '#core/platforms/lemmy/languages.ts';
import { type CommentView, contentSchema, personSchema, postListSchema, type PostView } from '#core/platforms/lemmy/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `after`: the server's own mark of the next page; servers before 0.19 have numbers alone. */
export type ListCursor = {
  readonly list: 'community' | 'user';
  readonly host: string;
  readonly name: string;
  readonly api: Api | null;
  readonly page: number;
  readonly after: string | null;
};

/** One page, whatever API it comes from. */
interface Rows {
  readonly posts: readonly PostView[];
  readonly comments: readonly CommentView[];
  /** Null where the answer says that this was the last; `byNumber` where it does not say. */
  readonly next: string | null | 'byNumber';
  readonly total?: number | null;
}

const PAGE_SIZE = 50;

export function listStart(list: ListCursor['list'], host: string, name: string): ListCursor {
  return { list, host, name, api: null, page: 1, after: null };
}

/** Posts of a community or a person; with `replies` what the person wrote below posts instead. */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const ofReplies = cursor.list === 'user' && session.options.replies;
  const { answer, api } = await askLemmy(session, cursor.host, callsOf(cursor, ofReplies ? 'comments' : 'posts'), cursor.api);
  const { posts, comments, next, total } = rowsOf(cursor, answer, api, ofReplies ? 'comments' : 'posts');
  const rows = ofReplies ? comments : posts;
  const ids = ofReplies ? comments.map(({ comment }) => comment.language_id) : posts.map(({ post }) => post.language_id);
  const languages = await languagesOf(session, cursor.host, api, ids);
  return {
    items: ofReplies
      ? readRows(comments, 'comments', (view) => commentItem(view, cursor.host, null, null, languages))
      : readRows(posts, 'posts', (view) => postItem(view, cursor.host, languages)),
    next: rows.length === 0 || next === null ? [] : [further({ ...cursor, api }, next)],
    ...(total === undefined || cursor.page > 1 ? {} : { total }),
    door: `API ${api}`,
  };
}

function further(cursor: ListCursor, next: string): Next<ListCursor> {
  return { cursor: { ...cursor, page: cursor.page + 1, after: next === 'byNumber' ? null : next }, role: 'page' };
}

function callsOf({ list, name, page, after }: ListCursor, kind: 'posts' | 'comments'): Calls {
  const mark = after ?? undefined;
  if (list === 'user') {
    return {
      v3: { path: 'user', query: { username: name, limit: PAGE_SIZE, page } },
      v4: { path: 'person/content', query: { username: name, type_: kind, limit: PAGE_SIZE, page_cursor: mark } },
    };
  }
  const number = page > 1 && after === null ? page : undefined;
  return {
    v3: { path: 'post/list', query: { community_name: name, sort: 'New', limit: PAGE_SIZE, page: number, page_cursor: mark } },
    v4: { path: 'post/list', query: { community_name: name, sort: 'new', limit: PAGE_SIZE, page_cursor: mark } },
  };
}

function rowsOf({ list }: ListCursor, answer: Answer, api: Api, kind: 'posts' | 'comments'): Rows {
  if (list === 'community') {
    const page = answer.json(postListSchema);
    const posts = 'posts' in page ? page.posts : page.items;
    const mayHaveMore = api === 'v3' && rowsGiven(posts) >= PAGE_SIZE;
    return { posts, comments: [], next: page.next_page ?? (mayHaveMore ? 'byNumber' : null) };
  }
  if (api === 'v3') {
    const { posts, comments, person_view: person } = answer.json(personSchema);
    const total = kind === 'posts' ? person?.counts?.post_count : person?.counts?.comment_count;
    return { posts, comments, next: 'byNumber', total: total ?? null };
  }
  const { items, next_page: next } = answer.json(contentSchema);
  return {
    posts: items.flatMap((item) => ('comment' in item ? [] : [item])),
    comments: items.flatMap((item) => ('comment' in item ? [item] : [])),
    next: next ?? null,
  };
}
