import { describe, expect } from 'vitest';
import { APP, contractService, NOBODY, THREAD, UNSUPPORTED } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer } from '#test/clients/rest/rest-client.ts';

const house = contractService();

const refused = ({ status, body }: Answer): unknown => ({ status, code: body['error_code'] });

describe('errors', () => {
  stated('error.body', async () => {
    const answers = [
      await house.client.post('/api/v3/job', { url: UNSUPPORTED }),
      await house.client.get('/api/nothing'),
      await house.client.get(`/api/v3/job/${NOBODY}`),
      await house.service.client({}).get('/api/v3/jobs'),
      await house.client.post('/api/v1/webhooks', {}),
      await house.client.post('/api/v3/job', '{'),
    ];
    for (const { status, body } of answers) {
      expect(body).toMatchObject({
        status_code: status,
        error_code: expect.stringMatching(/^[A-Z_]+$/),
        detail: expect.stringMatching(/./),
      });
      expect(body['error']).toBe(body['detail']);
    }
  });

  stated('error.statuses', async () => {
    expect((await house.client.get('/api/v1/ping')).status).toBe(200);
    const created = await house.client.post('/api/v3/job', { url: THREAD }, { 'X-Sandbox': 'true' });
    expect(created.status).toBe(201);
    const removed = await house.client.delete(String(created.body['guid']));
    expect([removed.status, removed.bytes.length]).toEqual([204, 0]);
    expect((await house.client.post('/api/v3/job', {})).status).toBe(400);
    expect((await house.service.client({}).get('/api/v3/jobs')).status).toBe(401);
    expect((await house.onPlan('premium', () => house.client.post('/api/v3/job', { url: APP }))).status).toBe(403);
    expect((await house.client.get(`/api/v3/job/${NOBODY}`)).status).toBe(404);
    expect((await house.client.post('/api/v1/webhooks', {})).status).toBe(422);
  });

  stated('error.invalid-request', async () => {
    for (const body of [{}, '{', '[]', { url: THREAD, options: { limit: 'x' } }, { url: 5 }])
      expect(refused(await house.client.post('/api/v3/job', body))).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    expect(refused(await house.client.list('?page=0'))).toEqual({ status: 400, code: 'INVALID_REQUEST' });
  });

  stated('error.invalid-url', async () => {
    for (const url of [UNSUPPORTED, 'nothing', 'https://', 'https://www.reddit.com/'])
      expect(refused(await house.client.post('/api/v3/job', { url }))).toEqual({ status: 400, code: 'INVALID_URL' });
  });
});
