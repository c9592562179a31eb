// Calls of Instagram's own page, and of the API beside it: plain first, and from inside a page where only a browser is answered.
import { CommentdockError, ERROR_CATALOGUE, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { JsonObject } from '#core/platforms/define.ts';
import { isNoRelayAnswer, relayForm, relayParts } from '#core/platforms/families/meta/relay.ts';
import { isWebPage, refusalOf } from '#core/platforms/kit/refusal.ts';
import { readJsonWithIds, readWire } from '#core/platforms/kit/wire.ts';
import { SITE } from '#core/platforms/instagram/address.ts';
import { browserPage, forgetPage, sitePage } from '#core/platforms/instagram/page.ts';
import type { SitePage } from '#core/platforms/instagram/page.ts';
import type { Query } from '#core/platforms/instagram/queries.ts';
import { refusalOfErrors, refusalSaid } from '#core/platforms/instagram/refusals.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';
import type { z } from 'zod';

/** A call of the page, and the page that makes it. */
export interface PageCall<S extends z.ZodType> {
  readonly query: Query;
  readonly variables: JsonObject;
  readonly schema: S;
  readonly page: string;
}

/** A call of the older API, below `/api/v1`. `page`: where the site itself makes it. */
export interface ApiCall<S extends z.ZodType> {
  readonly path: string;
  readonly query?: PlatformRequest['query'];
  readonly form?: Readonly<Record<string, string>>;
  readonly schema: S;
  readonly page: string;
  readonly tries?: 'general' | 'once';
}

/** A door that is there and gave nothing: another one may. */
export interface Shut {
  readonly shut: CommentdockError;
}
export type Outcome<T> = { readonly data: T } | Shut;

/** What lasts for one run. */
interface Visit {
  /** Made up where no page has set one, as the page's script does. */
  readonly csrf: string;
  readonly tabId: string;
  /** What the last answer asked to be told. */
  claim: string;
  isRenewed: boolean;
  isInBrowser: boolean;
}

const WEB_APP = '936619743392459';
const PAGE_SCRIPTS = '359341';
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TAB_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Of several doors that are shut, the first of these says most. */
const TELLING = ['BROWSER_MISSING', 'NETWORK', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED', 'NOT_FOUND'];
const A_WEB_PAGE =
  'Instagram answers with a web page in the place of data: to calls it takes for a program, or whose form has changed. Give fresh cookies of your session; if that does not help, an update of Commentdock may be needed.';

export function isLoggedIn(session: Session): boolean {
  return session.cookie(SITE, 'sessionid') !== null;
}

/** Data of a call of the page. @throws CommentdockError what Instagram clearly says instead */
export async function askPage<S extends z.ZodType>(session: Session, call: PageCall<S>): Promise<Outcome<z.output<S>>> {
  const { query, schema } = call;
  const answer = await knock(session, call.page, (site, visit) => relayRequest(session, call, { site, visit }), { signs: true });
  if ('shut' in answer) return answer;
  if (isNoRelayAnswer(answer.text)) return shutBy(answer);
  const [said] = relayParts(answer.text);
  const refusal = refusalSaid(said);
  if (refusal !== null) throw refusal;
  if (answer.status !== 200) return shutBy(answer);
  const value = (said.data as Readonly<Record<string, unknown>> | null | undefined)?.[query.root] ?? null;
  if (value !== null) return { data: readWire(schema, value, `data.${query.root}`) };
  const error = refusalOfErrors(said.errors, query.root);
  if (error.code !== 'PLATFORM_CHANGED') throw error;
  return { shut: error };
}

/** Data of a call of the older API. @throws CommentdockError what Instagram clearly says instead */
export async function askApi<S extends z.ZodType>(session: Session, call: ApiCall<S>): Promise<Outcome<z.output<S>>> {
  const answer = await knock(session, call.page, (_, visit) => apiRequest(session, call, visit), { signs: false });
  if ('shut' in answer) return answer;
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

/** The answer, from within the browser where Instagram gives others a web page. `signs`: the call sends what its page gave it. */
async function knock(
  session: Session,
  page: string,
  make: (site: SitePage | null, visit: Visit) => PlatformRequest,
  { signs }: { readonly signs: boolean },
): Promise<Answer | Shut> {
  const visit = await visitOf(session);
  const read = async (): Promise<SitePage | null> => (signs ? sitePage(session, page) : null);
  if (!visit.isInBrowser) {
    let site = await read();
    let answer = await send(session, make(site, visit), visit);
    if (!isShell(answer)) return answer;
    if (signs && !visit.isRenewed) {
      visit.isRenewed = true;
      forgetPage(session, page);
      site = await read();
      answer = await send(session, make(site, visit), visit);
      if (!isShell(answer)) return answer;
    }
    if (site?.wall) throw site.wall;
  }
  try {
    const site = signs ? await browserPage(session, page) : null;
    const answer = await session.inPage({ ...make(site, visit), page: { url: page, accept: 'any' } });
    visit.isInBrowser = !isShell(answer);
    return answer;
  } catch (error) {
    if (error instanceof CommentdockError && error.code === 'BROWSER_MISSING') return { shut: error };
    throw error;
  }
}

async function send(session: Session, request: PlatformRequest, visit: Visit): Promise<Answer> {
  const answer = await session.fetch(request);
  visit.claim = answer.headers['x-ig-set-www-claim'] ?? visit.claim;
  return answer;
}

/** A web page with a good status: stale tokens, a client that looks like no browser, or a refusal. They all look alike. */
function isShell(answer: Answer): boolean {
  return answer.status === 200 && isWebPage(answer);
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
  { site, visit }: { readonly site: SitePage | null; readonly visit: Visit },
): PlatformRequest {
  const tokens = site?.tokens ?? { dtsg: '', lsd: '' };
  const user = userOf(session) ?? '0';
  const form = {
    ...relayForm({ query: query.name, queryId: site?.ids.get(query.name) ?? query.docId, variables, tokens, user }),
    __d: 'www',
    __user: '0',
    __comet_req: '7',
  };
  const isUnsigned = tokens.dtsg === '' && tokens.lsd === '';
  const sent = Object.entries(form).filter(([name, value]) => value !== '' && !(isUnsigned && name === 'jazoest'));
  return {
    url: SITE + query.path,
    form: Object.fromEntries(sent),
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
  const csrf = session.cookie(SITE, 'csrftoken') ?? visit.csrf;
  const user = userOf(session);
  return {
    ...SAME_ORIGIN,
    'x-ig-app-id': WEB_APP,
    'x-asbd-id': PAGE_SCRIPTS,
    'x-csrftoken': csrf,
    origin: SITE,
    referer: page,
    cookie: `csrftoken=${csrf}${user === null ? '' : `; ds_user_id=${user}`}`,
  };
}

/** The account whose session this is: a session's id begins with it. */
function userOf(session: Session): string | null {
  const named = session.cookie(SITE, 'ds_user_id');
  return named ?? /^(\d+)(?:%3A|:)/i.exec(session.cookie(SITE, 'sessionid') ?? '')?.[1] ?? null;
}

function visitOf(session: Session): Promise<Visit> {
  return session.once('instagram visit', async () => ({
    csrf: randomText(LETTERS, 32),
    tabId: [6, 6, 6].map((length) => randomText(TAB_LETTERS, length)).join(':'),
    claim: '0',
    isRenewed: false,
    isInBrowser: false,
  }));
}

function randomText(letters: string, length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
}
