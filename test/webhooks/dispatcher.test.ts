import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { WEBHOOK_EVENTS, WEBHOOK_STATUS, webhookBodySchema } from '#core/contract/webhook.ts';
import type { WebhookEventName } from '#core/contract/webhook.ts';
import { callOperation } from '#core/operations/call.ts';
import type { Answer, Delivery } from '#core/webhooks/deliver.ts';
import { WebhookDispatcher } from '#core/webhooks/dispatcher.ts';
import type { OutgoingQueue } from '#core/webhooks/ports.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';
import type { FakeServices } from '#test/operations/fake-services.ts';
import { operationNamed } from '#test/operations/operation-named.ts';

const BASE_URL = 'http://127.0.0.1:4780';
const HOOK = 'https://example.com/hook';
const OK: Answer = { responseCode: 200, error: null };
const DOWN: Answer = { responseCode: 503, error: 'The receiver answered 503.' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RETRY_AFTER_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A receiver in place of the net. While it is `held`, calls stay open until `release`. */
class Receiver {
  readonly calls: Delivery[] = [];
  answer: Answer = OK;
  held = false;
  #open: (() => void)[] = [];

  async deliver(delivery: Delivery): Promise<Answer> {
    this.calls.push(delivery);
    if (this.held) await new Promise<void>((resolve) => this.#open.push(resolve));
    return this.answer;
  }

  async release(): Promise<void> {
    const open = this.#open;
    this.#open = [];
    for (const go of open) go();
    await settled();
  }

  ids(): string[] {
    return this.calls.map(({ headers }) => headers['webhook-id'] ?? '');
  }
}

let services: FakeServices;
let receiver: Receiver;
let faults: unknown[];
let dispatcher: WebhookDispatcher;

beforeEach(() => {
  services = fakeServices();
  receiver = new Receiver();
  faults = [];
  dispatcher = newDispatcher();
  dispatcher.start(BASE_URL);
  return () => dispatcher.close();
});

function newDispatcher(queue: OutgoingQueue = services.queue): WebhookDispatcher {
  const { vault, announcer, now } = services;
  return new WebhookDispatcher({
    queue,
    vault,
    announcer,
    retryScale: 1,
    deliver: (delivery) => receiver.deliver(delivery),
    now,
    random: () => 0.5,
    onFault: (error) => faults.push(error),
  });
}

/** Lets what was begun come to rest. */
async function settled(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

async function after(ms: number): Promise<void> {
  services.clock.nowMs += ms;
  dispatcher.wake();
  await settled();
}

function addHook(url = HOOK, events: readonly WebhookEventName[] = WEBHOOK_EVENTS): string {
  const uuid = randomUUID();
  services.vault.set(webhookSecretName(uuid), 's3cret');
  services.webhooks.insert({ uuid, url, events, status: WEBHOOK_STATUS.enabled, createdAtMs: services.now() });
  return uuid;
}

async function newJob(): Promise<JobRecord> {
  await callOperation(
    operationNamed('jobs.create'),
    { url: 'https://tubular.com/watch/abc', options: { replies: true } },
    contextOf(services),
  );
  const [job] = services.jobs.list({ page: 1, limit: 1 });
  if (job) return job;
  throw new Error('no job was created');
}

/** Something happens to a new job. */
async function happen(event: WebhookEventName, job?: JobRecord): Promise<void> {
  services.outbox.add(event, job ?? (await newJob()));
  dispatcher.wake();
  await settled();
}

function records() {
  return services.webhooks.messages({ page: 1, limit: 100, webhookUuid: null, event: null, messageId: null });
}

function bodies() {
  return receiver.calls.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
}

describe('what is sent', () => {
  it('is the flat body with the job as it was then, signed, once for each webhook', async () => {
    addHook();
    addHook('https://example.org/other', ['export.finished']);
    addHook('https://example.net/none', ['export.failed']);
    const job = await newJob();
    await happen('export.finished', {
      ...job,
      status: 'done',
      exported: 7,
      replies: 3,
      platformTotal: 9,
      files: [{ format: 'xlsx', name: 'a.xlsx', bytes: 1 }],
    });
    expect(receiver.calls.map(({ url }) => url).toSorted()).toEqual([HOOK, 'https://example.org/other']);
    const [first, second] = bodies();
    expect(first).toMatchObject({
      event: 'export.finished',
      status: 'done',
      guid: job.guid,
      url: job.url,
      replies: true,
      likes: false,
      shares: false,
      total: 9,
      total_exported: 7,
      comments_count: 4,
      replies_count: 3,
      download_url: `${BASE_URL}/exports/a.xlsx`,
      status_url: `${BASE_URL}/api/v3/job/${job.guid}`,
      json_url: null,
      delete_after: null,
      error: null,
      error_message: null,
      masked_metadata: {},
    });
    expect(first?.event_id).toBe(second?.event_id);
    expect(first?.message_id).not.toBe(second?.message_id);
    const [{ headers } = { headers: {} }] = receiver.calls;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'export.finished',
      'x-webhook-id': first?.message_id,
      'webhook-id': first?.message_id,
      'x-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });

  it.each([
    ['export.created', 'processing'],
    ['export.finished', 'done'],
    ['export.failed', 'failed'],
    ['export.requeued', 'requeued'],
  ] as const)('%s says %s', async (event, status) => {
    addHook();
    await happen(event);
    expect(bodies()).toMatchObject([{ event, status }]);
  });

  it('names the failure', async () => {
    addHook();
    await happen('export.failed', { ...(await newJob()), status: 'error', error: 'It is private.', errorCode: 'PRIVATE' });
    expect(bodies()).toMatchObject([{ error: 'It is private.', error_message: 'It is private.', error_code: 'PRIVATE' }]);
  });

  it('waits while no service runs, and is nothing where no webhook wants it', async () => {
    dispatcher.close();
    dispatcher = newDispatcher();
    await happen('export.created');
    expect(records()).toEqual([]);
    addHook();
    await happen('export.created');
    expect([records().length, receiver.calls.length]).toEqual([1, 0]);
    dispatcher.start(BASE_URL);
    await settled();
    expect(receiver.calls).toHaveLength(1);
  });

  it('goes to enabled webhooks alone', async () => {
    const uuid = addHook();
    for (const status of [WEBHOOK_STATUS.disabled, WEBHOOK_STATUS.suspended]) {
      services.webhooks.update(uuid, { status });
      await happen('export.created');
    }
    expect(records()).toEqual([]);
  });

  it('is announced try by try', async () => {
    const announced: unknown[] = [];
    services.announcer.subscribe(({ audience, payload }) => announced.push({ audience, payload }));
    addHook();
    receiver.answer = DOWN;
    await happen('export.created');
    const uuid = records()[0]?.uuid;
    expect(announced).toEqual([
      {
        audience: 'webhooks',
        payload: {
          version: 'v3-beta',
          event: 'webhook.event.created',
          guid: uuid,
          status: '503',
          url: null,
          details: { uuid, event: 'export.created', responseCode: 503, webhookUrl: HOOK },
        },
      },
    ]);
  });
});

describe('tries', () => {
  it('follow the schedule under one message id and one body, then end', async () => {
    const uuid = addHook();
    receiver.answer = DOWN;
    await happen('export.created');
    for (const [index, waitMs] of RETRY_AFTER_MS.entries()) {
      expect(records()).toMatchObject([
        { calls: index + 1, responseCode: 503, error: DOWN.error, lastCallAtMs: services.now(), nextCallAtMs: services.now() + waitMs },
      ]);
      await after(waitMs - 1);
      expect(receiver.calls).toHaveLength(index + 1);
      await after(1);
      expect(receiver.calls).toHaveLength(index + 2);
    }
    expect(records()).toMatchObject([{ calls: 10, nextCallAtMs: null }]);
    await after(1_000 * HOUR_MS);
    expect(receiver.calls).toHaveLength(10);
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect(services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 0 });
  });

  it('end with the first success', async () => {
    const uuid = addHook();
    receiver.answer = DOWN;
    await happen('export.created');
    receiver.answer = OK;
    await after(5_000);
    await after(HOUR_MS);
    expect(records()).toMatchObject([{ calls: 2, responseCode: 200, error: null, nextCallAtMs: null }]);
    expect(services.webhooks.find(uuid)).toMatchObject({ delivered: 1, lastCallAtMs: services.now() - HOUR_MS });
    expect(services.webhooks.summary()).toEqual({
      total_webhooks: 1,
      active_webhooks: 1,
      total_events: 1,
      successful_deliveries: 1,
      failed_deliveries: 0,
    });
  });

  it('keep their body when the service comes back on another port', async () => {
    addHook();
    receiver.answer = DOWN;
    await happen('export.created');
    dispatcher.close();
    dispatcher = newDispatcher();
    dispatcher.start('http://127.0.0.1:9999');
    await after(5_000);
    expect(receiver.calls).toHaveLength(2);
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
    expect(receiver.calls[1]?.body).toContain(BASE_URL);
  });

  it('fail where there is nothing to sign with', async () => {
    const uuid = addHook();
    services.vault.remove(webhookSecretName(uuid));
    await happen('export.created');
    expect(receiver.calls).toEqual([]);
    expect(records()).toMatchObject([{ calls: 1, responseCode: 0, error: expect.stringContaining('signing secret') }]);
  });
});

describe('a webhook that fails', () => {
  it('is suspended after exactly 30 failed tries in a row, and nothing more goes there', async () => {
    const uuid = addHook();
    receiver.answer = DOWN;
    for (let index = 0; index < 40; index += 1) services.outbox.add('export.created', await newJob());
    dispatcher.wake();
    await settled();
    for (let index = 0; index < 20; index += 1) await settled();
    expect(receiver.calls).toHaveLength(30);
    expect(services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.suspended });
    await after(100 * HOUR_MS);
    expect(receiver.calls).toHaveLength(30);
    expect(services.webhooks.summary()).toMatchObject({
      total_events: 40,
      successful_deliveries: 0,
      failed_deliveries: 30,
      active_webhooks: 0,
    });
  });

  it('starts to count anew when it is enabled, and gets what waited', async () => {
    const uuid = addHook();
    receiver.answer = DOWN;
    for (let index = 0; index < 40; index += 1) services.outbox.add('export.created', await newJob());
    for (let index = 0; index < 20; index += 1) await after(0);
    services.webhooks.update(uuid, { status: WEBHOOK_STATUS.enabled });
    receiver.answer = OK;
    for (let index = 0; index < 30; index += 1) await after(HOUR_MS);
    expect(services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 40 });
    expect(new Set(receiver.ids()).size).toBe(40);
  });

  it('is not suspended where a success comes in between', async () => {
    const uuid = addHook();
    for (let index = 0; index < 62; index += 1) {
      receiver.answer = index === 29 || index === 59 ? OK : DOWN;
      await happen('export.created');
    }
    expect(services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 2 });
  });

  it('is disabled by 410, and that message is not tried again', async () => {
    const uuid = addHook();
    receiver.answer = { responseCode: 410, error: 'The receiver answered 410.' };
    await happen('export.created');
    expect(services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.disabled });
    services.webhooks.update(uuid, { status: WEBHOOK_STATUS.enabled });
    await after(100 * HOUR_MS);
    expect(receiver.calls).toHaveLength(1);
    expect(records()).toMatchObject([{ responseCode: 410, nextCallAtMs: null }]);
  });

  it('does not hold up another one', async () => {
    addHook('https://example.com/slow');
    addHook('https://example.org/quick');
    receiver.held = true;
    for (let index = 0; index < 6; index += 1) await happen('export.created');
    const perHook = Map.groupBy(receiver.calls, ({ url }) => url);
    expect([...perHook.values()].map((calls) => calls.length)).toEqual([4, 4]);
  });
});

describe('what is on its way', () => {
  it('is not sent twice, and messages about one job keep their order', async () => {
    addHook();
    const job = await newJob();
    receiver.held = true;
    await happen('export.created', job);
    await happen('export.requeued', job);
    await happen('export.finished', job);
    for (let index = 0; index < 3; index += 1) dispatcher.wake();
    expect(bodies().map(({ event }) => event)).toEqual(['export.created']);
    await receiver.release();
    await receiver.release();
    await receiver.release();
    expect(bodies().map(({ event }) => event)).toEqual(['export.created', 'export.requeued', 'export.finished']);
    expect(records().map(({ calls }) => calls)).toEqual([1, 1, 1]);
  });

  it('stays due when the service ends, and goes again under the same id', async () => {
    addHook();
    receiver.held = true;
    await happen('export.created');
    dispatcher.close();
    await receiver.release();
    expect(records()).toMatchObject([{ calls: 0, nextCallAtMs: services.now() }]);
    receiver.held = false;
    dispatcher = newDispatcher();
    dispatcher.start(BASE_URL);
    await settled();
    expect(receiver.calls).toHaveLength(2);
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(records()).toMatchObject([{ calls: 1, nextCallAtMs: null }]);
  });

  it('is resent all the same where that is asked for meanwhile', async () => {
    addHook();
    receiver.held = true;
    await happen('export.created');
    services.webhooks.resend(records()[0]?.uuid ?? '', services.now());
    await receiver.release();
    await receiver.release();
    expect(receiver.calls).toHaveLength(2);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect(records()).toMatchObject([{ calls: 2, nextCallAtMs: null }]);
  });

  it('leaves nothing behind where its webhook is deleted', async () => {
    const uuid = addHook();
    receiver.held = true;
    await happen('export.created');
    services.webhooks.remove(uuid);
    await receiver.release();
    expect([records(), faults]).toEqual([[], []]);
  });

  it('is left alone for a while where its try cannot be noted', async () => {
    dispatcher.close();
    dispatcher = newDispatcher({
      ...services.queue,
      settle: () => {
        throw new Error('the disk is full');
      },
    });
    dispatcher.start(BASE_URL);
    addHook();
    await happen('export.created');
    for (let index = 0; index < 5; index += 1) await after(1);
    expect(receiver.calls).toHaveLength(1);
    expect(faults).toEqual([new Error('the disk is full')]);
  });
});
