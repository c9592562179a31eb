import { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { askPosts, checkCode, cursorSchema, pageQuery } from '#core/platforms/disqus/api.ts';
import { type Embedding, embeddingIn } from '#core/platforms/disqus/article.ts';
import { type Post, postItem, postSchema, type Thread, threadSchema } from '#core/platforms/disqus/post.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** The thread's embed page by its own query, or by the page that embeds it. */
export type StartCursor = { readonly at: 'embed'; readonly query: string } | { readonly at: 'article'; readonly page: string };
/** A page of the flat list of a thread; what its rows do not say goes along. */
export type PostsCursor = {
  readonly at: 'posts';
  readonly thread: string;
  readonly link: string | null;
  readonly moderators: readonly string[];
  readonly after: string | null;
};

const EMBED = 'https://disqus.com/embed/comments/';
const FRAME = 'iframe[src*="disqus.com/embed/comments"]';
const DATA = 'disqus-threadData';

const dataSchema = z.object({ code: z.int().nullish(), cursor: cursorSchema.nullish(), response: z.unknown() });
const contentSchema = z.object({ posts: rowsOf(postSchema), thread: threadSchema });

/** The first answer: what the embed page carries. */
export async function embedPage(cursor: StartCursor, session: Session): Promise<Page<PostsCursor>> {
  const url = cursor.at === 'embed' ? `${EMBED}?${cursor.query}` : embedUrl(await findEmbedding(cursor.page, session));
  const answer = await session.fetch({ url });
  const data = parseHtml(answer.text).first(`script#${DATA}`)?.rawText;
  if (data === undefined)
    throw new PlatformRefusal('NOT_FOUND', 'Disqus has no comments for this page: the forum is gone, private or misspelt.');
  const { code, cursor: position, response } = readWire(dataSchema, readJson(data, DATA), DATA);
  checkCode({ code: code ?? 0, response });
  if (isWithoutForum(response)) throw new PlatformRefusal('NOT_FOUND', 'Disqus knows no forum for this page.');
  const { posts, thread } = readWire(contentSchema, response, `${DATA}.response`);
  const about: Thread = { link: thread.link ?? null, moderators: thread.moderators ?? [] };
  const goesOn = position?.hasNext === true;
  return {
    items: kept(firstItems(posts, about, { goesOn, sort: session.options.sort }), session),
    next: goesOn ? [{ cursor: { at: 'posts', thread: thread.id, ...about, after: null }, role: 'page' }] : [],
    total: position?.total ?? null,
    door: 'embed page',
    mayRepeat: true,
  };
}

/** A page of the flat list: rows that the embed page held come again. */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const isNewestFirst = session.options.sort === 'new';
  const { cursor: position, response } = await askPosts(session, 'threads/listPosts.json', {
    thread: cursor.thread,
    order: isNewestFirst ? 'desc' : 'asc',
    ...pageQuery(cursor.after),
  });
  const after = position?.hasNext === true ? (position.next ?? null) : null;
  return {
    items: kept(
      readRows(response, 'response', (post) => postItem(post, cursor)),
      session,
    ),
    next: after === null ? [] : [{ cursor: { ...cursor, after }, role: 'page' }],
    dateOrder: isNewestFirst ? 'newestFirst' : 'oldestFirst',
    door: 'API 3.0',
    mayRepeat: true,
  };
}

function kept(items: readonly Item[], { options }: Session): readonly Item[] {
  return options.replies ? items : items.filter((item) => item.parentId === null);
}

/** The page's own order is by popularity. One that is not whole is of no use for another order. */
function firstItems(posts: readonly Post[], thread: Thread, { goesOn, sort }: { goesOn: boolean; sort: string | null }): readonly Item[] {
  const items = readRows(posts, 'posts', (post) => postItem(post, thread));
  if (sort !== 'new' && sort !== 'old') return items;
  return goesOn ? [] : byDate(items, sort === 'new' ? -1 : 1);
}

/** Replies below what they answer, in the same order. */
function byDate(items: readonly Item[], direction: 1 | -1): readonly Item[] {
  const ids = new Set(items.map((item) => item.id));
  const sorted = items.toSorted((one, other) => direction * (one.createdAt ?? '').localeCompare(other.createdAt ?? ''));
  const below = Map.groupBy(sorted, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const withReplies = (parent: string | null): readonly Item[] =>
    (below.get(parent) ?? []).flatMap((item) => [item, ...withReplies(item.id)]);
  return withReplies(null);
}

function isWithoutForum(response: unknown): boolean {
  const parsed = checked(z.object({ thread: z.object({ forum: z.unknown() }) }), response);
  return response === null || response === undefined || (parsed.success && (parsed.data.thread.forum ?? null) === null);
}

function embedUrl({ forum, identifier, url }: Embedding): string {
  const part = (name: string, value: string): string => `&${name}=${percentEncoded(value)}`;
  return `${EMBED}?base=default${part('f', forum)}${identifier === null ? '' : part('t_i', identifier)}${part('t_u', url)}`;
}

/**
 * How the page embeds Disqus, wherever it is: by its HTML, or, where that only speaks of Disqus, by what the browser makes of it.
 * @throws PlatformRefusal NOT_FOUND where it does not
 */
async function findEmbedding(url: string, session: Session): Promise<Embedding> {
  const answer = await session.fetch({ url, leads: 'anywhere' });
  const written = embeddingIn(answer.text, answer.url);
  if (written !== null) return written;
  if (/disqus/i.test(answer.text)) {
    const shown = await session.page({ url, leads: 'anywhere', ready: { selector: FRAME } });
    const rendered = embeddingIn(shown.text, shown.url);
    if (rendered !== null) return rendered;
  }
  throw new PlatformRefusal('NOT_FOUND', 'This page embeds no comments of Disqus. Check that they show up under it in a browser.');
}
