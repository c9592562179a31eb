import type { PacerClock } from '#core/network/clock.ts';

/** Time that passes only when the test says so. */
export class FakeClock implements PacerClock {
  #nowMs = 1_000;
  #calls: { atMs: number; call: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, call: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, call };
    this.#calls.push(entry);
    return () => void (this.#calls = this.#calls.filter((each) => each !== entry));
  }

  /** Lets that much time pass, alarm by alarm. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    await settled();
    for (let due = this.#nextUntil(endMs); due; due = this.#nextUntil(endMs)) {
      this.#nowMs = due.atMs;
      this.#calls = this.#calls.filter((each) => each !== due);
      due.call();
      await settled();
    }
    this.#nowMs = endMs;
  }

  #nextUntil(endMs: number): { atMs: number; call: () => void } | undefined {
    return this.#calls.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Lets promises that are ready go on. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}
