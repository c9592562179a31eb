import type { ModelQuestion } from '#core/analysis/sentiment-providers/local-model.ts';
import type { LocalServer } from '#core/analysis/sentiment-providers/local-servers.ts';
import type { Sentiment, SetUpId } from '#core/contract/sentiment.ts';
import type { SentimentSettings } from '#core/contract/sentiment-settings.ts';

/** The owner's providers, without their keys. */
export interface SentimentSettingsStore {
  read(): SentimentSettings;
  write(settings: SentimentSettings): void;
}

/** What asking a provider for one text gave. */
interface ProviderTrial {
  readonly sentiment: Sentiment;
  readonly score: number | null;
  readonly elapsedMs: number;
}

/** Has providers and neural models judge in this process, apart from any export. */
export interface ProviderTrials {
  /** @throws CommentdockError what the provider refuses with */
  ask(id: SetUpId, signal: AbortSignal): Promise<ProviderTrial>;
  /** @throws CommentdockError INVALID_REQUEST where the neural model is not on this machine, or damaged */
  expectNeuralModel(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Language models that run on this machine. */
export interface LocalModels {
  /** Looks for their servers, which takes five seconds at most. @throws the signal's reason */
  find(signal: AbortSignal): Promise<readonly LocalServer[]>;
  /**
   * Asks the model that the owner has set up. `read` is given the JSON that it wrote, null where it wrote none. Null: the answer cannot be read.
   * @throws CommentdockError INVALID_REQUEST where none is set up or it does not take the question, NETWORK, RATE_LIMITED, BLOCKED; the signal's reason
   */
  answer<T>(question: ModelQuestion & { read(written: unknown): T | null }, signal: AbortSignal): Promise<T | null>;
  close(): Promise<void>;
}

/** What helps where a model on this machine is asked for and none is set up. */
export const NO_MODEL_HERE =
  'No model on this machine is set up. `commentdock local-models` finds those that are there, `commentdock sentiment-providers set local-model --base-url <address> --model <name>` takes one.';

/** The same of a neural model. */
export const NO_NEURAL_MODEL =
  'No neural model is chosen. `commentdock neural-models` lists those on this machine, `commentdock sentiment-providers set neural-model --model <id>` takes one.';
