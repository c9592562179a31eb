import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_STATUS } from '#core/contract/webhook.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { BASE_URL, DispatchRoom, DOWN, OK, settled } from '#test/webhooks/dispatch-room.ts';

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

let room: DispatchRoom;
beforeEach(() => {
  room = new DispatchRoom();
  return () => room.dispatcher.close();
});

describe('tries', () => {
  it('follow the schedule under one message id and one body, then end', async () => {
    const uuid = room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    for (const [index, waitMs] of RETRY_AFTER_MS.entries()) {
      expect(room.records()).toMatchObject([
        {
          calls: index + 1,
          responseCode: 503,
          error: DOWN.error,
          lastCallAtMs: room.services.now(),
          nextCallAtMs: room.services.now() + waitMs,
        },
      ]);
      await room.after(waitMs - 1);
      expect(room.receiver.calls).toHaveLength(index + 1);
      await room.after(1);
      expect(room.receiver.calls).toHaveLength(index + 2);
    }
    expect(room.records()).toMatchObject([{ calls: 10, nextCallAtMs: null }]);
    await room.after(1_000 * HOUR_MS);
    expect(room.receiver.calls).toHaveLength(10);
    expect(new Set(room.receiver.ids()).size).toBe(1);
    expect(new Set(room.receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect(room.services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 0 });
  });

  it('end with the first success', async () => {
    const uuid = room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    room.receiver.answer = OK;
    await room.after(5_000);
    await room.after(HOUR_MS);
    expect(room.records()).toMatchObject([{ calls: 2, responseCode: 200, error: null, nextCallAtMs: null }]);
    expect(room.services.webhooks.find(uuid)).toMatchObject({ delivered: 1, lastCallAtMs: room.services.now() - HOUR_MS });
    expect(room.services.webhooks.summary()).toEqual({
      total_webhooks: 1,
      active_webhooks: 1,
      total_events: 1,
      successful_deliveries: 1,
      failed_deliveries: 0,
    });
  });

  it('keep their body when the service comes back on another port', async () => {
    room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    room.dispatcher.close();
    room.dispatcher = room.newDispatcher();
    room.dispatcher.start('http://127.0.0.1:9999');
    await room.after(5_000);
    expect(room.receiver.calls).toHaveLength(2);
    expect(room.receiver.calls[0]?.body).toBe(room.receiver.calls[1]?.body);
    expect(room.receiver.calls[1]?.body).toContain(BASE_URL);
  });

  it.each(['while it runs', 'before its start'])('do not wait for a clock that was ahead and is put back %s', async (when) => {
    room.addHook();
    room.receiver.answer = DOWN;
    await room.after(200 * 24 * HOUR_MS);
    await room.happen('export.created');
    room.receiver.answer = OK;
    if (when === 'before its start') room.dispatcher.close();
    await room.after(-200 * 24 * HOUR_MS);
    if (when === 'before its start') {
      room.dispatcher = room.newDispatcher();
      room.dispatcher.start(BASE_URL);
      await settled();
    }
    expect(room.records()).toMatchObject([{ calls: 2, responseCode: 200, nextCallAtMs: null }]);
  });

  it('do not wait for a clock that was ahead where nobody looked meanwhile', async () => {
    room.addHook();
    room.services.clock.nowMs += 24 * HOUR_MS;
    room.services.outbox.add('export.created', await room.newJob());
    room.services.clock.nowMs -= 24 * HOUR_MS;
    for (let minutes = 0; minutes < 2; minutes += 1) await room.after(MINUTE_MS);
    expect(room.records()).toMatchObject([{ calls: 1, responseCode: 200 }]);
  });

  it('wait as ever where the clock is put back by seconds, and after a restart', async () => {
    room.addHook();
    room.receiver.answer = DOWN;
    await room.happen('export.created');
    await room.after(-2_000);
    room.restart();
    await settled();
    expect(room.receiver.calls).toHaveLength(1);
  });

  it('fail where there is nothing to sign with', async () => {
    const uuid = room.addHook();
    room.services.vault.remove(webhookSecretName(uuid));
    await room.happen('export.created');
    expect(room.receiver.calls).toEqual([]);
    expect(room.records()).toMatchObject([{ calls: 1, responseCode: 0, error: expect.stringContaining('signing secret') }]);
  });
});

describe('one try by hand', () => {
  /** As the test of a webhook stores it. */
  function addTest(): string {
    const ids = { uuid: randomUUID(), webhookUuid: room.addHook(), event: 'export.created', eventId: 'evt_1', messageId: 'msg_1' } as const;
    room.services.webhooks.insertMessage({ ...ids, body: '{"test":true}', createdAtMs: room.services.now() });
    return ids.uuid;
  }

  it('is made at once and never again, and tells how long it took', async () => {
    const uuid = addTest();
    room.receiver.answer = DOWN;
    room.receiver.held = true;
    const called = room.dispatcher.callOnce(uuid);
    room.services.clock.nowMs += 1_234;
    await room.receiver.release();
    await called;
    expect(room.records()).toMatchObject([{ calls: 1, error: DOWN.error, lastCallMs: 1_234, nextCallAtMs: null }]);
    await room.after(1_000 * HOUR_MS);
    expect(room.receiver.calls.map(({ body }) => body)).toEqual(['{"test":true}']);
  });

  it('took no time where the clock was put back meanwhile', async () => {
    const uuid = addTest();
    room.receiver.held = true;
    const called = room.dispatcher.callOnce(uuid);
    room.services.clock.nowMs -= 5_000;
    await room.receiver.release();
    await called;
    expect(room.records()).toMatchObject([{ calls: 1, error: null, lastCallMs: 0 }]);
  });

  it('of a message that is gone is none', async () => {
    await room.dispatcher.callOnce(randomUUID());
    expect(room.receiver.calls).toEqual([]);
  });
});

describe('a webhook that fails', () => {
  it('is suspended after exactly 30 failed tries in a row, and nothing more goes there', async () => {
    const uuid = room.addHook();
    room.receiver.answer = DOWN;
    for (let index = 0; index < 40; index += 1) room.services.outbox.add('export.created', await room.newJob());
    room.dispatcher.wake();
    await settled();
    for (let index = 0; index < 20; index += 1) await settled();
    expect(room.receiver.calls).toHaveLength(30);
    expect(room.services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.suspended });
    await room.after(100 * HOUR_MS);
    expect(room.receiver.calls).toHaveLength(30);
    expect(room.services.webhooks.summary()).toMatchObject({
      total_events: 40,
      successful_deliveries: 0,
      failed_deliveries: 30,
      active_webhooks: 0,
    });
  });

  it('starts to count anew when it is enabled, and gets what waited', async () => {
    const uuid = room.addHook();
    room.receiver.answer = DOWN;
    for (let index = 0; index < 40; index += 1) room.services.outbox.add('export.created', await room.newJob());
    for (let index = 0; index < 20; index += 1) await room.after(0);
    room.services.webhooks.update(uuid, { status: WEBHOOK_STATUS.enabled });
    room.receiver.answer = OK;
    for (let index = 0; index < 30; index += 1) await room.after(HOUR_MS);
    expect(room.services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 40 });
    expect(new Set(room.receiver.ids()).size).toBe(40);
  });

  it('is not suspended where a success comes in between', async () => {
    const uuid = room.addHook();
    for (let index = 0; index < 62; index += 1) {
      room.receiver.answer = index === 29 || index === 59 ? OK : DOWN;
      await room.happen('export.created');
    }
    expect(room.services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.enabled, delivered: 2 });
  });

  it('is disabled by 410, and that message is not tried again', async () => {
    const uuid = room.addHook();
    room.receiver.answer = { responseCode: 410, error: 'The room.receiver answered 410.' };
    await room.happen('export.created');
    expect(room.services.webhooks.find(uuid)).toMatchObject({ status: WEBHOOK_STATUS.disabled });
    room.services.webhooks.update(uuid, { status: WEBHOOK_STATUS.enabled });
    await room.after(100 * HOUR_MS);
    expect(room.receiver.calls).toHaveLength(1);
    expect(room.records()).toMatchObject([{ responseCode: 410, nextCallAtMs: null }]);
  });

  it('does not hold up another one', async () => {
    room.addHook('https://example.com/slow');
    room.addHook('https://example.org/quick');
    room.receiver.held = true;
    for (let index = 0; index < 6; index += 1) await room.happen('export.created');
    const perHook = Map.groupBy(room.receiver.calls, ({ url }) => url);
    expect([...perHook.values()].map((calls) => calls.length)).toEqual([4, 4]);
  });
});

describe('what is on its way', () => {
  it('is not sent twice, and messages about one job keep their order', async () => {
    room.addHook();
    const job = await room.newJob();
    room.receiver.held = true;
    await room.happen('export.created', job);
    await room.happen('export.requeued', job);
    await room.happen('export.finished', job);
    for (let index = 0; index < 3; index += 1) room.dispatcher.wake();
    expect(room.bodies().map(({ event }) => event)).toEqual(['export.created']);
    await room.receiver.release();
    await room.receiver.release();
    await room.receiver.release();
    expect(room.bodies().map(({ event }) => event)).toEqual(['export.created', 'export.requeued', 'export.finished']);
    expect(room.records().map(({ calls }) => calls)).toEqual([1, 1, 1]);
  });

  it('stays due when the service ends, and goes again under the same id', async () => {
    room.addHook();
    room.receiver.held = true;
    await room.happen('export.created');
    room.dispatcher.close();
    await room.receiver.release();
    expect(room.records()).toMatchObject([{ calls: 0, nextCallAtMs: room.services.now() }]);
    room.receiver.held = false;
    room.dispatcher = room.newDispatcher();
    room.dispatcher.start(BASE_URL);
    await settled();
    expect(room.receiver.calls).toHaveLength(2);
    expect(new Set(room.receiver.ids()).size).toBe(1);
    expect(room.records()).toMatchObject([{ calls: 1, nextCallAtMs: null }]);
  });

  it('is resent all the same where that is asked for meanwhile', async () => {
    room.addHook();
    room.receiver.held = true;
    await room.happen('export.created');
    room.services.webhooks.resend(room.records()[0]?.uuid ?? '', room.services.now());
    await room.receiver.release();
    await room.receiver.release();
    expect(room.receiver.calls).toHaveLength(2);
    expect(new Set(room.receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect(room.records()).toMatchObject([{ calls: 2, nextCallAtMs: null }]);
  });

  it('leaves nothing behind where its webhook is deleted', async () => {
    const uuid = room.addHook();
    room.receiver.held = true;
    await room.happen('export.created');
    room.services.webhooks.remove(uuid);
    await room.receiver.release();
    expect([room.records(), room.faults]).toEqual([[], []]);
  });

  it('is left alone for a while where its try cannot be noted', async () => {
    const settle = (): never => {
      throw new Error('the disk is full');
    };
    room.restart({ queue: { ...room.services.queue, settle } });
    room.addHook();
    await room.happen('export.created');
    for (let index = 0; index < 5; index += 1) await room.after(1);
    expect(room.receiver.calls).toHaveLength(1);
    expect(room.faults).toEqual([new Error('the disk is full')]);
  });
});
