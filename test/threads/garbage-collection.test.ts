import { expect, it } from 'vitest';
import { createGarbageCollection } from '#core/threads/garbage-collection.ts';

/** Held by the module: a registry that nobody holds calls nobody. */
const goners = new FinalizationRegistry<() => void>((resolve) => resolve());

/** Resolves when the object that it makes has been collected. */
function collected(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  goners.register({ large: 'x'.repeat(1_000) }, resolve);
  return promise;
}

it('collects what was left behind, again and again', async () => {
  const collect = createGarbageCollection();
  for (let round = 0; round < 3; round += 1) {
    const gone = collected();
    collect();
    collect();
    await gone;
  }
  expect('gc' in globalThis, 'nobody else gets the call').toBe(false);
});
