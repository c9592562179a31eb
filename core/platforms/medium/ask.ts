// The two ways to Medium's GraphQL: plain HTTP, and where that is refused from inside a page; for responses with the page's own operation.
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Json } from '#core/platform-api/define.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { QUERIES } from '#core/platforms/medium/queries.ts';
import { type Operation, operationsSchema } from '#core/platforms/medium/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import type { z } from 'zod';

/** One call. `page`: the page of the site that asks the same. */
interface Question {
  readonly what: keyof typeof QUERIES;
  readonly variables: Readonly<Record<string, Json>>;
  readonly page: string;
}

const SITE = 'https://medium.com';
const API = `${SITE}/_/graphql`;
/** Refusals that a browser may get past. */
const DOOR_SHUT = new Set(['BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED']);
/** The page that a discussion is open on. */
export const discussionPage = (post: string): string => `${SITE}/p/${post}?responsesOpen=true&sortBy=REVERSE_CHRON`;

/** @throws CommentdockError what the last door says where none opens */
export async function askMedium<S extends z.ZodType>(
  session: Session,
  schema: S,
  question: Question,
): Promise<{ readonly data: z.output<S>; readonly door: string }> {
  const door = await session.once('medium door', async (): Promise<{ shutBy: unknown }> => ({ shutBy: null }));
  if (door.shutBy === null) {
    try {
      const answer = await session.fetch({ ...requestOf({ ...QUERIES[question.what], variables: question.variables }), accept: 'any' });
      return { data: graphqlData(checked(answer), schema), door: 'GraphQL' };
    } catch (error) {
      if (!isShut(error, question)) throw error;
      door.shutBy = error;
    }
  }
  const answer = await session.inPage({
    ...requestOf(await operationOf(session, question, door.shutBy)),
    page: { url: question.page, accept: 'any' },
    accept: 'any',
  });
  return { data: graphqlData(checked(answer), schema), door: 'GraphQL in a page' };
}

/** A query that Medium no longer takes is as good as a shut door where the page has one of its own. */
function isShut(error: unknown, { what }: Question): boolean {
  if (error instanceof PlatformChanged) return what === 'responses' && error.path === 'errors';
  return error instanceof PlatformRefusal && DOOR_SHUT.has(error.code);
}

/**
 * Our own operation; for responses the one that the page sends, with our variables in it.
 * @throws what shut the first door, where the page sends none
 */
async function operationOf(session: Session, { what, variables, page }: Question, shutBy: unknown): Promise<Operation> {
  if (what !== 'responses') return { ...QUERIES[what], variables: { ...variables } };
  const own = await session
    .once('medium responses', () => sentByPage(session, page))
    .catch((error: unknown) => {
      throw error instanceof PlatformChanged ? shutBy : error;
    });
  const paging = Object.keys(own.variables).find((name) => /paging/i.test(name)) ?? 'postResponsesPaging';
  const { postId = null, postResponsesPaging = null, sortType = null } = variables;
  return { ...own, variables: { ...own.variables, postId, [paging]: postResponsesPaging, ...(sortType === null ? {} : { sortType }) } };
}

async function sentByPage(session: Session, url: string): Promise<Operation> {
  const { answers } = await session.capture(
    { url, accept: 'any' },
    { url: 'medium.com/_/graphql*', method: 'POST', body: 'hreadedPostResponses', accept: 'any' },
  );
  const sent = readWire(operationsSchema, readJson(answers[0]?.request.body ?? '', 'request'), 'request');
  const own = sent.find(({ query }) => query.includes('hreadedPostResponses'));
  if (own === undefined) throw new PlatformChanged('request');
  return own;
}

function requestOf(operation: Operation): PlatformRequest {
  return {
    url: API,
    method: 'POST',
    headers: { accept: 'application/json', 'apollographql-client-name': 'lite', 'graphql-operation': operation.operationName },
    json: operation,
  };
}

function checked(answer: Answer): Answer {
  const refusal = refusalIn(answer);
  if (refusal !== null) throw refusal;
  return answer;
}

/** GraphQL explains a wrong query with a 400. */
function refusalIn(answer: Answer): CommentdockError | null {
  if (answer.status === 400 && answer.isJson) return null;
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  return isWebPage(answer) ? new PlatformRefusal('BLOCKED') : null;
}
