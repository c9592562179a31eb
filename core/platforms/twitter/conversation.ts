// The replies of a post: modules of a conversation, each an answer to the post and what answers that.
import { EmptyAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askX } from '#core/platforms/twitter/ask.ts';
import type { ConversationCursor, TwitterCursor } from '#core/platforms/twitter/cursor.ts';
import { authorIdOf, replyItem } from '#core/platforms/twitter/items.ts';
import { VARIABLES } from '#core/platforms/twitter/operations.ts';
import { gapsOf, goesOn, holderIn } from '#core/platforms/twitter/reading.ts';
import { readTimeline, type Shown, type Timeline, tweetOf } from '#core/platforms/twitter/timeline.ts';
import { timelineSchema, type WireTweet } from '#core/platforms/twitter/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const ROOT = 'threaded_conversation_with_injections_v2';
const THREAD = 'conversationthread-';
/** Empty pages that are followed, as long as each has a new cursor. */
const MOST_EMPTY = 3;
const UNSHOWN = 'X counts these answers to replies and does not show them here: the address of the reply gives them.';
const LIMITED = /\b(?:protected|limits? who can)\b/i;
const ADULT = /NsfwLoggedOut|\bage[- ]restricted\b|\badult content\b/i;
const GONE = /\b(?:suspended|deleted|no longer|violated)\b/i;

export async function conversationPage(cursor: ConversationCursor, session: Session): Promise<Page<TwitterCursor>> {
  const { post, after } = cursor;
  const ranking = session.options.sort === 'new' ? 'Recency' : null;
  const answer = await askX(session, { operation: 'TweetDetail', variables: VARIABLES.conversation(post, ranking), after });
  const timeline = readTimeline(readWire(timelineSchema, holderIn(answer, [[ROOT]]), `data.${ROOT}`));
  const focal = timeline.rows.find((row) => row.module === null && row.id === `tweet-${post}`);
  const subject = focal === undefined ? null : tweetOf(focal);
  const owner = after === null && subject?.is === 'shown' ? authorIdOf(subject.value) : cursor.owner;
  const { items, gaps } = readReplies(timeline, { post, owner, replies: session.options.replies });
  if (after === null && items.length === 0) expectSomething(timeline, subject);
  const threads = session.options.replies ? threadsIn(timeline, { ...cursor, owner }) : [];
  const empty = items.length === 0 ? cursor.empty + 1 : 0;
  const next: Next<TwitterCursor>[] =
    goesOn(timeline.next, after) && empty <= MOST_EMPTY
      ? [{ cursor: { ...cursor, owner, after: timeline.next, empty }, role: 'page' }]
      : [];
  const unshown = session.options.replies ? unshownIn(timeline, post) : 0;
  return {
    items,
    gaps: unshown > 0 ? [...gaps, { cause: 'notServed', count: unshown, note: UNSHOWN }] : gaps,
    next: [...threads, ...next],
    leadsOn: true,
    door: 'web API',
  };
}

function readReplies(
  { rows }: Timeline,
  { post, owner, replies }: { readonly post: string; readonly owner: string | null; readonly replies: boolean },
): { readonly items: Item[]; readonly gaps: Gap[] } {
  const items: Item[] = [];
  const missing: Shown<WireTweet>[] = [];
  for (const row of rows) {
    const shown = row.module?.startsWith(THREAD) ? tweetOf(row) : null;
    if (shown?.is === 'shown' && shown.value.rest_id !== post) {
      const item = replyItem(shown.value, { post, owner });
      if (replies || item.parentId === null) items.push(item);
    } else if (shown?.is === 'missing' && (replies || row.index === 0)) missing.push(shown);
  }
  return { items, gaps: gapsOf(missing) };
}

/** How many answers to replies are counted and not among the rows, those left out where the thread goes on. */
function unshownIn({ rows }: Timeline, post: string): number {
  const threads = Map.groupBy(
    rows.filter(({ module }) => module?.startsWith(THREAD)),
    ({ module }) => module,
  );
  return [...threads.values()].reduce((sum, thread) => {
    if (thread.some(({ content }) => content.cursorType && content.cursorType !== 'Top')) return sum;
    const shown = thread.flatMap((row) => {
      const place = tweetOf(row);
      return place?.is === 'shown' && place.value.rest_id !== post ? [place.value] : [];
    });
    const ids = new Set<string | null | undefined>(shown.map(({ rest_id: id }) => id));
    const answers = shown.filter(({ legacy }) => ids.has(legacy.in_reply_to_status_id_str)).length;
    const hidden = thread.filter((row) => row.index > 0 && tweetOf(row)?.is === 'missing').length;
    const counted = shown.reduce((all, { legacy }) => all + (legacy.reply_count ?? 0), 0);
    return sum + Math.max(0, counted - answers - hidden);
  }, 0);
}

/** Where a module goes on: more of one thread. */
function threadsIn({ rows }: Timeline, cursor: ConversationCursor): Next<TwitterCursor>[] {
  return rows.flatMap(({ module, content }): Next<TwitterCursor>[] => {
    const { cursorType, value } = content;
    if (!module?.startsWith(THREAD) || !cursorType || !value || value === cursor.after || cursorType === 'Top') return [];
    return [{ cursor: { ...cursor, after: value, empty: 0 }, role: 'replies', under: module.slice(THREAD.length) }];
  });
}

/**
 * A first page without replies shows the post at least.
 * @throws CommentdockError why it is not shown; BLOCKED for an answer with nothing in it
 */
function expectSomething({ rows, next }: Timeline, subject: Shown<WireTweet> | null): void {
  if (rows.length === 0 && next === null)
    throw new EmptyAnswer('X answered with an empty page where the post should be. Retry later, or log in anew.');
  if (subject?.is !== 'missing') return;
  const words = subject.reason === '' ? '' : ` X says: "${subject.reason}"`;
  if (LIMITED.test(subject.reason)) throw new PlatformRefusal('PRIVATE', `This account shows its posts to followers only.${words}`);
  if (ADULT.test(subject.reason)) throw new PlatformRefusal('AGE_RESTRICTED', `X shows this post to accounts of adults only.${words}`);
  if (GONE.test(subject.reason)) throw new PlatformRefusal('NOT_FOUND', `The post is not there any more.${words}`);
}
