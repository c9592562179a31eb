import { randomNumbers } from '#test/crash/random.ts';

/** What is done to a service, by what it is done to. At most one of each family in a step: what heals one heals all of its family. */
export const FAULTS = {
  network: ['resets', 'cutAnswers', 'stalls', 'serverErrors', 'throttling', 'garbage', 'challenges', 'slowNetwork'],
  process: ['killedService', 'killedTwice', 'endedService', 'killedEngine', 'killedWriter', 'killedBrowser'],
  disk: ['fullDisk', 'readOnlyDisk', 'slowDisk', 'brokenDisk'],
  clock: ['clockForward', 'clockBackward', 'daylightSaving', 'sleep'],
  store: ['heldWriteLock'],
  folder: ['secondProcess'],
} as const;

type Family = keyof typeof FAULTS;
/** One way in which something breaks. */
export type FaultKind = (typeof FAULTS)[Family][number];

/** What is exported meanwhile. `browser`: from a site that serves browsers alone. */
const EXPORT_KINDS = ['reviews', 'comments', 'browser'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** A fault with all that was drawn for it. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** After the exports of its step were asked for. */
  readonly afterMs: number;
  readonly forMs: number;
  /** From 0 to below 1: how hard, in the terms of its kind. */
  readonly strength: number;
}

/** What is done at once, and mended before the next. */
export interface PlannedStep {
  readonly number: number;
  readonly exports: readonly ExportKind[];
  readonly faults: readonly PlannedFault[];
  /** Of calls of webhooks, the part that the receiver answers badly. */
  readonly badHooks: number;
}

const MOST_FAULTS = 3;
const LATEST_MS = 2_500;
const SHORTEST_MS = 200;
const LONGEST_MS = 3_500;
const MOST_BAD_HOOKS = 0.4;
/** A browser takes seconds to start. */
const PART_IN_BROWSER = 0.2;
/** So far apart that the steps of one seed are not those of the next. */
const SEED_STRIDE = 1_000_003;

/** One step of the plan of a seed: it hangs on nothing else, so that it can be dealt alone. */
export function plannedStep(seed: number, number: number): PlannedStep {
  const random = randomNumbers(seed * SEED_STRIDE + number);
  // The first numbers of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 3; skipped += 1) random();
  const families = shuffled(Object.keys(FAULTS) as Family[], random).slice(0, 1 + Math.floor(random() * MOST_FAULTS));
  const faults = families.map((family): PlannedFault => {
    const kind = oneOf<FaultKind>(FAULTS[family], random);
    const afterMs = Math.floor(random() * LATEST_MS);
    return { kind, afterMs, forMs: SHORTEST_MS + Math.floor(random() * (LONGEST_MS - SHORTEST_MS)), strength: random() };
  });
  const isInBrowser = random() < PART_IN_BROWSER || faults.some(({ kind }) => kind === 'killedBrowser');
  const exports: ExportKind[] = ['reviews', 'comments', ...(random() < 0.5 ? (['reviews'] as const) : [])];
  return { number, exports: isInBrowser ? [...exports, 'browser'] : exports, faults, badHooks: random() * MOST_BAD_HOOKS };
}

/** A line for people. */
export function wordsOf({ number, exports, faults }: PlannedStep): string {
  const dealt = faults.map(({ kind, afterMs, forMs, strength }) => `${kind} after ${afterMs} ms for ${forMs} ms (${strength.toFixed(2)})`);
  return `step ${number}: ${exports.join(', ')}; ${dealt.join('; ')}`;
}

function oneOf<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
