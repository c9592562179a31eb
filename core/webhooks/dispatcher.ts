import { VERSION } from '#core/config/version.ts';
import type { Duty } from '#core/contract/duty.ts';
import { asCommentdockError, CommentdockError, DatabaseAway } from '#core/contract/error.ts';
import { SUSPENDED_AFTER_FAILURES } from '#core/contract/webhook.ts';
import type { Announcer } from '#core/events/define.ts';
import { webhookAttempt, webhookEventCreated } from '#core/events/webhook-delivery.ts';
import { presentJob } from '#core/exports/presentation.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { WebhookDelivery } from '#core/webhooks/ports.ts';
import { webhookBody } from '#core/webhooks/body.ts';
import type { Answer, Delivery } from '#core/webhooks/deliver.ts';
import type { Outcome, OutgoingMessage, OutgoingQueue } from '#core/webhooks/outgoing.ts';
import { retryWaitMs } from '#core/webhooks/retry-waits.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { signatureHeaders } from '#core/webhooks/sign.ts';

/** Messages on their way to one webhook at the same time. */
const LANES = 4;
/** So many due messages are looked at to fill the lanes. */
const LOOK_AHEAD = 32;
/** The clock is looked at again at least this often: timers do not run while the machine sleeps. */
const LONGEST_NAP_MS = 60_000;
/** Who may have to send in place of another looks this often. */
const STAND_IN_NAP_MS = 2_000;
/** Where the database of a team is away, what is due is looked at again so soon. */
const AWAY_NAP_MS = 500;
/** A message whose try could not be noted is left alone for so long; as every wait, times `retryScale`. */
const HOLD_MS = 60_000;

const GONE = 410;

export interface DispatcherParts {
  readonly queue: OutgoingQueue;
  readonly vault: SecretVault;
  readonly announcer: Announcer;
  /** Left out: nobody else sends. */
  readonly duty?: Duty;
  /** Multiplies every wait between two tries. */
  readonly retryScale: number;
  deliver(delivery: Delivery): Promise<Answer>;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Told what should not happen: the queue cannot be read or written. */
  onFault(error: unknown): void;
}

/**
 * Sends what the outbox holds. A message stays due until its try is noted, so that a crash in between sends it again under
 * the same message id (at least once); in one process no message is on its way twice. Messages about one job go in order.
 */
export class WebhookDispatcher implements WebhookDelivery {
  readonly #parts: DispatcherParts;
  readonly #onTheWay = new Map<string, OutgoingMessage>();
  readonly #closing = new AbortController();
  #baseUrl: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When it was last looked for what a clock that was ahead had planned; before the first time, never. */
  #lookedMs = -Infinity;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Begins to send what is due. `baseUrl`: of the links in the messages, without a slash at the end. */
  start(baseUrl: string): void {
    this.#baseUrl = baseUrl;
    this.wake();
  }

  wake(): void {
    const baseUrl = this.#baseUrl;
    if (baseUrl === null || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    const nowMs = this.#parts.now();
    const { keptMs = null } = this.#parts.duty ?? {};
    // In time for two more that fail.
    const longestNapMs = keptMs === null ? LONGEST_NAP_MS : Math.min(LONGEST_NAP_MS, keptMs / 4);
    let napMs = longestNapMs;
    try {
      if (this.#parts.duty?.isOurs() === false) {
        this.#timer = setTimeout(() => this.wake(), STAND_IN_NAP_MS).unref();
        return;
      }
      // Whenever the clock was put back: a wait of minutes would last as long as it was ahead.
      if (Math.abs(nowMs - this.#lookedMs) >= LONGEST_NAP_MS) {
        this.#parts.queue.forgetFuture(nowMs);
        this.#lookedMs = nowMs;
      }
      this.#sendDue(baseUrl, nowMs);
      const nextMs = this.#parts.queue.nextDueAtMs(nowMs);
      if (nextMs !== null) napMs = Math.min(nextMs - nowMs, longestNapMs);
    } catch (error) {
      this.#parts.onFault(error);
      if (error instanceof DatabaseAway) napMs = AWAY_NAP_MS;
    }
    this.#timer = setTimeout(() => this.wake(), napMs).unref();
  }

  async callOnce(messageUuid: string): Promise<void> {
    const message = this.#parts.queue.find(messageUuid);
    if (message !== null) await this.#try(message, message.body ?? '', 'once');
  }

  /** What is on its way is broken off and stays due. */
  close(): void {
    this.#closing.abort(new Error('the service is closing'));
    clearTimeout(this.#timer);
  }

  #sendDue(baseUrl: string, nowMs: number): void {
    const { queue } = this.#parts;
    for (const webhook of queue.webhooksDue(nowMs)) {
      const onTheWay = [...this.#onTheWay.values()].filter((message) => message.webhook.uuid === webhook.uuid);
      const busyJobs = new Set(onTheWay.map(({ jobGuid }) => jobGuid));
      // No more than the failures that are left until it is suspended.
      let free = Math.min(LANES, SUSPENDED_AFTER_FAILURES - webhook.failures) - onTheWay.length;
      for (const message of queue.due(webhook.uuid, nowMs, LOOK_AHEAD)) {
        if (free <= 0) break;
        if (this.#onTheWay.has(message.uuid) || busyJobs.has(message.jobGuid)) continue;
        busyJobs.add(message.jobGuid);
        free -= 1;
        void this.#send(message, baseUrl);
      }
    }
  }

  async #send(message: OutgoingMessage, baseUrl: string): Promise<void> {
    this.#onTheWay.set(message.uuid, message);
    let holdMs = 0;
    try {
      await this.#try(message, message.body ?? this.#writeBody(message, baseUrl), 'again');
    } catch (error) {
      this.#parts.onFault(error);
      holdMs = error instanceof DatabaseAway ? AWAY_NAP_MS : HOLD_MS * this.#parts.retryScale;
    }
    const release = (): void => {
      this.#onTheWay.delete(message.uuid);
      this.wake();
    };
    if (holdMs === 0) release();
    else setTimeout(release, holdMs).unref();
  }

  /** Every try sends the same body, also after a restart on another port. */
  #writeBody(message: OutgoingMessage, baseUrl: string): string {
    if (message.job === null) throw new Error(`The message ${message.uuid} has neither a job nor a body.`);
    const body = JSON.stringify(webhookBody(message, presentJob(message.job, { baseUrl })));
    this.#parts.queue.writeBody(message.uuid, body);
    return body;
  }

  /** `again`: a failure is tried again later. */
  async #try(message: OutgoingMessage, body: string, further: 'again' | 'once'): Promise<void> {
    const { queue, announcer, now, random, retryScale } = this.#parts;
    const startedMs = now();
    const { responseCode, error } = await this.#call(message, body);
    // Broken off: neither a success nor the receiver's failure.
    if (this.#closing.signal.aborted) return;
    const outcome: Outcome = error === null ? 'delivered' : responseCode === GONE ? 'gone' : 'failed';
    const waitMs = outcome === 'failed' && further === 'again' ? retryWaitMs(message.tries + 1, retryScale, random) : null;
    const atMs = now();
    queue.settle(message, {
      outcome,
      responseCode,
      error,
      atMs,
      elapsedMs: Math.max(0, atMs - startedMs),
      nextCallAtMs: waitMs === null ? null : atMs + waitMs,
    });
    const { uuid, event, webhook } = message;
    announcer.announce(webhookEventCreated, webhookAttempt({ uuid, event, responseCode, webhookUrl: webhook.url }));
  }

  async #call(message: OutgoingMessage, body: string): Promise<Answer> {
    const { vault, deliver, now } = this.#parts;
    const { webhook, event, messageId } = message;
    try {
      const secret = vault.get(webhookSecretName(webhook.uuid));
      if (secret === null) throw new CommentdockError('INVALID_REQUEST', 'The webhook has no signing secret. Set one by updating it.');
      const headers = {
        'content-type': 'application/json',
        'user-agent': `Commentdock/${VERSION}`,
        'x-webhook-event': event,
        'x-webhook-id': messageId,
        ...signatureHeaders({ secret, messageId, body, atMs: now() }),
      };
      return await deliver({ url: webhook.url, headers, body, signal: this.#closing.signal });
    } catch (error) {
      return { responseCode: 0, error: asCommentdockError(error).message };
    }
  }
}
