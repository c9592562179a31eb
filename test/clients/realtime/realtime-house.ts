import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { realtimeClient, type RealtimeClient, socketThrough } from '#test/clients/realtime/realtime-client.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

export const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
export const GONE = 'https://www.reddit.com/r/simulated/comments/gone/nothing/';
const COMMENTS = 40;
export const PATIENCE = { interval: 20 };

/** A service as its owner starts it, and what a stranger needs to listen to it. */
interface RealtimeHouse {
  readonly service: ServiceProcess;
  readonly rest: RestClient;
  /** In front of every platform; open again after each test. */
  readonly gate: Gate;
  readonly wsUrl: string;
  readonly userUuid: string;
  /** A token of the realtime connection. */
  getToken(): Promise<string>;
  /** A client that fetches its tokens, here or through a relay; it is disconnected after the test. */
  client(relayPort?: number): RealtimeClient;
  /** Switches the plan to and fro: each time an event of the account. */
  switchPlans(times: number): Promise<void>;
}

/** Once for the file that calls this. */
export function realtimeHouse(env: Readonly<Record<string, string>> = {}): RealtimeHouse {
  let world: World;
  let service: ServiceProcess;
  let userUuid: string;
  let clients: RealtimeClient[] = [];
  const gate = gateBefore(redditSimulator({ comments: COMMENTS }));
  beforeAll(async () => {
    world = await startWorld({ simulators: [gate.simulator] });
    service = await startServiceProcess({ world: world.env, env });
    userUuid = String((await service.client().get('/api/v1/user/profile')).body['uuid']);
  });
  afterEach(() => {
    gate.open();
    for (const client of clients) client[Symbol.dispose]();
    clients = [];
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await world.close();
  });
  const getToken = async (): Promise<string> => String((await house.rest.post('/api/public/auth/socket')).body['token']);
  const house: RealtimeHouse = {
    get service() {
      return service;
    },
    get rest() {
      return service.client();
    },
    gate,
    get wsUrl() {
      return `${service.baseUrl.replace(/^http/, 'ws')}/connection/websocket`;
    },
    get userUuid() {
      return userUuid;
    },
    getToken,
    client(relayPort) {
      const client = realtimeClient(house.wsUrl, { getToken }, relayPort === undefined ? {} : { websocket: socketThrough(relayPort) });
      clients.push(client);
      return client;
    },
    async switchPlans(times: number) {
      for (let count = 0; count < times; count += 1)
        await house.rest.ask('PATCH', '/api/v1/user/profile', { plan: count % 2 === 0 ? 'premium' : 'business' });
    },
  };
  return house;
}
