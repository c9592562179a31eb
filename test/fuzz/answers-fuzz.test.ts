import { expect, it } from 'vitest';
import { fuzzAnswers } from '#test/fuzz/answers-fuzz.ts';

it('exports end whatever becomes of 150 answers, and the service goes on', async () => {
  // How long a call waits is measured on a machine that does nothing else.
  const { findings, changed } = await fuzzAnswers({ count: 150, seed: Date.now() % 1_000_000, mostWaitMs: Infinity });
  expect(findings).toEqual([]);
  expect(changed).toBeGreaterThanOrEqual(150);
}, 300_000);
