import { describe, expect, it } from 'vitest';
import { findLocalServers } from '#core/analysis/sentiment-providers/local-servers.ts';

/** Who listens where, and what they answer. */
type Answers = Readonly<Record<string, unknown>>;

const found = (ports: readonly number[], answers: Answers) =>
  findLocalServers(ports, async (url) => answers[url.replace('http://127.0.0.1:', '')] ?? null);

describe('servers of models on this machine', () => {
  it('are known by what they answer, in the order of the ports', async () => {
    const servers = await found([1, 1234, 3, 4, 5], {
      '5/api/tags': {
        models: [
          { name: 'llama3.2:3b', size: 1 },
          { name: 'nomic-embed-text:latest' },
          { name: 'gpt-oss:120b-cloud', remote_model: 'gpt-oss:120b', remote_host: 'https://ollama.example' },
          { name: 'renamed', remote_host: 'https://ollama.example' },
        ],
      },
      '5/v1/models': { data: [{ id: 'llama3.2:3b', owned_by: 'library' }] },
      '1234/api/tags': { error: 'Unexpected endpoint or method. (GET /api/tags)' },
      '1234/v1/models': { data: [{ id: 'qwen2.5-7b-instruct', owned_by: 'organization_owner' }] },
      '3/api/tags': { models: [{ name: 'my model.gguf' }] },
      '3/v1/models': { data: [{ id: 'my model.gguf', owned_by: 'llamacpp' }] },
      '4/v1/models': { data: [{ id: 'meta/llama', owned_by: null }] },
    });
    expect(servers).toEqual([
      { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['qwen2.5-7b-instruct'] },
      { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:3/v1', models: ['my model.gguf'] },
      { name: 'Model server', baseUrl: 'http://127.0.0.1:4/v1', models: ['meta/llama'] },
      { name: 'Ollama', baseUrl: 'http://127.0.0.1:5/v1', models: ['llama3.2:3b'] },
    ]);
  });

  it.each([null, [], 'models', { data: 'all' }, { models: {} }, { error: 'no' }, 7])('are not whoever answers %j', async (answer) => {
    expect(await found([1], { '1/api/tags': answer, '1/v1/models': answer })).toEqual([]);
  });

  it('are listed with no more models than people can choose from, and none with a name that is none', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `model-${index}` }));
    const odd = [
      null,
      7,
      { id: 7 },
      { id: '' },
      { id: ' x' },
      { id: 'two\nlines' },
      { id: '\u202Eevil' },
      { id: 'x'.repeat(201) },
      { id: 'twice' },
      { id: 'twice' },
    ];
    const [server] = await found([1], { '1/v1/models': { data: [...odd, ...many] } });
    expect(server?.models.slice(0, 2)).toEqual(['twice', 'model-0']);
    expect(server?.models.length).toBeLessThanOrEqual(200);
  });
});
