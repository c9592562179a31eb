import type { Request, Response, Route } from 'playwright-core';
import { checkLength } from '#core/network/browser/ceilings.ts';
import { headOf } from '#core/network/browser/host-page.ts';
import { atAddress, hostFailure } from '#core/network/browser/host-failure.ts';
import { BrowserFailure, type EngineWord, type HostEvent, type WireMatch } from '#core/network/browser/protocol.ts';

interface Waiting {
  readonly route: Route;
  readonly request: Request;
}

/**
 * Stands between a page and the net for the requests that are wanted: each waits until the engine lets it go, so that the export's pace
 * holds for them too. Between two calls they wait all the same, and nothing that the page receives is lost.
 */
export class Watcher {
  readonly #match: WireMatch;
  readonly #patterns: readonly RegExp[];
  /** Asked for, not yet let go. */
  readonly #waiting = new Map<number, Waiting>();
  #emit: ((event: HostEvent) => void) | null = null;
  #lastN = 0;
  /** Let go, and not told of. */
  #flying = 0;
  #timeoutMs = 0;
  /** On their way: asked and not told of, or told of and the engine has not said whether it goes on. */
  #open = 0;
  readonly #wakers = new Set<() => void>();
  #isDone = false;
  #lastChangeMs = performance.now();

  constructor(match: WireMatch) {
    this.#match = match;
    this.#patterns = match.urls.map((source) => new RegExp(source, 'i'));
  }

  /** Requests that have matched so far. */
  get seen(): number {
    return this.#lastN;
  }

  get isDone(): boolean {
    return this.#isDone && this.#flying === 0;
  }

  /** Begins a call: what waits is asked for now. An answer that does not come in `timeoutMs` is lost. */
  begin(timeoutMs: number, emit: (event: HostEvent) => void): void {
    this.#timeoutMs = timeoutMs;
    this.#emit = emit;
    this.#isDone = false;
    this.#open = this.#waiting.size;
    this.#lastChangeMs = performance.now();
    for (const [n, { request }] of this.#waiting) emit({ kind: 'ask', n, host: new URL(request.url()).host });
  }

  /** Ends it: what still waits goes on waiting. */
  end(): void {
    this.#emit = null;
  }

  /** True where the request is one of ours; it is answered later. */
  takes(route: Route, request: Request): boolean {
    if (!this.#matches(request)) return false;
    const n = (this.#lastN += 1);
    this.#waiting.set(n, { route, request });
    this.#open += 1;
    this.#note();
    this.#emit?.({ kind: 'ask', n, host: new URL(request.url()).host });
    return true;
  }

  hear(word: EngineWord): void {
    if (word.word === 'go') {
      const waiting = this.#waiting.get(word.n);
      this.#waiting.delete(word.n);
      if (waiting !== undefined) void this.#send(word.n, waiting);
      return;
    }
    if (word.word === 'done') this.#isDone = true;
    else this.#open -= 1;
    this.#note();
  }

  /**
   * Waits until the engine is content, or nothing is on its way for `quietMs`.
   * @returns false where it became quiet
   */
  async settle(quietMs: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#isDone && this.#flying === 0) return true;
      const quietForMs = performance.now() - this.#lastChangeMs;
      if (!this.#isDone && this.#open === 0 && quietForMs >= quietMs) return false;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      this.#wakers.add(wake);
      const timer = this.#open === 0 && !this.#isDone ? setTimeout(wake, quietMs - quietForMs) : undefined;
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      clearTimeout(timer);
      this.#wakers.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }

  /** Waits until the engine is content, however long nothing comes. */
  async done(signal: AbortSignal): Promise<void> {
    while (!this.isDone) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      this.#wakers.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      signal.removeEventListener('abort', wake);
      this.#wakers.delete(wake);
    }
  }

  /** Counts the quiet from now. */
  restartQuiet(): void {
    this.#lastChangeMs = performance.now();
  }

  #note(): void {
    this.#lastChangeMs = performance.now();
    for (const wake of this.#wakers) wake();
  }

  #matches(request: Request): boolean {
    const { types, method, body } = this.#match;
    return (
      (types as readonly string[]).includes(request.resourceType()) &&
      (method === null || request.method() === method) &&
      this.#patterns.some((pattern) => pattern.test(request.url())) &&
      (body === null || (request.postData() ?? '').includes(body))
    );
  }

  async #send(n: number, waiting: Waiting): Promise<void> {
    this.#flying += 1;
    let event: HostEvent;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new BrowserFailure({ kind: 'timeout', text: 'no answer' })), this.#timeoutMs);
    try {
      event = { kind: 'captured', n, ...(await Promise.race([exchanged(waiting), late])) };
    } catch (error) {
      event = { kind: 'lost', n, failure: hostFailure(error, 'open') };
    } finally {
      clearTimeout(timer);
    }
    this.#flying -= 1;
    this.#emit?.(event);
    this.#note();
  }
}

/** Lets the request go and gathers its answer. */
async function exchanged({ route, request }: Waiting): Promise<Omit<Extract<HostEvent, { kind: 'captured' }>, 'kind' | 'n'>> {
  await route.continue();
  const { answered, response } = await lastAnswer(request);
  const [head, body, headers] = await Promise.all([headOf(response), response.body().catch(() => null), answered.allHeaders()]);
  // A body is missing where there is none (204) and where the page moved on.
  if (body === null && head.status !== 204 && head.status !== 205) throw new Error('net::ERR_ABORTED');
  checkLength(body?.length ?? 0, head.headers['content-type'] ?? '');
  const kept = Object.entries(headers).filter(([name]) => name !== 'cookie' && !name.startsWith(':'));
  return {
    head,
    body: body ?? new Uint8Array(0),
    request: { method: request.method(), url: request.url(), headers: Object.fromEntries(kept), body: request.postData() },
  };
}

/** The answer after redirects. */
async function lastAnswer(request: Request): Promise<{ answered: Request; response: Response }> {
  for (let answered = request; ;) {
    const response = await answered.response();
    const next = answered.redirectedTo();
    if (next === null) {
      if (response === null) throw atAddress(new Error(answered.failure()?.errorText ?? 'net::ERR_ABORTED'), answered.url());
      return { answered, response };
    }
    answered = next;
  }
}
