import { expect, it } from 'vitest';
import { nextChangeOfClocks } from '#test/chaos/dealing.ts';
import { FAULTS, plannedStep, wordsOf } from '#test/chaos/plan.ts';

const STEPS = 400;
const planOf = (seed: number) => Array.from({ length: STEPS }, (_, index) => plannedStep(seed, index + 1));
const familyOf = (kind: string): string =>
  Object.entries(FAULTS).find(([, kinds]) => (kinds as readonly string[]).includes(kind))?.[0] ?? '';

it('the plan of a seed is the same each time, step by step, and that of another seed is another', () => {
  expect(planOf(7)).toEqual(planOf(7));
  expect(plannedStep(7, 12)).toEqual(planOf(7)[11]);
  const same = planOf(7).filter((step, index) => wordsOf(step) === wordsOf(planOf(8)[index] ?? step));
  expect(same).toEqual([]);
});

it('a plan deals every kind of fault, at most one of a family in a step', () => {
  const kinds = planOf(3).flatMap(({ faults }) => faults.map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(Object.values(FAULTS).flat()));
  for (const { faults } of planOf(3)) {
    const families = faults.map(({ kind }) => familyOf(kind));
    expect(new Set(families).size).toBe(families.length);
  }
});

it('a browser is killed where one is in use', () => {
  const steps = planOf(3).filter(({ faults }) => faults.some(({ kind }) => kind === 'killedBrowser'));
  expect(steps.length).toBeGreaterThan(0);
  for (const { exports } of steps) expect(exports).toContain('browser');
});

it('clocks change on the last Sundays of March and October', () => {
  const november = Date.parse('2026-11-27T12:00:00Z');
  expect(new Date(nextChangeOfClocks(november, 0)).toISOString()).toBe('2027-03-28T01:00:00.000Z');
  expect(new Date(nextChangeOfClocks(november, 0.9)).toISOString()).toBe('2027-10-31T01:00:00.000Z');
});
