import type { TextSize } from '#core/analysis/sentiment-providers/estimate.ts';
import type { ProviderId, Sentiment } from '#core/contract/sentiment.ts';
import type { SentimentSettings } from '#core/contract/sentiment-settings.ts';

/** The owner's providers, without their keys. */
export interface SentimentSettingsStore {
  read(): SentimentSettings;
  write(settings: SentimentSettings): void;
}

/** What asking a provider for one text gave. */
export interface ProviderTrial {
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

/** Counts the texts of exports, away from the API's event loop. */
export interface TextMeasure {
  /** @throws CommentdockError RESOURCE_NOT_FOUND */
  measureTexts(guid: string): Promise<TextSize & { readonly rows: number }>;
}
