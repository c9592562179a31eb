import { z } from 'zod';
import type { SentimentProvider } from '#core/sentiment/providers.ts';
import { defineTool, READS } from '#core/surfaces/mcp/tool.ts';

const listSentimentProviders = defineTool({
  name: 'list_sentiment_providers',
  title: 'List sentiment providers',
  description:
    'Who can judge the tone of texts for exports with `sentiment`, and which one is in use. The built-in analyzer asks nobody; the others are sent the texts. The owner sets them up.',
  operation: 'sentiment.providers',
  hints: READS,
  input: z.object({}),
  ask: () => ({}),
  tell: (providers: readonly SentimentProvider[]) => ({
    providers: providers.map(({ id, title, in_use, has_key, model }) => ({ id, title, in_use, has_key, model })),
  }),
});

export const SENTIMENT_TOOLS = [listSentimentProviders];
