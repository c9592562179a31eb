// Notes of an account: the first ones stand in the state of its page, the others are heard while it is scrolled.
import type { Gap, Page } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { AnswerMatch, Session } from '#core/platform-api/session.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { profilePage } from '#core/platforms/xiaohongshu/address.ts';
import { goesOn, REST } from '#core/platforms/xiaohongshu/comments.ts';
import type { PostsCursor } from '#core/platforms/xiaohongshu/cursor.ts';
import { postItem } from '#core/platforms/xiaohongshu/items.ts';
import { notesOf, openPage, refusalInAnswer, refusalInWords } from '#core/platforms/xiaohongshu/page.ts';
import { postsSchema } from '#core/platforms/xiaohongshu/wire.ts';

const GOES_ON: Gap = { cause: 'notServed', count: 0, note: 'The page did not ask for the rest of the notes, however far it was scrolled.' };

/** @throws CommentdockError BLOCKED, CAPTCHA, LOGIN_REQUIRED, NOT_FOUND, RATE_LIMITED, PLATFORM_CHANGED, BROWSER_MISSING */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const { user, taken } = cursor;
  const url = profilePage(user, cursor);
  const page = taken === 0 ? await openPage(session, url) : null;
  const shown = page === null ? null : notesOf(page);
  const carried = shown ?? [];
  const { answers, ended } = await session.scroll({ url }, postsOf(user), { skip: taken });
  const refusal = answers.map(refusalInAnswer).find((each) => each !== null);
  if (refusal != null) throw refusal;
  if (page !== null && answers.length === 0 && shown === null) throw refusalInWords(page);
  const lists = [
    ...(carried.length === 0 ? [] : [readWire(postsSchema, { data: { notes: carried } }, 'notes').data]),
    ...answers.map((answer) => answer.json(postsSchema).data),
  ];
  const further = { ...cursor, taken: taken + answers.length, more: lists.at(-1)?.has_more ?? cursor.more };
  const rest = further.taken % REST.every === 0 ? { afterMs: REST.ms } : {};
  return {
    items: lists.flatMap(({ notes }) => readRows(notes, 'data.notes', postItem)),
    next: ended ? [] : [{ cursor: further, role: 'page', ...rest }],
    gaps: ended && further.more ? [GOES_ON] : [],
    // What the state has may be heard once more.
    mayRepeat: taken === 0,
    door: "calls of the account's page",
  };
}

function postsOf(user: string): AnswerMatch {
  return {
    url: [`*/api/sns/web/v1/user_posted?*user_id=${user}*`],
    accept: 'any',
    until: (answer) => refusalInAnswer(answer) === null && !goesOn(answer),
  };
}
