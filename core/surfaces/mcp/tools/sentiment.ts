import { z } from 'zod';
import type { SentimentProvider } from '#core/sentiment/providers.ts';
import { defineTool, READS } from '#core/surfaces/mcp/tool.ts';

const providerSchema = z.object({
  id: z.string(),
  title: z.string(),
  in_use: z.boolean().meta({ description: 'Judges the next export with `sentiment`.' }),
  has_key: z.boolean(),
  model: z.string().nullable(),
});

const listSentimentProviders = defineTool({
  name: 'list_sentiment_providers',
  title: 'List sentiment providers',
  description:
    'Who can judge the tone of texts when an export is made with `sentiment`, and which one is in use. The built-in analyzer asks nobody; the others are sent the texts. The owner sets them up, not an assistant.',
  operation: 'sentiment.providers',
  hints: READS,
  input: z.object({}),
  data: z.object({ providers: z.array(providerSchema) }),
  ask: () => ({}),
  tell: (providers: readonly SentimentProvider[]) => ({
    providers: providers.map(({ id, title, in_use, has_key, model }) => ({ id, title, in_use, has_key, model })),
  }),
});

export const SENTIMENT_TOOLS = [listSentimentProviders];
