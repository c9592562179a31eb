import type { Dispatcher } from 'undici';
import { CeilingExceeded } from '#core/contract/error.ts';
import { buildAgent, type Guarded, type RouteConfig } from '#core/network/agents.ts';
import { loadTrust, type Trust } from '#core/network/certificates.ts';
import { type Call, type Line, openLine } from '#core/network/line.ts';
import type { FileSink } from '#core/engine/media-ports.ts';
import type { Standing, TargetGuard } from '#core/network/targets/target-guard.ts';
import { LastingWireFailure, wireFailure } from '#core/network/wire-failure.ts';
import { type AnswerKind, answerKindOf, BODY_CEILINGS, inMegabytes } from '#core/platform-kit/ceilings.ts';

/** A request as it goes on the wire. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** After so long the body is taken as it is by then. Left out: it must be whole. */
  readonly listenForMs?: number;
  /** How well its host is known. Left out: `open`. */
  readonly standing?: Standing;
  /** What the body of the answer may be at most. Left out: the ceiling of its kind. */
  readonly mostBytes?: number;
  /** Takes the body of a 200 as it comes, in the place of the answer. Left out: the answer holds it. */
  readonly into?: FileSink;
}

/** An answer as it came from the wire, its body whole and still encoded. */
export interface Arrived {
  readonly status: number;
  /** Lower-case names; an array where a header came several times. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** True where the body was still going on. */
  readonly isPart?: boolean;
}

/** Carries requests over the network. It knows nothing of cookies, redirects, retries or pace. */
export interface Transport {
  /**
   * One request, one whole answer, whatever its status.
   * @throws TransientFailure what `wireFailure` makes of a broken wire; the signal's reason at once on abort
   */
  exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Arrived>;
  /**
   * Opens a WebSocket, over the same connections.
   * @throws as `exchange`; TransientFailure too where the host does not take the call
   */
  call(call: Call & Pick<Outgoing, 'standing'>, signal: AbortSignal): Promise<Line>;
  /** Aborts what runs and closes all connections. */
  close(): Promise<void>;
}

/**
 * Each phase of a request: connect, headers, silence within the body. A job whose platform hangs asks two doors once and
 * the last one four times, is started a second time, and still ends within four minutes.
 */
export const PHASE_TIMEOUT_MS = 15_000;
const OK = 200;
const CLOSED = 'The network is closed: Commentdock is shutting down.';
/** A body slower than this on average is a hang that drips. */
const SLOWEST_BYTES_PER_MS = 1;

/**
 * Straight to the net, or through the proxy of the settings.
 *
 * HTTP/2 is left off: over TLS, 16 requests at once, it took a third more processor time than HTTP/1.1 with keep-alive
 * for bodies of 200 KB and twice as much for 5 KB, and brought three quarters of the answers a second.
 *
 * @param guard judges where its connections lead to; null: they go where the owner wants them to
 */
export function createTransport(config: RouteConfig, guard: TargetGuard | null, phaseTimeoutMs: number = PHASE_TIMEOUT_MS): Transport {
  let trust: Trust | null = null;
  return transportOver((standing) => {
    trust ??= loadTrust(config.extraCaFile);
    const guarded: Guarded = guard === null ? null : { guard, standing };
    return { agent: buildAgent(config, trust, phaseTimeoutMs, guarded), trust };
  }, phaseTimeoutMs);
}

/** What a transport sends its requests with. */
export interface Wire {
  readonly agent: Pick<Dispatcher, 'dispatch' | 'destroy'>;
  readonly trust: Trust;
}

/** @param connect called with the first request to hosts of each standing: connections that one may have are not lent to the other */
export function transportOver(connect: (standing: Standing) => Wire, phaseTimeoutMs: number): Transport {
  const open = new Map<Standing, Wire>();
  let isClosed = false;
  const wireFor = (standing: Standing): Wire => {
    const wire = open.get(standing) ?? connect(standing);
    open.set(standing, wire);
    return wire;
  };
  return {
    exchange(outgoing, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (isClosed) return Promise.reject(new LastingWireFailure(CLOSED));
      const { agent, trust } = wireFor(outgoing.standing ?? 'open');
      const { promise, resolve, reject } = Promise.withResolvers<Arrived>();
      const fail = (error: unknown): void =>
        reject(wireFailure(error, { host: outgoing.url.host, phaseTimeoutMs, trustComplaint: trust.complaint }));
      agent.dispatch(
        {
          origin: outgoing.url.origin,
          path: outgoing.url.pathname + outgoing.url.search,
          method: outgoing.method,
          // A copy: undici writes the host of a proxied request into what it is given.
          headers: { ...outgoing.headers },
          body: outgoing.body,
        },
        new Collector({ resolve, fail, reject }, signal, {
          graceMs: phaseTimeoutMs,
          listenForMs: outgoing.listenForMs ?? null,
          mostBytes: outgoing.mostBytes ?? null,
          into: outgoing.into ?? null,
          host: outgoing.url.host,
        }),
      );
      return promise;
    },
    async call(call, signal) {
      if (isClosed) throw new LastingWireFailure(CLOSED);
      const { agent, trust } = wireFor(call.standing ?? 'open');
      return openLine(call, agent, { host: call.url.host, phaseTimeoutMs, trustComplaint: trust.complaint }, signal);
    },
    async close() {
      isClosed = true;
      const wires = [...open.values()];
      open.clear();
      await Promise.all(wires.map(({ agent }) => agent.destroy(new LastingWireFailure(CLOSED))));
    },
  };
}

interface Settle {
  resolve(arrived: Arrived): void;
  /** An error of the wire, still to be named. */
  fail(error: unknown): void;
  reject(reason: unknown): void;
}

interface CollectorParts {
  readonly graceMs: number;
  readonly listenForMs: number | null;
  readonly mostBytes: number | null;
  readonly into: FileSink | null;
  readonly host: string;
}

function kindOf(headers: Arrived['headers']): AnswerKind {
  return answerKindOf(String(headers['content-type'] ?? ''));
}

function isPacked(headers: Arrived['headers']): boolean {
  const encoding = String(headers['content-encoding'] ?? '').trim();
  return encoding !== '' && encoding.toLowerCase() !== 'identity';
}

function ceilingOf(headers: Arrived['headers']): number {
  const { packedBytes, bytes } = BODY_CEILINGS[kindOf(headers)];
  return isPacked(headers) ? packedBytes : bytes;
}

/** Gathers one answer. Chunks are kept as they come and joined once. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #settle: Settle;
  readonly #signal: AbortSignal;
  readonly #graceMs: number;
  readonly #listenForMs: number | null;
  readonly #mostBytes: number | null;
  readonly #into: FileSink | null;
  readonly #host: string;
  /** Null: the body is kept here. */
  #sink: FileSink | null = null;
  #ceilingBytes = 0;
  #listening: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Arrived['headers'] = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #bodySince = 0;

  constructor(settle: Settle, signal: AbortSignal, { graceMs, listenForMs, mostBytes, into, host }: CollectorParts) {
    this.#settle = settle;
    this.#signal = signal;
    this.#graceMs = graceMs;
    this.#listenForMs = listenForMs;
    this.#mostBytes = mostBytes;
    this.#into = into;
    this.#host = host;
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  readonly #abort = (): void => {
    this.#settle.reject(this.#signal.reason);
    this.#controller?.abort(new Error('aborted'));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal.aborted) controller.abort(new Error('aborted'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Arrived['headers']): void {
    this.#status = status;
    this.#headers = headers;
    this.#sink = status === OK ? this.#into : null;
    this.#ceilingBytes = this.#sink?.mostBytes ?? this.#mostBytes ?? ceilingOf(headers);
    if (Number(headers['content-length'] ?? 0) > this.#ceilingBytes && this.#listenForMs === null) {
      controller.abort(this.#exceeded());
      return;
    }
    if (!this.#handedOn((sink) => sink.begin())) return;
    this.#bodySince = performance.now();
    if (this.#listenForMs !== null) this.#listening = setTimeout(this.#takePart, this.#listenForMs);
  }

  /** A promise is settled once: the error of the connection that is closed here comes too late to count. */
  readonly #takePart = (): void => {
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks, this.#bytes), isPart: true });
    this.#controller?.abort(new Error('heard enough'));
  };

  #stopListening(): void {
    clearTimeout(this.#listening);
    this.#signal.removeEventListener('abort', this.#abort);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#sink === null) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#ceilingBytes) {
      controller.abort(this.#exceeded());
      return;
    }
    if (!this.#handedOn((sink) => sink.write(chunk))) return;
    if (this.#listenForMs !== null) return;
    const elapsedMs = performance.now() - this.#bodySince;
    if (elapsedMs > this.#graceMs && this.#bytes < elapsedMs * SLOWEST_BYTES_PER_MS) {
      controller.abort(Object.assign(new Error('the body drips'), { code: 'UND_ERR_BODY_TIMEOUT' }));
    }
  }

  /** False where whoever takes the body ends it. */
  #handedOn(give: (sink: FileSink) => void): boolean {
    try {
      if (this.#sink !== null) give(this.#sink);
      return true;
    } catch (error) {
      this.#controller?.abort(error as Error);
      return false;
    }
  }

  #exceeded(): CeilingExceeded {
    const packed = isPacked(this.#headers) ? ' (packed)' : '';
    return new CeilingExceeded(`${inMegabytes(this.#ceilingBytes)} of ${kindOf(this.#headers)}${packed}`, this.#host);
  }

  onResponseEnd(): void {
    this.#stopListening();
    const isWhole = this.#chunks.length === 1 || this.#sink !== null;
    const body = isWhole ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#bytes);
    const arrived = { status: this.#status, headers: this.#headers, body: body ?? Buffer.alloc(0) };
    // undici frees the connection in an immediate that it sets after this call; whoever asks before that opens another one.
    queueMicrotask(() => setImmediate(this.#settle.resolve, arrived));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening();
    this.#settle.fail(error);
  }
}
