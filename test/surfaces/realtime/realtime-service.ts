import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createSocketTokens } from '#core/auth/socket-token.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import { subscriptionUpdated } from '#core/events/subscription.ts';
import type { Services } from '#core/operations/registry.ts';
import { announceChanges } from '#core/exports/announcements.ts';
import { REALTIME_TIMES, type RealtimeTimes } from '#core/surfaces/realtime/limits.ts';
import { createRealtime, type Realtime, REALTIME_PATH } from '#core/surfaces/realtime/server.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { fakeServices } from '#test/operations/fake-services.ts';

export const OWNER = '0b9dbb5e-1d6c-4f0a-9c0c-9a7b8d1f2a10';
export const ACCOUNT = `user:${OWNER}`;
export const EXPORTS = `exports:${OWNER}`;

const NEW_JOB: Omit<NewJob, 'guid'> = {
  url: 'https://tubular.com/watch/abc',
  options: jobOptionsSchema.parse({}),
  platform: 'tubular',
  target: { target: 'watch', params: { id: 'abc' }, type: 'comments', selector: 'own', url: 'https://tubular.com/watch/abc' },
  plan: 'business',
  formats: ['xlsx'],
  sandbox: false,
  batchId: null,
  tokenUuid: null,
};

export type Line = Readonly<Record<string, unknown>>;

export interface RealtimeService extends AsyncDisposable {
  readonly services: Services;
  readonly realtime: Realtime;
  readonly port: number;
  readonly wsUrl: string;
  /** Unexpected errors; none in a test that passes. */
  readonly faults: readonly unknown[];
  token(tokenUuid?: string | null, ttlSeconds?: number): Promise<string>;
  /** A new export, which its listeners are told of. */
  newJob(): Promise<JobRecord>;
  /** Tells what happened to an export. */
  tell(kind: JobChange['kind'], job: JobRecord): void;
  /** Moves the clock of the service; its timers run as ever. */
  advance(ms: number): void;
  /** Announces that the plan changed; `timestamp` tells one from another. */
  announce(timestamp: number): void;
  /** A socket that speaks the protocol line by line. */
  open(path?: string, protocols?: readonly string[]): Promise<RawClient>;
  /** A socket that is connected as the owner, with the result of its connect command. */
  connected(connect?: Line): Promise<RawClient & { readonly result: Line }>;
}

/** The realtime surface behind the guard of the REST server, over made-up services. */
export async function startRealtimeService(
  times: Partial<RealtimeTimes> = {},
  env: Readonly<Record<string, string>> = {},
  progressIntervalMs?: number,
): Promise<RealtimeService> {
  const { engine, ...made } = fakeServices({ env: { COMMENTDOCK_PORT: '0', ...env } });
  const listeners = new Set<(change: JobChange) => void>();
  const subscribe: EnginePort['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let skewMs = 0;
  const services = { ...made, engine: { ...engine, subscribe }, now: () => Date.now() + skewMs };
  const faults: unknown[] = [];
  const realtime = createRealtime({ services, times: { ...REALTIME_TIMES, ...times }, onFault: (error) => faults.push(error) });
  const rest = await startRest({ services, ownerSecret: null, upgrades: [realtime.upgrade] });
  const pace = progressIntervalMs === undefined ? {} : { progressIntervalMs };
  const stop = announceChanges({ engine: services.engine, announcer: services.announcer, baseUrl: rest.url, ...pace });
  const origin = rest.url.replace(/^http/, 'ws');
  const clients: RawClient[] = [];
  const tell = (kind: JobChange['kind'], job: JobRecord): void => listeners.forEach((listener) => listener({ kind, job }));
  const token = (tokenUuid: string | null = null, ttlSeconds = services.config.realtimeTtlSeconds): Promise<string> =>
    createSocketTokens({ ...services, config: { realtimeTtlSeconds: ttlSeconds } }).issue(tokenUuid);
  // Loads what a first token loads, so that no short time runs out over it.
  await token();
  const open = async (path = REALTIME_PATH, protocols: readonly string[] = []): Promise<RawClient> => {
    const client = new RawClient(new WebSocket(`${origin}${path}`, [...protocols]));
    clients.push(client);
    await client.opened;
    return client;
  };
  return {
    services,
    realtime,
    port: rest.port,
    wsUrl: `${origin}${REALTIME_PATH}`,
    faults,
    token,
    tell,
    advance: (ms) => void (skewMs += ms),
    async newJob() {
      const [job] = await engine.create([{ ...NEW_JOB, guid: crypto.randomUUID() }]);
      if (job === undefined) throw new Error('no job was made');
      tell('created', job);
      return job;
    },
    announce: (timestamp) =>
      services.announcer.announce(subscriptionUpdated, { type: 'subscription.updated', plan: 'business', action: 'created', timestamp }),
    open,
    async connected(connect = {}) {
      const client = await open();
      const reply = await client.ask('connect', { token: await token(), ...connect });
      return Object.assign(client, { result: reply['connect'] as Line });
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.socket.terminate();
      stop();
      await realtime.close();
      await rest.close();
    },
  };
}

/** A client that sends and reads lines as they are, and answers no ping. */
export class RawClient {
  readonly socket: WebSocket;
  readonly opened: Promise<unknown>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** Everything received, in order. */
  readonly lines: Line[] = [];
  /** What arrived in one frame each. */
  readonly frames: string[] = [];
  #lastId = 0;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.opened = once(socket, 'open');
    this.closed = once(socket, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) }));
    socket.on('close', () => this.#wake());
    socket.on('message', (data) => {
      const frame = String(data);
      this.frames.push(frame);
      this.lines.push(...frame.split('\n').map((line) => JSON.parse(line) as Line));
      this.#wake();
    });
  }

  send(...commands: readonly unknown[]): void {
    this.socket.send(commands.map((command) => (typeof command === 'string' ? command : JSON.stringify(command))).join('\n'));
  }

  /** Sends a command and waits for its reply. */
  async ask(name: string, request: unknown): Promise<Line> {
    const id = (this.#lastId += 1);
    this.send({ id, [name]: request });
    return this.until((line) => line['id'] === id);
  }

  /** The first line, received already or to come, that is as wanted. */
  async until(wanted: (line: Line) => boolean): Promise<Line> {
    for (let next = 0; ;) {
      for (; next < this.lines.length; next += 1) {
        const line = this.lines[next] as Line;
        if (wanted(line)) return line;
      }
      if (this.socket.readyState === this.socket.CLOSED) throw new Error(`closed before that was said: ${this.frames.join('\n')}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Publications of a channel so far. */
  published(channel: string): readonly Line[] {
    return this.lines.flatMap(({ push }) => {
      const { channel: pushed, pub } = (push ?? {}) as Line;
      return pushed === channel && pub !== undefined ? [pub as Line] : [];
    });
  }
}
