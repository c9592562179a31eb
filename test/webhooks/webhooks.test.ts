import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/contract/job.ts';
import { type Webhook, WEBHOOK_STATUS, type WebhookEvent, webhookEventSchema, webhookSchema } from '#core/contract/webhook.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { contextOf, fakeServices, type FakeServices, START_MS, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { HOSTILE_URLS } from '#test/webhooks/hostile-urls.ts';

const HOOK = { url: 'https://example.com/hook', events: ['export.finished'], signingSecret: 's3cret' };
const CREATED_AT = '2026-03-01T09:30:00.000+00:00';
const MINUTE_MS = 60_000;

type Input = Readonly<Record<string, unknown>>;

function call(services: FakeServices, name: string, input: Input = {}): Promise<unknown> {
  return callOperation(operationNamed(`webhooks.${name}`), input, contextOf(services, TOKEN_CALLER));
}

async function create(services: FakeServices, input: Input = {}): Promise<Webhook> {
  return webhookSchema.parse(await call(services, 'create', { ...HOOK, ...input }));
}

async function events(services: FakeServices, input: Input = {}): Promise<WebhookEvent[]> {
  return webhookEventSchema.array().parse(await call(services, 'events', input));
}

async function test(services: FakeServices, uuid: string): Promise<WebhookEvent & { success: boolean }> {
  return (await call(services, 'test', { uuid })) as WebhookEvent & { success: boolean };
}

describe('webhooks', () => {
  it('are created enabled, with all their fields, and the secret in the vault alone', async () => {
    const services = fakeServices();
    const webhook = await create(services);
    expect(webhook).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: HOOK.url,
      events: ['export.finished'],
      status: 1,
      enabled: true,
      isSuspended: false,
      lastEventAt: null,
      webhookEventsCount: 0,
      createdAt: CREATED_AT,
    });
    expect(services.vault.get(webhookSecretName(webhook.uuid))).toBe('s3cret');
    expect(JSON.stringify([await call(services, 'list'), await call(services, 'get', { uuid: webhook.uuid })])).not.toContain('s3cret');
    expect(await call(services, 'get', { uuid: webhook.uuid })).toEqual(webhook);
  });

  it('may be created disabled; an event named twice counts once', async () => {
    const webhook = await create(fakeServices(), { enabled: false, events: ['export.failed', 'export.failed'] });
    expect(webhook).toMatchObject({ status: 0, enabled: false, isSuspended: false, events: ['export.failed'] });
  });

  it.each([
    [{ url: undefined }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 5 }, 'url'],
    [{ url: 'http://example.com/' }, 'url'],
    [{ events: undefined }, 'events'],
    [{ events: [] }, 'events'],
    [{ events: 'export.finished' }, 'events'],
    [{ events: ['export.finished', 'export.deleted'] }, 'events[1]'],
    [{ signingSecret: undefined }, 'signingSecret'],
    [{ signingSecret: '' }, 'signingSecret'],
    [{ signingSecret: 'x'.repeat(513) }, 'signingSecret'],
    [{ enabled: 'maybe' }, 'enabled'],
  ])('refuse %j with a violation of %s', async (input, propertyPath) => {
    const services = fakeServices();
    const error = await refusal(call(services, 'create', { ...HOOK, ...input }));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', status: 422, violations: [{ propertyPath, message: expect.any(String) }] });
    expect(services.webhooks.count()).toBe(0);
  });

  it('refuse hostile URLs, also later', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    for (const url of HOSTILE_URLS.filter((hostile) => hostile.trim() === hostile)) {
      for (const attempt of [call(services, 'create', { ...HOOK, url }), call(services, 'update', { uuid, url })])
        expect(await refusal(attempt)).toMatchObject({ code: 'VALIDATION_ERROR', violations: [{ propertyPath: 'url' }] });
    }
    expect(await call(services, 'get', { uuid })).toMatchObject({ url: HOOK.url });
  });

  it.each([
    ['free', 0],
    ['personal', 0],
    ['premium', 1],
    ['business', 10],
  ] as const)('of tokens are capped: %s has %i', async (plan: Plan, cap) => {
    const services = fakeServices({ plan });
    for (let index = 0; index < cap; index += 1) await create(services);
    expect(await refusal(create(services))).toMatchObject({ code: 'LIMIT_EXCEEDED', status: 403 });
    const listed = (await call(services, 'list', { limit: 30 })) as Webhook[];
    expect(listed).toHaveLength(cap);
    const [last] = listed;
    if (last === undefined) return;
    await call(services, 'delete', { uuid: last.uuid });
    expect(await create(services)).toMatchObject({ status: 1 });
  });

  it('are listed newest first, in pages, and searched by URL', async () => {
    const services = fakeServices();
    for (const url of ['https://one.example/a', 'https://two.example/A%_b', 'https://three.example/c']) await create(services, { url });
    const urls = async (input: Input) =>
      ((await call(services, 'list', input)) as Webhook[]).map(({ url }) => new URL(url).hostname.split('.')[0]);
    expect(await urls({})).toEqual(['three', 'two', 'one']);
    expect(await urls({ limit: '2' })).toEqual(['three', 'two']);
    expect(await urls({ limit: 2, page: 2 })).toEqual(['one']);
    expect(await urls({ page: 9 })).toEqual([]);
    expect(await urls({ query: '/a' })).toEqual(['two', 'one']);
    expect(await urls({ query: 'ONE.EX' })).toEqual(['one']);
    expect(await urls({ query: '%_' })).toEqual(['two']);
    expect(await urls({ query: 'nowhere' })).toEqual([]);
    expect(await refusal(call(services, 'list', { page: 0 }))).toMatchObject({ code: 'INVALID_REQUEST' });
    for (let index = 0; index < 7; index += 1) await create(services, { url: `https://more.example/${index}` });
    expect(await urls({})).toHaveLength(10);
    expect(await urls({ limit: 500 })).toHaveLength(10);
  });

  it('change what is given and keep the rest', async () => {
    const services = fakeServices();
    const webhook = await create(services);
    const { uuid } = webhook;
    expect(await call(services, 'update', { uuid })).toEqual(webhook);
    expect(await call(services, 'update', { uuid, url: ' https://example.org/ ' })).toEqual({ ...webhook, url: 'https://example.org/' });
    expect(await call(services, 'update', { uuid, events: ['export.failed', 'export.created'], signingSecret: 'other' })).toMatchObject({
      url: 'https://example.org/',
      events: ['export.failed', 'export.created'],
      status: 1,
    });
    expect(services.vault.get(webhookSecretName(uuid))).toBe('other');
    expect(await call(services, 'update', { uuid, enabled: false })).toMatchObject({ status: 0, enabled: false });
    expect(await call(services, 'update', { uuid, enabled: false })).toMatchObject({ status: 0 });
    expect(await call(services, 'update', { uuid, enabled: true })).toMatchObject({ status: 1, enabled: true });
    expect(await refusal(call(services, 'update', { uuid, events: [] }))).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refusal(call(services, 'update', { uuid, enabled: null }))).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('toggle between enabled and disabled, and from suspended to enabled', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    expect(await call(services, 'toggle', { uuid })).toEqual({ uuid, enabled: false, status: 0 });
    expect(await call(services, 'toggle', { uuid })).toEqual({ uuid, enabled: true, status: 1 });
    services.webhooks.update(uuid, { status: WEBHOOK_STATUS.suspended });
    expect(await call(services, 'get', { uuid })).toMatchObject({ status: 2, enabled: false, isSuspended: true });
    expect(await call(services, 'toggle', { uuid })).toEqual({ uuid, enabled: true, status: 1 });
    expect(services.webhookDelivery.wakes).toBe(3);
  });

  it('are deleted with their history and their secret', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    await test(services, uuid);
    expect(await call(services, 'delete', { uuid })).toBeUndefined();
    expect(await events(services)).toEqual([]);
    expect(services.vault.get(webhookSecretName(uuid))).toBeNull();
    expect(await call(services, 'summary')).toMatchObject({ total_webhooks: 0, total_events: 0 });
  });

  it.each(['get', 'update', 'delete', 'toggle', 'test', 'resend'])('%s knows no stranger', async (name) => {
    expect(await refusal(call(fakeServices(), name, { uuid: 'nope' }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 });
  });
});

describe('suspension', () => {
  it('comes with 30 failed tests in a row and goes with the toggle', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    services.webhookDelivery.responseCode = 500;
    for (let index = 0; index < 29; index += 1) expect(await test(services, uuid)).toMatchObject({ success: false, responseCode: 500 });
    expect(await call(services, 'get', { uuid })).toMatchObject({ status: 1 });
    await test(services, uuid);
    expect(await call(services, 'get', { uuid })).toMatchObject({ status: 2, isSuspended: true, enabled: false });
    expect(await refusal(test(services, uuid))).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('suspended') });
    await call(services, 'toggle', { uuid });
    await test(services, uuid);
    expect(await call(services, 'get', { uuid })).toMatchObject({
      status: 1,
      isSuspended: false,
      lastEventAt: CREATED_AT,
      webhookEventsCount: 0,
    });
  });

  it('starts over after an update that enables, but not where it was enabled', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    services.webhookDelivery.responseCode = 500;
    for (let index = 0; index < 29; index += 1) await test(services, uuid);
    await call(services, 'update', { uuid, enabled: true });
    await test(services, uuid);
    expect(await call(services, 'get', { uuid })).toMatchObject({ status: 2 });
    expect(await call(services, 'update', { uuid, enabled: true })).toMatchObject({ status: 1 });
    await test(services, uuid);
    expect(await call(services, 'get', { uuid })).toMatchObject({ status: 1 });
  });
});

describe('deliveries', () => {
  it('of a test are signed samples that say so', async () => {
    const services = fakeServices();
    const { uuid } = await create(services, { events: ['export.failed', 'export.finished'] });
    const sent = await test(services, uuid);
    expect(sent).toEqual({
      uuid: expect.any(String),
      event: 'export.failed',
      messageId: expect.stringMatching(/^msg_/),
      responseCode: 200,
      numberOfCalls: 1,
      createdAt: CREATED_AT,
      lastCallAt: CREATED_AT,
      durationMs: 12,
      nextCallAt: null,
      message: expect.any(String),
      error: null,
      webhook: { uuid, url: HOOK.url },
      success: true,
    });
    expect(JSON.parse(sent.message ?? '')).toMatchObject({
      event: 'export.failed',
      status: 'failed',
      message_id: sent.messageId,
      test: true,
    });
    expect(await call(services, 'get', { uuid })).toMatchObject({ webhookEventsCount: 1, lastEventAt: CREATED_AT });
  });

  it('of a test that was broken off are no success', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    services.webhookDelivery.callOnce = async () => undefined;
    expect(await test(services, uuid)).toMatchObject({ success: false, numberOfCalls: 0, error: null });
  });

  it('are listed newest first, filtered and in pages', async () => {
    const services = fakeServices();
    const first = await create(services, { events: ['export.created'] });
    const second = await create(services, { events: ['export.failed'] });
    const sent = [await test(services, first.uuid), await test(services, second.uuid), await test(services, second.uuid)].map(
      ({ uuid }) => uuid,
    );
    const uuids = async (input: Input) => (await events(services, input)).map(({ uuid }) => sent.indexOf(uuid));
    expect(await uuids({})).toEqual([2, 1, 0]);
    expect(await uuids({ limit: 2 })).toEqual([2, 1]);
    expect(await uuids({ limit: 2, page: 2 })).toEqual([0]);
    expect(await uuids({ 'webhook.uuid': second.uuid })).toEqual([2, 1]);
    expect(await uuids({ event: 'export.created' })).toEqual([0]);
    expect(await uuids({ event: 'export.unknown' })).toEqual([]);
    const [newest] = await events(services);
    expect(await uuids({ message_id: newest?.messageId })).toEqual([2]);
    expect(await uuids({ message_id: newest?.messageId, 'webhook.uuid': first.uuid })).toEqual([]);
    expect(await refusal(call(services, 'events', { limit: '-1' }))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('are summed up', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    await create(services, { enabled: false });
    await test(services, uuid);
    services.webhookDelivery.responseCode = 302;
    await test(services, uuid);
    await test(services, uuid);
    expect(await call(services, 'summary')).toEqual({
      total_webhooks: 2,
      active_webhooks: 1,
      total_events: 3,
      successful_deliveries: 1,
      failed_deliveries: 2,
    });
  });

  it('are resent as they were, ten times a minute for each webhook', async () => {
    const services = fakeServices();
    const [mine, other] = [await create(services), await create(services)];
    const [sent, another] = [await test(services, mine.uuid), await test(services, other.uuid)];
    for (let index = 0; index < 10; index += 1) {
      services.clock.nowMs = START_MS + index * 1_000;
      expect(await call(services, 'resend', { uuid: sent.uuid })).toEqual({ message: 'webhook.event.queued' });
    }
    const [, record] = await events(services);
    expect(record).toMatchObject({ uuid: sent.uuid, message: sent.message, messageId: sent.messageId });
    expect(Date.parse(record?.nextCallAt ?? '')).toBe(START_MS + 9_000);
    services.clock.nowMs = START_MS + 9_500;
    expect(await refusal(call(services, 'resend', { uuid: sent.uuid }))).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      secondsToWait: 51,
    });
    expect(await call(services, 'resend', { uuid: another.uuid })).toEqual({ message: 'webhook.event.queued' });
    services.clock.nowMs = START_MS + MINUTE_MS - 1;
    expect(await refusal(call(services, 'resend', { uuid: sent.uuid }))).toMatchObject({ secondsToWait: 1 });
    services.clock.nowMs = START_MS + MINUTE_MS;
    expect(await call(services, 'resend', { uuid: sent.uuid })).toEqual({ message: 'webhook.event.queued' });
  });

  it('are resent by enabled webhooks with a secret alone', async () => {
    const services = fakeServices();
    const { uuid } = await create(services);
    const sent = await test(services, uuid);
    await call(services, 'toggle', { uuid });
    for (const attempt of [call(services, 'resend', { uuid: sent.uuid }), test(services, uuid)])
      expect(await refusal(attempt)).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('disabled') });
    await call(services, 'toggle', { uuid });
    services.vault.remove(webhookSecretName(uuid));
    expect(await refusal(call(services, 'resend', { uuid: sent.uuid }))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('secret'),
    });
  });
});
