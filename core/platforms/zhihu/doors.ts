import { CommentdockError } from '#core/contract/error.ts';
import type { Json, Page } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { isShut } from '#core/platforms/zhihu/ask.ts';

/** The ways to a list. `hear`: null where the page asked for nothing of it. `state`: what the page was made from; null where that has none of it. */
interface Doors<C extends Json> {
  readonly ask: () => Promise<Page<C>>;
  readonly hear: () => Promise<Page<C> | null>;
  readonly state: (() => Promise<Page<C>>) | null;
}

/**
 * A page of a list: asked for, else heard, else what the page was made from. Why the first is shut goes into the notes.
 * @throws CommentdockError what the first door said; CAPTCHA where the page meets one
 */
export async function throughDoors<C extends Json>(isFirst: boolean, { ask, hear, state }: Doors<C>): Promise<Page<C>> {
  const asked = await orShut(ask());
  if (!(asked instanceof CommentdockError)) return asked;
  if (!isFirst || !isShut(asked)) throw asked;
  const heard = await orShut(hear());
  if (heard instanceof CommentdockError && heard.code === 'CAPTCHA') throw heard;
  if (heard !== null && !(heard instanceof CommentdockError)) return noted(heard, asked);
  const shown = state === null ? null : await orShut(state());
  if (shown === null || shown instanceof CommentdockError || shown.items.length === 0) throw asked;
  return noted(shown, asked);
}

function noted<C extends Json>(page: Page<C>, { message }: CommentdockError): Page<C> {
  return { ...page, notes: [...(page.notes ?? []), message] };
}
