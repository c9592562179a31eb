import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { waitForChange } from '#core/store/postgres/blocking-call.ts';

const PATIENCE_MS = 20_000;

/** Wakes whoever waits, again and again; then counts, and wakes once more. */
const WAKING = `
  const { workerData: signal } = require('node:worker_threads');
  let woken = 0;
  while (woken < 3) woken += Atomics.notify(signal, 0);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
`;

it('an answer is waited for until it was counted, whoever wakes meanwhile', async () => {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(WAKING, { eval: true, workerData: signal });
  try {
    expect(waitForChange(signal, 0, PATIENCE_MS)).toBe(true);
    expect(Atomics.load(signal, 0)).toBe(1);
    expect(waitForChange(signal, 1, 1)).toBe(false);
  } finally {
    await worker.terminate();
  }
});
