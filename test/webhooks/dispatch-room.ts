import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { JobRecord } from '#core/contract/job-record.ts';
import { WEBHOOK_EVENTS, WEBHOOK_STATUS, type WebhookBody, webhookBodySchema, type WebhookEventName } from '#core/contract/webhook.ts';
import { callOperation } from '#core/operations/call.ts';
import { operationNamed } from '#core/operations/registry.ts';
import type { WebhookMessageRecord } from '#core/webhooks/ports.ts';
import type { Answer, Delivery } from '#core/webhooks/deliver.ts';
import { type DispatcherParts, WebhookDispatcher } from '#core/webhooks/dispatcher.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';

export const BASE_URL = 'http://127.0.0.1:4780';
export const HOOK = 'https://example.com/hook';
export const OK: Answer = { responseCode: 200, error: null };
export const DOWN: Answer = { responseCode: 503, error: 'The receiver answered 503.' };

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

/** A dispatcher over the real stores, with a clock and a receiver that the test plays. It has been started. */
export class DispatchRoom {
  readonly services = fakeServices();
  readonly receiver = new Receiver();
  readonly faults: unknown[] = [];
  dispatcher = this.newDispatcher();

  constructor() {
    this.dispatcher.start(BASE_URL);
  }

  newDispatcher(parts: Partial<DispatcherParts> = {}): WebhookDispatcher {
    const { queue, vault, announcer, now } = this.services;
    return new WebhookDispatcher({
      queue,
      vault,
      announcer,
      retryScale: 1,
      deliver: (delivery) => this.receiver.deliver(delivery),
      now,
      random: () => 0.5,
      onFault: (error) => this.faults.push(error),
      ...parts,
    });
  }

  /** In place of the one that was started. */
  restart(parts: Partial<DispatcherParts> = {}): void {
    this.dispatcher.close();
    this.dispatcher = this.newDispatcher(parts);
    this.dispatcher.start(BASE_URL);
  }

  async after(ms: number): Promise<void> {
    this.services.clock.nowMs += ms;
    this.dispatcher.wake();
    await settled();
  }

  addHook(url = HOOK, events: readonly WebhookEventName[] = WEBHOOK_EVENTS): string {
    const uuid = randomUUID();
    this.services.vault.set(webhookSecretName(uuid), 's3cret');
    this.services.webhooks.insert({ uuid, url, events, status: WEBHOOK_STATUS.enabled, createdAtMs: this.services.now() });
    return uuid;
  }

  async newJob(): Promise<JobRecord> {
    const input = { url: 'https://tubular.com/watch/abc', options: { replies: true } };
    await callOperation(operationNamed('jobs.create'), input, contextOf(this.services));
    const [job] = this.services.jobs.list({ page: 1, limit: 1 });
    if (job) return job;
    throw new Error('no job was created');
  }

  /** Something happens to a new job, or to this one. */
  async happen(event: WebhookEventName, job?: JobRecord): Promise<void> {
    this.services.outbox.add(event, job ?? (await this.newJob()));
    await this.after(0);
  }

  /** Newest first. */
  records(): readonly WebhookMessageRecord[] {
    return this.services.webhooks.messages({ page: 1, limit: 100, webhookUuid: null, event: null, messageId: null });
  }

  bodies(): WebhookBody[] {
    return this.receiver.calls.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
  }
}

/** Lets what was begun come to rest. */
export async function settled(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}
