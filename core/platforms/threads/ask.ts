// Pages of Threads, and the calls that they make.
import { CommentdockError, ERROR_CATALOGUE, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { csrfHeaders, answerAnywhere, SAME_ORIGIN, signedForm, type Visit } from '#core/platform-kit/families/meta/page-call.ts';
import { NO_TOKENS, scriptsOf } from '#core/platform-kit/families/meta/page.ts';
import { loginRequired, refusalOfErrors, refusalSaid } from '#core/platform-kit/families/meta/refusals.ts';
import { isNoRelayAnswer, learntQueryId, queryIdInScripts, relayParts, scriptIdsOf } from '#core/platform-kit/families/meta/relay.ts';
import { keepPage, NAVIGATION, sitePage, type SitePage } from '#core/platform-kit/families/meta/site-page.ts';
import { isWebPage, refusalOf, refusalOfCall } from '#core/platform-api/refusal.ts';
import { SITE } from '#core/platforms/threads/address.ts';
import { ownSwitches, type Query } from '#core/platforms/threads/queries.ts';
import type { JsonObject } from '#core/platform-api/define.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** A call, and the page that makes it. */
interface Call {
  readonly query: Query;
  readonly variables: JsonObject;
  readonly page: string;
}

const WEB_APP = '238260118697367';
const PAGE_SCRIPTS = '359341';
const GONE = /[?&]error=invalid_post\b/;
const LOGIN = /^\/(?:login|accounts\/login|challenge)\b/;
const A_WEB_PAGE =
  'Threads answers with a web page in the place of data: to calls it takes for a program, or whose form has changed. Give the cookies of your session; if that does not help, an update of Commentdock may be needed.';

export function isLoggedIn(session: Session): boolean {
  return session.cookie(SITE, 'sessionid') !== null;
}

/** @throws PlatformRefusal LOGIN_REQUIRED */
export function expectLogin(session: Session): void {
  if (!isLoggedIn(session)) throw loginRequired();
}

/** The HTML of a page. @throws CommentdockError NOT_FOUND, LOGIN_REQUIRED and what `fetch` throws */
export async function readPage(session: Session, url: string): Promise<string> {
  const answer = await session.fetch({ url, headers: NAVIGATION });
  if (GONE.test(answer.url)) throw new PlatformRefusal('NOT_FOUND');
  if (LOGIN.test(new URL(answer.url).pathname)) throw loginRequired();
  if ((await tokenPage(session, url)) === url) await keepPage(session, url, answer);
  return answer.text;
}

/** The first page of a run gives the tokens for all of its calls: others are not kept, since there may be thousands. */
function tokenPage(session: Session, url: string): Promise<string> {
  return session.once('threads page', async () => url);
}

/**
 * The data of a call; an id that the server does not know any more is looked for in the scripts of the page, once.
 * @throws CommentdockError what Threads says instead
 */
export async function askThreads(session: Session, call: Call): Promise<unknown> {
  try {
    return await attempt(session, call, null);
  } catch (error) {
    if (!(error instanceof StaleQuery)) throw error;
    const fresh = await session.once(`threads id of ${call.query.name}`, async () => {
      const { html } = await sitePage(session, await tokenPage(session, call.page));
      return queryIdInScripts(session, scriptsOf(html), call.query.name, await scriptIdsOf(session));
    });
    if (fresh === null) throw error;
    return attempt(session, call, fresh);
  }
}

/** The server knows the id no more, or wants other variables. */
class StaleQuery extends PlatformChanged {}

async function attempt(session: Session, { query, variables, page }: Call, id: string | null): Promise<unknown> {
  const learnt = learntQueryId(session, query.name);
  let used = query.docId;
  const make = (site: SitePage | null, visit: Visit) => {
    used = id ?? site?.ids.get(query.name) ?? learnt.id ?? query.docId;
    return requestOf(session, { query, variables, page }, { site, visit, id: used });
  };
  const answer = await answerAnywhere(session, { page: await tokenPage(session, page), signs: true, make });
  if ('shut' in answer) throw answer.shut;
  if (isNoRelayAnswer(answer.text)) throw refusalWithoutData(answer);
  const [said] = relayParts(answer.text);
  const refusal = refusalSaid(said);
  if (refusal !== null) throw refusal;
  if (answer.status !== 200) throw refusalOf(answer);
  const { data } = said;
  if (typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null)) {
    await learnt.works(used, page);
    return data;
  }
  if ((said.errors ?? []).length === 0) throw data === undefined ? new PlatformChanged('data') : new PlatformRefusal('NOT_FOUND');
  const error = refusalOfErrors(said.errors, query.field);
  if (error.code === 'RATE_LIMITED') throw error;
  learnt.isStale(used);
  throw new StaleQuery(
    'errors',
    error instanceof PlatformChanged ? error.message : `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (at errors)`,
  );
}

function refusalWithoutData(answer: Answer): CommentdockError {
  if (answer.status !== 200) return refusalOfCall(answer);
  return new PlatformChanged('$', isWebPage(answer) ? A_WEB_PAGE : ERROR_CATALOGUE.PLATFORM_CHANGED.message);
}

function requestOf(
  session: Session,
  { query, variables, page }: Call,
  { site, visit, id }: { readonly site: SitePage | null; readonly visit: Visit; readonly id: string },
): PlatformRequest {
  const tokens = site?.tokens ?? NO_TOKENS;
  const isKnown = isLoggedIn(session);
  const user = isKnown ? (session.cookie(SITE, 'ds_user_id') ?? '0') : '0';
  const switches = { ...ownSwitches(isKnown), ...site?.flags };
  const call = {
    query: query.name,
    queryId: id,
    variables: { ...variables, ...switches },
    tokens,
    user,
  };
  return {
    url: `${SITE}/graphql/query`,
    form: signedForm(call, { __user: '0', __comet_req: '29' }),
    headers: {
      ...SAME_ORIGIN,
      'x-ig-app-id': WEB_APP,
      'x-asbd-id': PAGE_SCRIPTS,
      'x-fb-friendly-name': query.name,
      'x-root-field-name': query.field,
      ...(tokens.lsd === '' ? {} : { 'x-fb-lsd': tokens.lsd }),
      ...(site?.release ? { 'x-bloks-version-id': site.release } : {}),
      ...(isKnown ? {} : { 'x-logged-out-threads-migrated-request': 'true' }),
      origin: SITE,
      referer: page,
      ...csrfHeaders(session, SITE, visit),
    },
    accept: 'any',
  };
}
