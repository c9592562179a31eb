import type { WebhookDelivery, WebhookStore } from '#core/webhooks/ports.ts';
import { openInMemory } from '#core/store/database.ts';
import { createOutbox, createOutgoingQueue } from '#core/store/outbox.ts';
import { createWebhookStore } from '#core/store/webhooks.ts';
import type { OutboxStore } from '#core/engine/ports.ts';
import type { OutgoingQueue } from '#core/webhooks/outgoing.ts';

/** A delivery without a network: every call is answered with `responseCode`. */
export interface FakeDelivery extends WebhookDelivery {
  responseCode: number;
  wakes: number;
}

export interface MemoryWebhooks {
  readonly webhooks: WebhookStore;
  readonly outbox: OutboxStore;
  readonly queue: OutgoingQueue;
}

/** The real stores on a database in memory. */
export function memoryWebhooks(now: () => number, connection = openInMemory()): MemoryWebhooks {
  return { webhooks: createWebhookStore(connection), outbox: createOutbox(connection, now), queue: createOutgoingQueue(connection) };
}

export function fakeDelivery(queue: OutgoingQueue, now: () => number): FakeDelivery {
  const delivery: FakeDelivery = {
    responseCode: 200,
    wakes: 0,
    wake: () => void (delivery.wakes += 1),
    async callOnce(uuid) {
      const message = queue.find(uuid);
      if (message === null) return;
      const { responseCode } = delivery;
      const isDelivered = responseCode >= 200 && responseCode < 300;
      const error = isDelivered ? null : `The receiver answered ${responseCode}.`;
      queue.settle(message, {
        outcome: isDelivered ? 'delivered' : 'failed',
        responseCode,
        error,
        atMs: now(),
        elapsedMs: 12,
        nextCallAtMs: null,
      });
    },
  };
  return delivery;
}
