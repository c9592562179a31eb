import { z } from 'zod';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import {
  listed,
  type Mishap,
  newTill,
  type Order,
  type ProviderParams,
  serverOf,
  type Till,
  verdictOf,
  written,
} from '#test/world/simulators/provider-till.ts';

export interface SimulatedProvider {
  readonly simulator: Simulator;
  readonly till: Till;
}

const CHAT_HOST = 'api.openai.com';
const MESSAGES_HOST = 'api.anthropic.com';
const LANGUAGE_HOST = 'language.googleapis.com';

const questionSchema = z.object({ texts: z.array(z.object({ id: z.int(), text: z.string().min(1) })).min(1) });
const answerShape = z.looseObject({
  type: z.literal('object'),
  required: z.array(z.string()).refine((names) => names.includes('results')),
  additionalProperties: z.literal(false),
});

const chatSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), strict: z.literal(true), schema: answerShape }),
  }),
});

/** `POST /v1/chat/completions`: answers with what a model wrote, as a string of JSON. */
export function chatCompletionsProvider(params: ProviderParams = {}): SimulatedProvider {
  const refusal = (_status: number, message: string): object => ({
    error: { message, type: 'invalid_request_error', param: null, code: null },
  });
  return provider(params, {
    host: CHAT_HOST,
    path: '/v1/chat/completions',
    keyOf: ({ headers }) => /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null,
    refusal,
    order(body) {
      const { model, messages } = chatSchema.parse(body);
      const texts = textsIn(messages[1].content);
      return {
        texts,
        answer: (mishap) => ({
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1_700_000_000,
          model,
          choices: [
            {
              index: 0,
              message: { role: 'assistant', content: written(texts, mishap), refusal: null },
              finish_reason: mishap === 'truncated' ? 'length' : 'stop',
            },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
        }),
      };
    },
  });
}

const messagesSchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.string().min(1),
  messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string() })]),
  tools: z.tuple([z.strictObject({ name: z.string(), description: z.string(), input_schema: answerShape })]),
  tool_choice: z.strictObject({ type: z.literal('tool'), name: z.string() }),
});

/** `POST /v1/messages`: answers through the tool that it was told to use. */
export function messagesProvider(params: ProviderParams = {}): SimulatedProvider {
  const refusal = (status: number, message: string): object => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
  });
  return provider(params, {
    host: MESSAGES_HOST,
    path: '/v1/messages',
    keyOf: ({ headers }) => (headers['anthropic-version'] === '2023-06-01' ? (headers['x-api-key'] ?? null) : null),
    refusal,
    order(body) {
      const { model, messages, tool_choice: choice } = messagesSchema.parse(body);
      const texts = textsIn(messages[0].content);
      return {
        texts,
        answer: (mishap) => ({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model,
          content: toolUse(choice.name, texts, mishap),
          stop_reason: mishap === 'truncated' ? 'max_tokens' : 'tool_use',
          stop_sequence: null,
          usage: { input_tokens: 10, output_tokens: 10 },
        }),
      };
    },
  });
}

/** What a model puts into a tool is an object always; cut off, it lacks what came last, here all of it. */
function toolUse(name: string, texts: readonly string[], mishap: Mishap | null): readonly object[] {
  if (mishap === 'malformed') return [{ type: 'text', text: 'Here are the sentiments: all fine.' }];
  const input = mishap === 'truncated' ? {} : { results: listed(texts, mishap) };
  return [{ type: 'tool_use', id: 'toolu_1', name, input }];
}

const documentSchema = z.strictObject({
  document: z.strictObject({ type: z.literal('PLAIN_TEXT'), content: z.string().min(1), language: z.string().optional() }),
  encodingType: z.enum(['NONE', 'UTF8', 'UTF16', 'UTF32']),
});

/** `POST /v1/documents:analyzeSentiment`: one document, a score and a magnitude. */
export function naturalLanguageProvider(params: ProviderParams = {}): SimulatedProvider {
  const refusal = (code: number, message: string): object => ({
    error: { code, message, status: code === 429 ? 'RESOURCE_EXHAUSTED' : code >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT' },
  });
  return provider(params, {
    host: LANGUAGE_HOST,
    path: '/v1/documents:analyzeSentiment',
    keyOf: ({ headers }) => headers['x-goog-api-key'] ?? null,
    refusal,
    order(body) {
      const { content } = documentSchema.parse(body).document;
      return { texts: [content], answer: (mishap) => document(content, mishap) };
    },
  });
}

function document(content: string, mishap: Mishap | null): object {
  const { score } = verdictOf(content);
  const sentiment = { magnitude: Math.abs(score) * 2, score };
  const sentences = [{ text: { content, beginOffset: 0 }, sentiment }];
  if (mishap === null || mishap === 'garbled' || mishap === 'tooMany') return { documentSentiment: sentiment, language: 'en', sentences };
  return mishap === 'oddScore'
    ? { documentSentiment: { magnitude: 1, score: 7 }, language: 'en', sentences }
    : { language: 'en', sentences };
}

interface Manners {
  readonly host: string;
  readonly path: string;
  keyOf(request: SimulatedRequest): string | null;
  refusal(status: number, words: string): object;
  order(body: unknown): Pick<Order, 'texts' | 'answer'>;
}

function provider(params: ProviderParams, manners: Manners): SimulatedProvider {
  const till = newTill();
  const serve = serverOf(till, params);
  const { host, path, keyOf, refusal, order } = manners;
  const refused = (status: number, words: string): SimulatedAnswer => ({ status, body: refusal(status, words) });
  const simulator: Simulator = async (request) => {
    const { url, method, headers, body } = request;
    if (url.hostname !== host) return null;
    if (url.pathname !== path || url.search !== '') return refused(404, 'Unknown path.');
    if (method !== 'POST') return refused(405, 'Use POST.');
    if (headers['content-type']?.startsWith('application/json') !== true) return refused(415, 'Send JSON.');
    if (keyOf(request) !== (params.key ?? 'secret')) return refused(401, 'Invalid key.');
    let understood: Pick<Order, 'texts' | 'answer'>;
    try {
      understood = order(JSON.parse(body));
    } catch (error) {
      return refused(400, error instanceof Error ? error.message : 'Not understood.');
    }
    return serve({ ...understood, body, idempotencyKey: headers['idempotency-key'] ?? null, refusal });
  };
  return { simulator, till };
}

function textsIn(question: string): readonly string[] {
  return questionSchema.parse(JSON.parse(question)).texts.map(({ text }) => text);
}
