import { z } from 'zod';
import type { ProviderDialect } from '#core/analysis/sentiment-providers/ports.ts';
import { ANSWER_SCHEMA, INSTRUCTIONS, parsedOrNull, questionOf, verdictsIn } from '#core/analysis/sentiment-providers/question.ts';

const answerSchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** A general-purpose language model behind `POST /chat/completions`, asked for JSON by a schema. */
export const chatCompletions: ProviderDialect = {
  id: 'chat-completions',
  title: 'Language model (chat completions)',
  protocol: 'POST {base}/chat/completions with `response_format` of type `json_schema`',
  defaults: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini', requestsPerMinute: 60 },
  textsPerRequest: 25,
  requestsAtOnce: 1,
  billing: 'tokens',
  request: (texts, { baseUrl, model }, key) => ({
    url: `${baseUrl}/chat/completions`,
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: questionOf(texts) },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'sentiments', strict: true, schema: ANSWER_SCHEMA } },
    }),
  }),
  read(body, count) {
    const answer = answerSchema.safeParse(body);
    return answer.success ? verdictsIn(parsedOrNull(answer.data.choices[0]?.message.content), count) : null;
  },
};
