import { type Pace, sleep } from '#core/analysis/sentiment-providers/pace.ts';
import type {
  ProviderAnswer,
  ProviderDialect,
  ProviderHttp,
  ProviderRequest,
  ProviderSettings,
  Reading,
} from '#core/analysis/sentiment-providers/ports.ts';
import { parsedOrNull } from '#core/analysis/sentiment-providers/question.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** Tries of one request where the wire or the provider breaks. */
const TRIES = 8;
/** So often a request is told to slow down before it is given up: others may take its turn each time. */
const THROTTLED_TRIES = 40;
/** Tries of one request whose answer is no JSON at all: a proxy's page, a cut-off body. */
const GARBLED_TRIES = 3;
const BASE_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** Whoever is told to wait longer than that gives up and says so. */
const LONGEST_WAIT_MS = 10 * 60_000;
const WORDS_OF_REFUSAL = 300;

/** What a provider is asked with, whatever it is asked. */
interface AskWay {
  readonly settings: ProviderSettings;
  readonly http: Pick<ProviderHttp, 'post'>;
  readonly pace: Pace;
  readonly retryScale: number;
  now(): number;
  random(): number;
}

export interface AskParts extends AskWay {
  readonly dialect: ProviderDialect;
  readonly key: string;
}

/** One request, and how its answer is read. */
interface Question<T> {
  readonly request: ProviderRequest;
  /** Null: it cannot be read. */
  read(body: unknown): T | null;
  /** For a status other than success that is an answer all the same; null: it is a refusal. */
  readRefusal(status: number, body: unknown): T | null;
  /** Tries where the wire breaks. */
  readonly tries: number;
}

type Judged<T> =
  | { readonly kind: 'answer'; readonly reading: T | null }
  | {
      readonly kind: 'again';
      /** Milliseconds that the provider wants to be left alone; null: it does not say. */
      readonly askedMs: number | null;
      readonly why: CommentdockError;
      readonly fault: 'broken' | 'garbled' | 'throttled';
    };

/**
 * Asks for verdicts until there is an answer.
 * @throws as `askQuestion`
 */
export function ask(texts: readonly string[], requestKey: string, parts: AskParts, signal: AbortSignal): Promise<Reading> {
  const { dialect, settings, key } = parts;
  const question: Question<NonNullable<Reading>> = {
    request: dialect.request(texts, settings, key),
    read: (body) => dialect.read(body, texts.length),
    readRefusal: (status, body) => dialect.readRefusal?.(status, body) ?? null,
    tries: dialect.tries ?? TRIES,
  };
  return askQuestion(question, requestKey, parts, signal);
}

/**
 * Asks until there is an answer; null: it cannot be read. Every try of a request has the same key in `Idempotency-Key`.
 * @throws CommentdockError BLOCKED where the key is refused, RATE_LIMITED, NETWORK, INVALID_REQUEST; the signal's reason
 */
export async function askQuestion<T>(question: Question<T>, requestKey: string, way: AskWay, signal: AbortSignal): Promise<T | null> {
  const { settings, http, pace, retryScale, random } = way;
  const { request } = question;
  const headers = { ...request.headers, 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': requestKey };
  let [garbled, throttled, broken] = [0, 0, 0];
  for (let tries = 1; ; tries += 1) {
    await pace.turn(settings.requestsPerMinute, signal);
    const outcome = await http.post({ ...request, headers }, signal).then(
      (answer) => judged(answer, question, way),
      (error: unknown) => brokenWire(error, signal),
    );
    if (outcome.kind === 'answer') return outcome.reading;
    const { fault, why } = outcome;
    if (fault === 'garbled') garbled += 1;
    else if (fault === 'throttled') throttled += 1;
    else broken += 1;
    if (garbled >= GARBLED_TRIES) return null;
    if (broken >= question.tries || throttled >= THROTTLED_TRIES) throw why;
    const backoffMs = random() * Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** tries);
    const { askedMs } = outcome;
    if ((askedMs ?? 0) > LONGEST_WAIT_MS) throw why;
    if (askedMs !== null) pace.pause(askedMs * retryScale);
    const isFirst = tries === 1 && askedMs !== null;
    await sleep((isFirst ? askedMs : Math.max(askedMs ?? 0, backoffMs)) * retryScale, signal);
  }
}

function judged<T>(answer: ProviderAnswer, question: Question<T>, { settings, now }: AskWay): Judged<T> {
  const { status, text } = answer;
  const host = new URL(settings.baseUrl).host;
  const body = parsedOrNull(text);
  if (status >= 200 && status < 300) {
    if (body !== null) return { kind: 'answer', reading: question.read(body) };
    const why = new CommentdockError('NETWORK', `${host} answered with something that is not JSON.`);
    return { kind: 'again', askedMs: null, why, fault: 'garbled' };
  }
  // Too much at once: asked for in halves.
  if (status === 413) return { kind: 'answer', reading: null };
  const told = question.readRefusal(status, body);
  if (told !== null) return { kind: 'answer', reading: told };
  if (status === 429 || status === 408 || status === 409 || status >= 500) {
    const askedMs = askedWaitMs(answer, now());
    const wait = askedMs === null ? {} : { secondsToWait: Math.ceil(askedMs / 1_000) };
    const why =
      status === 429
        ? new CommentdockError('RATE_LIMITED', `${host} takes no more requests for now (429). Ask again later; it goes on.`, wait)
        : new CommentdockError('NETWORK', `${host} has a fault of its own (${status}). Ask again later; it goes on.`);
    return { kind: 'again', askedMs, why, fault: status === 429 ? 'throttled' : 'broken' };
  }
  throw refusal(status, text, host);
}

function refusal(status: number, text: string, host: string): CommentdockError {
  if (status === 401 || status === 403)
    return new CommentdockError(
      'BLOCKED',
      `${host} refuses the key (${status}). Set it anew with \`commentdock sentiment-providers set\`.`,
    );
  if (status === 402) return new CommentdockError('BLOCKED', `${host} wants to be paid first (402).`);
  const words = text.replaceAll(/\s+/g, ' ').slice(0, WORDS_OF_REFUSAL);
  return new CommentdockError(
    'INVALID_REQUEST',
    `${host} does not take the request (${status}). Check address and model. It says: ${words}`,
  );
}

/** @throws the signal's reason; what is no failure of the wire */
function brokenWire(error: unknown, signal: AbortSignal): Judged<never> {
  if (signal.aborted) throw signal.reason;
  if (!(error instanceof CommentdockError) || error.code !== 'NETWORK') throw error;
  return { kind: 'again', askedMs: null, why: error, fault: 'broken' };
}

/** Retry-After (RFC 9110, 10.2.3): seconds or a date; milliseconds where a provider names them. */
function askedWaitMs({ headers }: ProviderAnswer, nowMs: number): number | null {
  const inMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (inMs >= 0) return inMs;
  const said = headers['retry-after']?.trim();
  if (said === undefined || said === '') return null;
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said) * 1_000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
