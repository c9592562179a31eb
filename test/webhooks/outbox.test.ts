import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import { WEBHOOK_EVENTS, WEBHOOK_STATUS, type WebhookEventName, type WebhookStatus } from '#core/contract/webhook.ts';
import { type ApiStore, openApiStore } from '#core/store/store.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ONE_PAGE = { items: [comment('1'), comment('2')], total: 2 };

interface Stage extends AsyncDisposable {
  readonly room: EngineRoom;
  readonly puppet: Puppet;
  readonly api: ApiStore;
  addHook(events?: readonly WebhookEventName[], status?: WebhookStatus): string;
  /** Stored for a webhook, oldest first: event and the job's status in it. */
  stored(webhookUuid: string): readonly string[];
}

const opened: Stage[] = [];
afterEach(async () => {
  for (const stage of opened.splice(0)) await stage[Symbol.asyncDispose]();
});

function open(): Stage {
  const puppet = puppetPlatform();
  const room = openEngineRoom({ platforms: [puppet.platform] });
  const api = openApiStore(inFolder(room.dataDir), null);
  const stage: Stage = {
    room,
    puppet,
    api,
    addHook(events = WEBHOOK_EVENTS, status = WEBHOOK_STATUS.enabled) {
      const uuid = randomUUID();
      api.webhooks.insert({ uuid, url: 'https://example.com/', events, status, createdAtMs: 0 });
      return uuid;
    },
    stored: (webhookUuid) => api.outgoing.due(webhookUuid, Date.now(), 100).map(({ event, job }) => `${event} ${job?.status}`),
    async [Symbol.asyncDispose]() {
      api.close();
      await room[Symbol.asyncDispose]();
    },
  };
  opened.push(stage);
  return stage;
}

describe('what the engine stores for webhooks', () => {
  it('tells of the start and the end of an export', async () => {
    const { room, puppet, addHook, stored, api } = open();
    const hook = addHook();
    const { guid } = await room.createOne();
    expect(stored(hook)).toEqual(['export.created progress']);
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    expect(stored(hook)).toEqual(['export.created progress', 'export.finished done']);
    const [created, finished] = api.outgoing.due(hook, Date.now(), 10);
    expect(finished?.job).toMatchObject({ guid, exported: 2, files: [{ format: 'json' }] });
    expect(created?.eventId).not.toBe(finished?.eventId);
  });

  it('tells of a failure that stays', async () => {
    const { room, puppet, addHook, stored } = open();
    const hook = addHook();
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new PlatformRefusal('PRIVATE'));
    await room.until(guid, 'failed');
    expect(stored(hook)).toEqual(['export.created progress', 'export.failed error']);
  });

  it('tells of a requeue, not of the failure before it nor of the second start', async () => {
    const { room, puppet, addHook, stored } = open();
    const hook = addHook();
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new TransientFailure());
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    expect(stored(hook)).toEqual(['export.created progress', 'export.requeued queueing', 'export.finished done']);
  });

  it('tells of a retry by hand', async () => {
    const { room, puppet, addHook, stored } = open();
    const hook = addHook(['export.requeued']);
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new PlatformRefusal('PRIVATE'));
    await room.until(guid, 'failed');
    await room.engine.retry(guid);
    await puppet.next();
    expect(stored(hook)).toEqual(['export.requeued queueing']);
  });

  it('has nothing to tell of a stop', async () => {
    const { room, puppet, addHook, stored } = open();
    const hook = addHook();
    const { guid } = await room.createOne();
    await puppet.next();
    await room.engine.stop(guid);
    expect(stored(hook)).toEqual(['export.created progress']);
  });

  it('is for those who want it and are enabled', async () => {
    const { room, puppet, addHook, api, stored } = open();
    const some = addHook(['export.finished']);
    for (const status of [WEBHOOK_STATUS.disabled, WEBHOOK_STATUS.suspended]) addHook(WEBHOOK_EVENTS, status);
    const { guid } = await room.createOne();
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    expect(stored(some)).toEqual(['export.finished done']);
    expect(api.webhooks.summary()).toMatchObject({ total_events: 1 });
  });

  it('stands or falls with the change that it tells of', async () => {
    const { room, addHook, stored } = open();
    const hook = addHook();
    const job = await room.createOne();
    const change = (): never =>
      room.store.transaction(() => {
        room.store.outbox.add('export.finished', room.store.jobs.update(job.id, { status: 'done' }));
        throw new Error('the power fails');
      });
    expect(change).toThrow('the power fails');
    expect(room.job(job.guid).status).toBe('progress');
    expect(stored(hook)).toEqual(['export.created progress']);
  });
});
