import { CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { ask, askPage } from '#core/platforms/reddit/ask.ts';
import type { DeeperCursor, MoreCursor, RedditCursor, ThreadCursor } from '#core/platforms/reddit/cursor.ts';
import {
  commentId,
  commentOfThread,
  type Encoding,
  encodingOf,
  postItem,
  repliesOf,
  type ThreadFacts,
  twinsOf,
} from '#core/platforms/reddit/items.ts';
import { threadOnPage, type ThreadOnPage } from '#core/platforms/reddit/old-page.ts';
import { type CommentData, moreAnswer, type PostData, type StubData, type Thing, threadAnswer } from '#core/platforms/reddit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const MOST_COMMENTS = 500;
const MOST_CHILDREN = 100;
const SORT_NAMES = { best: 'confidence', top: 'top', new: 'new', old: 'old', controversial: 'controversial' } as const;

/** The first answer of a thread: all of it, or what hangs below one linked comment. */
export async function fetchThread(cursor: ThreadCursor, session: Session): Promise<Page<RedditCursor>> {
  const { post, things, door } = await askThread(session, cursor.post, cursor.comment);
  const thread: ThreadFacts = {
    post: cursor.post,
    author: post.author ?? null,
    permalink: post.permalink ?? null,
    comment: cursor.comment,
  };
  const encoding = encodingOf([post.selftext_html, ...twinsOf(things)]);
  const subject = cursor.comment === null ? things : repliesBelow(things, cursor.comment);
  if (!subject)
    throw new PlatformRefusal(
      'NOT_FOUND',
      'The linked comment is not in the thread any more. Paste the address of the whole post instead.',
    );
  const total = cursor.comment === null ? { total: post.num_comments ?? null } : {};
  return { ...read(subject, thread, encoding, session), ...total, about: aboutOf(post, encoding), door };
}

function aboutOf(post: PostData, encoding: Encoding): NonNullable<Page['about']> {
  const { title, media } = postItem(post, encoding);
  return { title, picture: media.find(({ type }) => type === 'image')?.url ?? null };
}

/** The comments behind a stub, or behind 100 ids of it. */
export async function fetchMore(
  { thread, children, parent = `t3_${thread.post}` }: MoreCursor,
  session: Session,
): Promise<Page<RedditCursor>> {
  const form = {
    api_type: 'json',
    link_id: `t3_${thread.post}`,
    children: children.join(','),
    sort: sortOf(session),
    limit_children: 'false',
    raw_json: '1',
  };
  const answer = await ask(session, { path: '/api/morechildren.json', form });
  // Each has a page of its own, with what hangs below it.
  if (answer instanceof CommentdockError) return { items: [], next: children.map((id) => pageOf(id, parent, thread)), mayRepeat: true };
  const { errors, data } = answer.json(moreAnswer).json;
  if (!data) throw refusalOf(errors ?? []);
  const page = read(data.things, thread, encodingOf(twinsOf(data.things)), session);
  return { ...page, door: 'json', gaps: session.options.replies ? notReturned(children, data.things) : [] };
}

/** What hangs below a comment that stood too deep. The answer repeats that comment. */
export async function fetchDeeper({ thread, parent, own }: DeeperCursor, session: Session): Promise<Page<RedditCursor>> {
  const { things, door } = await askThread(session, thread.post, parent);
  const found = findComment(things, parent);
  const replies =
    found === null ? null : own !== undefined ? [{ kind: 't1', data: { ...found, parent_id: own } } as const] : repliesOf(found);
  if (!replies) throw new PlatformRefusal('NOT_FOUND', `Comment ${parent} is gone, and with it the thread below it.`);
  return { ...read(replies, thread, encodingOf(twinsOf(things)), session), door };
}

function pageOf(id: string, parent: string, thread: ThreadFacts): Next<RedditCursor> {
  return { role: 'replies', cursor: { at: 'deeper', thread, parent: id, own: parent }, expect: 1 };
}

async function askThread(session: Session, post: string, comment: string | null): Promise<ThreadOnPage & { readonly door: string }> {
  const query = { limit: MOST_COMMENTS, sort: sortOf(session), raw_json: 1 };
  const path = comment === null ? `/comments/${post}` : `/comments/${post}/_/${comment}`;
  const answer = await ask(session, { path: `${path}.json`, query });
  if (answer instanceof CommentdockError) {
    const page = await askPage(session, { path: `${path}/`, query: { limit: MOST_COMMENTS, sort: sortOf(session) } }, answer);
    return { ...threadOnPage(page), door: 'pages of the old site' };
  }
  const [posts, comments] = answer.json(threadAnswer);
  return { post: posts.data.children[0].data, things: comments.data.children, door: 'json' };
}

function sortOf(session: Session): string {
  return SORT_NAMES[session.options.sort ?? 'best'];
}

/** Items and stubs of an answer in the order of the document; without `replies` only those directly below the subject. */
function read(things: readonly Thing[], thread: ThreadFacts, encoding: Encoding, session: Session): Page<RedditCursor> {
  const deep = session.options.replies;
  const subject = thread.comment === null ? `t3_${thread.post}` : `t1_${thread.comment}`;
  const items: Item[] = [];
  const next: Next<RedditCursor>[] = [];
  const visit = (level: readonly Thing[]): void => {
    for (const { kind, data } of level) {
      if (!deep && data.parent_id !== subject) continue;
      if (kind === 'more') {
        next.push(...stubCursors(data, thread, deep ? 'all' : 'direct'));
        continue;
      }
      items.push(commentOfThread(data, thread, encoding));
      if (deep) visit(repliesOf(data));
    }
  };
  visit(things);
  return { items, next, mayRepeat: true };
}

/** A stub of ids in slices of 100. One without ids is a thread too deep; directly below the post it stands for nothing. */
function stubCursors(stub: StubData, thread: ThreadFacts, wanted: 'all' | 'direct'): Next<RedditCursor>[] {
  const { children } = stub;
  if (children.length === 0) {
    const parent = commentId(stub.parent_id);
    return parent === null ? [] : [{ role: 'replies', cursor: { at: 'deeper', thread, parent } }];
  }
  const hiddenBelow = wanted === 'all' ? Math.max(0, stub.count - children.length) : 0;
  const next: Next<RedditCursor>[] = [];
  for (let start = 0; start < children.length; start += MOST_CHILDREN) {
    const slice = children.slice(start, start + MOST_CHILDREN);
    next.push({
      role: 'replies',
      cursor: { at: 'more', thread, children: slice, parent: stub.parent_id },
      expect: slice.length + hiddenBelow,
    });
  }
  return next;
}

/** What hangs below comment `id`, wherever it stands; null where it is not in the answer. */
function repliesBelow(things: readonly Thing[], id: string): readonly Thing[] | null {
  const found = findComment(things, id);
  return found ? repliesOf(found) : null;
}

function findComment(things: readonly Thing[], id: string): CommentData | null {
  for (const { kind, data } of things) {
    if (kind === 'more') continue;
    const found = data.id === id ? data : findComment(repliesOf(data), id);
    if (found) return found;
  }
  return null;
}

/** Ids that were asked for and neither came nor stand in a further stub: removed in between. */
function notReturned(asked: readonly string[], things: readonly Thing[]): Gap[] {
  const known = new Set(things.flatMap(({ kind, data }) => (kind === 'more' ? data.children : [data.id])));
  const missing = asked.filter((id) => !known.has(id)).length;
  return missing === 0 ? [] : [{ cause: 'notServed', count: missing }];
}

/** `errors` holds `[code, sentence, field]`. */
function refusalOf(errors: readonly (readonly unknown[])[]): Error {
  const [code, sentence] = errors[0] ?? [];
  if (code === 'RATELIMIT') return new ThrottledFailure();
  return new PlatformRefusal('BLOCKED', `Reddit does not give these comments: ${String(sentence ?? code ?? 'no reason given')}.`);
}
