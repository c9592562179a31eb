import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Completeness } from '#core/contract/completeness.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER, presentLedger } from '#core/engine/completeness.ts';
import { ExportRun, exportRowOf } from '#core/engine/export-run.ts';
import { LearntBook, type LearntValue, type PlatformLearnt } from '#core/engine/learnt.ts';
import type { RunSession } from '#core/engine/ports.ts';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw, type TargetLaw } from '#core/network/targets/target-law.ts';
import type { ChosenTarget, ExportOptions, PlatformDefinition } from '#core/platform-api/define.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { inFolder } from '#test/store/in-folder.ts';

export interface EngineRunPlan {
  readonly platform: PlatformDefinition;
  readonly target: ChosenTarget;
  readonly world: () => Simulator;
  readonly options: ExportOptions;
  /** Default: those of a made-up session where the platform needs one. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** What earlier exports of the platform left. Default: nothing. */
  readonly learnt?: readonly LearntValue[];
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
  /** Values of cookies and tokens that went one way or the other. */
  readonly secrets: ReadonlySet<string>;
  /** What it left for further exports of the platform. */
  readonly learnt: readonly LearntValue[];
  /** Method, address and body of every request, sorted: parallel reading changes their order. */
  readonly requests: readonly string[];
}

/** Hundreds of stores, each for a moment: where there is memory to keep them in, nothing waits for a disk. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const CUT = new Error('cut off by the test');

/** To open a store takes a tenth of a run, and one that holds all of them grows slow. */
const RUNS_PER_STORE = 50;

interface OpenStore {
  readonly dataDir: string;
  readonly store: EngineSide;
  runs: number;
  running: number;
}

/**
 * Whole exports through the engine's own run and store, answered by a simulator. Nothing waits and nothing leaves the process.
 * For the file that calls this: its exports lie in a few stores, as those of an owner lie in one.
 */
export function engineRuns(): (plan: EngineRunPlan) => Promise<EngineRunResult> {
  let open: OpenStore | null = null;
  const close = ({ store, dataDir }: OpenStore): void => {
    store.close();
    rmSync(dataDir, { recursive: true });
  };
  afterAll(() => {
    if (open !== null) close(open);
  });
  return async (plan) => {
    if (open !== null && open.runs >= RUNS_PER_STORE && open.running === 0) {
      close(open);
      open = null;
    }
    const dataDir = open?.dataDir ?? mkdtempSync(join(PLACE, 'commentdock-laws-'));
    const used = (open ??= { dataDir, store: openEngineStore(inFolder(dataDir)), runs: 0, running: 0 });
    used.runs += 1;
    used.running += 1;
    try {
      return await engineRun(plan, used);
    } finally {
      used.running -= 1;
    }
  };
}

async function engineRun(plan: EngineRunPlan, { store: shared, dataDir }: Pick<OpenStore, 'store' | 'dataDir'>): Promise<EngineRunResult> {
  const { platform, target, options } = plan;
  // Others of the platform may run beside it, and each begins with what its plan says.
  let learnt = plan.learnt ?? [];
  const store = {
    ...shared,
    learnt: { ...shared.learnt, of: () => learnt, replace: (_: string, values: readonly LearntValue[]) => void (learnt = values) },
  };
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
  const seen = { unanswered: [] as string[], strayed: [] as string[], requests: [] as string[], secrets: new Set<string>() };
  let commits = 0;
  for (const cut of [...(plan.cutAfter ?? []), Infinity]) {
    const abort = new AbortController();
    let commitsOfRun = 0;
    const kept = new LearntBook(store.learnt, Date.now).of(platform.id);
    const run = new ExportRun({
      store,
      job: store.jobs.find(job.guid) as JobRecord,
      platform,
      options,
      session: sessionOf(plan, seen, kept),
      learnt: kept,
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
  return { items: itemsOf(dataDir, plan, record), job: record, completeness, commits, learnt, ...seen, requests: seen.requests.toSorted() };
}

interface Seen {
  readonly unanswered: string[];
  readonly strayed: string[];
  readonly requests: string[];
  readonly secrets: Set<string>;
}

function sessionOf(plan: EngineRunPlan, seen: Seen, learnt: PlatformLearnt): RunSession {
  const simulator = plan.world();
  const watched: Simulator = async (request) => {
    const answer = await simulator(request);
    seen.requests.push(`${request.method} ${request.url.href} ${request.body}`);
    for (const secret of [...secretsSent(request), ...secretsSet(answer)]) seen.secrets.add(secret);
    if (answer === null) seen.unanswered.push(request.url.href);
    return answer;
  };
  const session = new FakeSession([{ match: /./, simulator: watched }], {
    options: plan.options,
    law: lawOf(plan, seen.strayed),
    learnt,
    cookies: { ...(plan.cookies ?? cookiesFor(plan.platform)) },
  });
  return { forPage: () => session, close: async () => undefined };
}

/** By their names in headers, query and form. */
const SECRET = /cookie|auth|token|csrf|lsd|dtsg|jazoest|session|visitor|formkey|nonce|claim/i;

function secretsSent({ headers, url, body }: SimulatedRequest): readonly string[] {
  const fields = [...Object.entries(headers), ...url.searchParams, ...new URLSearchParams(body)];
  return fields.flatMap(([name, value]) => (SECRET.test(name) && typeof value === 'string' ? wordsIn(value) : []));
}

function secretsSet(answer: SimulatedAnswer | null): readonly string[] {
  const set = Object.entries(answer?.headers ?? {}).filter(([name]) => SECRET.test(name));
  return set.flatMap(([, value]) => [value].flat().flatMap(wordsIn));
}

/** `a=first; b=second` holds two. Shorter ones stand anywhere. */
function wordsIn(value: string): readonly string[] {
  return value.split(/[;,=\s"]+/).filter((word) => word.length >= 8);
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
  const reader = openReading(inFolder(dataDir));
  try {
    const { order = 'tree' } = exportRowOf(platform, target);
    return [...readDataset(reader, { id: job.id, limit: options.limit, order }).chunks()].flat();
  } finally {
    reader.close();
  }
}
