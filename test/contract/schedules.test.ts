import { afterEach, describe, expect } from 'vitest';
import { contractService, NOBODY, PATIENCE, THREAD, UNSUPPORTED, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer, Fields } from '#test/clients/rest/rest-client.ts';

const house = contractService();
const SCHEDULES = '/api/v1/schedules';

const create = (fields: Fields): Promise<Answer> => house.client.post(SCHEDULES, { url: THREAD, ...fields });
const at = (uuid: unknown, action = ''): string => `${SCHEDULES}/${String(uuid)}${action}`;

async function schedule(fields: Fields = { frequency: 'daily' }): Promise<Fields> {
  const { status, body } = await create(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

afterEach(async () => {
  for (const { uuid } of (await house.client.get(`${SCHEDULES}?limit=30`)).list) await house.client.ask('DELETE', at(uuid));
});

describe('scheduled exports', () => {
  stated('schedule.fields', async () => {
    const made = await schedule({ frequency: 'weekly', options: { replies: true } });
    expect(made).toMatchObject({
      uuid: expect.stringMatching(UUID),
      url: THREAD,
      frequency: 'weekly',
      options: { replies: true },
      status: 'active',
    });
    expect((await house.client.get(at(made['uuid']))).body).toEqual(made);
    expect((await house.client.get(SCHEDULES)).list).toEqual([made]);
  });

  stated('schedule.frequencies', async () => {
    for (const frequency of ['hourly', 'daily', 'weekly', 'monthly']) expect(await schedule({ frequency })).toMatchObject({ frequency });
    expect(await schedule({ cron: '30 4 * * 1' })).toMatchObject({ frequency: 'custom', cron: '30 4 * * 1' });
    for (const wrong of [{}, { frequency: 'yearly' }, { cron: 'never' }, { frequency: 'daily', cron: '0 0 * * *' }])
      expect((await create(wrong)).body).toMatchObject({ status_code: 422, error_code: 'VALIDATION_ERROR' });
    expect((await create({ url: UNSUPPORTED, frequency: 'daily' })).status).toBeGreaterThanOrEqual(400);
  });

  stated('schedule.business-only', async () => {
    await house.onPlan('premium', async () => {
      for (const refused of [{ frequency: 'hourly' }, { cron: '0 * * * *' }]) expect((await create(refused)).status).toBe(403);
      for (const frequency of ['daily', 'weekly', 'monthly']) expect((await create({ frequency })).status).toBe(201);
    });
  });

  stated('schedule.caps', async () => {
    await house.onPlan('premium', async () => {
      for (let number = 0; number < 3; number += 1) await schedule();
      expect((await create({ frequency: 'daily' })).body).toMatchObject({ status_code: 403, error_code: 'LIMIT_EXCEEDED' });
    });
    for (let number = 3; number < 20; number += 1) await schedule();
    expect((await create({ frequency: 'daily' })).body).toMatchObject({ status_code: 403, error_code: 'LIMIT_EXCEEDED' });
  });

  stated('schedule.changed', async () => {
    const { uuid } = await schedule();
    expect((await house.client.ask('PATCH', at(uuid), { frequency: 'monthly' })).body).toMatchObject({ uuid, frequency: 'monthly' });
    const removed = await house.client.ask('DELETE', at(uuid));
    expect(removed.status).toBe(204);
    expect((await house.client.get(at(uuid))).status).toBe(404);
    expect((await house.client.get(at(NOBODY))).status).toBe(404);
  });

  stated('schedule.paused', async () => {
    const { uuid } = await schedule();
    expect((await house.client.post(at(uuid, '/pause'))).status).toBe(200);
    expect((await house.client.get(at(uuid))).body).toMatchObject({ status: 'paused' });
    expect((await house.client.post(at(uuid, '/resume'))).status).toBe(200);
    expect((await house.client.get(at(uuid))).body).toMatchObject({ status: 'active' });
  });

  stated('schedule.run', async () => {
    const { uuid } = await schedule({ frequency: 'daily', options: { limit: 2 } });
    expect((await house.client.post(at(uuid, '/run-now'))).status).toBeLessThan(300);
    await expect.poll(async () => (await house.client.get(at(uuid))).body['lastJobGuid'], PATIENCE).toMatch(UUID);
    const guid = String((await house.client.get(at(uuid))).body['lastJobGuid']);
    expect(await house.client.waitFor(guid, 'done')).toMatchObject({ url: THREAD, total_exported: 2 });
  });
});
