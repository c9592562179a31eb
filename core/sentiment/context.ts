import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { ExportServices } from '#core/exports/context.ts';
import type { LocalModels, ProviderTrials, SentimentSettingsStore } from '#core/sentiment/ports.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on providers of sentiment work with. */
export interface SentimentServices extends ExportServices {
  readonly sentimentSettings: SentimentSettingsStore;
  readonly providerTrials: Pick<ProviderTrials, 'ask' | 'expectNeuralModel'>;
  readonly localModels: Pick<LocalModels, 'find' | 'answer'>;
  readonly vault: SecretVault;
}

export type SentimentContext = SentimentServices & CallContext;

/** An operation on providers of sentiment: checked against what it is called with. */
export const defineOperation: DefineOperation<SentimentContext> = define;
