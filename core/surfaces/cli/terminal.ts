/** Where commands write: results to stdout, progress and errors to stderr, so that output can be piped. */
export interface Terminal {
  print(...lines: readonly string[]): void;
  printError(...lines: readonly string[]): void;
  /** Shows a line that the next one replaces; where stderr is no terminal, a line every some seconds. */
  showStatus(line: string): void;
  clearStatus(): void;
}

const PLAIN_STATUS_EVERY_MS = 5_000;
const CLEAR_LINE = '\r\u001B[2K';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function createTerminal(streams: { readonly stdout: Stream; readonly stderr: Stream; now(): number }): Terminal {
  const { stdout, stderr, now } = streams;
  const isLive = stderr.isTTY === true;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    print: (...lines) => void stdout.write(`${lines.join('\n')}\n`),
    printError: (...lines) => void stderr.write(`${lines.join('\n')}\n`),
    showStatus(line) {
      if (isLive) stderr.write(`${CLEAR_LINE}${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      else if (now() - shownAtMs >= PLAIN_STATUS_EVERY_MS) {
        shownAtMs = now();
        stderr.write(`${line}\n`);
      }
    },
    clearStatus() {
      if (isLive) stderr.write(CLEAR_LINE);
    },
  };
}
