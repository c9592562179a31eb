import { z } from 'zod';
import type { ProviderDialect } from '#core/analysis/sentiment-providers/ports.ts';
import { ANSWER_SCHEMA, INSTRUCTIONS, questionOf, verdictsIn } from '#core/analysis/sentiment-providers/question.ts';

const VERSION = '2023-06-01';
const TOOL = 'report_sentiments';
/** Room for the answer to a full request, several times over. */
const MAX_TOKENS = 4_096;

const answerSchema = z.object({ content: z.array(z.looseObject({ type: z.string() })) });
const toolUseSchema = z.object({ type: z.literal('tool_use'), name: z.literal(TOOL), input: z.unknown() });

/** A language model behind `POST /messages`, made to answer through a tool whose input has our schema. */
export const messages: ProviderDialect = {
  id: 'messages',
  title: 'Language model (messages)',
  protocol: 'POST {base}/messages with a forced tool',
  defaults: { baseUrl: 'https://api.anthropic.com/v1', model: 'claude-haiku-4-5', requestsPerMinute: 50 },
  textsPerRequest: 25,
  requestsAtOnce: 1,
  billing: 'tokens',
  request: (texts, { baseUrl, model }, key) => ({
    url: `${baseUrl}/messages`,
    headers: { 'x-api-key': key, 'anthropic-version': VERSION },
    body: JSON.stringify({
      model,
      max_tokens: MAX_TOKENS,
      system: INSTRUCTIONS,
      messages: [{ role: 'user', content: questionOf(texts) }],
      tools: [{ name: TOOL, description: 'Takes the sentiment of every text.', input_schema: ANSWER_SCHEMA }],
      tool_choice: { type: 'tool', name: TOOL },
    }),
  }),
  read(body, count) {
    const answer = answerSchema.safeParse(body);
    if (!answer.success) return null;
    const used = answer.data.content.map((part) => toolUseSchema.safeParse(part)).find(({ success }) => success);
    return used?.data === undefined ? null : verdictsIn(used.data.input, count);
  },
};
