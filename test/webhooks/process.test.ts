import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRunFile } from '#core/config/run-file.ts';
import { type WebhookEvent, webhookEventSchema, webhookSchema } from '#core/contract/webhook.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { ownFolder } from '#test/own.ts';
import { type SigningReceiver, startReceiver } from '#test/webhooks/receiver.ts';

const SECRET = `whsec_${Buffer.from('a key that both sides know, 32 b').toString('base64')}`;
const SAMPLE_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const EVENTS = ['export.created', 'export.finished', 'export.failed', 'export.requeued'];
const PATIENCE = { interval: 50 };
const KILLS = 4;
const JOBS_PER_ROUND = 4;
/** Messages on their way to one webhook at the same time. */
const LANES = 4;

const jobSchema = z.object({ guid: z.string(), status: z.string() });

let dataDir: string;
let receiver: SigningReceiver;
let service: RunningService | null;

beforeEach(async () => {
  dataDir = ownFolder('webhooks');
  receiver = await startReceiver(SECRET);
  service = null;
});
afterEach(async () => {
  await service?.kill();
  await receiver[Symbol.asyncDispose]();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const base = { COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1', COMMENTDOCK_RETRY_SCALE: '0.02', HTTPS_PROXY: '', HTTP_PROXY: '' };
  service = await startServiceProcess(dataDir, { ...base, ...env });
}

async function kill(): Promise<void> {
  await service?.kill();
  service = null;
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(new URL(path, service?.baseUrl), {
    method,
    headers: { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer.status === 204 ? null : await answer.json();
  throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

async function addHook(): Promise<string> {
  return webhookSchema.parse(await ask('POST', '/api/v1/webhooks', { url: receiver.url, events: EVENTS, signingSecret: SECRET })).uuid;
}

/** An export of sample data. Ends in either case: a kill may come before the answer. */
async function exportSample(): Promise<void> {
  await ask('POST', '/api/v3/job', { url: SAMPLE_URL, formats: ['csv'] }, { 'x-sandbox': 'true' }).catch(() => undefined);
}

async function all<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const entries = z.array(schema).parse(await ask('GET', `${path}?limit=30&page=${page}`));
    found.push(...entries);
    if (entries.length < 30) return found;
  }
}

function records(): Promise<WebhookEvent[]> {
  return all('/api/v1/webhooks/events', webhookEventSchema);
}

describe('kill -9 with deliveries pending', () => {
  it('loses no message, and doubles none but under its own id where it was on its way', async () => {
    const refused = new Set<string>();
    receiver.behave = ({ messageId }) => {
      const isFirst = !refused.has(messageId);
      refused.add(messageId);
      // Every first try fails after a while, so that retries are pending all the time.
      return isFirst ? { status: 503, afterMs: 40 } : { status: 200, afterMs: 60 };
    };
    await start();
    await addHook();
    for (let round = 0; round < KILLS; round += 1) {
      const asked = Array.from({ length: JOBS_PER_ROUND }, exportSample);
      // On a busy machine none might be there yet.
      await Promise.all(asked.slice(0, JOBS_PER_ROUND / 2));
      await delay(150 * round);
      await kill();
      await start();
    }
    await expect.poll(async () => (await all('/api/v3/jobs', jobSchema)).filter(({ status }) => status !== 'done'), PATIENCE).toEqual([]);
    await expect.poll(async () => (await records()).filter(({ responseCode }) => responseCode !== 200), PATIENCE).toEqual([]);

    const jobs = await all('/api/v3/jobs', jobSchema);
    const sent = await records();
    expect(jobs.length).toBeGreaterThan(JOBS_PER_ROUND);
    expect(receiver.forged).toEqual([]);
    // Nothing lost: each job told of its start and its end once.
    const told = sent.map(({ event, message }) => `${z.object({ guid: z.string() }).parse(JSON.parse(message ?? '')).guid} ${event}`);
    expect(told.toSorted()).toEqual(jobs.flatMap(({ guid }) => [`${guid} export.created`, `${guid} export.finished`]).toSorted());
    // Nothing doubled beyond what was on its way when the process died.
    const received = Map.groupBy(receiver.calls, ({ messageId }) => messageId);
    expect([...received.keys()].toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
    for (const { messageId, message } of sent) for (const { body } of received.get(messageId) ?? []) expect(body).toBe(message);
    const noted = sent.reduce((sum, { numberOfCalls }) => sum + numberOfCalls, 0);
    expect(receiver.calls.length - noted).toBeGreaterThanOrEqual(0);
    expect(receiver.calls.length - noted).toBeLessThanOrEqual(KILLS * LANES);
  });
});

describe('a service', () => {
  it('tells of failures and requeues, past a proxy that is not there', async () => {
    await start({ HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' });
    await addHook();
    const { guid } = jobSchema
      .partial({ status: true })
      .parse(await ask('POST', '/api/v3/job', { url: 'https://news.ycombinator.com/item?id=1' }));
    await expect
      .poll(() => receiver.calls.map(({ event }) => event), PATIENCE)
      .toEqual(['export.created', 'export.requeued', 'export.failed']);
    expect(JSON.parse(receiver.calls.at(-1)?.body ?? '')).toMatchObject({
      guid,
      status: 'failed',
      error_code: 'NETWORK',
      retry: 1,
      platform: 'hackernews',
    });
    expect(receiver.forged).toEqual([]);
  });

  it('suspends a webhook after 30 failures and goes on when it is switched on', async () => {
    receiver.behave = () => ({ status: 500, afterMs: 0 });
    await start();
    const uuid = await addHook();
    for (let index = 0; index < 30; index += 1) await ask('POST', `/api/v1/webhooks/${uuid}/test`);
    expect(await ask('GET', `/api/v1/webhooks/${uuid}`)).toMatchObject({ status: 2, isSuspended: true });
    await ask('POST', '/api/v3/job', { url: SAMPLE_URL, formats: ['csv'] }, { 'x-sandbox': 'true' });
    await kill();
    await start();
    expect(await ask('GET', `/api/v1/webhooks/${uuid}`)).toMatchObject({ status: 2 });
    expect(receiver.calls).toHaveLength(30);
    expect(await ask('PATCH', `/api/v1/webhooks/${uuid}/toggle`)).toEqual({ uuid, enabled: true, status: 1 });
    receiver.behave = () => ({ status: 200, afterMs: 0 });
    await ask('POST', '/api/v3/job', { url: SAMPLE_URL, formats: ['csv'] }, { 'x-sandbox': 'true' });
    await expect.poll(() => receiver.calls.slice(30).map(({ event }) => event), PATIENCE).toEqual(['export.created', 'export.finished']);
    expect(await ask('GET', '/api/v1/webhooks/summary')).toEqual({
      total_webhooks: 1,
      active_webhooks: 1,
      total_events: 32,
      successful_deliveries: 2,
      failed_deliveries: 30,
    });
  });

  it('sends again what is asked for, under the same id', async () => {
    await start();
    const uuid = await addHook();
    await ask('POST', `/api/v1/webhooks/${uuid}/test`);
    const [record] = await records();
    expect(await ask('POST', `/api/v1/webhooks/events/${record?.uuid}/resend`)).toEqual({ message: 'webhook.event.queued' });
    await expect.poll(() => receiver.calls.length, PATIENCE).toBe(2);
    expect(receiver.calls[0]).toEqual(receiver.calls[1]);
    await expect.poll(async () => (await records())[0]?.numberOfCalls, PATIENCE).toBe(2);
  });
});
