import { randomNumbers } from '#test/crash/random.ts';
import type { End, ReachOfTests } from '#test/mutants/runs.ts';

/** Tests of one mutant take no longer than this together, but for the first of them. */
const MOST_MS = 60_000;

interface Tried {
  /** Null: no test comes by it. */
  readonly end: End | null;
}

/** So many of them, the same ones for the same seed, in their order. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const random = randomNumbers(seed);
  const drawn = all.map((one, at) => ({ one, at, by: random() })).toSorted((a, b) => a.by - b.by);
  return drawn
    .slice(0, count)
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** The tests that come by a mutant of `file`, those of its own room first, and the short ones before the long ones, as many as there is time for. */
export function testsFor(
  { id, fileName }: { readonly id: string; readonly fileName: string },
  reaches: readonly ReachOfTests[],
): { readonly tests: readonly string[]; readonly ms: number } {
  const [, room = ''] = fileName.split('/');
  const rank = ({ file }: ReachOfTests): number => (file.startsWith(`test/${room}/`) ? 0 : 1);
  const known = reaches.filter(({ passes, mutants }) => passes && mutants.has(id)).toSorted((a, b) => rank(a) - rank(b) || a.ms - b.ms);
  const tests: string[] = [];
  let sumMs = 0;
  for (const { file, ms } of known) {
    if (tests.length > 0 && sumMs + ms > MOST_MS) continue;
    tests.push(file);
    sumMs += ms;
  }
  return { tests, ms: sumMs };
}

/** The share of mutants that some test noticed, from 0 to 1. One that no test comes by counts as not noticed. */
export function scoreOf(tried: readonly Tried[]): number {
  const noticed = tried.filter(({ end }) => end === 'killed' || end === 'hung').length;
  return tried.length === 0 ? 1 : noticed / tried.length;
}
