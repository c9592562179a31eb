import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDoors as openBrokenDoors } from '#test/fuzz/broken-doors.ts';
import { FOUND, fuzzInputs, type KeptInput, textOfKept } from '#test/fuzz/inputs-fuzz.ts';
import { OpenedInput } from '#test/fuzz/opened-input.ts';

/** For what ends by itself, however busy the machine is. */
const PATIENCE_MS = 240_000;

it('every door takes or refuses what it is given, whatever that is', async () => {
  const { findings, doors, texts } = await fuzzInputs({ count: 800, seed: Date.now() % 1_000_000 });
  expect(findings).toEqual([]);
  expect(texts).toBe(800);
  // Neither is all refused at the threshold, nor all taken.
  for (const [door, { taken, refused }] of Object.entries(doors)) expect([door, taken + refused]).toEqual([door, 100]);
}, 300_000);

it('the same seed opens with the same texts', async () => {
  const { doors } = await fuzzInputs({ count: 160, seed: 5 });
  expect((await fuzzInputs({ count: 160, seed: 5 })).doors).toEqual(doors);
}, 300_000);

it('what was found once is taken or refused', async () => {
  await using opened = await OpenedInput.open();
  const paths = globSync(`${FOUND}/*.json`);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptInput;
    expect({ path, ...(await opened.try(kept.door, textOfKept(kept))) }).toEqual({
      path,
      end: expect.stringMatching(/^(?:taken|refused)$/),
    });
  }
}, 300_000);

it.each([
  ['throws', /^ended with TypeError: not in the catalogue: x/, PATIENCE_MS],
  ['stands still', /^does not end within 15000 ms$/, 15_000],
  ['takes long', /^took \d{4} ms of processor time$/, PATIENCE_MS],
  ['takes all memory', /^ended the process: SIGABRT$|^does not end/, 15_000],
  ['is not there', /^ended with Error: There is no door/, PATIENCE_MS],
])(
  'a door that %s is found, and the next text is tried',
  async (door, fault, patienceMs) => {
    await using opened = await OpenedInput.open({ doors: '#test/fuzz/broken-doors.ts', patienceMs });
    expect(await opened.try(door, 'x')).toEqual({ door, text: 'x', fault: expect.stringMatching(fault) });
    expect(await opened.try('sound', 'x')).toEqual({ end: 'taken' });
  },
  300_000,
);

it('the doors that are broken are those that are tried above', async () => {
  await using opened = await OpenedInput.open({ doors: '#test/fuzz/broken-doors.ts', patienceMs: PATIENCE_MS });
  expect(opened.doors.map(({ name }) => name)).toEqual((await openBrokenDoors()).map(({ name }) => name));
}, 300_000);
