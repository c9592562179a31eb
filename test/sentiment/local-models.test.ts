import { describe, expect, it } from 'vitest';
import { APP, COMMENTS, contractService, NOBODY, THREAD } from '#test/contract/contract-service.ts';
import type { Answer, Fields } from '#test/clients/rest/rest-client.ts';
import { own } from '#test/own.ts';
import { startLocalModelServer, type Writes } from '#test/world/local-model-server.ts';
import { verdictOf } from '#test/world/simulators/provider-till.ts';

/** What the first server writes; tests put it back. */
let writes: Writes = () => null;
const ollama = await own(startLocalModelServer({ writes: (asked) => writes(asked) }));
const studio = await own(startLocalModelServer({ kind: 'lm-studio', models: ['qwen2.5-7b-instruct'] }));
const other = await own(startLocalModelServer({ kind: 'llama.cpp', models: ['my model.gguf'] }));
/** Nobody listens at port 9. */
const PORTS = [ollama, studio, other].map(({ port }) => port).join(', ');
const house = contractService({ COMMENTDOCK_LOCAL_MODEL_PORTS: `9, ${PORTS}` });

const PROVIDER = '/api/v1/sentiment-providers/local-model';

async function useModel(): Promise<void> {
  const { status } = await house.client.ask('PATCH', PROVIDER, { base_url: ollama.baseUrl, model: 'tiny:1b' });
  expect(status).toBe(200);
}

const choose = (id: string): Promise<Answer> => house.client.ask('POST', `/api/v1/sentiment-providers/${id}/choose`);
const inUse = async (): Promise<unknown> =>
  (await house.client.get('/api/v1/sentiment-providers')).list.find(({ in_use: isInUse }) => isInUse === true)?.['id'];

describe('models on this machine', () => {
  it('are looked for when somebody asks, and not before', async () => {
    await house.client.get('/api/v1/sentiment-providers');
    await house.client.export(THREAD, { filter: { sentiment: true } });
    expect(ollama.looked).toEqual([]);
    const { status, list } = await house.client.get('/api/v1/local-models');
    expect(status).toBe(200);
    expect(list).toEqual([
      { name: 'Ollama', base_url: ollama.baseUrl, models: ['tiny:1b'] },
      { name: 'Model server', base_url: studio.baseUrl, models: ['qwen2.5-7b-instruct'] },
      { name: 'llama.cpp', base_url: other.baseUrl, models: ['my model.gguf'] },
    ]);
    expect(ollama.looked.toSorted()).toEqual(['/api/tags', '/v1/models']);
  });

  it('judge only where they were chosen, and only on this machine', async () => {
    expect((await choose('local-model')).body).toMatchObject({
      error_code: 'INVALID_REQUEST',
      detail: expect.stringContaining('local-models'),
    });
    for (const base of ['https://models.example.com/v1', 'http://127.0.0.1.example.com/v1', 'http://10.0.0.5:11434/v1'])
      expect((await house.client.ask('PATCH', PROVIDER, { base_url: base })).status, base).toBe(422);
    expect((await house.client.ask('PATCH', PROVIDER, { key: 'secret' })).status).toBe(422);
    expect((await house.client.ask('PATCH', PROVIDER, { model: 'gpt-oss:120b-cloud' })).body['detail']).toContain('runs elsewhere');
    await useModel();
    expect(await inUse()).toBe('built-in');
    await choose('local-model');
    expect(await inUse()).toBe('local-model');
    expect((await house.client.ask('POST', `${PROVIDER}/test`)).body).toMatchObject({ ok: true });
    await house.client.ask('DELETE', PROVIDER);
    expect(await inUse()).toBe('built-in');
  });

  it('judge an export without a key, past the proxy, and are shown texts alone', async () => {
    await useModel();
    await choose('local-model');
    const before = ollama.asked.length;
    const job = await house.client.export(THREAD, { replies: true, filter: { sentiment: true } });
    expect(job['sentiment']).toMatchObject({ state: 'done', judge: 'Model on this machine, tiny:1b', judged: COMMENTS, unclassified: 0 });
    const { list } = await house.client.get(`/api/v3/job/${job.guid}/json`);
    expect(list.filter(({ text, sentiment }) => sentiment !== verdictOf(String(text)).sentiment)).toEqual([]);
    const asked = ollama.asked.slice(before);
    expect(asked).toHaveLength(COMMENTS / 5);
    for (const { headers, body } of asked) {
      expect(headers.authorization).toBeUndefined();
      for (const { author, id } of list as unknown as readonly { author: { username: string }; id: string }[])
        for (const word of [author.username, id]) expect(body).not.toContain(`"${word}"`);
    }
    expect(house.world.requests.filter(({ url }) => url.includes('127.0.0.1'))).toEqual([]);
    const { body: estimate } = await house.client.get(`/api/v1/jobs/${job.guid}/sentiment-estimate`);
    expect(estimate).toMatchObject({ provider: 'local-model', model: 'tiny:1b', requests: COMMENTS / 5, cost: 0 });
  });

  it('may think aloud, and may not answer nonsense for ever', async () => {
    await useModel();
    await choose('local-model');
    writes = ({ content }) => {
      const { texts } = content as { readonly texts: readonly { readonly id: number; readonly text: string }[] };
      return `<think>{"results": []} is no answer.</think>\n${JSON.stringify({ results: texts.map(({ id }) => ({ id, sentiment: 'positive', score: 1 })) })}`;
    };
    const thoughtful = await house.client.export(THREAD, { filter: { sentiment: true } });
    expect(thoughtful['sentiment']).toMatchObject({ state: 'done', unclassified: 0 });
    writes = () => 'Certainly! All of these comments are positive.';
    const talkative = await house.client.export(THREAD, { filter: { sentiment: true } });
    expect(talkative['sentiment']).toMatchObject({ state: 'incomplete', note: expect.stringContaining('cannot be read') });
    expect(talkative.status).toBe('done');
    writes = () => null;
    await choose('automatic');
  });
});

describe('a digest by a model on this machine', () => {
  const digest = (guid: string, body: Fields = {}): Promise<Answer> => house.client.post(`/api/v1/exports/${guid}/digest`, body);

  it('gives topics, questions and a summary with rows of the export', async () => {
    await useModel();
    const { guid } = await house.client.export(THREAD, { replies: true });
    const { list } = await house.client.get(`/api/v3/job/${guid}/json`);
    const { status, body } = await digest(guid);
    expect(status).toBe(200);
    expect(body).toMatchObject({ guid, model: 'tiny:1b', total: COMMENTS, rows_read: COMMENTS, note: null });
    const { topics, summary, citations } = body as unknown as Record<
      string,
      readonly { text: string; rows: readonly number[]; row: number; id: string }[]
    >;
    expect(summary?.length).toBeGreaterThan(0);
    const cited = new Map(citations?.map(({ row, id }) => [row, id]));
    for (const { rows } of [...(topics ?? []), ...(summary ?? [])])
      for (const row of rows) expect(cited.get(row)).toBe(list[row - 1]?.['id']);
    expect(
      topics?.every(({ text, rows }) =>
        rows.every((row) =>
          String(list[row - 1]?.['text'])
            .toLowerCase()
            .startsWith(text.toLowerCase()),
        ),
      ),
    ).toBe(true);
  });

  it('reads what a search would find, and no more than asked', async () => {
    const { guid } = await house.client.export(THREAD, { replies: true });
    const { body } = await digest(guid, { limit: 5 });
    expect(body).toMatchObject({ total: COMMENTS, rows_read: 5, note: expect.stringContaining('evenly') });
    expect((await digest(guid, { min_timestamp: 4_000_000_000 })).body).toMatchObject({ total: 0, rows_read: 0, topics: [], summary: [] });
    expect((await digest(guid, { q: '"open' })).body['error_code']).toBe('INVALID_REQUEST');
  });

  it('shows nothing of what a comment makes the model write beyond rows that are there', async () => {
    const { guid } = await house.client.export(THREAD);
    const before = ollama.asked.length;
    writes = ({ name }) =>
      name === 'findings'
        ? JSON.stringify({
            topics: [
              { topic: 'Send me your key', rows: [10_000] },
              { topic: 'thread', rows: [1] },
            ],
            questions: 'none',
            extra: 'x',
          })
        : null;
    expect((await digest(guid)).body['error_code']).toBe('PLATFORM_CHANGED');
    writes = ({ name }) =>
      name === 'findings' ? JSON.stringify({ topics: [{ topic: 'Send me your key', rows: [10_000] }], questions: [] }) : null;
    expect((await digest(guid)).body).toMatchObject({ topics: [], questions: [], summary: [], citations: [] });
    writes = () => null;
    const instructions = new Set(ollama.asked.slice(before).map((asked) => asked.instructions));
    expect(instructions.size).toBe(1);
  });

  it('is refused without a model, without texts, and where nobody answers', async () => {
    const { guid } = await house.client.export(APP, { limit: 30 });
    await house.client.ask('PATCH', PROVIDER, { base_url: 'http://127.0.0.1:9/v1' });
    expect((await digest(guid)).body['error_code']).toBe('NETWORK');
    await house.client.ask('PATCH', PROVIDER, { base_url: ollama.baseUrl, model: 'not-pulled' });
    expect((await digest(guid)).body).toMatchObject({ error_code: 'INVALID_REQUEST', detail: expect.stringContaining('not-pulled') });
    await house.client.ask('DELETE', PROVIDER);
    expect((await digest(guid)).body).toMatchObject({ error_code: 'INVALID_REQUEST', detail: expect.stringContaining('local-models') });
    expect((await digest(NOBODY)).status).toBe(404);
  });
});
