import { CommentdockError, type ErrorCode, IncompleteAnswer } from '#core/contract/error.ts';
import type { Json, Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';

/** What keeps us out of a list, and not out of all that shows a part of it. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'BROWSER_MISSING', 'PLATFORM_CHANGED']);

/**
 * A page of a list, or where its door is shut what another one shows of it (a feed, the state in a page): why the first is shut goes into
 * the notes.
 * @param lesser null where it has nothing, as past the first page
 * @throws CommentdockError what the first door said; NOT_FOUND where that is shut and the other says that there is no such thing
 */
export async function orLesser<C extends Json>(first: Promise<Page<C>>, lesser: (() => Promise<Page<C>>) | null): Promise<Page<C>> {
  const page = await orShut(first);
  if (!(page instanceof CommentdockError)) return page;
  const isShut = SHUT.has(page.code) && !(page instanceof IncompleteAnswer);
  if (!isShut || lesser === null) throw page;
  const part = await orShut(lesser());
  if (part instanceof CommentdockError) throw part.code === 'NOT_FOUND' ? tellingOf(page, part) : page;
  return { ...part, notes: [...(part.notes ?? []), page.message] };
}
