import { z } from 'zod';
import { JUDGE_IDS, PROVIDER_IDS } from '#core/contract/sentiment.ts';

/** What the owner has set of one provider; what is left out is its default. Its key is in the vault. */
const providerOverridesSchema = z.object({
  baseUrl: z.string().optional(),
  model: z.string().optional(),
  requestsPerMinute: z.int().optional(),
  /** In the owner's currency, per million tokens, or per million units of 1,000 characters. */
  inputPrice: z.number().optional(),
  /** Per million tokens that the provider writes. */
  outputPrice: z.number().optional(),
});

export type ProviderOverrides = z.infer<typeof providerOverridesSchema>;

/** Everything about providers that outlives a start, besides their keys. */
export const sentimentSettingsSchema = z.object({
  /** Null: the first provider with a key, else the built-in analyzer. */
  chosen: z.enum(JUDGE_IDS).nullable().default(null),
  /** Id of the neural model that judges where that is chosen; null: none. */
  neuralModel: z.string().nullable().default(null),
  providers: z.partialRecord(z.enum(PROVIDER_IDS), providerOverridesSchema).default({}),
});

export type SentimentSettings = z.infer<typeof sentimentSettingsSchema>;
