// What TikTok and Douyin answer to a call in the place of a list.
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer } from '#core/platform-api/session.ts';

/** Why a door gave nothing. `isFinal`: no other door says anything else. */
export interface Refused {
  readonly error: CommentdockError;
  readonly isFinal: boolean;
}

/** A site, by its name, its words for a check, and what is told where it takes us for a program. */
interface Site {
  readonly name: string;
  readonly asksForCheck: RegExp;
  readonly takenForProgram: string;
}

/** Why an answer is none by its status and its form; null where it is JSON, which may say more. */
export function refusedByForm(answer: Answer, { name, asksForCheck, takenForProgram }: Site): Refused | null {
  if (answer.status === 429 || answer.status >= 500) return { error: refusalOf(answer), isFinal: true };
  if (answer.isJson) return null;
  const text = answer.text.trim();
  if (text === '' && answer.status === 200) return { error: new PlatformRefusal('BLOCKED', takenForProgram), isFinal: false };
  if (asksForCheck.test(text)) return { error: new PlatformRefusal('CAPTCHA'), isFinal: false };
  if (answer.status !== 200) return { error: refusalOf(answer), isFinal: false };
  const what = isWebPage(answer) ? 'a web page' : 'something that is not JSON';
  return { error: new PlatformChanged('$', `${name} answers with ${what} in the place of a list.`), isFinal: false };
}
