import { describe, expect, it } from 'vitest';
import { GONE, PATIENCE, realtimeHouse, THREAD } from '#test/clients/realtime/realtime-house.ts';
import type { Fields, Heard } from '#test/clients/realtime/realtime-client.ts';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { own } from '#test/own.ts';

const house = realtimeHouse({ COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1', COMMENTDOCK_RETRY_SCALE: '0.01' });
const inbox = await own(startWebhookInbox());

const named = (heard: readonly Heard[], name: string): readonly Fields[] =>
  heard.filter(({ data }) => data['event'] === name).map(({ data }) => data);
const namesOf = (heard: readonly Heard[]): readonly unknown[] => heard.map(({ data }) => data['event']);
/** How far an export is may be told more than once, where it takes its time: the last word stands for all. */
const stepsOf = (heard: readonly Heard[]): readonly Fields[] =>
  heard.map(({ data }) => data).filter(({ event }, at, all) => event !== 'job.progress' || all[at + 1]?.['event'] !== event);
const eventsOf = (heard: readonly Heard[]): readonly unknown[] => stepsOf(heard).map(({ event }) => event);

describe('channels of the server', () => {
  it('are those of the owner, and each event comes in its own', async () => {
    const client = house.client();
    const subscribed: string[] = [];
    client.centrifuge.on('subscribed', ({ channel, recoverable, positioned }) => {
      if (recoverable && positioned) subscribed.push(channel);
    });
    await client.ready();
    const { userUuid } = house;
    // A connection that breaks is made anew, with all of them.
    await expect
      .poll(() => [...new Set(subscribed)], PATIENCE)
      .toEqual([`exports:${userUuid}`, `webhooks:${userUuid}`, `user:${userUuid}`]);
    const { body: hook } = await house.rest.post('/api/v1/webhooks', {
      url: inbox.url,
      events: ['export.finished'],
      signingSecret: 'secret',
    });
    await house.rest.export(THREAD);
    await house.switchPlans(2);
    await expect.poll(() => new Set(client.heard.map(({ channel }) => channel)).size, PATIENCE).toBe(3);
    const [attempt] = client.heard.filter(({ channel }) => channel === `webhooks:${userUuid}`);
    const details = (attempt?.data['details'] ?? {}) as Fields;
    expect(attempt?.data).toEqual({
      version: 'v3-beta',
      event: 'webhook.event.created',
      guid: details['uuid'],
      status: '200',
      url: null,
      details: { uuid: expect.any(String), event: 'export.finished', responseCode: 200, webhookUrl: inbox.url },
    });
    const plans = (): readonly Fields[] => client.heard.filter(({ channel }) => channel === `user:${userUuid}`).map(({ data }) => data);
    await expect
      .poll(plans, PATIENCE)
      .toEqual(
        ['premium', 'business'].map((plan) => ({ type: 'subscription.updated', plan, action: 'created', timestamp: expect.any(Number) })),
      );
    await house.rest.ask('DELETE', `/api/v1/webhooks/${String(hook['uuid'])}`);
  });
});

describe('the channel of an export', () => {
  it('tells of it from its creation to its end, as that of all exports does', async () => {
    const client = house.client();
    await client.ready();
    house.gate.close();
    const { guid } = await house.rest.create(THREAD);
    const job = client.follow(`export.${guid}.job`);
    await job.subscription.ready(60_000);
    house.gate.open();
    const done = await house.rest.waitFor(guid, 'done');
    await expect.poll(() => eventsOf(job.heard), PATIENCE).toEqual(['job.progress', 'job.finished']);
    await expect.poll(() => eventsOf(client.heard), PATIENCE).toEqual(['job.created', 'job.progress', 'job.finished']);
    const about = { guid, url: THREAD };
    const totalExported = done.total_exported;
    expect(totalExported).toBeGreaterThan(0);
    const [created, progress, finished] = stepsOf(client.heard);
    expect(created).toEqual({
      version: 'v3-beta',
      event: 'job.created',
      guid,
      status: 'queueing',
      url: null,
      details: { ...about, status: 'queueing', download_url: null },
    });
    expect(progress).toEqual({
      version: 'v3-beta',
      event: 'job.progress',
      guid,
      status: 'progress',
      url: null,
      details: { ...about, status: 'progress', totalExported, total: done['total'], download_url: null },
      current: totalExported,
      total: expect.any(Number),
    });
    expect(finished).toEqual({
      version: 'v3-beta',
      event: 'job.finished',
      guid,
      status: 'done',
      url: done.download_link,
      details: {
        ...about,
        status: 'done',
        totalExported,
        total: done['total'],
        download_link: done.download_link,
        download_url: done.download_link,
        json_url: done.json_url,
      },
    });
    expect(stepsOf(job.heard)).toEqual([progress, finished]);
    expect((await fetch(String(finished?.['url']))).status).toBe(200);
  });

  it('tells of a failure, another attempt, and a stop', async () => {
    const client = house.client();
    await client.ready();
    const { guid } = await house.rest.create(GONE);
    const job = client.follow(`export.${guid}.job`);
    await expect.poll(() => namesOf(client.heard), PATIENCE).toEqual(['job.created', 'job.failed']);
    expect(named(client.heard, 'job.failed')).toMatchObject([
      { guid, status: 'error', url: null, details: { guid, status: 'error', url: GONE, error: expect.any(String) } },
    ]);
    await job.subscription.ready(60_000);
    house.gate.close();
    await house.rest.retry(guid);
    await expect.poll(() => named(job.heard, 'job.requeued'), PATIENCE).toMatchObject([{ guid, status: 'queueing', url: null }]);
    await house.rest.waitFor(guid, 'progress');
    await house.rest.stop(guid);
    await expect.poll(() => named(job.heard, 'job.stopped'), PATIENCE).toMatchObject([{ guid, status: 'stopped' }]);
    house.gate.open();
    await house.rest.delete(guid);
    await expect.poll(() => job.reports, PATIENCE).toEqual(['subscribed', 'unsubscribed 2000 server unsubscribe']);
  });

  it('tells of its conversions, and that of all exports of archives', async () => {
    const client = house.client();
    await client.ready();
    const { guid } = await house.rest.export(THREAD);
    // It is told a moment after its state says so.
    await expect.poll(() => namesOf(client.heard), PATIENCE).toContain('job.finished');
    const job = client.follow(`export.${guid}.job`);
    await job.subscription.ready(60_000);
    await house.rest.post(`/api/v1/jobs/${guid}/download`, { format: 'jsonl' });
    await expect.poll(() => namesOf(job.heard), PATIENCE).toEqual(['job.convert.done']);
    expect(job.heard[0]?.data).toMatchObject({ version: 'v3-beta', guid, status: 'done', url: expect.stringMatching(/\.jsonl$/) });
    const { body } = await house.rest.post('/api/v1/bulk-download', { guids: [guid] });
    await expect.poll(() => named(client.heard, 'bulk_download.ready'), PATIENCE).toHaveLength(1);
    const [ready] = named(client.heard, 'bulk_download.ready');
    expect(ready).toMatchObject({ version: 'v3-beta', guid: body['uuid'], status: 'ready', url: expect.stringMatching(/\.zip$/) });
    expect((await fetch(String(ready?.['url']))).status).toBe(200);
    expect(namesOf(job.heard)).toEqual(['job.convert.done']);
  });

  it.each([
    ['of an unknown export', 'export.00000000-0000-4000-8000-000000000000.job', 'unsubscribed 103 permission denied'],
    ['of somebody else', 'exports:00000000-0000-4000-8000-000000000000', 'unsubscribed 103 permission denied'],
    ['that is none', 'news:today', 'unsubscribed 102 unknown channel'],
  ])('%s is refused, and the connection stays', async (_what, channel, report) => {
    const client = house.client();
    await client.ready();
    const { reports } = client.follow(channel);
    await expect.poll(() => reports, PATIENCE).toEqual([report]);
    expect(client.reports).toEqual(['connecting 0 connect called', 'connected']);
  });
});

describe('questions of a client', () => {
  it('what was said, who is there, and what nobody offers', async () => {
    const [client, other] = [house.client(), house.client()];
    await client.ready();
    await other.ready();
    const { guid } = await house.rest.export(THREAD);
    await expect.poll(() => namesOf(client.heard), PATIENCE).toContain('job.finished');
    const channel = `export.${guid}.job`;
    const { subscription } = client.follow(channel);
    await subscription.ready(60_000);
    await other.follow(channel).subscription.ready(60_000);
    const history = await subscription.history({ limit: 10 });
    const told = history.publications.map(({ data }) => (data as Fields)['event']);
    expect([...new Set(told)]).toEqual(['job.created', 'job.progress', 'job.finished']);
    expect(history.offset).toBe(told.length);
    expect(Object.values((await subscription.presence()).clients).map(({ user }) => user)).toEqual([house.userUuid, house.userUuid]);
    expect(await subscription.presenceStats()).toEqual({ numClients: 2, numUsers: 1 });
    const notOffered = { code: 108, message: 'not available' };
    await expect(subscription.publish({ any: 'thing' })).rejects.toMatchObject(notOffered);
    await expect(client.centrifuge.rpc('any', {})).rejects.toMatchObject(notOffered);
    await expect(client.centrifuge.publish(`exports:${house.userUuid}`, {})).rejects.toMatchObject(notOffered);
    await expect(client.centrifuge.history('exports:other', { limit: 1 })).rejects.toMatchObject({ code: 103 });
    expect(client.reports).toEqual(['connecting 0 connect called', 'connected']);
  });
});
