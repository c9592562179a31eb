import { parentPort, workerData } from 'node:worker_threads';
import { boundMemory } from '#core/analysis/neural/network.ts';
import { type NeuralJudge, openNeuralJudge } from '#core/analysis/neural/neural-judge.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { NeuralCall, NeuralPlace } from '#core/threads/neural-client.ts';

/** The thread of neural models: it holds one of them, and the runtime, for as long as texts come. Calls come one at a time. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const { dataDir } = workerData as NeuralPlace;
boundMemory();
let open: { readonly id: string; readonly judge: NeuralJudge } | null = null;

answerCalls(port, async (_name, input) => {
  const { id, texts } = input as NeuralCall;
  if (open?.id !== id) {
    const former = open;
    open = null;
    await former?.judge.close();
    open = { id, judge: await openNeuralJudge(dataDir, id) };
  }
  return open.judge.judge(texts);
});
