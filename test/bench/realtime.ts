import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { readRunFile } from '#core/config/run-file.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { VIDEO } from '#test/bench/export-command.ts';
import { median } from '#test/bench/measured-process.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { startWorldProcess } from '#test/world/process.ts';

const CONNECTIONS = 1_000;
const EXPORTS = 5;
const EVENTS = 200;
const EVERY_MS = 40;
const MOST_MS = 50;
const CONNECTING_AT_ONCE = 50;

/** How long an event takes to reach a thousand connections, from the request that causes it; the service idle and exporting. */
export async function realtime({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const params = { videoId: VIDEO, comments: manyComments };
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify(params)}`, '--latency', '20']);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
    const service = await startServiceProcess(dataDir, world.env);
    const listeners = await Listeners.connect(service.baseUrl, readRunFile(dataDir)?.owner_secret ?? '');
    try {
      idle.push(await listeners.p99());
      const url = `https://www.youtube.com/watch?v=${VIDEO}`;
      const guids = await Promise.all(Array.from({ length: EXPORTS }, () => service.createJob(url, {})));
      busy.push(await listeners.p99());
      const running = await Promise.all(guids.map((guid) => service.job(guid)));
      if (running.some((job) => job.status !== 'progress'))
        throw new Error('The exports ended before the events did: nothing was measured.');
    } finally {
      listeners.close();
      await service.kill();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    }
  }
  return [result('idle service', median(idle)), result(`${EXPORTS} running exports`, median(busy))];
}

function result(state: string, ms: number): BarResult {
  return {
    what: `realtime event p99, ${CONNECTIONS} connections, ${state}`,
    found: `${ms.toFixed(1)} ms`,
    bar: `< ${MOST_MS} ms`,
    holds: ms < MOST_MS,
  };
}

/** Connections that note when an event of the account arrives. */
class Listeners {
  readonly #sockets: readonly WebSocket[];
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  #startedAt = 0;
  #took: number[] = [];
  #lost = 0;

  constructor(sockets: readonly WebSocket[], baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.#sockets = sockets;
    this.#baseUrl = baseUrl;
    this.#headers = headers;
    for (const socket of sockets) {
      socket.on('message', (data) => this.#hear(socket, String(data)));
      socket.on('close', () => void (this.#lost += 1));
    }
  }

  static async connect(baseUrl: string, ownerSecret: string): Promise<Listeners> {
    const headers = { 'x-auth-token': ownerSecret, 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/api/public/auth/socket`, { method: 'POST', headers });
    const { token } = (await answer.json()) as { token: string };
    const address = `${baseUrl.replace(/^http/, 'ws')}/connection/websocket`;
    const sockets: WebSocket[] = [];
    while (sockets.length < CONNECTIONS)
      sockets.push(...(await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, () => connected(address, token)))));
    return new Listeners(sockets, baseUrl, headers);
  }

  async p99(): Promise<number> {
    this.#took = [];
    for (let event = 0; event < EVENTS; event += 1) {
      const heard = this.#took.length;
      this.#startedAt = performance.now();
      const body = JSON.stringify({ plan: event % 2 === 0 ? 'premium' : 'business' });
      const answer = fetch(`${this.#baseUrl}/api/v1/user/profile`, { method: 'PATCH', headers: this.#headers, body });
      while (this.#took.length < heard + CONNECTIONS) {
        if (this.#lost > 0) throw new Error(`${this.#lost} connections were lost: nothing was measured.`);
        await delay(1);
      }
      await (await answer).text();
      await delay(EVERY_MS);
    }
    const sorted = this.#took.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length * 0.99)] as number;
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #hear(socket: WebSocket, frame: string): void {
    const arrivedAt = performance.now();
    // A ping may travel in one frame with an event.
    const lines = frame.split('\n');
    if (lines.includes('{}')) socket.send('{}');
    if (lines.some((line) => line.includes('"subscription.updated"'))) this.#took.push(arrivedAt - this.#startedAt);
  }
}

async function connected(address: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, connect: { token } }));
  const [reply] = (await once(socket, 'message')) as [Buffer];
  if (!String(reply).includes('"connect"')) throw new Error(`The service did not let a client in: ${String(reply)}`);
  return socket;
}
