import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '#test/crash/service.ts';
import { TeamMachine } from '#test/crash/team-machine.ts';
import { countShares, type SharesGiven } from '#test/crash/shares-given.ts';
import { type Cluster, startCluster } from '#test/postgres/cluster.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { type SigningReceiver, startReceiver } from '#test/webhooks/receiver.ts';

const SERVING = 2;
const WORKING = 3;
export const LEASE_MS = 2_000;
const SECRET = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
/** What is told of an export that ends well, in this order. */
export const EVENTS = ['export.created', 'export.finished'];

/** Two machines that serve and three that work, with the database of all of them, and who hears of their exports. */
export interface Team {
  readonly serving: readonly TeamMachine[];
  readonly working: readonly TeamMachine[];
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly receiver: SigningReceiver;
  readonly sharesOf: (guid: string) => Promise<SharesGiven>;
  /** What happened that nobody did. */
  readonly faults: string[];
}

export async function openTeam(worldEnv: Readonly<Record<string, string>>, opened: AsyncDisposableStack): Promise<Team> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-crash-team-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const cluster = opened.use(await startCluster({ fsync: 'on' }));
  const receiver = opened.use(await startReceiver(SECRET));
  const databaseUrl = await cluster.newDatabase();
  const env = {
    ...worldEnv,
    COMMENTDOCK_DATABASE_URL: databaseUrl,
    COMMENTDOCK_LEASE_SECONDS: String(LEASE_MS / 1_000),
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1',
  };
  const faults: string[] = [];
  const machine = (name: string, start: ConstructorParameters<typeof TeamMachine>[1]): TeamMachine => {
    const made = new TeamMachine(name, start, (words) => void faults.push(words));
    opened.defer(() => made.end());
    return made;
  };
  const serving = Array.from({ length: SERVING }, (_, at) =>
    machine(`api ${at + 1}`, () => startServiceProcess(join(folder, `api-${at}`), env)),
  );
  const working = Array.from({ length: WORKING }, (_, at) => machine(`worker ${at + 1}`, () => startWorking(env)));
  await Promise.all([...serving, ...working].map((one) => one.start()));
  const sharesOf = await countShares(databaseUrl);
  await post(serving, '/api/v1/webhooks', { url: receiver.url, events: EVENTS, signingSecret: SECRET });
  return { serving, working, cluster, databaseUrl, receiver, sharesOf, faults };
}

async function startWorking(env: Readonly<Record<string, string>>) {
  const worker = await startWorkerProcess(env, ['--lanes', '2']);
  return {
    child: worker.child,
    request: (path: string, init?: RequestInit) => fetch(`${worker.baseUrl}${path}`, init),
    sweep: () => worker[Symbol.asyncDispose](),
  };
}

/** At whichever machine answers. */
export async function post(serving: readonly TeamMachine[], path: string, body: unknown): Promise<unknown> {
  for (const one of serving) {
    const answer = await one.ask(path, { method: 'POST', body: JSON.stringify(body) });
    if (answer?.ok === true) return answer.json();
    if (answer !== null && answer.status < 500) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  throw new Error(`${path}: no machine took it`);
}
