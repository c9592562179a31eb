import { describe, expect } from 'vitest';
import { contractService, entries, NOBODY, PATIENCE, THREAD } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer, Fields } from '#test/clients/rest/rest-client.ts';

const house = contractService();

describe('conversion', () => {
  stated('conversion.options', async () => {
    const { guid } = await house.client.export(THREAD);
    const { status, list } = await house.client.get(`/api/v1/jobs/${guid}/downloadOptions`);
    expect(status).toBe(200);
    expect(list.map(({ format }) => format)).toEqual(expect.arrayContaining(['xlsx', 'csv', 'json', 'jsonl']));
    for (const option of list) expect(Object.keys(option)).toEqual(expect.arrayContaining(['format', 'status', 'link']));
  });

  stated('conversion.done', async () => {
    const { guid } = await house.client.export(THREAD);
    const options = `/api/v1/jobs/${guid}/downloadOptions`;
    const linkOf = async (): Promise<unknown> => (await house.client.get(options)).list.find(({ format }) => format === 'jsonl')?.['link'];
    expect(await linkOf()).toBeNull();
    const asked = house.world.count();
    expect((await house.client.post(`/api/v1/jobs/${guid}/download`, { format: 'jsonl' })).status).toBe(202);
    await expect.poll(linkOf, PATIENCE).toMatch(/^http/);
    const { status, bytes } = await house.service.client({}).get(String(await linkOf()));
    expect(status).toBe(200);
    expect(bytes.toString().trim().split('\n').length).toBe((await house.client.job(guid)).total_exported);
    expect(house.world.count()).toBe(asked);
    expect((await house.client.post(`/api/v1/jobs/${guid}/download`, { format: 'pdf' })).status).toBe(400);
    expect((await house.client.get(`/api/v1/jobs/${NOBODY}/downloadOptions`)).status).toBe(404);
  });
});

describe('winners', () => {
  const draw = (guid: string, wish: Fields): Promise<Answer> => house.client.post(`/api/v1/exports/${guid}/winners`, wish);

  stated('winners.drawn', async () => {
    const { guid } = await house.client.export(THREAD, { replies: true });
    const { status, body } = await draw(guid, { count: 3, seed: 'a fair one' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ winners_requested: 3, total_in_export: expect.any(Number), after_filters: expect.any(Number) });
    const names = entries(body, 'winners').map(({ username }) => username);
    expect(names).toHaveLength(3);
    expect((await draw(guid, { count: 3, seed: 'a fair one' })).body['winners']).toEqual(body['winners']);
  });

  stated('winners.once', async () => {
    const { guid } = await house.client.export(THREAD, { replies: true });
    const names = entries((await draw(guid, { count: 100 })).body, 'winners').map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
  });

  stated('winners.mention', async () => {
    const { guid } = await house.client.export(THREAD, { replies: true });
    expect((await draw(guid, { count: 5, require_mention: '@nobody-at-all' })).body).toMatchObject({ after_filters: 0, winners: [] });
  });

  stated('winners.count', async () => {
    const { guid } = await house.client.export(THREAD);
    for (const count of [0, -1, 101, 'x']) expect((await draw(guid, { count })).status).toBeGreaterThanOrEqual(400);
    expect((await draw(NOBODY, { count: 1 })).status).toBe(404);
  });
});
