import { describe, expect } from 'vitest';
import { APP, contractService, entries, GONE, NOBODY, PATIENCE, THREAD, UNSUPPORTED, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer } from '#test/clients/rest/rest-client.ts';

const house = contractService();

const create = (urls: unknown, options?: object): Promise<Answer> =>
  house.client.post('/api/v1/batch-export', { urls, ...(options === undefined ? {} : { options }) });
const rollup = (answer: Answer): Promise<Answer> => house.client.get(`/api/v1/batch-export/${String(answer.body['batch_id'])}`);

describe('batch export', () => {
  stated('batch.created', async () => {
    const { status, body } = await create([THREAD, APP]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ batch_id: expect.stringMatching(UUID), errors: [] });
    const guids = body['guids'] as string[];
    expect(guids).toHaveLength(2);
    for (const guid of guids) expect((await house.client.job(guid))['batch_id']).toBe(body['batch_id']);
  });

  stated('batch.options', async () => {
    const { body } = await create([THREAD, APP], { limit: 2 });
    for (const guid of body['guids'] as string[])
      expect(await house.client.waitFor(guid, 'done')).toMatchObject({ options: { limit: 2 }, total_exported: 2 });
  });

  stated('batch.status', async () => {
    house.gate.close();
    const answer = await create([THREAD, GONE, APP]);
    expect((await rollup(answer)).body).toMatchObject({ batch_id: answer.body['batch_id'], total: 3, done: 0, errored: 0 });
    const { queueing, in_progress: inProgress } = (await rollup(answer)).body;
    expect(Number(queueing) + Number(inProgress)).toBe(3);
    house.gate.open();
    await expect
      .poll(async () => (await rollup(answer)).body, PATIENCE)
      .toMatchObject({ status: 'done', total: 3, done: 2, errored: 1, queueing: 0, in_progress: 0 });
    expect((await house.client.get(`/api/v1/batch-export/${NOBODY}`)).status).toBe(404);
  });

  stated('batch.duplicates', async () => {
    const { body } = await create([THREAD, THREAD, APP, THREAD]);
    expect(body['guids']).toHaveLength(2);
    expect(body['errors']).toEqual([]);
  });

  stated('batch.partial', async () => {
    const { status, body } = await create([UNSUPPORTED, THREAD, 'not a url']);
    expect(status).toBe(201);
    expect(body['guids']).toHaveLength(1);
    expect(entries(body, 'errors').map(({ index, url }) => ({ index, url }))).toEqual([
      { index: 0, url: UNSUPPORTED },
      { index: 2, url: 'not a url' },
    ]);
    for (const { error } of entries(body, 'errors')) expect(error).toMatch(/./);
  });

  stated('batch.shape', async () => {
    for (const urls of [undefined, [], 'https://x', [1]])
      expect((await create(urls)).body).toMatchObject({ status_code: 400, error_code: expect.any(String) });
  });

  stated('batch.ceiling', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `${THREAD}?n=${index}`);
    house.gate.close();
    expect((await create(many(101))).status).toBe(400);
    expect((await create(many(100))).body['guids']).toHaveLength(100);
    await house.onPlan('premium', async () => {
      expect((await create(many(26))).status).toBe(400);
      expect((await create(many(25))).body['guids']).toHaveLength(25);
    });
  });

  stated('batch.plans', async () => {
    for (const plan of ['free', 'personal'])
      await house.onPlan(plan, async () => {
        const { status, body } = await create([THREAD]);
        expect(status).toBe(400);
        expect(body['detail']).toMatch(/premium/i);
        expect(body['detail']).toMatch(/business/i);
      });
  });

  stated('batch.token', async () => {
    for (const token of ['', 'A'.repeat(120)]) {
      const { status, body } = await house.service.client({ 'X-AUTH-TOKEN': token }).post('/api/v1/batch-export', { urls: [THREAD] });
      expect({ status, code: body['error_code'] }).toEqual({ status: 401, code: 'AUTH_HEADER_TOKEN' });
    }
  });

  stated('batch.tier', async () => {
    await house.onPlan('premium', async () => {
      const { status, body } = await create([APP, THREAD]);
      expect(status).toBe(201);
      expect(body['guids']).toHaveLength(1);
      expect(entries(body, 'errors')).toMatchObject([{ index: 0, url: APP }]);
    });
  });
});
