import { setTimeout as delay } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerOptions } from 'ws';
import { createSocketTokens, type SocketGrant } from '#core/auth/socket-token.ts';
import type { Announcement } from '#core/events/define.ts';
import { jobGuidOf } from '#core/events/job.ts';
import type { Services } from '#core/operations/registry.ts';
import { sees } from '#core/operations/visibility.ts';
import { hearersOf } from '#core/team/hearers.ts';
import { channelsOf, jobChannel } from '#core/surfaces/realtime/channels.ts';
import { DISCONNECTS, UNSUBSCRIBED_BY_SERVER } from '#core/surfaces/realtime/codes.ts';
import type { Connection, ConnectionParts } from '#core/surfaces/realtime/connection.ts';
import { Hub, type Subscriber } from '#core/surfaces/realtime/hub.ts';
import { MAX_FRAME_BYTES, REALTIME_TIMES, type RealtimeTimes } from '#core/surfaces/realtime/limits.ts';
import type { StreamStart } from '#core/surfaces/realtime/stream.ts';

/** Where clients connect to. */
export const REALTIME_PATH = '/connection/websocket';

const JSON_PROTOCOL = 'centrifuge-json';
const PROTOBUF_PROTOCOL = 'centrifuge-protobuf';

/** Clients that are told of a shutdown have this long to close by themselves. */
const SHUTDOWN_MS = 500;

interface RealtimeParts {
  readonly services: Pick<
    Services,
    'announcer' | 'bulk' | 'config' | 'engine' | 'jobs' | 'members' | 'now' | 'settings' | 'signIn' | 'tokens' | 'vault' | 'webhooks'
  >;
  readonly times?: RealtimeTimes;
  onFault(error: unknown): void;
}

/** Events over WebSockets, in the protocol of Centrifugo. */
export interface Realtime {
  /** To be shared with the server of the port, which refuses foreign hosts and origins before. */
  readonly upgrade: {
    readonly path: string;
    handle(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  };
  /** From now on announcements carry numbers that all machines of a team share, the next one after that of `start`; null: none are heard for now. */
  startFrom(start: StreamStart | null): void;
  /** Tells every client that the service shuts down, and ends its connection. */
  close(): Promise<void>;
}

/**
 * Publishes what is announced, and remembers it for those who come back. The WebSocket library is loaded with the first
 * connection.
 */
export function createRealtime({ services, times = REALTIME_TIMES, onFault }: RealtimeParts): Realtime {
  const { announcer, engine, settings, now } = services;
  const hub = new Hub(times.historyMs, now);
  const connections = new Set<Connection>();
  const parts = connectionParts({ services, times, hub, onFault });
  /** Members who followed an export and see it no longer: it was shared before, or they were taken out. */
  const dismissBlind = (announcement: Announcement): void => {
    const guid = jobGuidOf(announcement);
    if (guid !== null) dismiss(jobChannel(guid), hub, ({ userUuid }) => userUuid !== settings.userUuid && !parts.knowsJob(guid, userUuid));
  };
  const stopListening = [
    announcer.subscribe((announcement) => {
      dismissBlind(announcement);
      hub.publish(
        channelsOf(announcement, [settings.userUuid, ...hearersOf(announcement, services)]),
        announcement.payload,
        announcement.number,
      );
    }),
    engine.subscribe(({ kind, job }) => {
      if (kind === 'removed') dismiss(jobChannel(job.guid), hub);
    }),
  ];
  let loading: Promise<(request: IncomingMessage, socket: Duplex, head: Buffer) => void> | null = null;
  let isClosed = false;
  return {
    upgrade: {
      path: REALTIME_PATH,
      handle(request, socket, head) {
        loading ??= loadAcceptor(parts, connections);
        loading
          .then((accept) => (isClosed ? socket.destroy() : accept(request, socket, head)))
          .catch((error: unknown) => {
            socket.destroy();
            onFault(error);
          });
      },
    },
    startFrom: (start) => hub.startFrom(start),
    async close() {
      isClosed = true;
      for (const stop of stopListening) stop();
      for (const connection of connections) connection.end(DISCONNECTS.shutdown);
      const deadline = AbortSignal.timeout(SHUTDOWN_MS);
      while (connections.size > 0 && !deadline.aborted) await delay(5);
      for (const connection of connections) connection.cut();
    },
  };
}

function connectionParts({ services, ...shared }: Required<RealtimeParts> & { readonly hub: Hub }): ConnectionParts {
  const { jobs, members, now, settings, signIn, tokens } = services;
  const socketTokens = createSocketTokens(services);
  const isStanding = ({ tokenUuid, window }: SocketGrant): boolean =>
    (tokenUuid === null || tokens.find(tokenUuid) !== null) && (window === undefined || signIn.isMarked(window));
  return {
    ...shared,
    userUuid: settings.userUuid,
    isStanding,
    knowsJob(guid, userUuid) {
      const job = jobs.find(guid);
      if (job === null || userUuid === settings.userUuid) return job !== null;
      const member = members.find(userUuid);
      return member !== null && sees(member, job);
    },
    now,
    async grantOf(token) {
      const grant = await socketTokens.verify(token);
      return grant !== null && isStanding(grant) ? grant : null;
    },
  };
}

async function loadAcceptor(parts: ConnectionParts, connections: Set<Connection>) {
  const [{ WebSocketServer: Server }, { Connection: Client }] = await Promise.all([
    import('ws'),
    import('#core/surfaces/realtime/connection.ts'),
  ]);
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    closeTimeout: parts.times.closeMs,
    handleProtocols: (offered) => [JSON_PROTOCOL, PROTOBUF_PROTOCOL].find((known) => offered.has(known)) ?? false,
  };
  const server = new Server(options);
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Client(webSocket, parts);
      connections.add(connection);
      webSocket.once('close', () => connections.delete(connection));
      // Accepted and ended with a final code: a client whose upgrade is refused would try again for ever.
      if (wantsProtobuf(request, webSocket.protocol)) connection.end(DISCONNECTS.inappropriateProtocol);
    });
}

function wantsProtobuf({ url = '/' }: IncomingMessage, protocol: string): boolean {
  return protocol === PROTOBUF_PROTOCOL || new URL(url, 'http://localhost').searchParams.get('cf_protocol') === 'protobuf';
}

/** Ends the subscriptions of a channel that has nothing more to say to them. */
function dismiss(channel: string, hub: Hub, isMeant: (subscriber: Subscriber) => boolean = () => true): void {
  const line = JSON.stringify({ push: { channel, unsubscribe: UNSUBSCRIBED_BY_SERVER } });
  for (const subscriber of hub.subscribers(channel).filter(isMeant)) {
    subscriber.push(line);
    subscriber.drop(channel);
  }
}
