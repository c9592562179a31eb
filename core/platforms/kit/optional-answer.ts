import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { PlatformRequest, Session } from '#core/platforms/session.ts';

/**
 * A call that an export can do without (a total, the name of an owner): asked once, and null where it fails in any way,
 * a body of an unknown form included. Only the end of the export itself is passed on.
 */
export async function optionalAnswer<S extends z.ZodType>(
  session: Session,
  schema: S,
  request: PlatformRequest,
): Promise<z.output<S> | null> {
  try {
    const answer = await session.fetch({ ...request, tries: 'once', accept: 'any' });
    return answer.status >= 200 && answer.status < 300 ? answer.json(schema) : null;
  } catch (error) {
    if (error instanceof CommentdockError && error.code !== 'STOPPED') return null;
    throw error;
  }
}
