import type { MessagePort, Worker } from 'node:worker_threads';
import { asCommentdockError, CommentdockError, DatabaseAway, type ErrorCode, type Violation } from '#core/contract/error.ts';

/** Calls between two threads: a request by name with its arguments, an answer by number, and news without a request. */
type Message =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: WireError }
  | { readonly type: 'news'; readonly value: unknown };

/** An error as it crosses a thread: structured cloning would lose its class. */
interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  /** For the log: whoever asked is told the message alone. */
  readonly stack: string | null;
  readonly secondsToWait: number | null;
  readonly violations: readonly Violation[];
  /** Of a database that is away: whoever asked goes on when it is there again. Null: it is none of that. */
  readonly away: string | null;
}

type Port = MessagePort | Worker;

/** Answers the calls that come through `port`. */
export function answerCalls(port: MessagePort, answer: (name: string, input: unknown) => Promise<unknown>): void {
  port.on('message', (message: Message) => {
    if (message.type !== 'call') return;
    const { id } = message;
    answer(message.name, message.input).then(
      (value) => port.postMessage({ type: 'result', id, value } satisfies Message),
      (error: unknown) => port.postMessage({ type: 'failure', id, failure: toWire(error) } satisfies Message),
    );
  });
}

export function sendNews(port: MessagePort, value: unknown): void {
  port.postMessage({ type: 'news', value } satisfies Message);
}

/** The calling side. When the thread dies, every open call fails. */
export class ThreadCalls {
  /** Why the thread is no more. */
  readonly ended: Promise<Error>;
  readonly #port: Port;
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #end = Promise.withResolvers<Error>();
  #lastId = 0;
  #reason: Error | null = null;

  constructor(port: Port, onNews: (value: unknown) => void) {
    this.#port = port;
    this.ended = this.#end.promise;
    port.on('message', (message: Message) => {
      if (message.type === 'news') onNews(message.value);
      if (message.type === 'result') this.#take(message.id)?.resolve(message.value);
      if (message.type === 'failure') this.#take(message.id)?.reject(fromWire(message.failure));
    });
    port.on('error', (error: Error) => this.#fail(error));
    port.on('exit', () => this.#fail(new CommentdockError('INTERNAL', 'A worker thread ended unexpectedly.')));
  }

  /** True where the thread is no more. */
  get hasEnded(): boolean {
    return this.#reason !== null;
  }

  call(name: string, input: unknown): Promise<unknown> {
    if (this.#reason !== null) return Promise.reject(this.#reason);
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#open.set(id, { resolve, reject });
    this.#port.postMessage({ type: 'call', id, name, input } satisfies Message);
    return promise;
  }

  #take(id: number) {
    const open = this.#open.get(id);
    this.#open.delete(id);
    return open;
  }

  #fail(error: Error): void {
    this.#reason ??= error;
    for (const { reject } of this.#open.values()) reject(this.#reason);
    this.#open.clear();
    this.#end.resolve(this.#reason);
  }
}

function toWire(error: unknown): WireError {
  const { code, message, secondsToWait, violations } = asCommentdockError(error);
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { code, message, stack, secondsToWait, violations, away: error instanceof DatabaseAway ? error.words : null };
}

function fromWire({ code, message, stack, secondsToWait, violations, away }: WireError): Error {
  if (away !== null) return new DatabaseAway(away);
  const cause = new Error(message);
  if (stack !== null) cause.stack = stack;
  return new CommentdockError(code, message, { cause, violations, ...(secondsToWait === null ? {} : { secondsToWait }) });
}
