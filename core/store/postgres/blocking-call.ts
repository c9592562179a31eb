import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DatabaseAway, TurnLost } from '#core/contract/error.ts';
import { roundTrips } from '#core/store/postgres/measured-round-trips.ts';

/** One statement as it is sent. `name`: under which the server keeps its plan; null: a text without values, of one or more statements. */
export interface Query {
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Asked again of every new connection, before anything else. Left out: no. */
  readonly isOfConnection?: boolean;
}

export interface Answered {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

export type BlockingAnswer =
  | { readonly results: readonly Answered[] }
  /** `code`: null where it is none of the server. */
  | { readonly error: { readonly message: string; readonly code: string | null } };

/** What is asked at once. `goesOn`: in the transaction that was begun before, and so on its connection or not at all. */
export interface Question {
  readonly queries: readonly Query[];
  readonly goesOn: boolean;
}

/** What the thread is started with, besides its port. */
export interface BlockingData {
  readonly url: string;
  /** Counts the answers. */
  readonly signal: Int32Array;
}

/** What PostgreSQL said no to. `code`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
class PostgresError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const ENTRY = '#core/store/postgres/blocking-thread.ts';
/** A server that is silent for so long is gone. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Classes 08 (connection), 57P (shutdown), 53 (no room for connections), and the end of one that was silent: the next try may be answered. */
const AWAY = /^(?:08|57P|53|25P03)/;

/** What `hold_turn` raises, with the export in place of words. */
const TURN_OVER = 'CD001';

/** The server's code of an error of the driver; null: the system's. What codes look like does not tell: EPIPE has five characters, as theirs have. */
export function serverCode(error: unknown): string | null {
  const { code = null, severity } = error as { readonly code?: string | null; readonly severity?: string };
  return severity === undefined ? null : code;
}

/**
 * Asks PostgreSQL and waits: the thread that calls stands still meanwhile, as it does while SQLite writes to its file. The asking is done by
 * a thread of its own, in which `pg` is asynchronous as ever.
 */
export class BlockingCalls {
  readonly #url: string;
  #line: Line | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** The answers to all; at the first refusal, that. @throws PostgresError; DatabaseAway */
  ask(question: Question): readonly Answered[] {
    const askedAt = performance.now();
    const answer = this.#call(question);
    roundTrips.publish(performance.now() - askedAt);
    if ('results' in answer) return answer.results;
    const { message, code } = answer.error;
    if (code === TURN_OVER) throw new TurnLost(message);
    if (code !== null && !AWAY.test(code)) throw new PostgresError(message, code);
    throw new DatabaseAway(message);
  }

  close(): void {
    if (this.#line === null) return;
    this.#call(null);
    this.#drop();
  }

  #call(message: Question | null): BlockingAnswer {
    const line = (this.#line ??= openLine(this.#url));
    const seen = Atomics.load(line.signal, 0);
    line.port.postMessage(message);
    const isHeard = waitForChange(line.signal, seen, ANSWER_TIMEOUT_MS);
    const received: { readonly message: BlockingAnswer } | undefined = isHeard ? receiveMessageOnPort(line.port) : undefined;
    if (received !== undefined) return received.message;
    // An answer that comes later would be taken for that to the next question.
    this.#drop();
    return { error: { message: `nothing was heard of it for ${ANSWER_TIMEOUT_MS / 1_000} seconds`, code: null } };
  }

  #drop(): void {
    this.#line?.port.close();
    void this.#line?.worker.terminate();
    this.#line = null;
  }
}

/**
 * Stands still until the number is another one than was seen; false where that takes too long. That somebody was woken says nothing: whoever
 * counted the answer before may come to waking only now.
 */
export function waitForChange(signal: Int32Array, seen: number, timeoutMs: number): boolean {
  const until = performance.now() + timeoutMs;
  while (Atomics.load(signal, 0) === seen) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return false;
    Atomics.wait(signal, 0, seen, leftMs);
  }
  return true;
}

interface Line {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

function openLine(url: string): Line {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: port, port2 } = new MessageChannel();
  const workerData = { url, signal, port: port2 } satisfies BlockingData & { readonly port: MessagePort };
  const worker = new Worker(new URL(import.meta.resolve(ENTRY)), { workerData, transferList: [port2], name: 'postgres' });
  // Neither keeps a process alive that has nothing else to do.
  worker.unref();
  port.unref();
  return { worker, port, signal };
}
