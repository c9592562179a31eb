import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import type { TextToJudge } from '#core/engine/sentiment-ports.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** Word lists and the statistics of languages take some 60 MB: they are gone when the files are written. */
const REST_MS = 100;

/** What crosses to the thread. */
export interface AnalyzeCall {
  readonly texts: readonly TextToJudge[];
  readonly extent: 'all' | 'sample';
}

export interface AnalyzerThread {
  classify(call: AnalyzeCall): Promise<readonly SentimentVerdict[]>;
  /** ISO 639-1, without the region; null where nobody can tell. */
  languages(texts: readonly TextToJudge[]): Promise<readonly (string | null)[]>;
  close(): Promise<void>;
}

/** A thread that reads texts, started with the first of them and ended some time after the last. */
export function startAnalyzer(): AnalyzerThread {
  const thread = new CalledThread({ name: 'analyzer', workerData: null, resourceLimits: ROW_MEMORY, restMs: REST_MS });
  const ask = (name: 'classify' | 'languages', call: AnalyzeCall): Promise<unknown> => thread.call(name, call);
  return {
    classify: async (call) => (await ask('classify', call)) as readonly SentimentVerdict[],
    languages: async (texts) => (await ask('languages', { texts, extent: 'all' })) as readonly (string | null)[],
    close: () => thread.close(),
  };
}
