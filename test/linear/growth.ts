/** Something whose time may depend on the size of what it is given. */
export interface Work {
  /** Platform or function, and shape: what a failure is called. */
  readonly name: string;
  /** Sizes: measured from the first, and four times as large each time that this takes too little time to mean anything; never beyond the last. */
  readonly from: number;
  readonly upTo: number;
  /** Makes what is needed for a size; only what this returns is measured. */
  prepare(size: number): () => unknown;
}

interface Growth {
  readonly size: number;
  readonly smallMs: number;
  /** At four times the size. */
  readonly largeMs: number;
}

/**
 * Linear work takes four times as long for four times as much, sorting four and a half times, a square sixteen times. The limit lies as far
 * from the one as from the other: most squares stand beside linear work, parsing above all, and show less than they are.
 */
const FACTOR = 4;
const LIMIT = 8;

/** Less processor time than this says nothing about growth. */
const MEANT_MS = 20;
const MOST_RUNS = 5;
/** Nothing is said to be bad that was measured fewer times, however long it takes: a first run also makes what the others use. */
const FEWEST_RUNS = 3;
/** Growth like this needs no further runs. */
const PLAINLY_LINEAR = 5.5;
/** A work that takes so long is not repeated as often. */
const PATIENCE_MS = 3_000;

/** Bad growth within less time than this may be the collector's, and is looked at once more at a larger size. */
const DOUBTFUL_MS = 500;

/** How the work grows; null where it is so quick at its largest size that it cannot grow badly. */
export async function growthOf(work: Work): Promise<Growth | null> {
  for (let size = work.from; ; size *= FACTOR) {
    const growth = await growthAt(work, size);
    const goesOn = growth === null ? size * FACTOR * FACTOR <= work.upTo : isBad(growth) && growth.largeMs < DOUBTFUL_MS;
    if (!goesOn) return growth;
  }
}

export function isBad({ smallMs, largeMs }: Growth): boolean {
  return largeMs > LIMIT * smallMs;
}

/** Best of up to five runs, in processor time; null where that says nothing. */
async function growthAt({ prepare }: Work, size: number): Promise<Growth | null> {
  const large = prepare(size * FACTOR);
  const firstMs = await processorMs(large);
  // No later run takes longer than the first.
  if (firstMs < MEANT_MS) return null;
  let largeMs = await warmMs(large, firstMs);
  if (largeMs < MEANT_MS) return null;
  const small = prepare(size);
  let smallMs = await warmMs(small, await processorMs(small));
  let spentMs = largeMs;
  for (let run = 1; run < MOST_RUNS && largeMs / smallMs > PLAINLY_LINEAR; run += 1) {
    if (spentMs >= PATIENCE_MS && (run >= FEWEST_RUNS || !isBad({ size, smallMs, largeMs }))) break;
    const again = await processorMs(large);
    spentMs += again;
    largeMs = Math.min(largeMs, again);
    smallMs = Math.min(smallMs, await processorMs(small));
  }
  return { size, smallMs, largeMs };
}

/** The first run makes what the others use, and compiles it: it counts only where it takes so long that this is nothing beside it. */
async function warmMs(run: () => unknown, firstMs: number): Promise<number> {
  return firstMs > PATIENCE_MS ? firstMs : processorMs(run);
}

/** Time of the processor, not of the clock: other programs may run beside. */
async function processorMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.max((user + system) / 1000, 0.01);
}
