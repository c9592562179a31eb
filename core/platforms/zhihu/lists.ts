// Answers of a question; answers, followers and follows of a person.
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { scriptDataOf } from '#core/platform-kit/embedded-json.ts';
import { underscored } from '#core/platform-kit/json-tree.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { askInPage, hear, nextOf } from '#core/platforms/zhihu/ask.ts';
import { throughDoors } from '#core/platforms/zhihu/doors.ts';
import { answerItem, memberItem } from '#core/platforms/zhihu/items.ts';
import { type Answer, answerSchema, answersSchema, type Member, membersSchema, stateSchema } from '#core/platforms/zhihu/wire.ts';

/** `of`: the question, or the person. `next`: where the list goes on; null at its beginning. `taken`: answers of the page that were heard; null where we ask. */
export type ListCursor = {
  readonly list: 'answers' | 'posts' | 'followers' | 'following';
  readonly page: string;
  readonly of: string;
  readonly next: string | null;
  readonly taken: number | null;
};
type OfAnswers = 'answers' | 'posts';

const API = 'https://www.zhihu.com/api/v4/';
const OF_ANSWER = 'data[*].content,url,voteup_count,comment_count,created_time,updated_time,author';
const OF_POST = 'data[*].content,voteup_count,comment_count,created_time,updated_time,question';
const STOOD_STILL: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'The page of Zhihu brought no more of this list, however far it was scrolled.',
};
const BY_THEMSELVES: Gap = { cause: 'filtered', count: 0, note: 'Comments of an answer are exported by the address of that answer.' };

/** What a list is called, and by which addresses the page asks for it. */
const LISTS = {
  answers: {
    first: (of: string, order: string) => `questions/${of}/answers?limit=20&offset=0&sort_by=${order}&include=${OF_ANSWER}`,
    heard: (of: string) => [`questions/${of}/answers*`, `questions/${of}/feeds*`],
  },
  posts: {
    first: (of: string) => `members/${of}/answers?limit=20&offset=0&sort_by=created&include=${OF_POST}`,
    heard: (of: string) => [`members/${of}/answers*`],
  },
  followers: { first: (of: string) => `members/${of}/followers?limit=20&offset=0`, heard: (of: string) => [`members/${of}/followers*`] },
  following: { first: (of: string) => `members/${of}/followees?limit=20&offset=0`, heard: (of: string) => [`members/${of}/followees*`] },
} as const;

/** @throws CommentdockError as `askInPage` */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  if (cursor.taken !== null) return (await heardPage(cursor, cursor.taken, session)) ?? { items: [], gaps: [STOOD_STILL] };
  return throughDoors(cursor.next === null, {
    ask: () => askedPage(cursor, session),
    hear: () => heardPage(cursor, 0, session),
    state: cursor.list === 'answers' ? () => statePage(cursor, session) : null,
  });
}

async function askedPage(cursor: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { list, of, page } = cursor;
  const url = cursor.next ?? API + LISTS[list].first(of, session.options.sort === 'top' ? 'default' : 'created');
  const { data, paging } = isOfAnswers(list)
    ? await askInPage(session, answersSchema, url, page)
    : await askInPage(session, membersSchema, url, page);
  const next = rowsGiven(data) === 0 ? null : nextOf(paging, url);
  return {
    items: itemsOf(data, cursor),
    next: next === null ? [] : [{ cursor: { ...cursor, next }, role: 'page' }],
    ...(cursor.next === null ? { total: paging?.totals ?? null } : {}),
    gaps: list === 'answers' && cursor.next === null && session.options.replies ? [BY_THEMSELVES] : [],
    door: 'API, in the page',
  };
}

function isOfAnswers(list: ListCursor['list']): list is OfAnswers {
  return list === 'answers' || list === 'posts';
}

function itemsOf(rows: readonly Answer[] | readonly Member[], { list, of }: ListCursor): Item[] {
  if (isOfAnswers(list)) {
    const [kind, question] = list === 'answers' ? (['comment', of] as const) : (['post', null] as const);
    return readRows(rows as readonly Answer[], 'data', (row) => answerItem(row, kind, question));
  }
  return readRows(rows as readonly Member[], 'data', (row) => memberItem(row, list === 'followers' ? 'follower' : 'following'));
}

/** Null where the page asked for nothing of the list. */
async function heardPage(cursor: ListCursor, taken: number, session: Session): Promise<Page<ListCursor> | null> {
  const { list, of, page } = cursor;
  const at = { page, paths: LISTS[list].heard(of), taken, isOpened: false };
  const heard = isOfAnswers(list) ? await hear(session, answersSchema, at) : await hear(session, membersSchema, at);
  const [first] = heard.lists;
  if (first === undefined) return null;
  const isWhole = heard.lists.at(-1)?.paging?.is_end === true;
  return {
    items: heard.lists.flatMap(({ data }) => itemsOf(data, cursor)),
    next: isWhole || heard.ended ? [] : [{ cursor: { ...cursor, taken: heard.taken }, role: 'page' }],
    ...(taken === 0 ? { total: first.paging?.totals ?? null } : {}),
    gaps: heard.ended && !isWhole ? [STOOD_STILL] : [],
    mayRepeat: true,
    door: 'page, heard in the browser',
  };
}

/** The first answers, which the page of a question was made from. */
async function statePage({ page, of }: ListCursor, session: Session): Promise<Page<ListCursor>> {
  const { text } = await session.page({ url: page, accept: 'any' });
  const { entities } = readWire(stateSchema, scriptDataOf(text, 'js-initialData'), 'js-initialData').initialState;
  const items = readRows(Object.values(entities.answers), 'entities.answers', (row) => {
    const answer = readWire(answerSchema, underscored(row), 'answer');
    const isOther = answer.question != null && answer.question.id !== of;
    return isOther ? [] : [answerItem(answer, 'comment', of)];
  }).flat();
  const total = entities.questions?.[of]?.answerCount ?? null;
  const missing = Math.max(0, (total ?? 0) - items.length);
  const note = 'Zhihu shows further answers only after a login. Give the cookies of your own session (options.cookies).';
  return {
    items,
    total,
    gaps: total === items.length ? [] : [{ cause: session.hasCookies ? 'notServed' : 'login', count: missing, note }],
    door: 'state of the page',
  };
}
