import { Centrifuge, type Options, type PublicationContext, type ServerPublicationContext, type Subscription } from 'centrifuge';
import { WebSocket } from 'ws';

/**
 * The official client of the protocol as somebody else would use it, with what it reported. Moving it to another service
 * means changing the address.
 */

export type Fields = Readonly<Record<string, unknown>>;

export interface Heard {
  readonly channel: string;
  readonly offset: number | undefined;
  readonly data: Fields;
}

export interface RealtimeClient extends Disposable {
  readonly centrifuge: Centrifuge;
  /** Publications in channels that the server subscribed to, in order. */
  readonly heard: Heard[];
  /** What the client reported of itself, in order: `connected`, `error 109`, `disconnected 3005 connection expired`. */
  readonly reports: string[];
  /** The last report of each channel of the server: was it recovered? */
  readonly recoveries: Map<string, boolean>;
  ready(): Promise<void>;
  /** Subscribes, and keeps what is published in `heard` of the result. */
  follow(channel: string): { readonly subscription: Subscription; readonly heard: Heard[]; readonly reports: string[] };
}

export interface TokenSource {
  readonly token?: string;
  readonly getToken?: () => Promise<string>;
}

export function realtimeClient(wsUrl: string, source: TokenSource, options: Partial<Options> = {}): RealtimeClient {
  const centrifuge = new Centrifuge(wsUrl, { websocket: WebSocket, minReconnectDelay: 50, maxReconnectDelay: 200, ...source, ...options });
  const heard: Heard[] = [];
  const reports: string[] = [];
  const recoveries = new Map<string, boolean>();
  centrifuge
    .on('connecting', ({ code, reason }) => reports.push(`connecting ${code} ${reason}`))
    .on('connected', () => reports.push('connected'))
    .on('disconnected', ({ code, reason }) => reports.push(`disconnected ${code} ${reason}`))
    .on('error', ({ type, error }) => reports.push(`error ${type} ${error.code}`))
    .on('subscribed', ({ channel, wasRecovering, recovered }) => {
      if (wasRecovering) recoveries.set(channel, recovered);
    })
    .on('publication', (publication) => heard.push(heardOf(publication)));
  centrifuge.connect();
  return {
    centrifuge,
    heard,
    reports,
    recoveries,
    ready: () => centrifuge.ready(60_000),
    follow(channel) {
      const subscription = centrifuge.newSubscription(channel);
      const ofChannel = { subscription, heard: [] as Heard[], reports: [] as string[] };
      subscription
        .on('subscribed', ({ wasRecovering, recovered }) => ofChannel.reports.push(wasRecovering ? `recovered ${recovered}` : 'subscribed'))
        .on('unsubscribed', ({ code, reason }) => ofChannel.reports.push(`unsubscribed ${code} ${reason}`))
        .on('publication', (publication) => ofChannel.heard.push(heardOf(publication)));
      subscription.subscribe();
      return ofChannel;
    },
    [Symbol.dispose]: () => centrifuge.disconnect(),
  };
}

/** Sockets that take another way to the same service, and name it as their host. */
export function socketThrough(relayPort: number): new (address: string | URL) => WebSocket {
  return class extends WebSocket {
    constructor(address: string | URL) {
      const { host, pathname } = new URL(address);
      super(`ws://127.0.0.1:${relayPort}${pathname}`, { headers: { host } });
    }
  };
}

function heardOf({ channel, offset, data }: PublicationContext | ServerPublicationContext): Heard {
  return { channel, offset, data: data as Fields };
}
