import type { Worker } from 'node:worker_threads';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import type { TextToJudge } from '#core/engine/sentiment-ports.ts';
import { Caller } from '#core/threads/calls.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';
import { startThread } from '#core/threads/start-thread.ts';

/** Word lists and the statistics of languages take some 60 MB: they are gone when the files are written. */
const IDLE_MS = 100;

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
  let open: { readonly worker: Worker; readonly caller: Caller } | null = null;
  let idle: NodeJS.Timeout | null = null;
  const close = async (): Promise<void> => {
    clearTimeout(idle ?? undefined);
    const { worker } = open ?? {};
    open = null;
    await worker?.terminate();
  };
  const start = (): NonNullable<typeof open> => {
    const worker = startThread('analyzer', {
      resourceLimits: ROW_MEMORY,
    });
    const started = { worker, caller: new Caller(worker, () => undefined) };
    worker.once('exit', () => {
      if (open === started) open = null;
    });
    return started;
  };
  let underWay = 0;
  const ask = async (name: string, call: AnalyzeCall): Promise<unknown> => {
    clearTimeout(idle ?? undefined);
    underWay += 1;
    try {
      return await (open ??= start()).caller.call(name, call);
    } finally {
      underWay -= 1;
      if (underWay === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
    }
  };
  return {
    classify: async (call) => (await ask('classify', call)) as readonly SentimentVerdict[],
    languages: async (texts) => (await ask('languages', { texts, extent: 'all' })) as readonly (string | null)[],
    close,
  };
}
