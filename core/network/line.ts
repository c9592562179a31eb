import type { Dispatcher, WebSocket as Socket } from 'undici';
import { CeilingExceeded, TransientFailure } from '#core/contract/error.ts';
import { unlessAborted } from '#core/network/waiting.ts';
import { wireFailure, type WireContext } from '#core/network/wire-failure.ts';
import { inMegabytes, LINE_CEILING } from '#core/platform-kit/ceilings.ts';
import type { Heard, LineMessage, LineRequest } from '#core/platform-api/session.ts';

/** A WebSocket that keeps what was said until somebody asks for it. */
export interface Line {
  /** True while both sides may speak. */
  readonly isOpen: boolean;
  /** As `Session.listen`. @throws the signal's reason at once on abort */
  hear(listening: Pick<LineRequest, 'listenForMs' | 'until'>, signal: AbortSignal): Promise<Pick<Heard, 'messages' | 'isOpen'>>;
  close(): void;
}

/** What a line is opened with. */
export interface Call extends Pick<LineRequest, 'greeting' | 'heartbeat' | 'reply'> {
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What does not even fit this hangs up by itself, and nobody is told why. */
const MOST_RECEIVED_BYTES = 2 * LINE_CEILING.messageBytes;

/**
 * Opens a WebSocket (RFC 6455) over the connections of `agent`.
 * @throws TransientFailure what `wireFailure` makes of a broken wire, or of a host that does not take the call; the signal's reason on abort
 */
export async function openLine(call: Call, agent: Pick<Dispatcher, 'dispatch'>, context: WireContext, signal: AbortSignal): Promise<Line> {
  signal.throwIfAborted();
  // With it comes undici's fetch: only exports of live chats pay for that.
  const { default: websocket } = await import('undici/lib/web/websocket/websocket.js');
  const dispatcher = {
    dispatch: (...[options, handler]: Parameters<Dispatcher['dispatch']>) => agent.dispatch(options, handler),
    webSocketOptions: { maxPayloadSize: MOST_RECEIVED_BYTES },
  };
  const socket = new websocket.WebSocket(call.url.href, { dispatcher: dispatcher as never, headers: { ...call.headers } });
  socket.binaryType = 'arraybuffer';
  const line = new KeptLine(socket, call);
  try {
    await unlessAborted(opened(socket, context), signal);
    line.greet();
    return line;
  } catch (error) {
    line.close();
    throw error;
  }
}

function opened(socket: Socket, context: WireContext): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(refusedCall(context, null)), context.phaseTimeoutMs);
  socket.addEventListener('open', () => resolve());
  socket.addEventListener('error', ({ error }) => reject(refusedCall(context, error)));
  socket.addEventListener('close', () => reject(refusedCall(context, null)));
  return promise.finally(() => clearTimeout(timer));
}

function refusedCall(context: WireContext, error: unknown): Error {
  if (error instanceof Error && error.cause !== undefined) return wireFailure(error.cause, context);
  return new TransientFailure(`${context.host} did not open its live connection. Retry later; what was fetched is kept.`, { cause: error });
}

class KeptLine implements Line {
  readonly #socket: Socket;
  readonly #call: Call;
  #kept: { readonly data: LineMessage; readonly at: Date }[] = [];
  #keptBytes = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  /** What the next call is told. */
  #exceeded: CeilingExceeded | null = null;
  /** Told of every message, and of the end. */
  #wake: ((message: LineMessage | null) => void) | null = null;

  constructor(socket: Socket, call: Call) {
    this.#socket = socket;
    this.#call = call;
    socket.addEventListener('message', ({ data }) => this.#take(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer)));
    socket.addEventListener('close', () => this.#ended());
    socket.addEventListener('error', () => this.#ended());
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  greet(): void {
    const { greeting = [], heartbeat } = this.#call;
    for (const message of greeting) this.#say(message);
    if (heartbeat === undefined) return;
    this.#heartbeat = setInterval(() => this.#say(heartbeat.message), heartbeat.everyMs);
    this.#heartbeat.unref();
  }

  async hear({ listenForMs, until }: Pick<LineRequest, 'listenForMs' | 'until'>, signal: AbortSignal): ReturnType<Line['hear']> {
    const isLast = (message: LineMessage): boolean => until?.(message) === true;
    this.#throwExceeded();
    if (this.isOpen && !this.#kept.some(({ data }) => isLast(data))) await this.#silence(listenForMs, isLast, signal);
    // Set while it waited.
    this.#throwExceeded();
    const messages = this.#kept;
    this.#kept = [];
    this.#keptBytes = 0;
    return { messages, isOpen: this.isOpen };
  }

  /** Over after so long, with the last message, or with the line. */
  async #silence(listenForMs: number, isLast: (message: LineMessage) => boolean, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, listenForMs);
    this.#wake = (message) => {
      if (message === null || isLast(message)) resolve();
    };
    try {
      await unlessAborted(promise, signal);
    } finally {
      clearTimeout(timer);
      this.#wake = null;
    }
  }

  close(): void {
    this.#ended();
    this.#socket.close();
  }

  #take(data: LineMessage): void {
    if (data.length > LINE_CEILING.messageBytes) {
      this.#exceeded = new CeilingExceeded(`${inMegabytes(LINE_CEILING.messageBytes)} of one live message`, this.#call.url.host);
      return this.close();
    }
    const answer = this.#call.reply?.(data) ?? null;
    if (answer !== null) this.#say(answer);
    this.#kept.push({ data, at: new Date() });
    this.#keptBytes += data.length;
    // More than an hour of the busiest chats: whoever does not listen for so long is hung up on.
    if (this.#keptBytes > LINE_CEILING.keptBytes || this.#kept.length > LINE_CEILING.keptMessages) return this.close();
    this.#wake?.(data);
  }

  #throwExceeded(): void {
    if (this.#exceeded !== null) throw this.#exceeded;
  }

  #say(message: LineMessage): void {
    if (this.isOpen) this.#socket.send(message as string | Uint8Array<ArrayBuffer>);
  }

  #ended(): void {
    clearInterval(this.#heartbeat);
    this.#wake?.(null);
  }
}
