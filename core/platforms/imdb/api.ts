// The GraphQL that IMDb's own pages ask, without a key, for whoever says the headers of those pages.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { type TitleReviews, titleSchema } from '#core/platforms/imdb/wire.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';

const API = 'https://api.graphql.imdb.com/';
const SITE = 'https://www.imdb.com';
/** Without the first three the balancer before the API answers 403, since the end of July 2026. */
const HEADERS = {
  origin: SITE,
  referer: `${SITE}/`,
  'x-imdb-client-name': 'imdb-web-next',
  'x-imdb-user-country': 'US',
  accept: 'application/json',
};
const PAGE_SIZE = 50;

/** Orders of the API; the first is the one without a wish. */
const ORDERS = {
  new: 'SUBMISSION_DATE',
  top: 'HELPFULNESS_SCORE',
  best: 'AUTHOR_RATING',
  controversial: 'TOTAL_VOTES',
} as const satisfies Partial<Record<Sort, string>>;
export type Order = keyof typeof ORDERS;
export const SORTS = ['new', 'top', 'best', 'controversial'] as const satisfies readonly Order[];

/** `after`: the mark of the page before, null for the first one. */
export type Question = {
  readonly title: string;
  readonly order: Order;
  readonly after: string | null;
};

/** An answer about a title that does not exist, with errors beside it or without. */
const unknownSchema = z.object({ data: z.object({ title: z.null() }) });

/**
 * One page of a title's reviews; null for an unknown title.
 * @throws CommentdockError PLATFORM_CHANGED and so on where the door is shut
 */
export async function askReviews(session: Session, question: Question): Promise<TitleReviews | null> {
  const answer = await session.fetch({
    url: API,
    method: 'POST',
    headers: HEADERS,
    json: { query: queryOf(question) },
    accept: 'any',
  });
  // The API is gone, not the title.
  if (answer.status === 404 || answer.status === 410) throw new PlatformChanged('status');
  if (answer.status !== 200) throw refusalOf(answer);
  if (answer.isJson && fits(unknownSchema, answer.json(z.unknown()))) return null;
  return graphqlData(answer, titleSchema).title.reviews;
}

/** Nothing is a variable: the names of their types are not known. */
function queryOf({ title, order, after }: Question): string {
  const place = `first: ${PAGE_SIZE}${after === null ? '' : `, after: ${JSON.stringify(after)}`}`;
  return `query { title(id: ${JSON.stringify(title)}) { reviews(${place}, sort: {by: ${ORDERS[order]}, order: DESC}) {
  total
  edges { node {
    id spoiler language authorRating submissionDate
    author { nickName userId username { text } }
    summary { originalText language }
    text { originalText { plaidHtml } }
    helpfulness { upVotes downVotes }
  } }
  pageInfo { endCursor hasNextPage }
} } }`;
}
