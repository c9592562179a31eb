import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommentdockError, type ErrorCode } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { type Admission, createAdmission } from '#core/exports/admission.ts';
import { type ApiStore, openApiStore, openEngineStore } from '#core/store/store.ts';
import { TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

const MINUTE_MS = 60_000;
const TOKEN = { kind: 'token' } as const;
const OWNER = { kind: 'owner' } as const;

/** The real stores on a data folder of their own. The engine is a door that a test opens when it likes. */
interface House {
  readonly api: ApiStore;
  readonly engineStore: EngineStore;
  readonly admission: Admission;
  readonly clock: { nowMs: number };
  close(): void;
}

let folder = '';
beforeEach(() => {
  folder = ownFolder('admission');
});

interface HouseParts {
  readonly plan: Plan;
  readonly limits?: 'on' | 'off';
  /** Called before the jobs are stored. */
  readonly beforeCreate?: () => Promise<void>;
}

function openHouse(dataDir: string, { plan, limits = 'on', beforeCreate = async () => undefined }: HouseParts): House {
  const clock = { nowMs: 1_700_000_000_000 };
  const now = (): number => clock.nowMs;
  const api = openApiStore(inFolder(dataDir), plan);
  const engineStore = openEngineStore(inFolder(dataDir), now);
  const engine = {
    async create(jobs: readonly NewJob[]): Promise<readonly JobRecord[]> {
      await beforeCreate();
      return engineStore.transaction(() => jobs.map((job) => engineStore.jobs.insert(job, EMPTY_LEDGER)));
    },
  };
  return {
    api,
    engineStore,
    admission: createAdmission({ ...api, engine, config: { limits }, now }),
    clock,
    close() {
      engineStore.close();
      api.close();
    },
  };
}

function jobs(count: number, change: Partial<NewJob> = {}): readonly NewJob[] {
  return Array.from({ length: count }, () => ({
    guid: crypto.randomUUID(),
    url: 'https://tubular.com/watch/abc',
    options: {},
    platform: 'tubular',
    target: { target: 'video', params: {}, type: 'comments', selector: 'own', url: 'https://tubular.com/watch/abc' },
    plan: 'premium',
    formats: ['csv'],
    sandbox: false,
    batchId: null,
    tokenUuid: TOKEN_CALLER.tokenUuid,
    ...change,
  }));
}

/** Ends an export that is stored. */
function end(house: House, guid: string): void {
  const id = house.engineStore.jobs.find(guid)?.id ?? 0;
  house.engineStore.jobs.update(id, { status: 'progress', startedAtMs: 1 });
  house.engineStore.jobs.update(id, { status: 'done' });
}

function codeOf(outcome: PromiseSettledResult<unknown>): ErrorCode | 'created' {
  if (outcome.status === 'fulfilled') return 'created';
  if (outcome.reason instanceof CommentdockError) return outcome.reason.code;
  throw outcome.reason;
}

describe('admission', () => {
  it('lets no two requests pass on the same place in the queue', async () => {
    const gate = Promise.withResolvers<void>();
    const house = openHouse(folder, { plan: 'premium', beforeCreate: () => gate.promise });
    const creations = Array.from({ length: 6 }, () => house.admission.create(jobs(1), { kind: 'single', caller: TOKEN }));
    gate.resolve();
    const codes = (await Promise.allSettled(creations)).map(codeOf);
    expect(codes).toEqual(['created', 'created', 'created', 'created', 'QUEUE_LIMIT_EXCEEDED', 'QUEUE_LIMIT_EXCEEDED']);
    expect(house.api.creations.countSince(0)).toBe(4);
    house.close();
  });

  it('counts neither what was refused nor what the engine refuses', async () => {
    let failing = true;
    const beforeCreate = async (): Promise<void> => {
      if (failing) throw new CommentdockError('INVALID_REQUEST', 'The cursor is not known.');
    };
    const house = openHouse(folder, { plan: 'premium', beforeCreate });
    for (let round = 0; round < 12; round += 1) {
      expect(await refusal(house.admission.create(jobs(1), { kind: 'single', caller: TOKEN }))).toMatchObject({ code: 'INVALID_REQUEST' });
    }
    failing = false;
    for (let round = 0; round < 7; round += 1) {
      const [job] = await house.admission.create(jobs(1), { kind: 'single', caller: TOKEN });
      end(house, job?.guid ?? '');
    }
    for (let round = 0; round < 5; round += 1) {
      expect(await refusal(house.admission.create(jobs(1), { kind: 'single', caller: TOKEN }))).toMatchObject({
        code: 'RATE_WINDOW_EXCEEDED',
        secondsToWait: 180,
      });
    }
    house.clock.nowMs += 3 * MINUTE_MS;
    await house.admission.create(jobs(1), { kind: 'single', caller: TOKEN });
    house.close();
  });

  it('holds a batch to the day alone, and creates nothing where it does not fit', async () => {
    const house = openHouse(folder, { plan: 'premium' });
    for (let round = 0; round < 3; round += 1) await house.admission.create(jobs(25), { kind: 'batch', caller: TOKEN });
    await house.admission.create(jobs(24), { kind: 'batch', caller: TOKEN });
    const before = house.api.jobs.count().queueing;
    expect(before).toBe(99);
    expect(await refusal(house.admission.create(jobs(2), { kind: 'batch', caller: TOKEN }))).toMatchObject({
      code: 'DAILY_LIMIT_EXCEEDED',
      secondsToWait: 86_400,
    });
    expect(house.api.jobs.count().queueing).toBe(before);
    await house.admission.create(jobs(1), { kind: 'batch', caller: TOKEN });
    house.clock.nowMs += 24 * 60 * MINUTE_MS;
    await house.admission.create(jobs(25), { kind: 'batch', caller: TOKEN });
    expect(house.api.creations.countSince(0), 'what is older than a day is forgotten').toBe(25);
    house.close();
  });

  it('neither counts nor holds the owner, and holds nobody where the limits are off', async () => {
    const house = openHouse(folder, { plan: 'premium' });
    await house.admission.create(jobs(30), { kind: 'single', caller: OWNER });
    expect(house.api.creations.countSince(0)).toBe(0);
    house.close();
    const free = openHouse(folder, { plan: 'premium', limits: 'off' });
    await free.admission.create(jobs(120), { kind: 'single', caller: TOKEN });
    expect(free.api.creations.countSince(0)).toBe(120);
    free.close();
  });

  it('goes on after a restart', async () => {
    const first = openHouse(folder, { plan: 'premium' });
    for (let round = 0; round < 7; round += 1) {
      const [job] = await first.admission.create(jobs(1), { kind: 'single', caller: TOKEN });
      end(first, job?.guid ?? '');
      first.clock.nowMs += 1_000;
    }
    first.close();
    const second = openHouse(folder, { plan: 'premium' });
    second.clock.nowMs += 60_000;
    expect(await refusal(second.admission.create(jobs(1), { kind: 'single', caller: TOKEN }))).toMatchObject({ secondsToWait: 120 });
    second.close();
  });

  it('does not see samples in the queue', async () => {
    const house = openHouse(folder, { plan: 'premium' });
    for (const job of jobs(9, { sandbox: true })) house.engineStore.jobs.insert(job, EMPTY_LEDGER);
    expect(house.api.jobs.count()).toEqual({ queueing: 0, progress: 0 });
    await house.admission.create(jobs(4), { kind: 'single', caller: TOKEN });
    expect(await refusal(house.admission.create(jobs(1), { kind: 'single', caller: TOKEN }))).toMatchObject({
      code: 'QUEUE_LIMIT_EXCEEDED',
    });
    house.close();
  });
});

type Step =
  | { readonly do: 'create'; readonly kind: 'single' | 'batch'; readonly count: number }
  | { readonly do: 'end' }
  | { readonly do: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      kind: fc.constant('single' as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      kind: fc.constant('batch' as const),
      count: fc.integer({ min: 1, max: 25 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'end' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.integer({ min: 0, max: 8 * 60 * MINUTE_MS })),
    }),
  },
);

const ROOM = { premium: 4, business: 10 } as const;
const WINDOWS = {
  premium: [
    { ms: 3 * MINUTE_MS, allowed: 7 },
    { ms: 5 * MINUTE_MS, allowed: 10 },
  ],
  business: [
    { ms: 3 * MINUTE_MS, allowed: 30 },
    { ms: 5 * MINUTE_MS, allowed: 15 },
  ],
} as const;

describe('whatever comes between', () => {
  it.each(['premium', 'business'] as const)('%s: no window and no queue ever holds more than it may', async (plan) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 5, maxLength: 40 }), async (scheduler, steps) => {
        const dataDir = mkdtempSync(join(folder, 'run-'));
        const house = openHouse(dataDir, { plan, beforeCreate: () => scheduler.schedule(Promise.resolve(), 'the engine stores') });
        const passed: { atMs: number; kind: 'single' | 'batch' }[] = [];
        const open: string[] = [];
        const pending: Promise<void>[] = [];
        const expectRoom = (): void => {
          const { queueing, progress } = house.api.jobs.count();
          if (!steps.some((made) => made.do === 'create' && made.kind === 'batch'))
            expect(queueing + progress).toBeLessThanOrEqual(ROOM[plan]);
        };
        for (const next of steps) {
          if (next.do === 'wait') house.clock.nowMs += next.ms;
          if (next.do === 'end') for (const guid of open.splice(0, 2)) end(house, guid);
          if (next.do === 'create') {
            const atMs = house.clock.nowMs;
            const made = house.admission.create(jobs(next.count, { plan }), { kind: next.kind, caller: TOKEN });
            pending.push(
              made.then(
                (records) => {
                  for (const { guid } of records) open.push(guid);
                  for (let url = 0; url < records.length; url += 1) passed.push({ atMs, kind: next.kind });
                  expectRoom();
                },
                (error: unknown) => expect(error).toBeInstanceOf(CommentdockError),
              ),
            );
            // It is admitted now, or refused.
            await nextTurn();
            // Some requests are still on their way when the next one comes.
            if (scheduler.count() > 3) await scheduler.waitOne();
          }
        }
        await scheduler.waitAll();
        await Promise.all(pending);
        expectWithin(plan, passed);
        house.close();
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
      }),
      { numRuns: 40 },
    );
  });
});

function expectWithin(plan: 'premium' | 'business', passed: readonly { readonly atMs: number; readonly kind: 'single' | 'batch' }[]): void {
  const most = (of: readonly { readonly atMs: number }[], ms: number): number =>
    Math.max(0, ...of.map((last) => of.filter(({ atMs }) => atMs <= last.atMs && last.atMs - atMs < ms).length));
  const singles = passed.filter(({ kind }) => kind === 'single');
  for (const { ms, allowed } of WINDOWS[plan]) expect(most(singles, ms)).toBeLessThanOrEqual(allowed);
  if (plan === 'premium') expect(most(passed, 24 * 60 * MINUTE_MS)).toBeLessThanOrEqual(100);
}
