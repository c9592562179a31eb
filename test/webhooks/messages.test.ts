import { beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '#core/config/version.ts';
import { WEBHOOK_STATUS } from '#core/contract/webhook.ts';
import { BASE_URL, DispatchRoom, DOWN, HOOK, settled } from '#test/webhooks/dispatch-room.ts';

let room: DispatchRoom;
beforeEach(() => {
  room = new DispatchRoom();
  return () => room.dispatcher.close();
});

describe('what is sent', () => {
  it('is the flat body with the job as it was then, signed, once for each webhook', async () => {
    room.addHook();
    room.addHook('https://example.org/other', ['export.finished']);
    room.addHook('https://example.net/none', ['export.failed']);
    const job = await room.newJob();
    await room.happen('export.finished', {
      ...job,
      status: 'done',
      exported: 7,
      replies: 3,
      platformTotal: 9,
      files: [{ format: 'xlsx', name: 'a.xlsx', bytes: 1 }],
    });
    expect(room.receiver.calls.map(({ url }) => url).toSorted()).toEqual([HOOK, 'https://example.org/other']);
    const [first, second] = room.bodies();
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
    const [{ headers } = { headers: {} }] = room.receiver.calls;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `Commentdock/${VERSION}`,
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
    room.addHook();
    await room.happen(event);
    expect(room.bodies()).toMatchObject([{ event, status }]);
  });

  it('names the failure', async () => {
    room.addHook();
    await room.happen('export.failed', { ...(await room.newJob()), status: 'error', error: 'It is private.', errorCode: 'PRIVATE' });
    expect(room.bodies()).toMatchObject([{ error: 'It is private.', error_message: 'It is private.', error_code: 'PRIVATE' }]);
  });

  it('waits while no service runs, and is nothing where no webhook wants it', async () => {
    room.dispatcher.close();
    room.dispatcher = room.newDispatcher();
    await room.happen('export.created');
    expect(room.records()).toEqual([]);
    room.addHook();
    await room.happen('export.created');
    expect([room.records().length, room.receiver.calls.length]).toEqual([1, 0]);
    room.dispatcher.start(BASE_URL);
    await settled();
    expect(room.receiver.calls).toHaveLength(1);
  });

  it('goes to enabled webhooks alone', async () => {
    const uuid = room.addHook();
    for (const status of [WEBHOOK_STATUS.disabled, WEBHOOK_STATUS.suspended]) {
      room.services.webhooks.update(uuid, { status });
      await room.happen('export.created');
    }
    expect(room.records()).toEqual([]);
  });

  it('is announced try by try', async () => {
    const announced: unknown[] = [];
    room.services.announcer.subscribe(({ audience, payload }) => announced.push({ audience, payload }));
    room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    const uuid = room.records()[0]?.uuid;
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
