import type { Worker } from 'node:worker_threads';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';

/** How often somebody has to look. */
export const LOOK_EVERY_MS = 250;
const CEILING_MS = PAGE_CEILING.seconds * 1_000;
/** A thread that wants a processor gets so much of one even where a hundred others want it too. One that has less waits for something else. */
const LEAST_SHARE = 0.01;
/** Whatever it gets of a processor, this is the end. */
const LONGEST_MS = 8 * CEILING_MS;

/** A thread, whose processor time an older Node does not tell. */
type Measurable = Partial<Pick<Worker, 'cpuUsage'>>;

/**
 * For how long a thread has been at work on one page without a break. Where others keep the machine busy, it is the time of the processor
 * that counts, as far as Node tells it (from 24.6 on): an honest page takes a second of it, and may wait twenty for that second.
 */
export class PageTime {
  readonly #worker: Measurable;
  #stretch = 0;
  #looks = 0;
  /** Processor time of the thread as the stretch began, and within it; null: not known. */
  #begunMs: number | null = null;
  #usedMs: number | null = null;

  constructor(worker: Measurable) {
    this.#worker = worker;
  }

  /** Called every LOOK_EVERY_MS. @param stretch of work that goes on now; 0: none */
  look(stretch: number): void {
    if (stretch === this.#stretch) this.#looks += 1;
    else {
      this.#stretch = stretch;
      this.#looks = 0;
      this.#begunMs = null;
      this.#usedMs = null;
    }
    if (stretch !== 0) void this.#measure(stretch);
  }

  /** By the looks, not by the clock: a machine that slept has not worked. 0: it is at no page. */
  get standingMs(): number {
    return this.#stretch === 0 ? 0 : this.#looks * LOOK_EVERY_MS;
  }

  /** Beyond the ceiling. */
  get isTooLong(): boolean {
    const forMs = this.standingMs;
    if (forMs < CEILING_MS) return false;
    const usedMs = this.#usedMs ?? 0;
    const isHeldUp = usedMs >= forMs * LEAST_SHARE;
    return !isHeldUp || usedMs >= CEILING_MS || forMs >= LONGEST_MS;
  }

  async #measure(stretch: number): Promise<void> {
    const nowMs = await processorMs(this.#worker);
    if (nowMs === null || stretch !== this.#stretch) return;
    this.#begunMs ??= nowMs;
    this.#usedMs = nowMs - this.#begunMs;
  }
}

/** Null: Node does not tell it, or the thread has ended. */
async function processorMs(worker: Measurable): Promise<number | null> {
  const used = await worker.cpuUsage?.().catch(() => null);
  return used == null ? null : (used.user + used.system) / 1_000;
}
