import { describe, expect, it } from 'vitest';
import { webhookEventSchema, webhookSchema, webhookSummarySchema } from '#core/contract/webhook.ts';
import { own } from '#test/own.ts';
import { startRestService } from '#test/surfaces/rest/rest-service.ts';

const HOOK = { url: 'https://example.com/hook', events: ['export.created', 'export.finished'], signingSecret: 'never to be seen again' };
const NOBODY = '00000000-0000-4000-8000-000000000000';

const service = await own(startRestService());

async function create(): Promise<string> {
  const answer = await service.ask('POST', '/api/v1/webhooks', { body: HOOK });
  expect(answer.status).toBe(201);
  return webhookSchema.parse(answer.json).uuid;
}

function list(text: string): unknown[] {
  return JSON.parse(text) as unknown[];
}

describe('webhooks over REST', () => {
  it('live from their creation to their deletion', async () => {
    const uuid = await create();
    const path = `/api/v1/webhooks/${uuid}`;
    expect(await service.ask('GET', path)).toMatchObject({
      status: 200,
      json: { uuid, status: 1, createdAt: expect.stringMatching(/\+00:00$/) },
    });
    expect(await service.ask('PATCH', path, { body: { events: ['export.failed'] } })).toMatchObject({
      status: 200,
      json: { events: ['export.failed'] },
    });
    expect(await service.ask('PATCH', `${path}/toggle`)).toMatchObject({ status: 200, json: { uuid, enabled: false, status: 0 } });
    expect(await service.ask('PATCH', `${path}/toggle`, { headers: { 'content-type': 'application/json' } })).toMatchObject({
      json: { status: 1 },
    });
    const removed = await service.ask('DELETE', path);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await service.ask('GET', path)).toMatchObject({ status: 404, json: { error_code: 'RESOURCE_NOT_FOUND', status_code: 404 } });
  });

  it('list, search, sum up and never show a secret', async () => {
    const uuid = await create();
    const listed = await service.ask('GET', '/api/v1/webhooks?page=1&limit=30&query=EXAMPLE.com');
    expect(list(listed.text)).toHaveLength(1);
    expect(list((await service.ask('GET', '/api/v1/webhooks?query=elsewhere')).text)).toEqual([]);
    expect(list((await service.ask('GET', '/api/v1/webhooks?page=9')).text)).toEqual([]);
    expect(list((await service.ask('GET', '/api/v1/webhooks?page=NaN&limit=NaN')).text)).toHaveLength(1);
    expect((await service.ask('GET', '/api/v1/webhooks?limit=0')).status).toBe(400);
    const summary = await service.ask('GET', '/api/v1/webhooks/summary');
    expect(webhookSummarySchema.parse(summary.json)).toMatchObject({ total_webhooks: 1, active_webhooks: 1 });
    const tested = await service.ask('POST', `/api/v1/webhooks/${uuid}/test`);
    expect(tested).toMatchObject({ status: 200, json: { success: true, responseCode: 200, numberOfCalls: 1 } });
    for (const { text } of [listed, summary, tested]) expect(text).not.toContain(HOOK.signingSecret);
    await service.ask('DELETE', `/api/v1/webhooks/${uuid}`);
  });

  it('show deliveries with their filters, and resend them', async () => {
    const [uuid, other] = [await create(), await create()];
    await service.ask('POST', `/api/v1/webhooks/${uuid}/test`);
    await service.ask('POST', `/api/v1/webhooks/${other}/test`);
    const mine = await service.ask('GET', `/api/v1/webhooks/events?webhook.uuid=${uuid}&event=export.created`);
    const [record] = webhookEventSchema.array().parse(list(mine.text));
    expect(record).toMatchObject({ event: 'export.created', responseCode: 200, numberOfCalls: 1, webhook: { uuid, url: HOOK.url } });
    expect(list((await service.ask('GET', `/api/v1/webhooks/events?message_id=${record?.messageId}`)).text)).toHaveLength(1);
    expect(list((await service.ask('GET', '/api/v1/webhooks/events')).text)).toHaveLength(2);
    expect(list((await service.ask('GET', '/api/v1/webhooks/events?event=export.failed')).text)).toEqual([]);
    const path = `/api/v1/webhooks/events/${record?.uuid}/resend`;
    for (let index = 0; index < 10; index += 1)
      expect(await service.ask('POST', path)).toMatchObject({ status: 200, json: { message: expect.any(String) } });
    const refused = await service.ask('POST', path);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { error_code: 'RATE_LIMIT_EXCEEDED', seconds_to_wait: 60 },
    });
    await service.ask('PATCH', `/api/v1/webhooks/${uuid}/toggle`);
    expect(await service.ask('POST', path)).toMatchObject({ status: 400, json: { error_code: 'INVALID_REQUEST' } });
    for (const hook of [uuid, other]) await service.ask('DELETE', `/api/v1/webhooks/${hook}`);
    expect(list((await service.ask('GET', '/api/v1/webhooks/events')).text)).toEqual([]);
  });

  it('answer what does not fit with violations', async () => {
    const answer = await service.ask('POST', '/api/v1/webhooks', {
      body: { url: 'http://example.com/', events: ['export.finished'], signingSecret: 'x' },
    });
    expect(answer).toMatchObject({
      status: 422,
      json: { status_code: 422, error_code: 'VALIDATION_ERROR', violations: [{ propertyPath: 'url' }] },
    });
    expect(answer.json['error']).toBe(answer.json['detail']);
    const empty = await service.ask('POST', '/api/v1/webhooks', { body: {} });
    expect(empty.json['violations']).toEqual(
      ['url', 'events', 'signingSecret'].map((propertyPath) => ({ propertyPath, message: expect.any(String) })),
    );
    expect((await service.ask('POST', '/api/v1/webhooks', { body: '{' })).status).toBe(400);
  });

  it('refuse more than the plan has', async () => {
    service.services.settings.setPlan('premium');
    const uuid = await create();
    expect(await service.ask('POST', '/api/v1/webhooks', { body: HOOK })).toMatchObject({
      status: 403,
      json: { error_code: 'LIMIT_EXCEEDED' },
    });
    await service.ask('DELETE', `/api/v1/webhooks/${uuid}`);
    service.services.settings.setPlan('business');
  });

  it('need a token, and know no stranger', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/webhooks'],
      ['POST', '/api/v1/webhooks'],
      ['GET', '/api/v1/webhooks/summary'],
      ['GET', '/api/v1/webhooks/events'],
      ['POST', `/api/v1/webhooks/events/${NOBODY}/resend`],
      ['GET', '/api/v1/zapier/auth/test'],
      ['POST', '/api/v1/zapier/webhooks'],
    ] as const)
      expect(await service.ask(method, path, { headers: { 'x-auth-token': '' } })).toMatchObject({
        status: 401,
        json: { error_code: 'AUTH_HEADER_TOKEN' },
      });
    for (const [method, path] of [
      ['GET', `/api/v1/webhooks/${NOBODY}`],
      ['PATCH', `/api/v1/webhooks/${NOBODY}`],
      ['DELETE', `/api/v1/webhooks/${NOBODY}`],
      ['PATCH', `/api/v1/webhooks/${NOBODY}/toggle`],
      ['POST', `/api/v1/webhooks/${NOBODY}/test`],
      ['POST', `/api/v1/webhooks/events/${NOBODY}/resend`],
      ['DELETE', `/api/v1/zapier/webhooks/${NOBODY}`],
    ] as const)
      expect((await service.ask(method, path)).status, `${method} ${path}`).toBe(404);
  });
});

describe('no-code automation over REST', () => {
  it('checks its token, subscribes, samples and unsubscribes', async () => {
    expect(await service.ask('GET', '/api/v1/zapier/auth/test')).toMatchObject({ status: 200, json: { ok: true, plan: 'business' } });
    const { status, json } = await service.ask('POST', '/api/v1/zapier/webhooks', { body: { url: HOOK.url, event: 'export.finished' } });
    expect([status, Object.keys(json)]).toEqual([201, ['id']]);
    expect(list((await service.ask('GET', '/api/v1/zapier/events/export.finished/sample')).text)).toMatchObject([
      { event: 'export.finished', status: 'done' },
    ]);
    expect((await service.ask('GET', '/api/v1/zapier/events/nothing/sample')).status).toBe(422);
    expect((await service.ask('DELETE', `/api/v1/zapier/webhooks/${String(json['id'])}`)).status).toBe(204);
    expect(list((await service.ask('GET', '/api/v1/webhooks')).text)).toEqual([]);
  });
});
