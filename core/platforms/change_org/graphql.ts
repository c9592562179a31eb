// The GraphQL that pages of today ask. It takes questions only from clients that name themselves as the site does, and no values for sorts
// and cursors but those written into the query.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { commentOfNode } from '#core/platforms/change_org/items.ts';
import { rows } from '#core/platforms/change_org/rows.ts';
import { connectionSchema } from '#core/platforms/change_org/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

/** `after`: null for the first page. */
export type GraphqlCursor = { readonly list: 'graphql'; readonly slug: string; readonly after: string | null };

const SITE = 'https://www.change.org';
const URL = `${SITE}/api-proxy/graphql`;
const TOKEN = `${SITE}/api-proxy/-/csrf-token`;
/** How the site's own scripts name themselves. */
const CLIENT = 'corgi-front-end-browser:5.2153.0';
const HEADERS = { accept: 'application/json', 'x-requested-with': CLIENT, origin: SITE, referer: `${SITE}/` };
const OPERATION = 'CommentPage';
/** The server gives no more at once. */
const PAGE_SIZE = 20;
const BY_VOTES = 'The older API of Change.org is shut; the one of today lists reasons for signing by votes only.';
const NO_ANSWERS = 'The older API of Change.org is shut; the one of today lists no answers.';

/** The door is open, and there is no such petition behind it. */
export class NoPetition extends PlatformRefusal {
  constructor() {
    super('NOT_FOUND', 'Change.org shows no such petition: it was taken down, or never was.');
  }
}

/** @throws NoPetition */
export async function graphqlPage(cursor: GraphqlCursor, session: Session): Promise<Page<GraphqlCursor>> {
  const { slug, after } = cursor;
  const token = await session.once('change.org csrf', () => tokenFrom(session));
  const answer = await session.fetch({
    url: URL,
    query: { op: OPERATION },
    method: 'POST',
    headers: { ...HEADERS, ...(token === null ? {} : { 'x-csrf-token': token }) },
    json: { operationName: OPERATION, variables: { s: slug }, query: questionFor(after) },
    accept: 'any',
  });
  if (answer.status !== 200) throw refusalOf(answer);
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED');
  const { petition } = graphqlData(answer, connectionSchema);
  if (!petition) throw new NoPetition();
  const { nodes, pageInfo, totalCount } = petition.commentsConnection;
  const next = pageInfo.hasNextPage && nodes.length > 0 ? (pageInfo.endCursor ?? null) : null;
  const { replies, sort } = session.options;
  return {
    ...rows(nodes.map(commentOfNode), { slug: petition.slug ?? slug, starter: petition.user?.id ?? null }, session),
    next: next === null ? [] : [{ cursor: { ...cursor, after: next }, role: 'page' }],
    ...(after === null
      ? { total: totalCount ?? null, notes: [...(sort === 'new' ? [BY_VOTES] : []), ...(replies ? [NO_ANSWERS] : [])] }
      : {}),
    door: 'GraphQL',
  };
}

/** The answer brings the session's cookie as well. */
async function tokenFrom(session: Session): Promise<string | null> {
  const answer = await session.fetch({ url: TOKEN, query: { cb: Date.now() }, headers: HEADERS, accept: [404] });
  return answer.headers['x-csrf-token'] ?? null;
}

function questionFor(after: string | null): string {
  const from = after === null ? '' : `, after: ${JSON.stringify(after)}`;
  const asked = `first: ${PAGE_SIZE}, sortBy: POPULAR, roles: [SUPPORTER_COMMENT]${from}`;
  const node = 'id comment role likes createdAt user { id displayName city }';
  const connection = `commentsConnection(${asked}) { totalCount pageInfo { hasNextPage endCursor } nodes { ${node} } }`;
  return `query ${OPERATION}($s: String!) { petition: petitionBySlugOrId(slugOrId: $s) { id slug user { id } ${connection} } }`;
}
