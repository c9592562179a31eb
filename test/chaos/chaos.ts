/**
 * Breaks everything around a service at random moments, step by step, and looks whether what must hold holds: the wire, its processes and
 * threads, its disk, its clock, its database and its folder. The plan hangs on the seed alone.
 *
 *     npm run test:chaos -- --minutes 30 --seed 7
 *     npm run test:chaos -- --seed 7 --only 12     one step again
 *     npm run test:chaos -- --seed 7 --plan 20     says what would be done
 */
import { parseArgs } from 'node:util';
import { lackFor } from '#test/chaos/dealing.ts';
import { EXPORTS, type Ground, openGround } from '#test/chaos/ground.ts';
import { scheduleBreaches } from '#test/chaos/invariants.ts';
import { FAULTS, type FaultKind, plannedStep, wordsOf } from '#test/chaos/plan.ts';
import { Rounds, type Tally } from '#test/chaos/round.ts';
import { scheduleEveryHour, untilScheduleGoesOn } from '#test/chaos/schedule.ts';

const MINUTE_MS = 60_000;
const LAST_LINES = 25;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { minutes: { ...text, default: '3' }, seed: text, only: text, from: { ...text, default: '1' }, plan: text },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = values.plan === undefined ? await main() : showPlan(Number(values.plan));

function showPlan(steps: number): number {
  for (let number = 1; number <= steps; number += 1) say(wordsOf(plannedStep(seed, number)));
  return 0;
}

async function main(): Promise<number> {
  const tally: Tally = {
    exports: 0,
    retries: 0,
    withGaps: 0,
    messages: 0,
    largestRssMb: 0,
    lastHeld: null,
    mostHandles: 0,
    dealt: new Map(),
  };
  const untilMs = performance.now() + Number(values.minutes) * MINUTE_MS;
  const only = values.only === undefined ? null : Number(values.only);
  const counts = { passed: 0, failed: 0, restarts: 0 };
  say(`seed ${seed}`);
  let number = only ?? Number(values.from);
  const isLeft = (): boolean => (only === null ? performance.now() < untilMs : number === only);
  for (let isFirst = true; isLeft(); isFirst = false) {
    // After a failure all begins anew: nothing of it is to shine through.
    await using ground = await openGround();
    if (isFirst) sayLacks(ground);
    const rounds = new Rounds(ground, tally);
    await ground.service.start();
    const schedule = await scheduleEveryHour(ground);
    await rounds.begin();
    let breaches: readonly string[] = [];
    for (; isLeft() && breaches.length === 0; number += 1) {
      breaches = await tell(ground, rounds, { number, tally });
      if (breaches.length === 0) counts.passed += 1;
      else counts.failed += 1;
    }
    counts.restarts += ground.service.restarts;
    if (breaches.length === 0) {
      const late = scheduleBreaches(...(await untilScheduleGoesOn(ground, schedule)));
      for (const words of late) say(`at the end FAILED: ${words}`);
      counts.failed += late.length;
    }
  }
  sayTally(tally, counts.restarts);
  say(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

async function tell(
  ground: Ground,
  rounds: Rounds,
  { number, tally }: { readonly number: number; readonly tally: Tally },
): Promise<readonly string[]> {
  const step = plannedStep(seed, number);
  const sinceMs = performance.now();
  const words: string[] = [];
  ground.service.onWords = (said) => void words.push(said);
  const breaches = await rounds.step(step);
  const seconds = ((performance.now() - sinceMs) / 1_000).toFixed(1);
  const { rssMb = 0, handles = 0, threads = 0 } = tally.lastHeld ?? {};
  say(
    `${wordsOf(step)}  ${seconds} s, ${Math.round(rssMb)} MB, ${handles} handles, ${threads} threads  ${breaches.length === 0 ? 'ok' : 'FAILED'}`,
  );
  if (breaches.length > 0) {
    for (const breach of breaches) say(`    ${breach}`);
    say(`  again: npm run test:chaos -- --seed ${seed} --only ${number}\n  the last that the service said:`);
    for (const line of words.join('').trimEnd().split('\n').slice(-LAST_LINES)) say(`    ${line}`);
  }
  return breaches;
}

function sayLacks(ground: Ground): void {
  const kinds = Object.values(FAULTS).flat() as FaultKind[];
  const byLack = Map.groupBy(
    kinds.filter((kind) => lackFor(kind, ground) !== null),
    (kind) => lackFor(kind, ground) ?? '',
  );
  for (const [lack, left] of byLack) say(`left out: ${left.join(', ')} (${lack})`);
  if (ground.lacking.browser !== null) say(`left out: exports of ${EXPORTS.browser.url} (${ground.lacking.browser})`);
  say('left out: the host of the desktop, whose program npm does not bring');
}

function sayTally({ dealt, ...tally }: Tally, restarts: number): void {
  say(`faults: ${[...dealt].map(([kind, times]) => `${kind} ${times}`).join(', ')}`);
  say(
    `${[...dealt.values()].reduce((sum, times) => sum + times, 0)} faults, ${tally.exports} exports (${tally.withGaps} with gaps that their ledger tells of, ${tally.retries} retries), ` +
      `${restarts} restarts, ${tally.messages} webhooks, at most ${Math.round(tally.largestRssMb)} MB and ${tally.mostHandles} handles`,
  );
}
