import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { SecureContext } from 'node:tls';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { isLoopbackTarget, type TargetGuard } from '#core/webhooks/target-guard.ts';

/** Imported as a module, node:http would also load Node's own fetch: 50 ms and 16 MB. */
const { Agent: HttpAgent, request } = process.getBuiltinModule('node:http');

/** What a receiver has, from the look-up of its name to the end of its answer. */
export const DELIVERY_TIMEOUT_MS = 10_000;

/** What a receiver says in its body is nobody's business; it may say so much before the connection is cut. */
const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface Answer {
  /** 0 where none came. */
  readonly responseCode: number;
  /** Null for 2xx; else why this is a failure, in a sentence. */
  readonly error: string | null;
}

export interface DeliveryParts {
  readonly guard: TargetGuard;
  readonly timeoutMs: number;
  readonly proxies: Pick<Config, 'httpsProxy' | 'noProxy'>;
  /** Whom to trust in TLS; asked for with the first https delivery. */
  trust(): SecureContext;
}

/** One try. A failure is an answer, not an error; an abort of the signal is one too. */
export async function deliver(delivery: Delivery, parts: DeliveryParts): Promise<Answer> {
  const timeout = AbortSignal.timeout(parts.timeoutMs);
  try {
    const responseCode = await post(delivery, parts, AbortSignal.any([delivery.signal, timeout]));
    return { responseCode, error: complaint(responseCode) };
  } catch (error) {
    return { responseCode: 0, error: timeout.aborted ? `No answer came within ${parts.timeoutMs / 1000} seconds.` : inWords(error) };
  }
}

async function post({ url: text, headers, body }: Delivery, parts: DeliveryParts, signal: AbortSignal): Promise<number> {
  const refusal = parts.guard.refusalOf(text);
  if (refusal !== null) throw new CommentdockError('INVALID_REQUEST', refusal);
  const url = new URL(text);
  const proxy = isLoopbackTarget(url) ? null : parts.proxies.httpsProxy;
  if (proxy !== null) await untilAborted(parts.guard.checkName(url), signal);
  return send(url, body, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own for each try: none was checked for another one's sake.
    agent: url.protocol === 'http:' ? new HttpAgent({ keepAlive: false }) : httpsAgent(parts, proxy),
    lookup: parts.guard.lookupFor(url),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
}

/** A look-up knows no signal. @throws the signal's reason when it aborts */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The status of the answer, whatever becomes of its body. Redirects are answers like any other. */
async function send(url: URL, body: string, options: RequestOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Whether it goes over TLS says the agent.
  const outgoing = request(url, options, resolve);
  outgoing.on('error', reject);
  outgoing.on('close', () => reject(new Error('the connection was closed without an answer')));
  try {
    outgoing.end(body);
    const answer = await promise;
    await readToTheEnd(answer);
    return answer.statusCode ?? 0;
  } finally {
    outgoing.destroy();
  }
}

/** Lets a short answer arrive in peace; a long, slow or broken one is given up. */
async function readToTheEnd(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) return;
    }
  } catch {
    // The status has arrived: it alone counts.
  }
}

/** @param proxy null: straight to the receiver */
function httpsAgent({ proxies, trust }: DeliveryParts, proxy: string | null): HttpsAgent {
  const proxyEnv = proxy === null ? undefined : { HTTPS_PROXY: withScheme(proxy), NO_PROXY: proxies.noProxy ?? undefined };
  return new HttpsAgent({ keepAlive: false, secureContext: trust(), proxyEnv });
}

function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function complaint(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function inWords(error: unknown): string {
  if (error instanceof CommentdockError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return `The receiver could not be reached: ${code ?? message}.`;
}
