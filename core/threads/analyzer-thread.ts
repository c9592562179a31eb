import { parentPort } from 'node:worker_threads';
import {
  NO_LIMITS,
  openBuiltInAnalyzer,
  SAMPLE_LIMITS,
  type SentimentAnalyzer,
  type SentimentVerdict,
} from '#core/analysis/sentiment/analyzer.ts';
import { baseLanguage } from '#core/contract/language.ts';
import type { AnalyzeCall } from '#core/threads/analyzer-client.ts';
import { answerCalls } from '#core/threads/calls.ts';
import { languageDetector } from '#core/threads/language-detector.ts';

/** The thread of the built-in analyzer: reading texts is work, which must not hold up the engine's. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const analyzers: Readonly<Record<AnalyzeCall['extent'], SentimentAnalyzer>> = {
  all: openBuiltInAnalyzer(NO_LIMITS),
  sample: openBuiltInAnalyzer(SAMPLE_LIMITS),
};
const detector = languageDetector();

answerCalls(port, async (name, input): Promise<readonly SentimentVerdict[] | readonly (string | null)[]> => {
  const { texts, extent } = input as AnalyzeCall;
  const detect = await detector;
  if (name === 'languages') return texts.map(({ text, language }) => baseLanguage(language) ?? detect(text));
  return texts.map(({ text, language: stated }) => {
    const language = baseLanguage(stated) ?? detect(text);
    return { ...analyzers[extent].classify(text, language), language };
  });
});
