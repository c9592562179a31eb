import { describe, expect, it } from 'vitest';
import { functionsIn, kitFunctions } from '#test/linear/kit-works.ts';

describe('the kit', () => {
  it('exports no function that has no hostile shape', async () => {
    const functions = await kitFunctions();
    expect(functions.length).toBeGreaterThan(90);
    expect(functions.filter(({ works, hasNoSize }) => works.length === 0 && !hasNoSize).map(({ name }) => name)).toEqual([]);
  });

  it('is known by what its modules export', () => {
    const exported = { readNewThing: () => null, trimLines: () => null, CONSTANT: 1 };
    const found = functionsIn('item.ts', exported).map(({ name, works }) => [name, works.length > 0]);
    expect(found).toEqual([
      ['item.ts: readNewThing', false],
      ['item.ts: trimLines', true],
    ]);
  });

  it('bears every shape at a small size', async () => {
    for (const { works } of await kitFunctions()) for (const { prepare } of works) await prepare(64)();
  });
});
