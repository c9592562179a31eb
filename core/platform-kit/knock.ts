import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** A door that answered 200 in a known form, or what its answer means. */
export type Door<T> = { readonly value: T } | { readonly refusal: CommentdockError; readonly status: number };

/** One request to a door that may be shut. A wire that breaks is no answer: that error is thrown. */
export async function knock<T>(session: Session, request: PlatformRequest, read: (answer: Answer) => T): Promise<Door<T>> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  if (answer.status !== 200) return { refusal: refusalOf(answer), status: answer.status };
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof PlatformChanged) return { refusal: error, status: answer.status };
    throw error;
  }
}

/** What a door gives, or why it is shut, whatever that is: another may be open. Faults of ours and the end of the export are passed on. */
export async function orShut<T>(door: Promise<T>): Promise<T | CommentdockError> {
  try {
    return await door;
  } catch (error) {
    if (error instanceof CommentdockError) return error;
    throw error;
  }
}

/** As `orShut`, of what an export can do without: why it is shut does not matter. */
export async function orNothing<T>(door: Promise<T>): Promise<T | null> {
  const found = await orShut(door);
  return found instanceof CommentdockError ? null : found;
}
