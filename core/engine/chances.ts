/** How many retries one export may use in total (decisions.md, "Retries in one export"). */
const RETRIES_PER_EXPORT = 30;

/** What is shared by all runs that follow from one start by the owner. */
interface Chance {
  readonly retryBudget: { left: number };
  requeues: number;
}

/** What is kept of an export only while it is unfinished. */
export class Chances {
  readonly #chances = new Map<string, Chance>();
  readonly #notBefore = new Map<string, number>();

  of(guid: string): Chance {
    const chance = this.#chances.get(guid) ?? { retryBudget: { left: RETRIES_PER_EXPORT }, requeues: 0 };
    this.#chances.set(guid, chance);
    return chance;
  }

  /** Milliseconds since 1970, in both. */
  holdBack(guid: string, untilMs: number): void {
    this.#notBefore.set(guid, untilMs);
  }

  isHeldBack(guid: string, nowMs: number): boolean {
    return (this.#notBefore.get(guid) ?? 0) > nowMs;
  }

  /** Left of that. */
  heldBackMs(guid: string, nowMs: number): number {
    return Math.max(0, (this.#notBefore.get(guid) ?? 0) - nowMs);
  }

  letGo(guid: string): void {
    this.#notBefore.delete(guid);
  }

  forget(guid: string): void {
    this.#chances.delete(guid);
    this.#notBefore.delete(guid);
  }
}
