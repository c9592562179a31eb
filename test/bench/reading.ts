/** What a reader that is no part of the product says of its own run. */
export interface Reading {
  readonly items: number;
  /** From the first request on, without the start of the process. */
  readonly seconds: number;
}

/** Prints the reading as the process's one line. `startedAtMs`: `performance.now()` before the first request. */
export function printReading(items: number, startedAtMs: number): void {
  process.stdout.write(`${JSON.stringify({ items, seconds: (performance.now() - startedAtMs) / 1_000 } satisfies Reading)}\n`);
}
