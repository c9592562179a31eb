import { ThrottledFailure } from '#core/contract/error.ts';
import { refusalOf } from '#core/platforms/kit/refusal.ts';
import type { Answer, Session } from '#core/platforms/session.ts';

/** The address and key of the API: those of the site's script, which everybody is given. */
export type Door = { readonly url: string; readonly key: string };

/** The most that the API gives at once; for more it gives nothing. */
export const PAGE_SIZE = 100;

/**
 * One query of the API. `keyIsGood`: the door has answered before, so that a refusal means haste.
 * @throws CommentdockError
 */
export async function post(session: Session, door: Door, json: object, { keyIsGood }: { readonly keyIsGood: boolean }): Promise<Answer> {
  const answer = await session.fetch({ url: door.url, method: 'POST', headers: { 'x-api-key': door.key }, json, accept: [401, 403] });
  if (answer.status === 403 && keyIsGood) throw new ThrottledFailure();
  if (answer.status !== 200) throw refusalOf(answer);
  return answer;
}
