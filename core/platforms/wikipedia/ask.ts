import { z } from 'zod';
import { type CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { errorSchema } from '#core/platforms/wikipedia/wire.ts';

/** These wikis ask programs for their name. */
const USER_AGENT = 'Commentdock (run by its user; exports discussions and histories of single pages)';

const NOT_THERE: ReadonlySet<string> = new Set(['nosuchrevid', 'missingtitle', 'invalidtitle', 'nosuchuser']);
const CLOSED: ReadonlySet<string> = new Set(['readapidenied', 'permissiondenied']);
const OVERLOADED = /^(?:maxlag|internal_api_error)/;

/**
 * An answer of a wiki's API, which refuses with status 200.
 * @throws CommentdockError
 */
export async function askWiki<S extends z.ZodType>(
  session: Session,
  host: string,
  schema: S,
  query: NonNullable<PlatformRequest['query']>,
): Promise<z.output<S>> {
  const answer = await session.fetch({
    url: `https://${host}/w/api.php`,
    query: { ...query, format: 'json', formatversion: 2 },
    headers: { 'user-agent': USER_AGENT },
  });
  const refused = answer.isJson ? checked(errorSchema, answer.json(z.unknown())).data : undefined;
  if (refused !== undefined) throw refusalFor(refused.error);
  return answer.json(schema);
}

function refusalFor({ code, info }: z.output<typeof errorSchema>['error']): CommentdockError {
  const words = `The wiki says: ${info ?? code}`;
  if (NOT_THERE.has(code)) return new PlatformRefusal('NOT_FOUND', words);
  if (CLOSED.has(code)) return new PlatformRefusal('LOGIN_REQUIRED', words);
  if (code === 'ratelimited') return new ThrottledFailure(words);
  return OVERLOADED.test(code) ? new TransientFailure(words) : new PlatformChanged('error.code', words);
}
