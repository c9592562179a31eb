// The two ways to Product Hunt's GraphQL: the official API with the owner's token, and the site's own from inside a page.
import { type CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Json, TargetParams } from '#core/platform-api/define.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { sha256Hex } from '#core/platform-kit/hash.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Breadth, By, Plane, Query } from '#core/platforms/producthunt/queries.ts';
import { rateErrorSchema } from '#core/platforms/producthunt/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** `page`: path of the page that shows the same. */
interface Question {
  readonly plane: Plane;
  readonly query: (breadth: Breadth) => Query;
  readonly variables: Readonly<Record<string, Json>>;
  readonly page: string;
}

export const SITE = 'https://www.producthunt.com';
const API = 'https://api.producthunt.com/v2/api/graphql';
/** The owner gives a token of the official API among the cookies, under this name. */
const TOKEN = 'developer_token';
/** The API is for programs: one that calls itself a browser is taken for a false one by what stands before it. */
const AS_PROGRAM = { accept: 'application/json', 'user-agent': 'Commentdock' };
export const DOOR_NAMES: Readonly<Record<Plane, string>> = { site: "the site's GraphQL in a page", api: 'API v2' };

/** What names a launch in the queries about it. */
export function byOf(launch: TargetParams): By {
  return launch['slug'] === undefined ? 'id' : 'slug';
}

/** The official API where the owner has a token for it. */
export function planeOf(session: Session): Plane {
  return tokenOf(session) === null ? 'site' : 'api';
}

/**
 * The checked answer. A query that is refused for a field that went away is asked again without all that can be done without.
 * @throws CommentdockError
 */
export async function askProductHunt<S extends z.ZodType>(session: Session, schema: S, question: Question): Promise<z.output<S>> {
  const kept = await session.once('producthunt fields', async (): Promise<{ breadth: Breadth }> => ({ breadth: 'whole' }));
  try {
    return graphqlData(await send(session, question, kept.breadth), schema);
  } catch (error) {
    const isRefused = error instanceof PlatformChanged && error.path === 'errors';
    if (!isRefused || kept.breadth === 'lean') throw error;
    kept.breadth = 'lean';
    return graphqlData(await send(session, question, kept.breadth), schema);
  }
}

async function send(session: Session, { plane, query, variables, page }: Question, breadth: Breadth): Promise<Answer> {
  const asked = query(breadth);
  const request: PlatformRequest = { url: API, method: 'POST', json: { ...asked, variables }, accept: 'any' };
  // The site may refuse a query that comes without its hash.
  const extensions = { persistedQuery: { version: 1, sha256Hash: sha256Hex(asked.query) } };
  const answer =
    plane === 'api'
      ? await session.fetch({ ...request, withoutCookies: true, headers: { ...AS_PROGRAM, authorization: `Bearer ${tokenOf(session)}` } })
      : await session.inPage({
          ...request,
          url: `${SITE}/frontend/graphql`,
          json: { ...asked, variables, extensions },
          headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
          page: { url: SITE + page, accept: 'any' },
        });
  const refusal = refusalIn(answer, plane);
  if (refusal !== null) throw refusal;
  return answer;
}

function refusalIn(answer: Answer, plane: Plane): CommentdockError | null {
  if (answer.status === 401 && plane === 'api')
    return new PlatformRefusal(
      'LOGIN_REQUIRED',
      'Product Hunt does not take this token. Make a new one at producthunt.com/v2/oauth/applications.',
    );
  const seconds = answer.status === 429 && answer.isJson ? answer.json(rateErrorSchema).errors?.[0]?.details?.reset_in : null;
  if (seconds) return new ThrottledFailure('The budget of this token is used up.', { secondsToWait: seconds });
  // A wrong query is explained with a 400 or 422.
  if ((answer.status === 400 || answer.status === 422) && answer.isJson) return null;
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  return isWebPage(answer) ? new PlatformRefusal('BLOCKED') : null;
}

function tokenOf(session: Session): string | null {
  return session.cookie(SITE, TOKEN);
}
