import { parentPort, workerData } from 'node:worker_threads';
import type { MergeRequest, PackRequest } from '#core/exports/bulk-ports.ts';
import { Readings } from '#core/store/place.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { WriteCall, WritingThreadData } from '#core/threads/writing-client.ts';
import { writeFiles } from '#core/threads/written-files.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const data = workerData as WritingThreadData;
const readings = new Readings(data.place);
answerCalls(port, async (name, input) => {
  if (name === 'write') return writeFiles({ ...data, readings }, input as WriteCall);
  const { mergeExports, packExports } = await import('#core/threads/pack-exports.ts');
  return name === 'merge' ? mergeExports(input as MergeRequest, data) : packExports(input as PackRequest, data);
});
