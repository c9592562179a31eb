import { jobGuidOfChannel } from '#core/surfaces/realtime/channels.ts';
import { JOB_HISTORY, MAX_JOB_CHANNELS, OWNER_HISTORY } from '#core/surfaces/realtime/limits.ts';
import { ChannelStream, type StreamStart } from '#core/surfaces/realtime/stream.ts';

/** Between two searches for channels that nobody needs any more. */
const PRUNE_EVERY_MS = 60_000;
const PRUNE_WHEN_FULL_EVERY_MS = 1_000;

/** Who is subscribed. */
export interface Subscriber {
  /** Unique for each connection. */
  readonly clientId: string;
  readonly userUuid: string;
  /** One line of the protocol. */
  push(line: string): void;
  /** It is no longer subscribed to a channel. */
  drop(channel: string): void;
}

interface Subscription {
  readonly subscriber: Subscriber;
  /** True where it wants to hear who comes and goes. */
  readonly hearsOthers: boolean;
}

/** Who a subscriber is, as others see it. */
interface ClientInfo {
  readonly user: string;
  readonly client: string;
}

/** Channels: who hears them, and what was said in them lately. */
export class Hub {
  readonly #subscriptions = new Map<string, Map<string, Subscription>>();
  readonly #streams = new Map<string, ChannelStream>();
  readonly #historyMs: number;
  readonly #now: () => number;
  #prunedAtMs = 0;
  /** Null: each channel numbers what is published in it. */
  #shared: StreamStart | null = null;
  /** The highest number that was given from outside. */
  #reached = 0;

  constructor(historyMs: number, now: () => number) {
    this.#historyMs = historyMs;
    this.#now = now;
  }

  /**
   * From now on numbers come from outside, in a numbering that others share: nothing after `start` is missed. Null: nothing is heard of it any
   * more. What was kept is forgotten.
   */
  startFrom(start: StreamStart | null): void {
    this.#shared = start;
    this.#reached = start?.offset ?? 0;
    this.#streams.clear();
  }

  /** `data` is anything that is JSON. `number`: given from outside; null: it has none, and is said to those who are there. */
  publish(channels: readonly string[], data: unknown, number?: number | null): void {
    const dataJson = JSON.stringify(data);
    if (typeof number === 'number') this.#reached = Math.max(this.#reached, number);
    for (const channel of channels) {
      const json = number === null ? `{"data":${dataJson}}` : this.stream(channel).add(dataJson, this.#now(), number).json;
      this.#send(channel, `{"push":{"channel":${JSON.stringify(channel)},"pub":${json}}}`, () => true);
    }
    this.#prune();
  }

  /** The history of a channel, new where there is none. */
  stream(channel: string): ChannelStream {
    const stream = this.#streams.get(channel) ?? this.#newStream(channel);
    stream.reach(this.#reached);
    return stream;
  }

  #newStream(channel: string): ChannelStream {
    const limit = jobGuidOfChannel(channel) === null ? OWNER_HISTORY : JOB_HISTORY;
    const stream = new ChannelStream(limit, this.#historyMs, this.#now(), this.#shared ?? undefined);
    this.#streams.set(channel, stream);
    return stream;
  }

  subscribe(channel: string, subscriber: Subscriber, hearsOthers: boolean): void {
    const subscriptions = this.#subscriptions.get(channel) ?? new Map<string, Subscription>();
    subscriptions.set(subscriber.clientId, { subscriber, hearsOthers });
    this.#subscriptions.set(channel, subscriptions);
  }

  unsubscribe(channel: string, { clientId }: Subscriber): void {
    const subscriptions = this.#subscriptions.get(channel);
    if (subscriptions?.delete(clientId) !== true) return;
    this.stream(channel).usedAtMs = this.#now();
    if (subscriptions.size === 0) this.#subscriptions.delete(channel);
  }

  /** Tells those who want to know that somebody came or went. */
  tell(channel: string, what: 'join' | 'leave', subscriber: Subscriber): void {
    const line = JSON.stringify({ push: { channel, [what]: { info: infoOf(subscriber) } } });
    this.#send(channel, line, ({ hearsOthers }) => hearsOthers);
  }

  subscribers(channel: string): readonly Subscriber[] {
    return [...(this.#subscriptions.get(channel)?.values() ?? [])].map(({ subscriber }) => subscriber);
  }

  presence(channel: string): Readonly<Record<string, ClientInfo>> {
    return Object.fromEntries(this.subscribers(channel).map((subscriber) => [subscriber.clientId, infoOf(subscriber)]));
  }

  #send(channel: string, line: string, wants: (subscription: Subscription) => boolean): void {
    for (const subscription of this.#subscriptions.get(channel)?.values() ?? []) {
      if (wants(subscription)) subscription.subscriber.push(line);
    }
  }

  /** Forgets channels of exports without subscribers: those that are quiet for long, and the quietest of too many. */
  #prune(): void {
    const nowMs = this.#now();
    const isFull = this.#streams.size > 2 * MAX_JOB_CHANNELS;
    if (nowMs - this.#prunedAtMs < (isFull ? PRUNE_WHEN_FULL_EVERY_MS : PRUNE_EVERY_MS)) return;
    this.#prunedAtMs = nowMs;
    const unheard = [...this.#streams]
      .filter(([channel]) => jobGuidOfChannel(channel) !== null && !this.#subscriptions.has(channel))
      .toSorted(([, one], [, other]) => other.usedAtMs - one.usedAtMs);
    const kept = unheard.filter(([, { usedAtMs }], index) => index < MAX_JOB_CHANNELS && usedAtMs > nowMs - this.#historyMs);
    for (const [channel, { newest }] of unheard.slice(kept.length)) {
      this.#streams.delete(channel);
      // A channel of this name that is made anew knows nothing of what was forgotten.
      if (this.#shared !== null && newest > this.#shared.offset) this.#shared = { ...this.#shared, offset: newest };
    }
  }
}

function infoOf({ userUuid, clientId }: Subscriber): ClientInfo {
  return { user: userUuid, client: clientId };
}
