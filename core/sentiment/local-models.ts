import { z } from 'zod';
import { defineOperation } from '#core/sentiment/context.ts';

const find = defineOperation({
  name: 'sentiment.models',
  summary: 'Find language models on this machine',
  description:
    'Servers of language models that listen on this machine (Ollama, LM Studio, llama.cpp, vLLM, Jan and others that answer as they do), with their models. The ports of the setting COMMENTDOCK_LOCAL_MODEL_PORTS are looked at now, for five seconds at most; nothing looks at them unasked. `sentiment.set` of `local-model` takes one of them.',
  scope: 'read',
  input: z.object({}),
  output: z.array(
    z.object({
      name: z.string().meta({ description: 'The server, as people know it.', examples: ['Ollama'] }),
      base_url: z.string().meta({ examples: ['http://127.0.0.1:11434/v1'] }),
      models: z.array(z.string()).meta({ description: 'Those that write; empty where it has none yet.', examples: [['llama3.2:3b']] }),
    }),
  ),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/local-models', status: 200, auth: 'owner' },
  cli: { command: 'local-models' },
  async run(_input, { localModels, signal }) {
    const servers = await localModels.find(signal);
    return servers.map(({ name, baseUrl, models }) => ({ name, base_url: baseUrl, models: [...models] }));
  },
});

export const LOCAL_MODEL_OPERATIONS = [find];
