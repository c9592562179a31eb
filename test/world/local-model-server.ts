import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { verdictOf } from '#test/world/simulators/provider-till.ts';

/** A server of language models on loopback, as the documentation of Ollama and of LM Studio says that theirs answer. */
export interface LocalModelServer extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
  /** What it was asked to write, in order. */
  readonly asked: readonly Asked[];
  /** Paths that were read. */
  readonly looked: readonly string[];
}

interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** Of the schema that the answer has to have. */
  readonly name: string;
  readonly instructions: string;
  /** What the model is shown. */
  readonly content: unknown;
  readonly body: string;
}

/** What the model writes, in place of what it is asked for; null: what it is asked for. */
export type Writes = (asked: Asked) => string | null;

interface ServerParams {
  readonly kind?: 'ollama' | 'lm-studio' | 'llama.cpp';
  readonly models?: readonly string[];
  readonly writes?: Writes;
}

const chatSchema = z.strictObject({
  model: z.string(),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
    z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  ]),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({ name: z.string(), strict: z.literal(true), schema: z.looseObject({ type: z.literal('object') }) }),
  }),
  temperature: z.number(),
  max_tokens: z.int().min(1),
  stream: z.literal(false),
});

export async function startLocalModelServer({
  kind = 'ollama',
  models = ['tiny:1b', 'nomic-embed-text:latest'],
  writes = () => null,
}: ServerParams = {}): Promise<LocalModelServer> {
  const [asked, looked]: [Asked[], string[]] = [[], []];
  const chat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const order = chatSchema.safeParse(JSON.parse(body));
    if (!order.success) return answer(response, 400, { error: { message: order.error.message, type: 'invalid_request_error' } });
    const { model, messages, response_format: format } = order.data;
    if (!models.includes(model)) return answer(response, 404, { error: { message: `model "${model}" not found`, type: 'api_error' } });
    const one = {
      headers: request.headers,
      name: format.json_schema.name,
      instructions: messages[0].content,
      content: JSON.parse(messages[1].content) as unknown,
      body,
    };
    asked.push(one);
    const message = { role: 'assistant', content: writes(one) ?? JSON.stringify(obedient(one)) };
    answer(response, 200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    });
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST' && path === '/v1/chat/completions') return void chat(request, response).catch(() => response.destroy());
    looked.push(path);
    const owner = { ollama: 'library', 'lm-studio': 'organization_owner', 'llama.cpp': 'llamacpp' }[kind];
    const list = { object: 'list', data: models.map((id) => ({ id, object: 'model', created: 1, owned_by: owner })) };
    const tags = { models: models.map((name) => ({ name, model: name, size: 1, details: { format: 'gguf' } })) };
    if (path === '/v1/models') answer(response, 200, list);
    else if (path === '/api/tags' && kind !== 'lm-studio') answer(response, 200, tags);
    else if (kind === 'lm-studio') answer(response, 200, { error: `Unexpected endpoint or method. (GET ${path})` });
    else answer(response, 404, { error: 'not found' });
  });
  // A test that is over does not wait for it.
  server.unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    looked,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const commentsSchema = z.object({ comments: z.array(z.object({ row: z.int(), text: z.string() })) });
const topicsSchema = z.object({ topics: z.array(z.object({ id: z.int(), topic: z.string(), rows: z.array(z.object({ row: z.int() })) })) });
const textsSchema = z.object({ texts: z.array(z.object({ id: z.int(), text: z.string() })) });

/** What a model that does as it is told writes: the first word of a text is its topic, and what ends in a question mark is a question. */
function obedient({ name, content }: Asked): object {
  if (name === 'sentiments')
    return { results: textsSchema.parse(content).texts.map(({ id, text: words }) => ({ id, ...verdictOf(words) })) };
  if (name === 'findings') {
    const { comments } = commentsSchema.parse(content);
    return {
      topics: comments.map(({ row, text: words }) => ({ topic: words.split(' ', 1)[0], rows: [row] })),
      questions: comments
        .filter(({ text: words }) => words.endsWith('?'))
        .map(({ row, text: words }) => ({ question: words, rows: [row] })),
    };
  }
  const { topics } = topicsSchema.parse(content);
  return {
    summary: topics.map(({ topic, rows }) => ({ sentence: `Some speak of ${topic}.`, rows: rows.map(({ row }) => row) })),
    same: [],
  };
}
