import { parentPort } from 'node:worker_threads';
import { loadStopWords } from '#core/analysis/statistics/stop-words.ts';
import { type TextBatch, unpackTexts } from '#core/analysis/statistics/text-batch.ts';
import { WordCount } from '#core/analysis/statistics/words.ts';
import { answerCalls } from '#core/threads/calls.ts';

/** The thread that counts the words of one export, while another one reads it. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const counting = loadStopWords().then((stopWords) => new WordCount(stopWords));

answerCalls(port, async (name, input) => {
  const count = await counting;
  if (name === 'result') return count.result();
  return unpackTexts(input as TextBatch, count);
});
