import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Completeness } from '#core/contract/completeness.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER, presentLedger } from '#core/engine/completeness.ts';
import { ExportRun, exportRowOf } from '#core/engine/export-run.ts';
import type { RunSession } from '#core/engine/ports.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw, type TargetLaw } from '#core/network/targets/target-law.ts';
import type { ChosenTarget, ExportOptions, PlatformDefinition } from '#core/platform-api/define.ts';
import { databasePath, openDatabase, openReader } from '#core/store/database.ts';
import { readDataset } from '#core/store/dataset.ts';
import { openEngineStore } from '#core/store/store.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import type { Simulator } from '#test/world/simulator.ts';

export interface EngineRunPlan {
  readonly platform: PlatformDefinition;
  readonly target: ChosenTarget;
  readonly world: () => Simulator;
  readonly options: ExportOptions;
  /** Default: those of a made-up session where the platform needs one. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** After how many commits the run is cut off and a new one goes on; each with a session of its own. */
  readonly cutAfter?: readonly number[];
}

interface EngineRunResult {
  /** In file order. */
  readonly items: readonly Item[];
  readonly job: JobRecord;
  /** As it would be presented were the export done. */
  readonly completeness: Completeness;
  readonly commits: number;
  /** Requests that the simulator had no answer for. */
  readonly unanswered: readonly string[];
  /** Addresses asked for that the platform does not name. */
  readonly strayed: readonly string[];
  /** Method, address and body of every request, sorted: parallel reading changes their order. */
  readonly requests: readonly string[];
}

/** Hundreds of stores, each for a moment: where there is memory to keep them in, nothing waits for a disk. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const CUT = new Error('cut off by the test');

/** A database that nothing was written to yet: to bring the schema of each run up to date took a fifth of the time of all. */
let fresh: Buffer | null = null;
function freshDatabase(): Buffer {
  if (fresh !== null) return fresh;
  const dataDir = mkdtempSync(join(PLACE, 'commentdock-laws-'));
  openDatabase(dataDir).close();
  fresh = readFileSync(databasePath(dataDir));
  rmSync(dataDir, { recursive: true });
  return fresh;
}

/** A whole export through the engine's own run and store, answered by a simulator. Nothing waits and nothing leaves the process. */
export async function engineRun(plan: EngineRunPlan): Promise<EngineRunResult> {
  const { platform, target, options } = plan;
  const dataDir = mkdtempSync(join(PLACE, 'commentdock-laws-'));
  writeFileSync(databasePath(dataDir), freshDatabase());
  const store = openEngineStore(dataDir);
  try {
    const job = store.jobs.insert(
      {
        guid: randomUUID(),
        url: target.url,
        options: {},
        platform: platform.id,
        target,
        plan: 'business',
        formats: ['json'],
        sandbox: false,
        batchId: null,
        tokenUuid: null,
      },
      EMPTY_LEDGER,
    );
    const seen = { unanswered: [] as string[], strayed: [] as string[], requests: [] as string[] };
    let commits = 0;
    for (const cut of [...(plan.cutAfter ?? []), Infinity]) {
      const abort = new AbortController();
      let commitsOfRun = 0;
      const run = new ExportRun({
        store,
        job: store.jobs.find(job.guid) as JobRecord,
        platform,
        options,
        session: sessionOf(plan, seen),
        retryBudget: { left: 30 },
        lanes: platform.pace.concurrency,
        retryScale: 0,
        keep: () => undefined,
        onCommit: () => {
          commits += 1;
          commitsOfRun += 1;
          if (commitsOfRun === cut) abort.abort(CUT);
        },
      });
      await run.fetchAll(abort.signal).catch((error: unknown) => {
        if (error !== CUT) throw error;
      });
    }
    const record = store.jobs.find(job.guid) as JobRecord;
    const completeness = presentLedger(store.jobs.ledger(job.id), { ...record, status: 'done' });
    return { items: itemsOf(dataDir, plan, record), job: record, completeness, commits, ...seen, requests: seen.requests.toSorted() };
  } finally {
    store.close();
    rmSync(dataDir, { recursive: true });
  }
}

interface Seen {
  readonly unanswered: string[];
  readonly strayed: string[];
  readonly requests: string[];
}

function sessionOf(plan: EngineRunPlan, seen: Seen): RunSession {
  const simulator = plan.world();
  const watched: Simulator = async (request) => {
    const answer = await simulator(request);
    seen.requests.push(`${request.method} ${request.url.href} ${request.body}`);
    if (answer === null) seen.unanswered.push(request.url.href);
    return answer;
  };
  const session = new FakeSession([{ match: /./, simulator: watched }], {
    options: plan.options,
    law: lawOf(plan, seen.strayed),
    cookies: { ...(plan.cookies ?? cookiesFor(plan.platform)) },
  });
  return { forPage: () => session, close: async () => undefined };
}

/** As in a real session: a request to a host that the platform does not name fails. It is noted besides, since another door may answer. */
function lawOf({ platform, target }: EngineRunPlan, strayed: string[]): TargetLaw {
  const law = createTargetLaw(platform, platform.pastedHosts?.(target.params) ?? [], createTargetGuard({ allowedInnerHosts: null }));
  return {
    admit(url, leads) {
      try {
        return law.admit(url, leads);
      } catch (error) {
        strayed.push(url.href);
        throw error;
      }
    },
  };
}

function itemsOf(dataDir: string, { platform, target, options }: EngineRunPlan, job: JobRecord): readonly Item[] {
  const reader = openReader(dataDir);
  try {
    const { order = 'tree' } = exportRowOf(platform, target);
    return [...readDataset(reader, { id: job.id, limit: options.limit, order }).chunks()].flat();
  } finally {
    reader.close();
  }
}
