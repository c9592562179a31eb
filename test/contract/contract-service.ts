import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { Fields, RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** A thread on a platform of every plan. */
/** Its rows name pictures. */
export const TOOT = 'https://social.example/@owner/1000';
export const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
export const COMMENTS = 40;
/** An app with reviews on a platform of Business alone. */
export const APP = 'https://store.steampowered.com/app/10/';
export const REVIEWS = 250;
/** A thread that is not there: its export fails. */
export const GONE = 'https://www.reddit.com/r/simulated/comments/gone/nothing/';
export const UNSUPPORTED = 'https://example.com/page';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const NOBODY = '00000000-0000-4000-8000-000000000000';
export const SANDBOX = { 'X-Sandbox': 'true' };
export const PATIENCE = { interval: 25 };

/** What the tests of one file share. */
export interface ContractService {
  readonly world: World;
  readonly service: ServiceProcess;
  /** With the token of the owner. */
  readonly client: RestClient;
  /** In front of every platform; open again after each test. */
  readonly gate: Gate;
  /** Runs on another plan, and goes back to Business. */
  onPlan<T>(plan: string, run: () => Promise<T>): Promise<T>;
}

const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');
const pictures: Simulator = ({ url }) => (url.hostname === 'files.example' ? { body: PICTURE } : null);

/** A service as its owner starts it, once for the file that calls this, with platforms that answer at once. */
export function contractService(env: Readonly<Record<string, string>> = {}): ContractService {
  let world: World;
  let service: ServiceProcess;
  let client: RestClient;
  const reddit = redditSimulator({ comments: COMMENTS });
  const steam = steamSimulator({ reviews: REVIEWS });
  const gate = gateBefore((request) => reddit(request) ?? steam(request));
  beforeAll(async () => {
    world = await startWorld({ simulators: [gate.simulator, mastodonSimulator({ comments: 5 }), pictures] });
    service = await startServiceProcess({ world: world.env, env });
    client = service.client();
  });
  afterEach(() => gate.open());
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await world.close();
  });
  return {
    get world() {
      return world;
    },
    get service() {
      return service;
    },
    get client() {
      return client;
    },
    gate,
    async onPlan(plan, run) {
      await switchPlan(client, plan);
      try {
        return await run();
      } finally {
        await switchPlan(client, 'business');
      }
    },
  };
}

export async function switchPlan(client: RestClient, plan: string): Promise<void> {
  const { status, body } = await client.ask('PATCH', '/api/v1/user/profile', { plan }, SANDBOX);
  if (status !== 200) throw new Error(`the plan is not ${plan}: ${JSON.stringify(body)}`);
}

/** Waits until no export waits or runs. */
export async function untilIdle({ gate, client }: ContractService): Promise<void> {
  gate.open();
  const busy = async (): Promise<number> =>
    (await client.list()).list.filter(({ status }) => status === 'queueing' || status === 'progress').length;
  await expect.poll(busy, PATIENCE).toBe(0);
}

/** The entries of a list field. */
export function entries(body: Fields, name: string): readonly Fields[] {
  return body[name] as readonly Fields[];
}
