import { CommentdockError } from '#core/contract/error.ts';
import { inertLine } from '#core/surfaces/cli/foreign-text.ts';

/**
 * Where commands write: results to stdout, progress and errors to stderr, so that output can be piped. What strangers wrote
 * cannot steer it, whatever command prints it.
 */
export interface Terminal {
  /** True where a person reads along. */
  readonly isAttended: boolean;
  /** True where results go to a screen, which shows text alone. */
  readonly isScreen: boolean;
  print(...lines: readonly string[]): void;
  printError(...lines: readonly string[]): void;
  /**
   * Prints as fast as it is read: lines, or the bytes of a file as they are.
   * @throws CommentdockError STOPPED where nobody reads it any more, DISK where it cannot be written
   */
  send(output: readonly string[] | Uint8Array): Promise<void>;
  /** Shows a line that the next one replaces; where stderr is no terminal, a line every some seconds. */
  showStatus(line: string): void;
  clearStatus(): void;
  /** True where somebody says yes. Nobody is asked where nobody reads along, or can answer: that is a no. */
  confirm(question: string, signal: AbortSignal): Promise<boolean>;
}

const PLAIN_STATUS_EVERY_MS = 5_000;
/** Where none is known: some terminals say 0. */
const USUAL_WIDTH = 80;
const CLEAR_LINE = '\r\u001B[2K';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(output: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
}

/** Codes of an output that nobody reads any more: `commentdock jobs | head` closes ours while we write, a terminal is closed. */
const READER_GONE: readonly unknown[] = ['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];

/** What it means that standard output does not take what is written to it. */
export function outputTrouble(error: NodeJS.ErrnoException): CommentdockError {
  return READER_GONE.includes(error.code)
    ? new CommentdockError('STOPPED', 'Nobody reads the output any more.', { cause: error })
    : new CommentdockError('DISK', `Standard output cannot be written: ${error.message}.`, { cause: error });
}

export function createTerminal(streams: {
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** What the terminal is, as the environment has it (`TERM`): one that is `dumb` shows escape sequences as text. */
  readonly kind?: string | undefined;
  now(): number;
}): Terminal {
  const { stdin, stdout, stderr, kind, now } = streams;
  const isAttended = stderr.isTTY === true;
  const isLive = isAttended && kind !== 'dumb';
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    isAttended,
    isScreen: stdout.isTTY === true,
    print: (...lines) => void stdout.write(asText(lines)),
    printError: (...lines) => void stderr.write(asText(lines)),
    async send(output) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stdout.write(output instanceof Uint8Array ? output : asText(output), (error) => {
        if (error === undefined || error === null) resolve();
        else reject(outputTrouble(error));
      });
      await promise;
    },
    showStatus(line) {
      if (isLive) stderr.write(`${CLEAR_LINE}${inertLine(line).slice(0, (stderr.columns || USUAL_WIDTH) - 1)}`);
      else if (now() - shownAtMs >= PLAIN_STATUS_EVERY_MS) {
        shownAtMs = now();
        stderr.write(asText([line]));
      }
    },
    clearStatus() {
      if (isLive) stderr.write(CLEAR_LINE);
    },
    async confirm(question, signal) {
      if (!isAttended || stdin?.isTTY !== true) return false;
      const { createInterface } = await import('node:readline/promises');
      const asking = createInterface({ input: stdin });
      try {
        stderr.write(`${inertLine(question)} [y/N] `);
        return /^\s*y(?:es)?\s*$/i.test(await asking.question('', { signal }));
      } finally {
        asking.close();
      }
    },
  };
}

function asText(lines: readonly string[]): string {
  return `${lines.map(inertLine).join('\n')}\n`;
}
