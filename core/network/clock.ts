/** Time as the pacer needs it. `nowMs` only ever grows and has no meaning besides differences. */
export interface PacerClock {
  nowMs(): number;
  /** Runs `call` after that time; returns the way to prevent it. */
  after(delayMs: number, call: () => void): () => void;
}

/** Unmoved by what the user does to the wall clock. */
export const MONOTONIC: PacerClock = {
  nowMs: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
