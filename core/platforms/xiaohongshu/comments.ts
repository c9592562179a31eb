import { PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { AnswerMatch, CapturedAnswer, PageAction, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { jsonIn, readWire } from '#core/platform-kit/wire.ts';
import { notePage, placeAt } from '#core/platforms/xiaohongshu/address.ts';
import {
  type CommentsCursor,
  firstOfNote,
  type ShortCursor,
  type ThreadCursor,
  type XiaohongshuCursor,
} from '#core/platforms/xiaohongshu/cursor.ts';
import { commentItem, countOf } from '#core/platforms/xiaohongshu/items.ts';
import {
  commentsShown,
  type NoteState,
  noteStateOf,
  openPage,
  refusalInAnswer,
  refusalInWords,
  type SitePage,
} from '#core/platforms/xiaohongshu/page.ts';
import { commentsSchema, moreSchema, repliesSchema, type WireComment } from '#core/platforms/xiaohongshu/wire.ts';

/** What scrolls: the column beside the note, or the page where there is none. */
const SCROLLED = '.note-scroller, html:not(:has(.note-scroller))';
/** After so many answers the reader rests. */
export const REST = { every: 50, ms: 30_000 } as const;
const REPLIES_PER_PAGE = 10;
/** A thread is opened so far. */
const MOST_PRESSES = 30;
const PRESS_MS = 5_000;
const SILENCE_MS = 10_000;
const DOOR = "calls of the note's page";
const GOES_ON: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'The page did not ask for the rest of the comments, however far it was scrolled.',
};

/** A page of comments, as the note's page asks for them; where it asks for none, those that it carries or shows. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<XiaohongshuCursor>> {
  const { note, taken } = cursor;
  const url = notePage(note, cursor);
  const page = taken === 0 ? await openPage(session, url) : null;
  const state = page === null ? null : noteStateOf(page, note);
  if (countOf(state?.count)?.value === 0) return { items: [], total: 0, door: DOOR };
  const { answers, ended } = await session.scroll({ url }, commentsOf(note), { skip: taken, container: SCROLLED });
  const refusal = answers.map(refusalInAnswer).find((each) => each !== null);
  if (refusal != null) throw refusal;
  const total = page === null ? {} : { total: countOf(state?.count)?.value ?? null };
  const owner = cursor.owner ?? state?.owner ?? null;
  if (page !== null && answers.length === 0) return { ...carriedPage({ ...cursor, owner }, { page, state }, session), ...total };
  const lists = answers.map((answer) => answer.json(commentsSchema).data);
  const more = lists.at(-1)?.has_more ?? cursor.more;
  const reached = { ...cursor, owner, more, taken: taken + answers.length };
  const found = lists.map(({ comments }) => {
    const last = comments.at(-1)?.id;
    return { ...rowsOf(comments, reached, session), way: last === undefined ? [] : [last] };
  });
  const further = { ...reached, way: [...cursor.way, ...found.flatMap(({ way }) => way)] };
  const rest = further.taken % REST.every === 0 ? { afterMs: REST.ms } : {};
  return {
    items: found.flatMap(({ items }) => items),
    next: [...found.flatMap(({ threads }) => threads), ...(ended ? [] : [{ cursor: further, role: 'page' as const, ...rest }])],
    ...total,
    gaps: ended && more === true ? [GOES_ON] : [],
    door: DOOR,
  };
}

/** The rest of the answers to a comment, as the page asks for them where its button is pressed. */
export async function threadPage(cursor: ThreadCursor, session: Session): Promise<Page<XiaohongshuCursor>> {
  const { note, owner, root, missing } = cursor;
  const wanted = Math.min(missing, session.options.limit);
  const presses = Math.min(MOST_PRESSES, Math.max(1, Math.ceil(wanted / REPLIES_PER_PAGE)));
  const { answers } = await session.capture(
    { url: notePage(note, cursor), actions: pressing(cursor, presses), tries: 'once' },
    {
      url: `*/api/sns/web/v2/comment/sub/page?*root_comment_id=${root}*`,
      accept: 'any',
      count: presses,
      until: (answer) => !goesOn(answer),
      timeoutMs: SILENCE_MS,
    },
  );
  const refusal = answers.map(refusalInAnswer).find((each) => each !== null);
  if (refusal != null) throw refusal;
  const lists = answers.map((answer) => answer.json(repliesSchema).data);
  const isWhole = lists.at(-1)?.has_more !== true;
  return {
    items: lists.flatMap(({ comments }) => readRows(comments, 'data.comments', (reply) => commentItem(reply, { owner, root }))),
    gaps: isWhole ? [] : [{ cause: 'notServed', count: 0, note: `The page did not show all replies to comment ${root}.` }],
    door: DOOR,
  };
}

/** The first page of the note that a short link leads to. */
export async function shortPage({ short }: ShortCursor, session: Session): Promise<Page<XiaohongshuCursor>> {
  const place = await session.once(`xiaohongshu lead of ${short}`, () => placeOfShortLink(session, short, placeAt));
  if (place?.kind !== 'note')
    throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no note. Open it in a browser and paste the address you arrive at.');
  const { note = '', token = null, source = null } = place.params;
  return commentsPage(firstOfNote(note, token, source), session);
}

/** What a page has of its comments that asked for none. @throws CommentdockError where it has none */
function carriedPage(
  cursor: CommentsCursor,
  { page, state }: { readonly page: SitePage; readonly state: NoteState | null },
  session: Session,
): Page<XiaohongshuCursor> {
  const carried = state?.comments ?? [];
  const shown = carried.length === 0 ? commentsShown(page) : [];
  if (carried.length + shown.length === 0) throw refusalInWords(page);
  const { data } = readWire(commentsSchema, { data: { comments: carried.length > 0 ? carried : shown } }, '');
  const { items, threads } = rowsOf(data.comments, cursor, session);
  return {
    items,
    next: threads,
    gaps: state?.hasMore === true || shown.length > 0 ? [GOES_ON] : [],
    door: carried.length > 0 ? "state of the note's page" : "the note's page as it stands",
  };
}

/** Comments, each with the answers that came along where these are wanted, and the threads that have more. */
function rowsOf(
  comments: readonly WireComment[],
  { owner, more: _more, taken: _taken, ...of }: CommentsCursor,
  { options }: Session,
): { readonly items: readonly Item[]; readonly threads: readonly Next<ThreadCursor>[] } {
  const items = readRows(comments, 'data.comments', (comment) => {
    const item = commentItem(comment, { owner, root: null });
    const replies = options.replies ? (comment.sub_comments ?? []) : [];
    return [item, ...replies.map((reply) => commentItem(reply, { owner, root: comment.id }))];
  });
  const threads = comments.flatMap((comment): Next<ThreadCursor>[] => {
    if (!options.replies || comment.sub_comment_has_more !== true) return [];
    const had = comment.sub_comments?.length ?? 0;
    const missing = Math.max(1, (countOf(comment.sub_comment_count)?.value ?? 0) - had);
    return [
      { cursor: { ...of, list: 'thread', owner, root: comment.id, had, missing }, role: 'replies', under: comment.id, expect: missing },
    ];
  });
  return { items: items.flat(), threads };
}

function commentsOf(note: string): AnswerMatch {
  return {
    url: [`*/api/sns/web/v2/comment/page?*note_id=${note}*`],
    accept: 'any',
    until: (answer) => refusalInAnswer(answer) === null && !goesOn(answer),
  };
}

export function goesOn({ text }: CapturedAnswer): boolean {
  const read = checked(moreSchema, jsonIn(text));
  return read.success && read.data.data.has_more === true;
}

/** To the comment, past those of earlier pages, and its button so often; each time the answers are waited for. */
function pressing({ way, root, had }: ThreadCursor, presses: number): readonly PageAction[] {
  const thread = `.parent-comment:has(#comment-${root})`;
  const options = { optional: 'untilEnd', timeoutMs: PRESS_MS } as const;
  return [
    ...[...way, root].map((id): PageAction => ({ reveal: `#comment-${id}`, ...options })),
    ...Array.from({ length: presses }, (_, press): PageAction[] => [
      { click: `${thread} .show-more`, ...options },
      { waitFor: `${thread} .comment-item-sub >> nth=${had + press * REPLIES_PER_PAGE}`, ...options },
    ]).flat(),
  ];
}
