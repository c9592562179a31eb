import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** A server that is silent for longer is left without its goodbye. */
const GOODBYE_MS = 1_000;

/** A connection that hears what is told on a channel. */
export interface Listening {
  readonly client: Client;
  /** Ends it, whatever the server does. */
  leave(): Promise<void>;
}

interface Listener {
  readonly channel: string;
  onPayload(payload: string): void;
  onFault(error: unknown): void;
  /** Ends it at whatever it is. */
  readonly signal: AbortSignal;
}

/** @throws the driver's error where it cannot listen; nothing of it is left then */
export async function listen(databaseUrl: string, { channel, onPayload, onFault, signal }: Listener): Promise<Listening> {
  const { default: pg } = await import('pg');
  signal.throwIfAborted();
  // Ours, since the driver waits for good for a server to close: what holds on to the process has to be cut then.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', onFault);
  client.on('notification', ({ payload = '' }) => {
    try {
      onPayload(payload);
    } catch (error) {
      // Whoever hears it looks into the database, which may be away again.
      onFault(error);
    }
  });
  let leaving: Promise<void> | null = null;
  const leave = async (): Promise<void> => {
    const said = client.end().catch(() => undefined);
    await Promise.race([said, delay(GOODBYE_MS, undefined, { ref: false })]);
    socket.destroy();
  };
  const leaveOnce = (): Promise<void> => (leaving ??= leave());
  const onAbort = (): void => void leaveOnce();
  signal.addEventListener('abort', onAbort);
  client.once('end', () => signal.removeEventListener('abort', onAbort));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    return { client, leave: leaveOnce };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
