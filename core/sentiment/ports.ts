import type { ProviderId, Sentiment } from '#core/contract/sentiment.ts';
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

/** Asks providers in this process, apart from any export. */
export interface ProviderTrials {
  /** @throws CommentdockError what the provider refuses with */
  ask(id: ProviderId, signal: AbortSignal): Promise<ProviderTrial>;
  close(): Promise<void>;
}
