import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { encodedAddress } from '#core/platform-kit/web-address.ts';
import { ask, askPage } from '#core/platforms/reddit/ask.ts';
import type { ListingCursor } from '#core/platforms/reddit/cursor.ts';
import { commentOfUser, encodingOf, postItem } from '#core/platforms/reddit/items.ts';
import { commentsOnPage, postsOnPage } from '#core/platforms/reddit/old-page.ts';
import { postListing, userComments } from '#core/platforms/reddit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

const PAGE_SIZE = 100;
const SORTED_BY_DATE = /\/new$/;

/** A page of posts or of somebody's comments. */
export async function fetchListing(cursor: ListingCursor, session: Session): Promise<Page<ListingCursor>> {
  const { sort, t } = cursor.query;
  const query = { limit: PAGE_SIZE, sort, raw_json: 1, t, after: cursor.after ?? undefined };
  const path = encodedAddress(cursor.path);
  const answer = await ask(session, { path: `${path}.json`, query });
  const isShut = answer instanceof CommentdockError;
  const { items, after } = isShut ? onPage(cursor, await askPage(session, { path: `${path}/`, query }, answer)) : inAnswer(cursor, answer);
  return {
    items,
    door: isShut ? 'pages of the old site' : 'json',
    next: after ? [{ role: 'page', cursor: { ...cursor, after } }] : [],
    ...(sort === 'new' || SORTED_BY_DATE.test(cursor.path) ? { dateOrder: 'newestFirst' } : {}),
  };
}

interface Listing {
  readonly items: Item[];
  readonly after: string | null | undefined;
}

function inAnswer({ at }: ListingCursor, answer: Answer): Listing {
  return at === 'posts' ? postsIn(answer) : commentsIn(answer);
}

function onPage({ at }: ListingCursor, html: string): Listing {
  if (at === 'posts') {
    const { rows, after } = postsOnPage(html);
    return { items: rows.map((post) => postItem(post, 'plain')), after };
  }
  const { rows, after } = commentsOnPage(html);
  return { items: rows.map((comment) => commentOfUser(comment, 'plain')), after };
}

function postsIn(answer: Answer): Listing {
  const { data } = answer.json(postListing);
  const encoding = encodingOf(data.children.map((child) => child.data.selftext_html));
  return { items: readRows(data.children, 'data.children', (child) => postItem(child.data, encoding)), after: data.after };
}

function commentsIn(answer: Answer): Listing {
  const { data } = answer.json(userComments);
  const encoding = encodingOf(data.children.map((child) => child.data.body_html));
  return { items: readRows(data.children, 'data.children', (child) => commentOfUser(child.data, encoding)), after: data.after };
}
