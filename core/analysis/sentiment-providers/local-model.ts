import { z } from 'zod';
import type { ProviderDialect, ProviderRequest, ProviderSettings } from '#core/analysis/sentiment-providers/ports.ts';
import { ANSWER_SCHEMA, INSTRUCTIONS, parsedOrNull, questionOf, verdictsIn } from '#core/analysis/sentiment-providers/question.ts';

/**
 * Ollama cuts what is longer than its context, 4,096 tokens with the answer where nobody has set more, without a word. Five such texts stay below it in most
 * scripts; of those that do not, what is missing in the answer is asked for alone. UTF-16 units.
 */
const MAX_TEXT_LENGTH = 1_000;
/** Small models run away; an answer is far shorter. */
const MAX_TOKENS = 2_048;
/** Ends what a model thought aloud before its answer. */
const END_OF_THOUGHTS = '</think>';
/** Names of models that Ollama hands on to its own service. */
const HANDED_ON = /[:-]cloud$/i;

/** A question to a model on this machine. */
export interface ModelQuestion {
  /** Ours. */
  readonly instructions: string;
  /** JSON with texts of strangers. */
  readonly content: string;
  /** Of the schema: letters, digits, `_` and `-`. */
  readonly name: string;
  /** JSON Schema of the answer. */
  readonly schema: object;
}

const answerSchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** The chat completions that Ollama, LM Studio, llama.cpp, vLLM and others offer alike, without a key. */
export function modelRequest(
  { instructions, content, name, schema }: ModelQuestion,
  { baseUrl, model }: Pick<ProviderSettings, 'baseUrl' | 'model'>,
): ProviderRequest {
  const body = {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content },
    ],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    temperature: 0,
    max_tokens: MAX_TOKENS,
    stream: false,
  };
  return { url: `${baseUrl}/chat/completions`, headers: {}, body: JSON.stringify(body) };
}

/** True for a model that a server on this machine only hands on: texts would leave. */
export function isHandedOn(model: string): boolean {
  return HANDED_ON.test(model);
}

/** The JSON that the model wrote; null where it wrote none. */
export function writtenIn(body: unknown): unknown {
  const answer = answerSchema.safeParse(body);
  const content = answer.data?.choices[0]?.message.content ?? '';
  const thoughtUntil = content.lastIndexOf(END_OF_THOUGHTS);
  return parsedOrNull(thoughtUntil === -1 ? content : content.slice(thoughtUntil + END_OF_THOUGHTS.length));
}

/** A language model that runs on this machine. */
export const localModel: ProviderDialect = {
  id: 'local-model',
  title: 'Model on this machine',
  protocol: 'POST {base}/chat/completions with `response_format` of type `json_schema`, without a key',
  defaults: { baseUrl: 'http://127.0.0.1:11434/v1', model: null, requestsPerMinute: 600 },
  isLocal: true,
  tries: 3,
  textsPerRequest: 5,
  requestsAtOnce: 1,
  billing: 'tokens',
  request: (texts, settings) => {
    const content = questionOf(texts, MAX_TEXT_LENGTH);
    return modelRequest({ instructions: INSTRUCTIONS, content, name: 'sentiments', schema: ANSWER_SCHEMA }, settings);
  },
  read: (body, count) => verdictsIn(writtenIn(body), count),
};
