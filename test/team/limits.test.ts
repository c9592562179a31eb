import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRunFile } from '#core/config/run-file.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import { createAdmission } from '#core/exports/admission.ts';
import { createRateLimit } from '#core/owner/rate-limit.ts';
import { openWriting } from '#core/store/place.ts';
import { sharedRequestLog } from '#core/store/request-log.ts';
import { openApiStore, openEngineStore } from '#core/store/store.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { THREAD } from '#test/contract/contract-service.ts';
import { ownFolder } from '#test/own.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

/** Two that serve, and nobody who works: what they let through stays. */
let cluster: Cluster;
let nodes: readonly [ServiceProcess, ServiceProcess];

beforeAll(async () => {
  cluster = await startCluster();
  const env = {
    COMMENTDOCK_DATABASE_URL: await cluster.newDatabase(),
    COMMENTDOCK_LIMITS: 'on',
    COMMENTDOCK_WORK_LANES: '0',
    COMMENTDOCK_TRUSTED_PROXIES: '127.0.0.1',
    COMMENTDOCK_ADDRESS_LIMIT: '40',
    COMMENTDOCK_VAULT_KEY: VAULT_KEY,
  };
  nodes = [await startServiceProcess({ world: {}, env }), await startServiceProcess({ world: {}, env })];
});

afterAll(async () => {
  for (const node of nodes ?? []) await node[Symbol.asyncDispose]();
  await cluster?.stop();
});

const JOB: Omit<NewJob, 'guid'> = {
  url: THREAD,
  options: {},
  platform: 'reddit',
  target: { target: 'post', params: {}, type: 'comments', selector: 'own', url: THREAD },
  plan: 'business',
  formats: ['csv'],
  sandbox: false,
  batchId: null,
  tokenUuid: null,
};

/** How many of each status two nodes answered, asked by turns and all at once. */
async function raced(path: string, count: number, body: Readonly<Record<string, unknown>>): Promise<Readonly<Record<number, number>>> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const node = nodes[i % 2] as ServiceProcess;
      const headers = { 'content-type': 'application/json', 'x-auth-token': nodes[0].token };
      const answer = await fetch(new URL(path, node.baseUrl), { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));
}

it('let no more exports through together than the plan runs and queues', async () => {
  expect(await raced('/api/v3/job', 50, { url: THREAD })).toEqual({ 201: 10, 429: 40 });
});

it('see what another has let through and not stored yet', async () => {
  const place = { dataDir: ownFolder('limits'), databaseUrl: await cluster.newDatabase() };
  using closing = new DisposableStack();
  const store = closing.adopt(openEngineStore(place), (opened) => opened.close());
  const storing = Promise.withResolvers<void>();
  const engine = {
    async create(jobs: readonly NewJob[]) {
      await storing.promise;
      return store.transaction(() => jobs.map((job) => store.jobs.insert(job, EMPTY_LEDGER)));
    },
  };
  const doors = [0, 1].map(() => {
    const api = closing.adopt(openApiStore(place, 'business'), (opened) => opened.close());
    return createAdmission({ ...api, engine, config: { limits: 'on' }, now: Date.now });
  });
  const create = (i: number) =>
    doors[i % 2]?.create([{ ...JOB, guid: crypto.randomUUID() }], { kind: 'single', caller: { kind: 'token' } });
  const asked = Array.from({ length: 50 }, (_, i) => create(i));
  storing.resolve();
  const codes = (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? 'created' : one.reason.code));
  expect(Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))).toEqual({
    created: 10,
    QUEUE_LIMIT_EXCEEDED: 40,
  });
  expect(store.jobs.byStatus('queueing')).toHaveLength(10);
});

it('count the requests of a token at whichever of them they come', async () => {
  const place = { dataDir: ownFolder('limits'), databaseUrl: await cluster.newDatabase() };
  openEngineStore(place).close();
  using closing = new DisposableStack();
  const nowMs = Date.now();
  const limits = [0, 1].map(() => {
    const connection = closing.adopt(openWriting(place), (opened) => opened.close());
    return createRateLimit(sharedRequestLog(connection), nowMs);
  });
  const taken = Array.from({ length: 6 }, (_, i) => limits[i % 2]?.take('one', 5, nowMs + i));
  expect(taken.map((allowance) => allowance?.remaining)).toEqual([4, 3, 2, 1, 0, 0]);
  expect(taken.map((allowance) => allowance?.secondsToWait)).toEqual([null, null, null, null, null, 60]);
  expect(limits[0]?.take('another', 5, nowMs + 6).remaining).toBe(4);
});

describe('callers who turn from one to the other', () => {
  /** `count` requests by somebody behind a proxy, by turns. */
  async function byTurns(from: string, count: number, path: string, init: RequestInit = {}): Promise<readonly Response[]> {
    const answers: Response[] = [];
    for (let n = 0; n < count; n += 1) {
      const { baseUrl } = nodes[n % 2] as ServiceProcess;
      const answer = await fetch(new URL(path, baseUrl), { ...init, headers: { 'x-forwarded-for': from, ...init.headers } });
      await answer.arrayBuffer();
      answers.push(answer);
    }
    return answers;
  }
  async function ofOwner(method: string, path: string): Promise<unknown> {
    const headers = { 'x-auth-token': readRunFile(nodes[0].dataDir)?.owner_secret ?? '' };
    return (await fetch(new URL(path, nodes[0].baseUrl), { method, headers })).json();
  }
  const statuses = (answers: readonly Response[]): readonly number[] => answers.map(({ status }) => status);
  const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

  it('have one limit by address', async () => {
    const answers = await byTurns('198.51.100.2', 44, '/health');
    // Each tells the other of every second one, so that two more come through.
    expect(statuses(answers)).toEqual([...times(42, 200), ...times(2, 429)]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(statuses(await byTurns('198.51.100.3', 2, '/health'))).toEqual([200, 200]);
  });

  it('have one count of wrong codes, and right ones do not count', async () => {
    const enter = (count: number, code: string) =>
      byTurns('198.51.100.4', count, '/login', { method: 'POST', body: new URLSearchParams({ code }), redirect: 'manual' });
    const { code } = (await ofOwner('POST', '/api/v1/login-code')) as { readonly code: string };
    expect(statuses(await enter(19, 'AAAA-AAAA'))).toEqual(times(19, 400));
    expect(statuses(await enter(1, code))).toEqual([303]);
    expect(statuses(await enter(4, 'AAAA-AAAA'))).toEqual([400, 429, 429, 429]);
  });
});
