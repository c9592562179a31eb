import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { shelve, tinyModel, tinyNetwork } from '#test/analysis/neural/tiny-model.ts';
import type { Answer, Fields, Job } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { THREAD } from '#test/contract/contract-service.ts';
import { own, ownFolder } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const COMMENTS = 20;
const PROVIDER = '/api/v1/sentiment-providers/neural-model';
const ADDRESS = 'https://models.example/manifest.json';
const FILTER = { filter: { sentiment: true } };
const JUDGED = { ...FILTER, replies: true };

const model = tinyModel();
const parts: Readonly<Record<string, Buffer>> = {
  '/manifest.json': model.manifest,
  '/model.onnx': model.files['model.onnx'],
  '/tokenizer.json': model.files['tokenizer.json'],
};
const reddit = redditSimulator({ comments: COMMENTS });
const world = await own(
  startWorld({
    simulators: [(request) => (request.url.host === 'models.example' ? { body: parts[request.url.pathname] ?? '' } : reddit(request))],
  }),
);
const breakWhen = join(ownFolder('break'), 'break');
const breaking = {
  NODE_OPTIONS: `--import ${new URL('../threads/break-thread.js', import.meta.url).href}`,
  BREAK_THREAD: 'neural',
  BREAK_WHEN: breakWhen,
};
const service = await own(startServiceProcess({ world: world.env, env: breaking }));
const client = service.client();

const set = (fields: Fields): Promise<Answer> => client.ask('PATCH', PROVIDER, fields);
const choose = (id: string): Promise<Answer> => client.ask('POST', `/api/v1/sentiment-providers/${id}/choose`);
const rowsOf = async ({ json_url: url }: Job): Promise<readonly Fields[]> => (await client.get(String(url))).list;
const printed = async (...words: readonly string[]): Promise<unknown> => JSON.parse(await service.printed([...words, '--json']));

/** Whoever judged it, by what each comment says. */
async function expectJudged(job: Job): Promise<void> {
  expect(job['sentiment']).toMatchObject({ state: 'done', judge: `neural model ${model.id}`, judged: COMMENTS, unclassified: 0 });
  const rows = await rowsOf(job);
  expect(rows).toHaveLength(COMMENTS);
  for (const { text, sentiment, sentiment_score: score } of rows) {
    const isBlamed = String(text).includes(' 7 ');
    expect({ text, sentiment }).toEqual({ text, sentiment: isBlamed ? 'negative' : 'positive' });
    expect(Math.sign(Number(score))).toBe(isBlamed ? -1 : 1);
  }
}

describe('a neural model of the owner', () => {
  it('is fetched by hand, chosen, and judges exports; all of it stays here', async () => {
    expect((await set({ model: model.id })).body).toMatchObject({
      error_code: 'VALIDATION_ERROR',
      detail: expect.stringContaining('neural-models fetch'),
    });
    expect((await choose('neural-model')).body).toMatchObject({ error_code: 'INVALID_REQUEST' });
    expect(await printed('neural-models', 'fetch', ADDRESS, '--sha256', model.sha256)).toMatchObject({ id: model.id });
    expect(await printed('neural-models')).toMatchObject([{ id: model.id, languages: 'any' }]);
    expect((await set({ model: model.id, key: 'secret' })).status).toBe(422);
    expect((await set({ model: model.id })).body).toMatchObject({ id: 'neural-model', model: model.id, ready: true, in_use: false });
    expect((await client.ask('POST', `${PROVIDER}/test`)).body).toMatchObject({ ok: true, sentiment: 'neutral' });
    expect((await choose('neural-model')).list.find(({ in_use: isInUse }) => isInUse === true)).toMatchObject({ id: 'neural-model' });
    world.reset();
    const job = await client.export(THREAD, JUDGED);
    await expectJudged(job);
    expect((await client.get(`/api/v1/jobs/${job.guid}/sentiment-estimate`)).body).toMatchObject({
      provider: 'neural-model',
      model: model.id,
      cost: 0,
    });
    expect(world.requests.every(({ host }) => host.endsWith('reddit.com'))).toBe(true);
  });

  it('judges an export anew that another one judged before', async () => {
    await choose('built-in');
    const { guid, ...job } = await client.export(THREAD, JUDGED);
    expect(job['sentiment']).toMatchObject({ judge: 'built-in analyzer' });
    await choose('neural-model');
    await client.ask('POST', `/api/v1/jobs/${guid}/download`, { format: 'json', ...FILTER });
    await expect
      .poll(async () => (await client.job(guid))['sentiment'])
      .toMatchObject({ state: 'done', judge: `neural model ${model.id}` });
    await expect
      .poll(async () => (await client.get(`/api/v1/jobs/${guid}/downloadOptions`)).list.some(({ status }) => status === 'processing'))
      .toBe(false);
    await expectJudged(await client.job(guid));
  });

  it('whose thread dies leaves the export whole, and judges the next one', async () => {
    writeFileSync(breakWhen, '');
    const { status, total_exported: exported, ...job } = await client.export(THREAD, JUDGED);
    expect({ status, exported }).toEqual({ status: 'done', exported: COMMENTS });
    expect(job['sentiment']).toMatchObject({ state: 'incomplete', note: expect.stringContaining('broken by the test') });
    rmSync(breakWhen);
    await expectJudged(await client.export(THREAD, JUDGED));
  });

  it('that is broken fails the judging with what to do, and nothing else', async () => {
    const broken = shelve(tinyModel({ network: tinyNetwork(Array<number>(30).fill(Number.NaN)) }), service.dataDir);
    await set({ model: broken });
    const trial = { ok: false, error_code: 'INVALID_REQUEST', error: expect.stringContaining(`neural-models remove ${broken}`) };
    expect((await client.ask('POST', `${PROVIDER}/test`)).body).toMatchObject(trial);
    const job = await client.export(THREAD, JUDGED);
    expect(job).toMatchObject({ status: 'done', total_exported: COMMENTS });
    expect(job['sentiment']).toMatchObject({ state: 'incomplete', judged: 0, note: expect.stringContaining('it gave what is no number') });
    expect(job.completeness.summary).not.toContain('internal');
  });

  it('that was removed is said to be gone, until another one judges', async () => {
    await set({ model: model.id });
    await service.printed(['neural-models', 'remove', model.id]);
    const { guid, ...job } = await client.export(THREAD, JUDGED);
    expect(job['sentiment']).toMatchObject({
      state: 'incomplete',
      note: expect.stringContaining(`There is no neural model "${model.id}"`),
    });
    expect((await client.ask('DELETE', PROVIDER)).status).toBe(204);
    const list = (await client.get('/api/v1/sentiment-providers')).list;
    expect(list.find(({ id }) => id === 'neural-model')).toMatchObject({ model: null, ready: false });
    expect(list.find(({ in_use: isInUse }) => isInUse === true)).toMatchObject({ id: 'built-in' });
    expect((await client.get(`/api/v1/jobs/${guid}/sentiment-estimate?provider=neural-model`)).body).toMatchObject({
      model: null,
      cost: 0,
    });
  });
});
