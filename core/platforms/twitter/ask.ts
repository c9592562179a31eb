// One call of X's own API: its headers, what is sent again, and what a refusal says.
import {
  CommentdockError,
  type ErrorCode,
  ERROR_CATALOGUE,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
} from '#core/contract/error.ts';
import type { JsonObject } from '#core/platform-api/define.ts';
import { hex } from '#core/platform-kit/hash.ts';
import { type Dialect, dialectOf, idOf, noteWorking, renewed } from '#core/platforms/twitter/dialect.ts';
import { featuresOf, type Operation, WEB_TOKEN } from '#core/platforms/twitter/operations.ts';
import { type Envelope, envelopeSchema, type WireError } from '#core/platforms/twitter/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

/** X's servers stumbled: worth asking again, and no change of form. */
class Stumble extends PlatformChanged {
  override readonly code: ErrorCode = 'NETWORK';
}

interface Call {
  readonly operation: Operation;
  readonly variables: JsonObject;
  /** Null for the first page of a list. */
  readonly after: string | null;
}

const SITE = 'https://x.com/';
const PATH = '/i/api/graphql';
const MOST_TRIES_FOR_SWITCHES = 3;
const MISSING_SWITCHES = /features? cannot be null: ([\w, ]+)/i;
const READ_STATUSES = [400, 401, 403, 404, 422];
const CODE_IN_WORDS = /^\((-?\d+)\)/;
const NO_SUCH_POST = /_Missing|no status found/i;
const STALE_COOKIES =
  'X refuses this session (status 403). A likely cause are cookies that have expired: give fresh ones (auth_token and ct0), or log in anew.';
const ACCOUNT_LOCKED = 'X has locked this account for now. Log in at x.com in your own browser, do what it asks for, then retry.';

/** What X's own numbers of errors mean. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [32, 'LOGIN_REQUIRED'],
  [34, 'NOT_FOUND'],
  [50, 'NOT_FOUND'],
  [63, 'NOT_FOUND'],
  [64, 'BLOCKED'],
  [88, 'RATE_LIMITED'],
  [131, 'NETWORK'],
  [-1, 'NETWORK'],
  [144, 'NOT_FOUND'],
  [179, 'PRIVATE'],
  [326, 'BLOCKED'],
]);

/**
 * The answer to a call. Errors that come beside data are left to the reader of the data.
 * @throws CommentdockError LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NOT_FOUND, PLATFORM_CHANGED (in words of its own where nothing could sign it)
 */
export async function askX(session: Session, call: Call): Promise<Envelope> {
  if (session.cookie(SITE, 'auth_token') === null)
    throw new PlatformRefusal(
      'LOGIN_REQUIRED',
      'X shows this only to people who are logged in. Give the cookie auth_token of your session.',
    );
  const dialect = await dialectOf(session);
  for (let switched = 0; ; switched += 1) {
    const answer = await sendKnown(session, call, dialect);
    const envelope = answer.isJson ? answer.json(envelopeSchema) : null;
    const missing = switched < MOST_TRIES_FOR_SWITCHES ? missingSwitches(envelope) : [];
    if (missing.length === 0) {
      const said = checked(answer, envelope, { call, dialect });
      if ((said.errors ?? []).length === 0) noteWorking(dialect, session, call.operation);
      return said;
    }
    for (const name of missing) dialect.switches.add(name);
  }
}

/** What the errors of an answer mean; null where it has none that are known. */
export function refusalIn({ errors }: Pick<Envelope, 'errors'>): CommentdockError | null {
  for (const error of errors ?? []) {
    const words = error.message ?? '';
    const code = NO_SUCH_POST.test(words) ? 'NOT_FOUND' : CODES.get(codeOf(error) ?? Number.NaN);
    if (code !== undefined) return errorOf(code, words);
  }
  const [first] = errors ?? [];
  return first === undefined
    ? null
    : new PlatformChanged('errors', `X answers with an error we do not know: ${first.message ?? 'no words'}`);
}

/** A call that the server does not know by its id is sent once more after the page has been read anew. */
async function sendKnown(session: Session, call: Call, dialect: Dialect): Promise<Answer> {
  const wasRenewed = dialect.renewal !== null;
  await dialect.renewal;
  const answer = await send(session, call, dialect);
  if (!isUnknownCall(answer) || wasRenewed) return answer;
  await renewed(dialect, session, call.operation);
  return send(session, call, dialect);
}

async function send(session: Session, { operation, variables, after }: Call, dialect: Dialect): Promise<Answer> {
  const csrf = session.cookie(SITE, 'ct0') ?? (await session.once('x ct0', async () => randomHex()));
  const path = `${PATH}/${idOf(dialect, operation)}/${operation}`;
  const signature = await dialect.signer?.('GET', path);
  const switches = Object.fromEntries([...dialect.switches].map((name) => [name, true]));
  return session.fetch({
    url: new URL(path, SITE).href,
    query: {
      variables: JSON.stringify(after === null ? variables : { ...variables, cursor: after }),
      features: JSON.stringify({ ...featuresOf(operation), ...switches }),
    },
    headers: {
      authorization: `Bearer ${WEB_TOKEN}`,
      cookie: `ct0=${csrf}`,
      'x-csrf-token': csrf,
      'x-twitter-auth-type': 'OAuth2Session',
      'x-twitter-active-user': 'yes',
      'x-twitter-client-language': 'en',
      'content-type': 'application/json',
      referer: SITE,
      ...(signature === undefined ? {} : { 'x-client-transaction-id': signature }),
    },
    accept: READ_STATUSES,
  });
}

function checked(
  answer: Answer,
  envelope: Envelope | null,
  { call: { after }, dialect }: { readonly call: Call; readonly dialect: Dialect },
): Envelope {
  const { status } = answer;
  const errors = envelope?.errors ?? [];
  if (status === 401 || errors.some((error) => codeOf(error) === 32)) throw errorOf('LOGIN_REQUIRED', '');
  if (status === 200) return envelope ?? answer.json(envelopeSchema);
  const refusal = errors.length === 0 ? null : refusalIn({ errors });
  if (refusal !== null && !(status === 403 && refusal.code === 'PLATFORM_CHANGED')) throw refusal;
  if (status === 403) throw new PlatformRefusal('BLOCKED', STALE_COOKIES);
  if (status === 404 && after !== null) throw new PlatformRefusal('NOT_FOUND', 'X did not go on with this list (status 404).');
  if (status === 404 && dialect.unsigned !== null) throw dialect.unsigned;
  throw new PlatformChanged(
    'status',
    `X answered with status ${status}, which its own page does not get. An update of Commentdock may be needed.`,
  );
}

function errorOf(code: ErrorCode, words: string): CommentdockError {
  const said = words === '' ? '' : ` X says: "${words}"`;
  if (code === 'RATE_LIMITED') return new ThrottledFailure(`${ERROR_CATALOGUE.RATE_LIMITED.message}${said}`);
  if (code === 'NETWORK') return new Stumble('errors', `X has a problem of its own. Retry later; what was fetched is kept.${said}`);
  return new PlatformRefusal(code, `${code === 'BLOCKED' ? ACCOUNT_LOCKED : ERROR_CATALOGUE[code].message}${said}`);
}

/** An empty 404: the id of the call, or its signature, is not the page's own any more. */
function isUnknownCall(answer: Answer): boolean {
  return answer.status === 404 && !(answer.isJson && (answer.json(envelopeSchema).errors ?? []).length > 0);
}

function missingSwitches(envelope: Envelope | null): string[] {
  const words = (envelope?.errors ?? []).map(({ message }) => MISSING_SWITCHES.exec(message ?? '')?.[1] ?? '').join(',');
  return words.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function codeOf({ code, extensions, message }: WireError): number | null {
  const written = CODE_IN_WORDS.exec(message ?? '')?.[1];
  return code ?? extensions?.code ?? (written === undefined ? null : Number(written));
}

function randomHex(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
