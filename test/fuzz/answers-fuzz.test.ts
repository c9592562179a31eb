import { expect, it } from 'vitest';
import { fuzzAnswers } from '#test/fuzz/answers-fuzz.ts';

it('exports end whatever becomes of 150 answers, and the service goes on', async () => {
  // How long a call waits is measured on a machine that does nothing else.
  const { findings, changed } = await fuzzAnswers({ count: 150, seed: Date.now() % 1_000_000, mostWaitMs: Infinity });
  expect(findings).toEqual([]);
  expect(changed).toBeGreaterThanOrEqual(150);
}, 300_000);

it('a call that waits too long each time that an export is run is a finding, after three runs', async () => {
  const { findings, exports, waitedOnce } = await fuzzAnswers({ count: 1, seed: 1, only: 3, mostWaitMs: 0 });
  expect(findings.map(({ fault }) => fault)).toEqual([expect.stringMatching(/^a call of the API waited \d+ ms, as in the 2 runs before$/)]);
  expect({ exports, waitedOnce }).toEqual({ exports: 1, waitedOnce: 0 });
}, 300_000);
