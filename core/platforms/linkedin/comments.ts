import { IncompleteAnswer, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { askGraph, SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import { countsOf, detailOf, likesIn, repliesIn } from '#core/platforms/linkedin/counts.ts';
import { commentIdOf, commentItem } from '#core/platforms/linkedin/items.ts';
import { publicPage } from '#core/platforms/linkedin/public-page.ts';
import { unlessGone } from '#core/platforms/linkedin/rendered.ts';
import { renderedComments } from '#core/platforms/linkedin/rendered-thread.ts';
import { askByUrn, PER_PAGE, type ThreadCursor } from '#core/platforms/linkedin/thread.ts';
import { encoded, entityOf, untold } from '#core/platforms/linkedin/voyage.ts';
import { commentSchema, socialDetailSchema, type WireComment, type WireSocialDetail } from '#core/platforms/linkedin/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const MORE_REPLIES = 'LinkedIn gives at most 100 replies of one comment.';

/** The comments of a post or an article, by the calls of the page where there is a session (or as it shows them, where those are gone), else as its public page has them. */
export async function commentsPage(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  if (session.cookie(SITE, 'li_at') === null) return publicPage(cursor.path, session);
  if (cursor.rendered !== undefined) return renderedComments(cursor, session);
  const calls = commentsByCall(cursor, session);
  return cursor.start > 0 ? calls : unlessGone(calls, () => renderedComments(cursor, session));
}

async function commentsByCall(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  const sort = session.options.sort === 'new' ? 'REVERSE_CHRONOLOGICAL' : 'RELEVANCE';
  const { urn, voyage } = await askByUrn(cursor, session, (name) =>
    askGraph(
      session,
      'comments',
      `(count:${PER_PAGE},numReplies:${PER_PAGE},socialDetailUrn:${detailUrn(name)},sortOrder:${sort},start:${cursor.start})`,
      cursor.path,
    ),
  );
  if (cursor.start === 0 && voyage.urns.length === 0) expectNone(voyage);
  const { items, gaps } = readComments(voyage, session.options.replies);
  return { items, gaps, next: nextOf({ ...cursor, urn }, voyage), total: voyage.total, mayRepeat: voyage.total !== null, door: 'web API' };
}

export function nextOf(cursor: ThreadCursor, { urns, total }: Voyage): Next<ThreadCursor>[] {
  const start = cursor.start + PER_PAGE;
  return urns.length === 0 || start >= (total ?? Infinity) ? [] : [{ cursor: { ...cursor, start }, role: 'page' }];
}

interface Waiting {
  readonly comment: WireComment;
  readonly parent: string | null;
}

/** Comments of a list. `told`: with those that could not be read. */
interface Taken {
  readonly found: readonly Waiting[];
  readonly told: number;
}

/** Comments, each followed by the answers that came with it, down to the last level. */
function readComments(voyage: Voyage, replies: boolean): { readonly items: Item[]; readonly gaps: Gap[] } {
  const items: Item[] = [];
  // Comments name each other: none is read twice.
  const known = new Set<string>();
  const take = (urns: readonly string[], parent: string | null): Taken => {
    const read = readRows(urns, '*elements', (urn) => {
      const comment = known.has(urn) ? null : entityOf(voyage, urn, commentSchema);
      if (comment !== null) known.add(urn);
      return comment === null ? [] : [{ comment, parent }];
    });
    const found = read.flat();
    return { found, told: found.length + rowsGiven(read) - read.length };
  };
  const top = take(voyage.urns, null);
  const waiting = top.found.toReversed();
  let missing = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { comment, parent } = next;
    const detail = detailOf(comment, voyage);
    items.push(itemOf(comment, detail, parent, voyage));
    if (!replies) continue;
    const answers = take(detail?.comments?.['*elements'] ?? detail?.['*comments'] ?? [], commentIdOf(comment));
    missing += Math.max(0, (repliesIn(detail, countsOf(detail, voyage)) ?? 0) - answers.told);
    waiting.push(...answers.found.toReversed());
  }
  return {
    items,
    gaps: [
      ...untold(voyage.urns.length - top.told),
      ...(missing > 0 ? [{ cause: 'notServed', count: missing, note: MORE_REPLIES } as const] : []),
    ],
  };
}

function itemOf(comment: WireComment, detail: WireSocialDetail | null, parentId: string | null, voyage: Voyage): Item {
  const counts = countsOf(detail, voyage);
  return commentItem(comment, { parentId, likes: likesIn(counts), replyCount: repliesIn(detail, counts) }, voyage);
}

/** @throws PlatformRefusal COMMENTS_DISABLED; IncompleteAnswer where comments are counted and none is shown */
function expectNone({ entities, total }: Voyage): void {
  const details = [...entities.values()].flatMap((entity) => checked(socialDetailSchema, entity).data ?? []);
  if (details.some((detail) => detail.commentingDisabled === true || detail.allowedCommentersScope === 'NONE'))
    throw new PlatformRefusal('COMMENTS_DISABLED');
  if ((total ?? 0) > 0) throw new IncompleteAnswer(`LinkedIn counts ${total} comments and shows none.`);
}

function detailUrn(urn: string): string {
  return encoded(`urn:li:fsd_socialDetail:(${urn},${urn},urn:li:highlightedReply:-)`);
}
