import { CommentdockError, type ErrorCode, IncompleteAnswer } from '#core/contract/error.ts';
import type { Json } from '#core/platform-api/define.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { type Answered, askPinterest, type Resource } from '#core/platforms/pinterest/ask.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** A resource without its bookmark. */
export type Door = Omit<Resource, 'bookmark'>;
/** `door`: which of the doors showed the page before; null before the first page. Bookmarks hold at their own door alone. */
export type Place = {
  readonly door: number | null;
  readonly bookmark: string | null;
};

/** What may keep a door shut while another one shows the same list: resources of the site come and go. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'BLOCKED', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);

/**
 * One page of a list that several resources show: the first that answers has it, and begins all further lists of the `kind`.
 * @throws CommentdockError what the first one said, where all are shut
 */
export async function askDoors<S extends z.ZodType<readonly unknown[]>>(
  session: Session,
  schema: S,
  kind: string,
  doors: readonly Door[],
  { door, bookmark }: Place,
): Promise<Answered<z.output<S>> & { readonly door: number }> {
  const known = await session.once<{ open: number }>(`doors of ${kind}`, async () => ({ open: 0 }));
  const first = door ?? Math.min(known.open, doors.length - 1);
  let failure: CommentdockError | null = null;
  for (const [number, resource] of doors.entries()) {
    if (number < first || (door !== null && number > door)) continue;
    const answered = await orShut(askPinterest(session, schema, { ...resource, bookmark }));
    if (!(answered instanceof CommentdockError)) {
      // Nothing at the second door is no answer to why the first is shut.
      if (failure !== null && answered.data.length === 0) break;
      known.open = number;
      return { ...answered, door: number };
    }
    failure ??= answered;
    if (!SHUT.has(answered.code) || answered instanceof IncompleteAnswer) break;
  }
  throw failure ?? new RangeError(`no door of ${kind}`);
}

/** A call of the API below the site's own, by its address there. */
export function apiDoor(url: string, page: string, handler: string): Door {
  const data: Json = {};
  return { name: 'ApiResource', options: { url, data }, page, handler };
}
