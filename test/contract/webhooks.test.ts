import { createHmac } from 'node:crypto';
import { afterEach, describe, expect } from 'vitest';
import { contractService, GONE, NOBODY, PATIENCE, SANDBOX, THREAD, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import { type Delivery, startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import type { Answer, Fields } from '#test/clients/rest/rest-client.ts';
import { own } from '#test/own.ts';

const SECRET = 'a secret that both sides know';
const EVENTS = ['export.created', 'export.finished', 'export.failed', 'export.requeued'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const house = contractService({ COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1' });

const inbox = await own(startWebhookInbox());
afterEach(async () => {
  inbox.status = 200;
  const { list } = await house.client.get('/api/v1/webhooks?limit=30');
  for (const { uuid } of list) await house.client.ask('DELETE', `/api/v1/webhooks/${String(uuid)}`);
});

const at = (uuid: unknown, action = ''): string => `/api/v1/webhooks/${String(uuid)}${action}`;

async function hook(fields: Fields = {}): Promise<Fields> {
  const { status, body } = await house.client.post('/api/v1/webhooks', {
    url: inbox.url,
    events: EVENTS,
    signingSecret: SECRET,
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

function arrivedFor(guid: string): readonly Delivery[] {
  return inbox.deliveries.filter(({ body }) => body['guid'] === guid);
}

async function exported(): Promise<string> {
  return (await house.client.export(THREAD)).guid;
}

const toggle = (uuid: unknown): Promise<Answer> => house.client.ask('PATCH', at(uuid, '/toggle'));

describe('the webhook', () => {
  stated('webhook.fields', async () => {
    expect(await hook()).toMatchObject({
      uuid: expect.stringMatching(UUID),
      url: inbox.url,
      events: EVENTS,
      status: 1,
      enabled: true,
      isSuspended: false,
      lastEventAt: null,
      webhookEventsCount: 0,
      createdAt: expect.stringMatching(INSTANT),
    });
  });

  stated('webhook.counts', async () => {
    const { uuid } = await hook({ events: ['export.finished'] });
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(1);
    await expect
      .poll(async () => (await house.client.get(at(uuid))).body, PATIENCE)
      .toMatchObject({ webhookEventsCount: 1, lastEventAt: expect.stringMatching(INSTANT) });
  });

  stated('webhook.secret', async () => {
    const created = await house.client.post('/api/v1/webhooks', { url: inbox.url, events: EVENTS, signingSecret: SECRET });
    const { uuid } = created.body;
    const answers = [
      created,
      await house.client.get(at(uuid)),
      await house.client.get('/api/v1/webhooks'),
      await house.client.ask('PATCH', at(uuid), { signingSecret: `${SECRET} 2` }),
      await toggle(uuid),
    ];
    for (const { bytes } of answers) {
      expect(bytes.toString()).not.toContain(SECRET);
      expect(bytes.toString()).not.toContain('signingSecret');
    }
  });

  stated('webhook.https', async () => {
    for (const url of ['http://example.com/hook', 'ftp://example.com/', 'nothing'])
      expect((await house.client.post('/api/v1/webhooks', { url, events: EVENTS, signingSecret: SECRET })).status).toBe(422);
    expect((await hook({ url: 'https://example.com/hook' }))['url']).toBe('https://example.com/hook');
  });
});

describe('the states of a webhook', () => {
  stated('state.webhook.created', async () => {
    expect(await hook()).toMatchObject({ status: 1, enabled: true });
    expect(await hook({ enabled: true })).toMatchObject({ status: 1, enabled: true });
    expect(await hook({ enabled: false })).toMatchObject({ status: 0, enabled: false });
  });

  stated('state.webhook.toggled', async () => {
    const { uuid } = await hook();
    expect((await toggle(uuid)).body).toEqual({ uuid, enabled: false, status: 0 });
    expect((await toggle(uuid)).body).toEqual({ uuid, enabled: true, status: 1 });
  });

  stated('state.webhook.updated', async () => {
    const { uuid } = await hook();
    expect((await house.client.ask('PATCH', at(uuid), { enabled: false })).body).toMatchObject({ status: 0, enabled: false });
    expect((await house.client.ask('PATCH', at(uuid), { enabled: true })).body).toMatchObject({ status: 1, enabled: true });
  });

  stated('state.webhook.suspended', async () => {
    const { uuid } = await hook({ events: ['export.finished'] });
    inbox.status = 500;
    for (let failure = 1; failure <= 30; failure += 1) {
      expect((await house.client.get(at(uuid))).body['isSuspended']).toBe(false);
      await house.client.post(at(uuid, '/test'));
    }
    expect((await house.client.get(at(uuid))).body).toMatchObject({ status: 2, isSuspended: true });
    inbox.status = 200;
    const guid = await exported();
    const other = await hook({ events: ['export.finished'] });
    const told = await exported();
    await expect.poll(() => arrivedFor(told).length, PATIENCE).toBeGreaterThan(0);
    expect(arrivedFor(guid)).toEqual([]);
    await house.client.ask('DELETE', at(other['uuid']));
  });

  stated('state.webhook.resumed', async () => {
    const { uuid } = await hook({ events: ['export.finished'] });
    inbox.status = 500;
    for (let failure = 1; failure <= 30; failure += 1) await house.client.post(at(uuid, '/test'));
    expect((await toggle(uuid)).body).toEqual({ uuid, enabled: true, status: 1 });
    await house.client.post(at(uuid, '/test'));
    expect((await house.client.get(at(uuid))).body).toMatchObject({ status: 1, isSuspended: false });
    inbox.status = 200;
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(1);
  });
});

describe('the endpoints of webhooks', () => {
  stated('route.webhook.create', async () => {
    expect(await hook({ url: 'https://example.com/a' })).toMatchObject({ url: 'https://example.com/a' });
    for (const missing of ['url', 'events', 'signingSecret']) {
      const whole: Record<string, unknown> = { url: inbox.url, events: EVENTS, signingSecret: SECRET };
      delete whole[missing];
      const { status, body } = await house.client.post('/api/v1/webhooks', whole);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { error_code: 'VALIDATION_ERROR', violations: [{ propertyPath: missing }] },
      });
    }
    expect((await house.client.post('/api/v1/webhooks', { url: inbox.url, events: ['export.other'], signingSecret: SECRET })).status).toBe(
      422,
    );
  });

  stated('route.webhook.list', async () => {
    await house.client.ask('PATCH', '/api/v1/user/profile', { plan: 'business' });
    for (const name of ['a', 'b', 'c']) await hook({ url: `https://${name}.example.com/hook` });
    const urls = async (query: string): Promise<unknown[]> =>
      (await house.client.get(`/api/v1/webhooks${query}`)).list.map(({ url }) => url);
    expect(await urls('')).toHaveLength(3);
    expect(await urls('?limit=2')).toHaveLength(2);
    expect(await urls('?limit=2&page=2')).toHaveLength(1);
    expect(await urls('?limit=1000')).toHaveLength(3);
    expect(await urls('?query=b.example')).toEqual(['https://b.example.com/hook']);
  });

  stated('route.webhook.get', async () => {
    const created = await hook();
    expect((await house.client.get(at(created['uuid']))).body).toEqual(created);
    expect((await house.client.get(at(NOBODY))).body).toMatchObject({ status_code: 404, error_code: 'RESOURCE_NOT_FOUND' });
  });

  stated('route.webhook.update', async () => {
    const { uuid } = await hook();
    const changed = { url: 'https://example.com/other', events: ['export.failed'] };
    const { status, body } = await house.client.ask('PATCH', at(uuid), { ...changed, signingSecret: 'another' });
    expect({ status, body }).toMatchObject({ status: 200, body: { uuid, ...changed, enabled: true } });
    expect((await house.client.ask('PATCH', at(uuid), {})).body).toMatchObject({ uuid, ...changed });
  });

  stated('route.webhook.delete', async () => {
    const { uuid } = await hook();
    await house.client.post(at(uuid, '/test'));
    const events = async (): Promise<number> =>
      (await house.client.get(`/api/v1/webhooks/events?webhook.uuid=${String(uuid)}`)).list.length;
    expect(await events()).toBe(1);
    const { status, bytes } = await house.client.ask('DELETE', at(uuid));
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await house.client.get(at(uuid))).status).toBe(404);
    expect((await house.client.get('/api/v1/webhooks/events')).list.filter(({ webhook }) => (webhook as Fields)['uuid'] === uuid)).toEqual(
      [],
    );
  });

  stated('route.webhook.toggle', async () => {
    const { uuid } = await hook({ enabled: false });
    const { status, body } = await toggle(uuid);
    expect({ status, body }).toEqual({ status: 200, body: { uuid, enabled: true, status: 1 } });
  });

  stated('route.webhook.summary', async () => {
    const { uuid } = await hook();
    await hook({ enabled: false });
    await house.client.post(at(uuid, '/test'));
    inbox.status = 500;
    await house.client.post(at(uuid, '/test'));
    const { status, body } = await house.client.get('/api/v1/webhooks/summary');
    expect({ status, body }).toEqual({
      status: 200,
      body: { total_webhooks: 2, active_webhooks: 1, total_events: 2, successful_deliveries: 1, failed_deliveries: 1 },
    });
  });

  stated('route.webhook.events', async () => {
    const { uuid } = await hook({ events: ['export.created', 'export.finished'] });
    const other = await hook({ events: ['export.finished'] });
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(3);
    const events = async (query: string): Promise<readonly Fields[]> => (await house.client.get(`/api/v1/webhooks/events${query}`)).list;
    expect(await events('')).toHaveLength(3);
    expect(await events('?limit=2')).toHaveLength(2);
    expect(await events('?limit=2&page=2')).toHaveLength(1);
    expect(await events(`?webhook.uuid=${String(uuid)}`)).toHaveLength(2);
    expect(await events(`?webhook.uuid=${String(other['uuid'])}`)).toHaveLength(1);
    const [created] = await events('?event=export.created');
    expect(created).toMatchObject({ event: 'export.created' });
    expect(await events(`?message_id=${String(created?.['messageId'])}`)).toEqual([created]);
  });

  stated('limit.webhook-events', async () => {
    const { uuid } = await hook();
    for (let number = 0; number < 31; number += 1) await house.client.post(at(uuid, '/test'));
    const events = async (query: string): Promise<readonly Fields[]> => (await house.client.get(`/api/v1/webhooks/events${query}`)).list;
    expect(await events('')).toHaveLength(10);
    expect(await events('?limit=100')).toHaveLength(30);
    expect(await events('?limit=30&page=2')).toHaveLength(1);
  });

  stated('route.webhook.event-fields', async () => {
    const { uuid } = await hook();
    await house.client.post(at(uuid, '/test'));
    const [record] = (await house.client.get('/api/v1/webhooks/events')).list;
    expect(record).toMatchObject({
      uuid: expect.stringMatching(UUID),
      event: expect.stringMatching(/^export\./),
      messageId: expect.stringMatching(/./),
      responseCode: 200,
      numberOfCalls: 1,
      createdAt: expect.stringMatching(INSTANT),
    });
  });

  stated('route.webhook.resend', async () => {
    const { uuid } = await hook({ events: ['export.finished'] });
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(1);
    const [record] = (await house.client.get('/api/v1/webhooks/events')).list;
    const path = `/api/v1/webhooks/events/${String(record?.['uuid'])}/resend`;
    const { status, body } = await house.client.post(path);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.stringMatching(/./) } });
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(2);
    await expect.poll(async () => (await house.client.get('/api/v1/webhooks/events')).list[0]?.['numberOfCalls'], PATIENCE).toBe(2);
    await toggle(uuid);
    expect((await house.client.post(path)).status).toBe(400);
    expect((await house.client.post(`/api/v1/webhooks/events/${NOBODY}/resend`)).status).toBe(404);
  });

  stated('route.webhook.resend-rate', async () => {
    const { uuid } = await hook();
    await house.client.post(at(uuid, '/test'));
    const [record] = (await house.client.get('/api/v1/webhooks/events')).list;
    const path = `/api/v1/webhooks/events/${String(record?.['uuid'])}/resend`;
    const statuses: number[] = [];
    for (let call = 0; call < 40 && !statuses.includes(429); call += 1) statuses.push((await house.client.post(path)).status);
    expect(statuses.slice(0, 1)).toEqual([200]);
    expect(statuses).toContain(429);
  });

  stated('limit.webhooks', async () => {
    const body = { url: 'https://example.com/hook', events: EVENTS, signingSecret: SECRET };
    await house.onPlan('premium', async () => {
      await hook();
      expect((await house.client.post('/api/v1/webhooks', body)).body).toMatchObject({ status_code: 403, error_code: 'LIMIT_EXCEEDED' });
    });
    for (let number = 2; number <= 10; number += 1) await hook();
    expect((await house.client.post('/api/v1/webhooks', body)).status).toBe(403);
  });
});

describe('deliveries', () => {
  stated('event.signature', async () => {
    await hook({ events: ['export.finished'] });
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBe(1);
    for (const { headers, raw, method } of arrivedFor(guid)) {
      expect(method).toBe('POST');
      expect(headers['x-signature']).toBe(createHmac('sha256', SECRET).update(raw).digest('hex'));
    }
  });

  stated('event.created-and-finished', async () => {
    await hook();
    house.gate.close();
    const { guid } = await house.client.create(THREAD);
    await expect.poll(() => arrivedFor(guid).map(({ body }) => body['event']), PATIENCE).toEqual(['export.created']);
    house.gate.open();
    await expect.poll(() => arrivedFor(guid).map(({ body }) => body['event']), PATIENCE).toEqual(['export.created', 'export.finished']);
    expect(arrivedFor(guid)[1]?.body).toMatchObject({ guid, url: THREAD, status: 'done' });
  });

  stated('event.failed-and-requeued', async () => {
    await hook();
    const { guid } = await house.client.create(GONE);
    await expect.poll(() => arrivedFor(guid).map(({ body }) => body['event']), PATIENCE).toContain('export.failed');
    await house.client.retry(guid);
    await expect.poll(() => arrivedFor(guid).map(({ body }) => body['event']), PATIENCE).toContain('export.requeued');
  });

  stated('event.only-listed', async () => {
    await hook({ events: ['export.finished'] });
    const disabled = await startWebhookInbox();
    await using _closed = disabled;
    await hook({ url: disabled.url, enabled: false });
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).map(({ body }) => body['event']), PATIENCE).toEqual(['export.finished']);
    expect(disabled.deliveries).toEqual([]);
  });

  stated('event.recorded', async () => {
    await hook({ events: ['export.finished'] });
    inbox.status = 503;
    const guid = await exported();
    await expect.poll(() => arrivedFor(guid).length, PATIENCE).toBeGreaterThan(0);
    inbox.status = 200;
    await expect.poll(async () => (await house.client.get('/api/v1/webhooks/events')).list[0]?.['responseCode'], PATIENCE).toBe(200);
    const [record] = (await house.client.get('/api/v1/webhooks/events')).list;
    expect(record?.['numberOfCalls']).toBe(arrivedFor(guid).length);
    expect(new Set(arrivedFor(guid).map(({ body }) => body['message_id'])).size).toBe(1);
  });

  stated('event.sandbox-created', async () => {
    await hook({ events: ['export.finished'] });
    const { body } = await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX);
    await expect.poll(() => arrivedFor(String(body['guid'])).length, PATIENCE).toBe(1);
  });
});
