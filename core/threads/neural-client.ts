import type { TextInLanguage } from '#core/analysis/neural/neural-judge.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import { CalledThread } from '#core/threads/called-thread.ts';

/** Of the thread's own values: a vocabulary of a quarter of a million words takes some hundred. The network lies beside them, with a bound of its own. */
const NEURAL_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_024 } as const;
/** Model and runtime are gone soon after the last texts. */
const REST_MS = 2_000;
/** Loading the largest model, and judging a request of the longest texts, many times over. */
const PATIENCE_MS = 180_000;

/** What the thread starts with. */
export interface NeuralPlace {
  readonly dataDir: string;
}

/** What crosses to the thread. */
export interface NeuralCall {
  /** Of the model. */
  readonly id: string;
  readonly texts: readonly TextInLanguage[];
}

export interface NeuralThread {
  /**
   * @throws CommentdockError INVALID_REQUEST where the model is not here, breaks down, stands still or takes the thread with it; the signal's
   *   reason at once: the next call waits for what is under way then
   */
  judge(call: NeuralCall, signal: AbortSignal): Promise<readonly SentimentVerdict[]>;
  close(): Promise<void>;
}

/** A thread that runs neural models of a data folder, started with the first texts and ended some time after the last. Calls take turns. */
export function startNeural(dataDir: string, patienceMs: number = PATIENCE_MS): NeuralThread {
  const workerData: NeuralPlace = { dataDir };
  const thread = new CalledThread({ name: 'neural', workerData, resourceLimits: NEURAL_MEMORY, restMs: REST_MS, patienceMs });
  let last: Promise<unknown> = Promise.resolve();
  return {
    async judge(call, signal) {
      signal.throwIfAborted();
      const mine = last.then(() => {
        signal.throwIfAborted();
        return thread.call('judge', call);
      });
      last = mine.catch(() => undefined);
      const stopped = Promise.withResolvers<never>();
      const stop = (): void => stopped.reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        return (await Promise.race([mine, stopped.promise])) as readonly SentimentVerdict[];
      } catch (error) {
        throw signal.aborted ? signal.reason : await ofThread(error, call.id);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => thread.close(),
  };
}

/** A model that ends its thread, or stands still in it, is not to be asked again and again. */
async function ofThread(error: unknown, id: string): Promise<unknown> {
  if (!(error instanceof CommentdockError) || error.code !== 'INTERNAL') return error;
  const { unusable } = await import('#core/analysis/neural/shelf.ts');
  return unusable(id, error.message, error);
}
