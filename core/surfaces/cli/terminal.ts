import { inertLine } from '#core/surfaces/cli/foreign-text.ts';

/**
 * Where commands write: results to stdout, progress and errors to stderr, so that output can be piped. What strangers wrote
 * cannot steer it, whatever command prints it.
 */
export interface Terminal {
  /** True where a person reads along. */
  readonly isAttended: boolean;
  print(...lines: readonly string[]): void;
  printError(...lines: readonly string[]): void;
  /** Shows a line that the next one replaces; where stderr is no terminal, a line every some seconds. */
  showStatus(line: string): void;
  clearStatus(): void;
  /** True where somebody says yes. Nobody is asked where nobody reads along, or can answer: that is a no. */
  confirm(question: string, signal: AbortSignal): Promise<boolean>;
}

const PLAIN_STATUS_EVERY_MS = 5_000;
const CLEAR_LINE = '\r\u001B[2K';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function createTerminal(streams: {
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: Stream;
  readonly stderr: Stream;
  now(): number;
}): Terminal {
  const { stdin, stdout, stderr, now } = streams;
  const isLive = stderr.isTTY === true;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    isAttended: isLive,
    print: (...lines) => void stdout.write(asText(lines)),
    printError: (...lines) => void stderr.write(asText(lines)),
    showStatus(line) {
      if (isLive) stderr.write(`${CLEAR_LINE}${inertLine(line).slice(0, (stderr.columns ?? 80) - 1)}`);
      else if (now() - shownAtMs >= PLAIN_STATUS_EVERY_MS) {
        shownAtMs = now();
        stderr.write(asText([line]));
      }
    },
    clearStatus() {
      if (isLive) stderr.write(CLEAR_LINE);
    },
    async confirm(question, signal) {
      if (!isLive || stdin?.isTTY !== true) return false;
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
