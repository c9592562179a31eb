// One call of Facebook's own GraphQL: the id of the query, what is sent again, and what a refusal says.
import {
  type CommentdockError,
  ERROR_CATALOGUE,
  EmptyAnswer,
  IncompleteAnswer,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
} from '#core/contract/error.ts';
import type { JsonObject } from '#core/platform-api/define.ts';
import { assembled, type AssembledAnswer } from '#core/platform-kit/families/meta/assembled.ts';
import { SAME_ORIGIN } from '#core/platform-kit/families/meta/page-call.ts';
import {
  isNoRelayAnswer,
  learntQueryId,
  queryIdInScripts,
  relayForm,
  relayParts,
  type RelayPart,
  scriptIdsOf,
} from '#core/platform-kit/families/meta/relay.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { FLAG_PREFIX, QUERY_IDS, type QueryName } from '#core/platforms/facebook/queries.ts';
import { BLOCKED, isTemporarilyBlocked, pageAnew, pageAt, SITE, type SitePage, USER_AGENT } from '#core/platforms/facebook/site.ts';
import { refusalOf, refusalOfCall } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

interface Call {
  readonly query: QueryName;
  readonly variables: JsonObject;
  /** The page that would make the call: it has the tokens. */
  readonly page: string;
}

type Parts = readonly [RelayPart, ...RelayPart[]];
/** An answer, or what has to be changed before the call is made once more. */
type Outcome = { readonly parts: Parts } | { readonly flags: readonly string[] } | { readonly stale: string };

const GRAPHQL = `${SITE}/api/graphql/`;
const MOST_FLAG_ROUNDS = 8;
const LOGIN_CODES = new Set([1357001, 1357002, 1357004]);
const BLOCKED_CODES = new Set([1357054, 368]);
const THROTTLED_CODES = new Set([1675004]);
/** Comes with an empty list in the middle of a long one, and passes. */
const STUMBLE = 1675012;
const RATE_LIMIT = /rate.?limit/i;
const TEMPORARILY_BLOCKED = /temporarily blocked/i;
const STALE = /missing_required_variable_value|is not defined on|persisted query|unknown operation|no query named|document with id|doc_id/i;
const FLAG_NAMED = new RegExp(`${FLAG_PREFIX}\\w+`, 'g');
/** A list of them. */
const FLAGS = new RegExp(`^${FLAG_PREFIX}\\w+(?:,${FLAG_PREFIX}\\w+)*$`);

/** True where the owner gave a login. */
export function isLoggedIn(session: Session): boolean {
  return session.cookie(SITE, 'c_user') !== null && session.cookie(SITE, 'xs') !== null;
}

/** @throws PlatformRefusal LOGIN_REQUIRED */
export function expectLogin(session: Session): void {
  if (isLoggedIn(session)) return;
  throw new PlatformRefusal(
    'LOGIN_REQUIRED',
    'Facebook shows this only to people who are logged in. Give the cookies c_user and xs of your session (options.cookies).',
  );
}

/**
 * The answer to a call, its parts put together. Errors beside data are let pass.
 * @param isEmpty true where the answer lacks what was asked for: with the error of a stumble it is asked for once more
 * @throws CommentdockError LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, PLATFORM_CHANGED and what `fetch` throws
 */
export async function askFacebook(
  session: Session,
  call: Call,
  isEmpty: (data: unknown) => boolean = () => false,
): Promise<AssembledAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const parts = await answered(session, call).catch((error: unknown) => withFreshTokens(error, session, call));
    const answer = assembled(parts);
    if (!parts.some(hasStumbled) || !isEmpty(answer.data)) return answer;
    if (attempt > 0) throw new IncompleteAnswer('Facebook answers with an empty page in the middle of a list.');
  }
}

/**
 * What an answer that is no data means.
 * @throws CommentdockError always where the parts hold an error without data
 */
export function expectData(parts: Parts): void {
  const refusal = parts.some(({ data }) => hasSomething(data)) ? null : refusalIn(parts);
  const saysNothing = refusal instanceof PlatformChanged && parts.some(({ data }) => isNothing(data));
  if (refusal !== null && !saysNothing) throw refusal;
}

/** The parts of an answer to any call of the site. @throws CommentdockError for walls, refusals and what is no such answer */
export function partsOf(answer: Answer): Parts {
  const { status, text, url } = answer;
  const isPage = isNoRelayAnswer(text);
  if (isPage && /^\/(?:login|checkpoint)\b/.test(new URL(url).pathname)) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (isPage && isTemporarilyBlocked(text)) throw new PlatformRefusal('BLOCKED', BLOCKED);
  if (isPage && (status < 200 || status >= 300)) throw refusalOfCall(answer);
  if (text.trim() === '') throw new EmptyAnswer('Facebook answers with nothing. Wait some hours, or give the cookies of your session.');
  if (isPage) throw new PlatformChanged('$', 'Facebook answers with a web page in the place of a list.');
  const parts = relayParts(text);
  const refusal = status >= 200 && status < 300 ? null : (refusalIn(parts) ?? refusalOf(answer));
  if (refusal !== null) throw refusal;
  return parts;
}

/** A session id of the kind that the site's pages make up, the same for a whole run. */
export function sessionId(session: Session): Promise<string> {
  return session.once('facebook session id', async () => crypto.randomUUID());
}

/** A session that is logged in and refused all the same may have had its page for too long. */
async function withFreshTokens(error: unknown, session: Session, call: Call): Promise<Parts> {
  if (!(error instanceof PlatformRefusal) || error.code !== 'LOGIN_REQUIRED' || !isLoggedIn(session)) throw error;
  const former = await pageAt(session, call.page);
  const { tokens } = await pageAnew(session, call.page);
  if (tokens.dtsg === '' || tokens.dtsg === former.tokens.dtsg) throw error;
  return answered(session, call);
}

async function answered(session: Session, { query, variables, page: address }: Call): Promise<Parts> {
  const page = await pageAt(session, address);
  const flags = `switches of ${query}`;
  const added = await session.once(flags, async () => new Set(learntOf(session, flags, FLAGS)?.split(',')));
  for (let round = 0; round < MOST_FLAG_ROUNDS; round += 1) {
    const all = { ...variables, ...Object.fromEntries([...added].map((name) => [name, false])) };
    const outcome = await attempt(session, page, query, all);
    if ('parts' in outcome) {
      if (added.size > 0) session.learnt(flags).note([...added].join(','), SITE);
      return outcome.parts;
    }
    if ('stale' in outcome)
      throw new PlatformChanged('doc_id', `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (Facebook says: ${outcome.stale})`);
    for (const name of outcome.flags) added.add(name);
  }
  throw new PlatformChanged('variables', 'Facebook asks for more and more switches. An update of Commentdock may be needed.');
}

/** With the id that is known, and if that one is out of date with the one in the site's scripts. */
async function attempt(session: Session, page: SitePage, query: QueryName, variables: JsonObject): Promise<Outcome> {
  const learnt = learntQueryId(session, query);
  const known = page.queryIds.get(query) ?? learnt.id ?? QUERY_IDS[query];
  const outcome = await send(session, page, query, known, variables);
  if ('parts' in outcome) await learnt.works(known, SITE);
  if (!('stale' in outcome)) return outcome;
  learnt.isStale(known);
  const fresh = await session.once(`facebook id of ${query}`, async () => {
    const known = await scriptIdsOf(session);
    const id = await queryIdInScripts(session, page.scripts, query, known);
    for (const [name, other] of known.ids) if (!page.queryIds.has(name)) page.queryIds.set(name, other);
    return id;
  });
  if (fresh === null || fresh === known) return outcome;
  page.queryIds.set(query, fresh);
  const second = await send(session, page, query, fresh, variables);
  if ('parts' in second) await learnt.works(fresh, SITE);
  return second;
}

async function send(session: Session, page: SitePage, query: QueryName, queryId: string, variables: JsonObject): Promise<Outcome> {
  const { tokens } = page;
  const user = (isLoggedIn(session) ? session.cookie(SITE, 'c_user') : null) ?? '0';
  const answer = await session.fetch({
    url: GRAPHQL,
    method: 'POST',
    form: relayForm({ query, queryId, variables, tokens, user }),
    headers: {
      'user-agent': USER_AGENT,
      origin: SITE,
      referer: `${SITE}/`,
      ...SAME_ORIGIN,
      'x-asbd-id': '359341',
      'x-fb-friendly-name': query,
      'x-fb-lsd': tokens.lsd,
    },
    accept: 'any',
  });
  return outcomeOf(partsOf(answer), answer.text, variables);
}

function outcomeOf(parts: Parts, text: string, variables: JsonObject): Outcome {
  if (parts.some(({ data }) => hasSomething(data))) return { parts };
  const words = wordsOf(parts);
  if (STALE.test(words)) {
    const flags = [...new Set(text.match(FLAG_NAMED))].filter((name) => !(name in variables));
    return flags.length > 0 ? { flags } : { stale: words };
  }
  if (!parts.some(hasStumbled)) expectData(parts);
  return { parts };
}

/** What the errors of an answer without data mean; null where it has none. */
function refusalIn(parts: Parts): CommentdockError | null {
  const codes = parts.flatMap(codesOf);
  const words = wordsOf(parts);
  const said = words === '' ? '' : ` Facebook says: "${words}"`;
  if (codes.some((code) => LOGIN_CODES.has(code)))
    return new PlatformRefusal('LOGIN_REQUIRED', `${ERROR_CATALOGUE.LOGIN_REQUIRED.message}${said}`);
  if (codes.some((code) => BLOCKED_CODES.has(code)) || TEMPORARILY_BLOCKED.test(words))
    return new PlatformRefusal('BLOCKED', BLOCKED + said);
  if (codes.some((code) => THROTTLED_CODES.has(code)) || RATE_LIMIT.test(words))
    return new ThrottledFailure(ERROR_CATALOGUE.RATE_LIMITED.message + said);
  if (codes.length === 0 && words === '') return null;
  return new PlatformChanged('errors', `Facebook answers with an error that we do not know (${codes.join(', ') || 'no code'}).${said}`);
}

function codesOf({ error, errors }: RelayPart): number[] {
  const own = typeof error === 'object' && error !== null ? error['code'] : error;
  const codes = [own, ...(errors ?? []).map(({ code }) => code)];
  return codes.filter((code) => code !== null && code !== undefined && code !== '').map(Number);
}

function wordsOf(parts: Parts): string {
  const said = parts.flatMap(({ errors, errorSummary, errorDescription }) => [
    errorSummary,
    errorDescription,
    ...(errors ?? []).flatMap(({ message, summary, description }) => [message, summary, description]),
  ]);
  return [...new Set(said.filter((words): words is string => typeof words === 'string' && words !== ''))].join(' ');
}

function hasStumbled(part: RelayPart): boolean {
  return codesOf(part).includes(STUMBLE);
}

/** What is asked for is not there, or not for this session: with an error beside it that is not known, or with none. */
export function isNothing(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'node' in data && data.node === null;
}

/** A value below `data` that is not null: `{"node": null}` beside an error is none. */
function hasSomething(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);
}
