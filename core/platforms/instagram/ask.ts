// Calls of Instagram's own page, and of the API beside it: plain first, and from inside a page where only a browser is answered.
import { CommentdockError, ERROR_CATALOGUE, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { JsonObject } from '#core/platform-api/define.ts';
import { NO_TOKENS, scriptsOf } from '#core/platform-kit/families/meta/page.ts';
import {
  answerAnywhere,
  csrfHeaders,
  SAME_ORIGIN,
  type Shut,
  signedForm,
  type Visit,
  visitOf,
} from '#core/platform-kit/families/meta/page-call.ts';
import { loginRequired, refusalOfErrors, refusalSaid } from '#core/platform-kit/families/meta/refusals.ts';
import { isNoRelayAnswer, learntQueryId, queryIdInScripts, relayParts, scriptIdsOf } from '#core/platform-kit/families/meta/relay.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';
import { SITE } from '#core/platforms/instagram/address.ts';
import type { SitePage } from '#core/platform-kit/families/meta/site-page.ts';
import type { Query } from '#core/platforms/instagram/queries.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** A call of the page, and the page that makes it. */
interface PageCall<S extends z.ZodType> {
  readonly query: Query;
  readonly variables: JsonObject;
  readonly schema: S;
  readonly page: string;
}

/** A call of the older API, below `/api/v1`. `page`: where the site itself makes it. */
interface ApiCall<S extends z.ZodType> {
  readonly path: string;
  readonly query?: PlatformRequest['query'];
  readonly form?: Readonly<Record<string, string>>;
  readonly schema: S;
  readonly page: string;
  readonly tries?: 'general' | 'once';
}

export type Outcome<T> = { readonly data: T } | Shut;

const WEB_APP = '936619743392459';
/** What a call may be answered with whose id is no more. */
const UNKNOWN_CALL = [400, 404];
const LOGIN = /^\/(?:accounts\/login|challenge|checkpoint)\b/;
const PAGE_SCRIPTS = '359341';
/** Of several doors that are shut, the first of these says most. */
const TELLING = ['BROWSER_MISSING', 'NETWORK', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED', 'NOT_FOUND'];
const A_WEB_PAGE =
  'Instagram answers with a web page in the place of data: to calls it takes for a program, or whose form has changed. Give fresh cookies of your session; if that does not help, an update of Commentdock may be needed.';

export function isLoggedIn(session: Session): boolean {
  return session.cookie(SITE, 'sessionid') !== null;
}

/** What came of one call with one id. */
interface Asked<T> {
  /** The server may not know the id any more: it answers that with nothing, and seldom with words. */
  readonly isStale: boolean;
  readonly id: string;
  /** The page that the call was made from. */
  readonly site: SitePage | null;
  /** @throws CommentdockError what Instagram clearly says instead */
  readonly conclude: () => Outcome<T>;
}

/**
 * Data of a call of the page. Where the id that is known brings nothing, the site's scripts say which one is valid today.
 * @throws CommentdockError what Instagram clearly says instead
 */
export async function askPage<S extends z.ZodType>(session: Session, call: PageCall<S>): Promise<Outcome<z.output<S>>> {
  const { name } = call.query;
  const known = await scriptIdsOf(session);
  const first = await askWith(session, call, known.ids.get(name) ?? null);
  if (!first.isStale) return first.conclude();
  learntQueryId(session, name).isStale(first.id);
  const fresh = await session.once(`instagram id of ${name}`, () =>
    queryIdInScripts(session, scriptsOf(first.site?.html ?? ''), name, known),
  );
  return fresh === null || fresh === first.id ? first.conclude() : (await askWith(session, call, fresh)).conclude();
}

/** @param fresh null: the id that the page names, that an earlier export learnt, or else the one that is built in */
async function askWith<S extends z.ZodType>(session: Session, call: PageCall<S>, fresh: string | null): Promise<Asked<z.output<S>>> {
  const { query, schema } = call;
  const learnt = learntQueryId(session, query.name);
  const used: { id: string; site: SitePage | null } = { id: query.docId, site: null };
  const make = (site: SitePage | null, visit: Visit): PlatformRequest => {
    used.id = fresh ?? site?.ids.get(query.name) ?? learnt.id ?? query.docId;
    used.site = site;
    return relayRequest(session, call, { site, visit, id: used.id });
  };
  const answer = await answerAnywhere(session, { page: call.page, signs: true, make });
  if ('shut' in answer) return { ...used, isStale: false, conclude: () => answer };
  if (isNoRelayAnswer(answer.text)) return { ...used, isStale: false, conclude: () => shutBy(answer) };
  const [said] = relayParts(answer.text);
  const refusal = refusalSaid(said);
  const value = (said.data as Readonly<Record<string, unknown>> | null | undefined)?.[query.root] ?? null;
  const isNothing = answer.status === 200 ? value === null : UNKNOWN_CALL.includes(answer.status);
  const error = refusalOfErrors(said.errors, query.root);
  if (!isNothing) await learnt.works(used.id, call.page);
  return {
    ...used,
    isStale: refusal === null && isNothing && error.code === 'PLATFORM_CHANGED',
    conclude: () => {
      if (refusal !== null) throw refusal;
      if (answer.status !== 200) return shutBy(answer);
      if (value !== null) return { data: readWire(schema, value, `data.${query.root}`) };
      if (error.code !== 'PLATFORM_CHANGED') throw error;
      return { shut: error };
    },
  };
}

/** Data of a call of the older API. @throws CommentdockError what Instagram clearly says instead */
export async function askApi<S extends z.ZodType>(session: Session, call: ApiCall<S>): Promise<Outcome<z.output<S>>> {
  const answer = await answerAnywhere(session, { page: call.page, signs: false, make: (_, visit) => apiRequest(session, call, visit) });
  return 'shut' in answer ? answer : readApi(answer, call);
}

/**
 * As `askApi`, for a list that has another door: asked once and plainly, and a redirect (to the home page, as it meets calls that are served
 * no more) shuts this one without a page read anew or a browser.
 */
export async function askApiOnce<S extends z.ZodType>(session: Session, call: ApiCall<S>): Promise<Outcome<z.output<S>>> {
  const answer = await session.fetch({ ...apiRequest(session, call, await visitOf(session)), redirect: 'manual' });
  if (answer.status < 300 || answer.status >= 400) return readApi(answer, call);
  const target = URL.parse(answer.headers['location'] ?? '', SITE)?.pathname ?? '';
  return { shut: LOGIN.test(target) ? loginRequired() : new PlatformChanged('location', A_WEB_PAGE) };
}

/** @throws CommentdockError what Instagram clearly says instead */
function readApi<S extends z.ZodType>(answer: Answer, call: ApiCall<S>): Outcome<z.output<S>> {
  if (!/^\s*[{[]/.test(answer.text)) return shutBy(answer);
  const said = readJsonWithIds(answer.text, '$');
  const refusal = refusalSaid(said);
  if (refusal !== null) throw refusal;
  if (answer.status === 404) throw new PlatformRefusal('NOT_FOUND');
  return answer.status === 200 ? { data: readWire(call.schema, said, '$') } : shutBy(answer);
}

/** The data of the first door that opens, and its place among them. @throws CommentdockError what the doors say where none opens */
export async function firstOpen<T>(doors: readonly (() => Promise<Outcome<T>>)[]): Promise<{ readonly data: T; readonly index: number }> {
  const shut: CommentdockError[] = [];
  for (const [index, door] of doors.entries()) {
    const outcome = await door();
    if ('data' in outcome) return { data: outcome.data, index };
    shut.push(outcome.shut);
  }
  throw shut.toSorted((one, other) => TELLING.indexOf(one.code) - TELLING.indexOf(other.code))[0] ?? new PlatformChanged('$');
}

/** @throws CommentdockError for a status that no other door changes */
function shutBy(answer: Answer): Shut {
  if (answer.status === 200)
    return { shut: new PlatformChanged('$', isWebPage(answer) ? A_WEB_PAGE : ERROR_CATALOGUE.PLATFORM_CHANGED.message) };
  if (answer.status === 404 || answer.status >= 500) return { shut: refusalOf(answer) };
  throw refusalOf(answer);
}

function relayRequest<S extends z.ZodType>(
  session: Session,
  { query, variables, page }: PageCall<S>,
  { site, visit, id }: { readonly site: SitePage | null; readonly visit: Visit; readonly id: string },
): PlatformRequest {
  const tokens = site?.tokens ?? NO_TOKENS;
  const user = userOf(session) ?? '0';
  const call = { query: query.name, queryId: id, variables, tokens, user };
  return {
    url: SITE + query.path,
    form: signedForm(call, { __d: 'www', __user: '0', __comet_req: '7' }),
    headers: {
      ...headersOf(session, page, visit),
      'x-fb-friendly-name': query.name,
      ...(tokens.lsd === '' ? {} : { 'x-fb-lsd': tokens.lsd }),
      ...(query.path === '/graphql/query' ? { 'x-root-field-name': query.root } : {}),
      ...(query.path === '/graphql/query' && site?.release ? { 'x-bloks-version-id': site.release } : {}),
    },
    accept: 'any',
  };
}

function apiRequest<S extends z.ZodType>(session: Session, { path, query, form, page, tries }: ApiCall<S>, visit: Visit): PlatformRequest {
  return {
    url: `${SITE}/api/v1${path}`,
    ...(query === undefined ? {} : { query }),
    ...(form === undefined ? {} : { form }),
    headers: {
      ...headersOf(session, page, visit),
      'x-requested-with': 'XMLHttpRequest',
      'x-ig-www-claim': visit.claim,
      'x-ig-max-touch-points': '0',
      'x-web-session-id': visit.tabId,
    },
    accept: 'any',
    ...(tries === undefined ? {} : { tries }),
  };
}

function headersOf(session: Session, page: string, visit: Visit): Record<string, string> {
  const user = userOf(session);
  return {
    ...SAME_ORIGIN,
    'x-ig-app-id': WEB_APP,
    'x-asbd-id': PAGE_SCRIPTS,
    origin: SITE,
    referer: page,
    ...csrfHeaders(session, SITE, visit, user === null ? [] : [`ds_user_id=${user}`]),
  };
}

/** The account whose session this is: a session's id begins with it. */
function userOf(session: Session): string | null {
  const named = session.cookie(SITE, 'ds_user_id');
  return named ?? /^(\d+)(?:%3A|:)/i.exec(session.cookie(SITE, 'sessionid') ?? '')?.[1] ?? null;
}
