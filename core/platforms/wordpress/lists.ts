import { CommentdockError } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { parseXml } from '#core/platform-kit/xml.ts';
import { commentItem, entriesOf, feedItem, postItem, type Subject, titleOf } from '#core/platforms/wordpress/items.ts';
import { apiRequest, postBySlug, type PostNumber, readSite, refusalIn } from '#core/platforms/wordpress/site.ts';
import { commentsSchema, postsSchema, subjectSchema } from '#core/platforms/wordpress/wire.ts';

/** A page as pasted, which says where the API is. */
export type PageCursor = { readonly list: 'page'; readonly page: string; readonly wants: 'comments' | 'posts' };
/** `page`: the address of the post, for its feed. `number` of the page of the list, `pages`: how many there are, where the site says so. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly root: string;
  readonly page: string;
  readonly post: PostNumber;
  readonly subject: Subject | null;
  readonly number: number;
  readonly pages: number | null;
};
export type PostsCursor = { readonly list: 'posts'; readonly root: string; readonly number: number; readonly pages: number | null };
type Cursor = PageCursor | CommentsCursor | PostsCursor;

const DOOR = 'REST API';
const PAGE_SIZE = 100;
const NOBODY: Subject = { title: null, author: null };
/** With these, and with what is no JSON, the feed is asked for instead of the first page of comments. */
const SHUT: ReadonlySet<number> = new Set([401, 403, 404]);
const ONLY_NEWEST =
  "The site's REST API gives no comments, so these are those of its feed: the newest alone, of which nobody knows what they answer.";

export async function sitePage({ page, wants }: PageCursor, session: Session): Promise<Page<Cursor>> {
  const { root, post } = await readSite(session, page);
  if (wants === 'posts') return postsPage({ list: 'posts', root, number: 1, pages: null }, session);
  const found = post ?? (await postBySlug(session, root, page));
  return commentsPage({ list: 'comments', root, page, post: found, subject: null, number: 1, pages: null }, session);
}

/** A page of comments, or where the API gives none what the feed has. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<Cursor>> {
  const { root, post, number } = cursor;
  const about = cursor.subject === null ? await optionalAnswer(session, subjectSchema, apiRequest(root, `${post.of}/${post.id}`)) : null;
  const subject = cursor.subject ?? (about === null ? NOBODY : { title: titleOf(about.title?.rendered), author: about.author ?? null });
  const { replies, sort } = session.options;
  const isNewest = sort === 'new';
  const answer = await session.fetch({
    ...apiRequest(root, 'comments', {
      post: post.id,
      per_page: PAGE_SIZE,
      page: number,
      order: isNewest ? 'desc' : 'asc',
      orderby: 'date_gmt',
      parent: replies ? undefined : 0,
    }),
    accept: 'any',
  });
  const refusal = refusalIn(answer);
  if (refusal !== null) {
    if (number > 1) return endOrThrow(answer, refusal);
    if (!SHUT.has(answer.status) && (answer.status >= 300 || answer.isJson)) throw refusal;
    return feedPage(feedOf(about?.link ?? cursor.page), { subject, refusal }, session);
  }
  const comments = answer.json(commentsSchema);
  const wanted = replies ? comments : comments.filter(({ parent }) => !parent);
  return {
    items: readRows(wanted, '$', (comment) => commentItem(comment, subject)),
    next: further({ ...cursor, subject }, answer, rowsGiven(comments)),
    ...(number === 1 ? { total: countIn(answer, 'x-wp-total') } : {}),
    dateOrder: isNewest ? 'newestFirst' : 'oldestFirst',
    door: DOOR,
  };
}

/** Sites refuse a page behind the last one. */
function endOrThrow({ status }: Answer, refusal: CommentdockError): Page<Cursor> {
  if (status !== 400) throw refusal;
  return { items: [], door: DOOR };
}

function further<C extends CommentsCursor | PostsCursor>(cursor: C, answer: Answer, rows: number): Next<C>[] {
  const pages = countIn(answer, 'x-wp-totalpages') ?? cursor.pages;
  const isOver = pages === null ? rows < PAGE_SIZE : cursor.number >= pages;
  return isOver || rows === 0 ? [] : [{ cursor: { ...cursor, number: cursor.number + 1, pages }, role: 'page' }];
}

function countIn({ headers }: Answer, name: string): number | null {
  const said = headers[name] ?? '';
  return /^\d{1,9}$/.test(said) ? Number(said) : null;
}

/** Of a site without addresses of its own for posts, the feed stands in the query too. */
function feedOf(post: string): string {
  const url = new URL(post);
  url.hash = '';
  url.protocol = 'https:';
  if (url.searchParams.has('p') || url.searchParams.has('page_id')) url.searchParams.set('feed', 'rss2');
  else url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/feed/`;
  return url.href;
}

interface Instead {
  readonly subject: Subject;
  /** Why the API gives nothing: told where there is no feed. */
  readonly refusal: CommentdockError;
}

async function feedPage(url: string, { subject, refusal }: Instead, session: Session): Promise<Page<Cursor>> {
  const entries = await orShut(
    session.fetch({ url, leads: 'anywhere' }).then(({ text }) => {
      const found = entriesOf(parseXml(text, '$'));
      if (found === null) throw refusal;
      return found;
    }),
  );
  if (entries instanceof CommentdockError) throw refusal;
  return {
    items: readRows(entries, 'channel.item', (entry) => feedItem(entry, subject)),
    total: null,
    gaps: [{ cause: 'notServed', count: 0, note: ONLY_NEWEST }],
    notes: [refusal.message],
    door: 'feed',
  };
}

export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<Cursor>> {
  const { root, number } = cursor;
  const answer = await session.fetch({
    ...apiRequest(root, 'posts', { per_page: PAGE_SIZE, page: number, _embed: 'author' }),
    accept: 'any',
  });
  const refusal = refusalIn(answer);
  if (refusal !== null) {
    if (number > 1) return endOrThrow(answer, refusal);
    throw refusal;
  }
  const posts = answer.json(postsSchema);
  return {
    items: readRows(posts, '$', postItem),
    next: further(cursor, answer, rowsGiven(posts)),
    ...(number === 1 ? { total: countIn(answer, 'x-wp-total') } : {}),
    dateOrder: 'newestFirst',
    door: DOOR,
  };
}
