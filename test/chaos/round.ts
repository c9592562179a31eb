import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { dealFault } from '#test/chaos/dealing.ts';
import { EXPORTS, type Ground } from '#test/chaos/ground.ts';
import {
  endBreaches,
  folderBreaches,
  growthBreaches,
  outboxBreaches,
  rowBreaches,
  wordBreaches,
  zombieBreaches,
} from '#test/chaos/invariants.ts';
import { codeIn } from '#test/chaos/kept-service.ts';
import { DataFolder, type Watched, watchFolder } from '#test/chaos/looking.ts';
import type { ExportKind, FaultKind, PlannedStep } from '#test/chaos/plan.ts';
import { type Held, heldBy, processesBelow } from '#test/chaos/processes.ts';
import { randomNumbers } from '#test/crash/random.ts';

const PATIENCE_MS = 90_000;
const POLL_EVERY_MS = 50;
/** What ends is a zombie for a moment. */
const BURIED_WITHIN_MS = 10_000;
const MOST_RETRIES = 8;
/** After so many steps of one process all kinds of work have been met. */
const WARM_AFTER = 2;

const WIRE_CODES = ['NETWORK', 'RATE_LIMITED', 'PLATFORM_CHANGED', 'CAPTCHA', 'BLOCKED', 'NOT_FOUND'];
/** With which codes an export may fail for a fault. Left out: with none. */
const EXCUSES: Partial<Readonly<Record<FaultKind, readonly string[]>>> = {
  resets: WIRE_CODES,
  cutAnswers: WIRE_CODES,
  stalls: WIRE_CODES,
  serverErrors: WIRE_CODES,
  throttling: WIRE_CODES,
  garbage: WIRE_CODES,
  challenges: WIRE_CODES,
  killedWriter: ['INTERNAL'],
  killedBrowser: ['NETWORK'],
  fullDisk: ['DISK'],
  readOnlyDisk: ['DISK'],
  brokenDisk: ['DISK'],
};
/** With which codes a call may be refused meanwhile. */
const HINDERED_CALLS: Partial<Readonly<Record<FaultKind, readonly string[]>>> = {
  fullDisk: ['DISK'],
  readOnlyDisk: ['DISK'],
  brokenDisk: ['DISK'],
};

const jobSchema = z.object({
  guid: z.string(),
  url: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  completeness: z.object({ missing: z.int() }),
});
type Job = z.infer<typeof jobSchema>;

/** Files of exports that nobody disturbed, by kind. */
type References = ReadonlyMap<keyof typeof EXPORTS, string>;

/** What a run of steps counts. */
export interface Tally {
  exports: number;
  retries: number;
  withGaps: number;
  messages: number;
  largestRssMb: number;
  lastHeld: Held | null;
  mostHandles: number;
  readonly dealt: Map<FaultKind, number>;
}

interface RunningExport extends Watched {
  readonly kind: keyof typeof EXPORTS;
}

/** Steps of chaos on one ground: exports go on while faults are dealt, and all that must hold afterwards is looked at. */
export class Rounds {
  readonly #ground: Ground;
  readonly #tally: Tally;
  readonly #folder: DataFolder;
  #references: References = new Map();
  #standing: { readonly pid: number; calls: number; first: Held | null } | null = null;

  constructor(ground: Ground, tally: Tally) {
    this.#ground = ground;
    this.#tally = tally;
    this.#folder = new DataFolder(ground.dataDir);
  }

  /** Exports everything once without any fault. @throws Error where something holds not even then */
  async begin(): Promise<void> {
    const kinds = (Object.keys(EXPORTS) as (keyof typeof EXPORTS)[]).filter((kind) => kind !== 'browser' || this.#hasBrowser);
    const breaches: string[] = [];
    const exports = await Promise.all(kinds.map((kind) => this.#create(kind, new Set(), breaches)));
    const files = new Map<keyof typeof EXPORTS, string>();
    for (const each of exports) {
      const job = await this.#ended(each, new Set(), breaches);
      if (job?.status === 'done') files.set(each.kind, await this.#file(each.guid));
    }
    await this.#drained(exports, breaches);
    await this.#remove(exports, breaches);
    if (breaches.length > 0) throw new Error(`Without any fault: ${breaches.join('; ')}`);
    this.#references = files;
  }

  /** Deals the faults of a step. What does not hold, in words. */
  async step(step: PlannedStep): Promise<readonly string[]> {
    const { receiver } = this.#ground;
    const breaches: string[] = [];
    receiver.misbehave(step.badHooks, randomNumbers(step.number));
    const excused = codesFor(step, EXCUSES);
    const hindered = codesFor(step, HINDERED_CALLS);
    const kinds = step.exports.filter((kind) => kind !== 'browser' || this.#hasBrowser);
    const exports: RunningExport[] = [];
    const watching = new AbortController();
    const watched = watchFolder(this.#folder, { exports, breaches, signal: watching.signal });
    try {
      for (const kind of kinds.slice(1)) exports.push(await this.#create(kind, hindered, breaches));
      // The first kind is asked for amid all of it.
      const [late] = await Promise.all([this.#create(kinds[0] as ExportKind, hindered, breaches), this.#deal(step)]);
      exports.push(late);
      exports.push(...(await this.#others(exports)));
      for (const each of exports) await this.#judge(each, excused, breaches);
    } catch (error) {
      breaches.push(error instanceof Error ? error.message : String(error));
    } finally {
      watching.abort();
      await watched.catch((error: unknown) => breaches.push(`the folder cannot be read: ${String(error)}`));
    }
    if (breaches.length === 0) await this.#calm(exports, breaches);
    breaches.push(...this.#ground.service.breaches.splice(0), ...wordBreaches(this.#ground.service.takeWords()));
    return breaches;
  }

  get #hasBrowser(): boolean {
    return this.#ground.lacking.browser === null;
  }

  async #deal({ faults }: PlannedStep): Promise<void> {
    const dealt = await Promise.all(faults.map(async (fault) => ((await dealFault(this.#ground, fault)) ? [fault.kind] : [])));
    for (const kind of dealt.flat()) this.#tally.dealt.set(kind, (this.#tally.dealt.get(kind) ?? 0) + 1);
  }

  async #create(kind: keyof typeof EXPORTS, hindered: ReadonlySet<string>, breaches: string[]): Promise<RunningExport> {
    const body = JSON.stringify({ ...EXPORTS[kind], formats: ['json'] });
    const text = await this.#until(`an export (${kind}) is taken`, async () => {
      const answer = await this.#ground.service.ask('/api/v3/job', { method: 'POST', body });
      if (answer?.status === 201) return answer.text;
      const code = answer === null ? null : codeIn(answer.text);
      if (answer !== null && !hindered.has(code ?? '')) breaches.push(`an export was not taken: ${answer.status} ${answer.text}`);
      return null;
    });
    return { kind, guid: z.object({ guid: z.string() }).parse(JSON.parse(text)).guid, stored: new Set() };
  }

  /** Exports that we did not hear of: of the schedule, and those whose answer was cut off. */
  async #others(known: readonly RunningExport[]): Promise<readonly RunningExport[]> {
    const answer = await this.#answered('/api/v3/jobs?limit=30');
    const guids = new Set(known.map(({ guid }) => guid));
    return z
      .array(jobSchema)
      .parse(JSON.parse(answer))
      .filter(({ guid }) => !guids.has(guid))
      .map(({ guid, url }) => {
        const kind = (Object.keys(EXPORTS) as (keyof typeof EXPORTS)[]).find((each) => EXPORTS[each].url === url);
        if (kind === undefined) throw new Error(`an export of ${url} that nobody asked for`);
        return { kind, guid, stored: new Set<string>() };
      });
  }

  async #judge(each: RunningExport, excused: ReadonlySet<string>, breaches: string[]): Promise<void> {
    const job = await this.#ended(each, excused, breaches);
    if (job?.status !== 'done') return;
    this.#tally.exports += 1;
    if (job.completeness.missing > 0) this.#tally.withGaps += 1;
    for (const id of this.#folder.storedIds(each.guid)) each.stored.add(id);
    const { kind: name, stored } = each;
    const reference = this.#references.get(each.kind) ?? '[]';
    breaches.push(...rowBreaches({ name, stored, file: await this.#file(each.guid), reference, missing: job.completeness.missing }));
  }

  /** Waits for the end of an export, and asks for it again where it failed for a fault. Null: it never came to an end. */
  async #ended({ guid, kind }: RunningExport, excused: ReadonlySet<string>, breaches: string[]): Promise<Job | null> {
    for (let retries = 0; retries <= MOST_RETRIES; retries += 1) {
      let last: Job | null = null;
      const isOver = await this.#until(`${kind} ends`, async () => {
        const answer = await this.#ground.service.ask(`/api/v3/job/${guid}`);
        last = answer?.status === 200 ? jobSchema.parse(JSON.parse(answer.text)) : last;
        return last !== null && last.status !== 'queueing' && last.status !== 'progress' ? last : null;
      }).catch(() => null);
      const { status, error, error_code: code } = isOver ?? (last as Job | null) ?? { status: 'never seen', error: null, error_code: null };
      const found = endBreaches(kind, { status, code, words: error }, excused);
      breaches.push(...found);
      if (found.length > 0 || status === 'done') return isOver;
      this.#tally.retries += 1;
      await this.#until(
        `${kind} is tried again`,
        async () => (await this.#ground.service.ask(`/api/v3/job/${guid}/retry`, { method: 'PATCH' })) ?? null,
      );
    }
    breaches.push(`${kind} still fails after ${MOST_RETRIES} retries`);
    return null;
  }

  #file(guid: string): Promise<string> {
    return this.#answered(`/api/v3/job/${guid}/json`);
  }

  /** Nothing is under way any more. */
  async #calm(exports: readonly RunningExport[], breaches: string[]): Promise<void> {
    await this.#drained(exports, breaches);
    // The schedule may have begun one more.
    const found = (): readonly string[] => folderBreaches(this.#folder.fileNames(), this.#folder.namedFiles());
    await this.#until('the folder holds what exports name', async () => (found().length === 0 ? true : null)).catch(() => undefined);
    breaches.push(...found());
    const damage = this.#folder.damage();
    if (damage !== null) breaches.push(`the database is damaged: ${damage}`);
    await this.#lookAtProcess(breaches);
    await this.#remove(exports, breaches);
  }

  async #drained(exports: readonly RunningExport[], breaches: string[]): Promise<void> {
    const { receiver } = this.#ground;
    const guids = exports.map(({ guid }) => guid);
    const found = (): readonly string[] => outboxBreaches(this.#folder.messages(guids), receiver.taken);
    await this.#until('the outbox is drained', async () => (found().length === 0 ? true : null)).catch(() => undefined);
    breaches.push(...found());
    this.#tally.messages += receiver.taken.length;
    receiver.forget();
  }

  async #lookAtProcess(breaches: string[]): Promise<void> {
    const { pid } = this.#ground.service;
    if (pid === null) return;
    const before = processesBelow(pid);
    const found = (): readonly string[] => zombieBreaches([before, processesBelow(pid)], this.#ground.service.brokenEngines);
    const untilMs = performance.now() + BURIED_WITHIN_MS;
    while (found().length > 0 && performance.now() < untilMs) await delay(POLL_EVERY_MS);
    breaches.push(...found());
    const held = heldBy(pid);
    this.#tally.lastHeld = held;
    this.#tally.largestRssMb = Math.max(this.#tally.largestRssMb, held.rssMb);
    this.#tally.mostHandles = Math.max(this.#tally.mostHandles, held.handles);
    if (this.#standing?.pid !== pid) this.#standing = { pid, calls: 0, first: null };
    this.#standing.calls += 1;
    if (this.#standing.calls === WARM_AFTER) this.#standing.first = held;
    if (this.#standing.first !== null) breaches.push(...growthBreaches(this.#standing.first, held));
  }

  async #remove(exports: readonly RunningExport[], breaches: string[]): Promise<void> {
    for (const { guid } of exports)
      await this.#until('an export is removed', async () => {
        const answer = await this.#ground.service.ask(`/api/v3/job/${guid}`, { method: 'DELETE' });
        return answer?.status === 204 || answer?.status === 404 ? true : null;
      });
    await this.#until('what was removed is gone', async () => (this.#folder.countRemoved() === 0 ? true : null)).catch(() => undefined);
    const left = this.#folder.countRemoved();
    if (left > 0) breaches.push(`${left} exports that were removed are still stored`);
  }

  async #answered(path: string): Promise<string> {
    return this.#until(`${path.replace(/[\da-f-]{36}/, '...')} is answered`, async () => {
      const answer = await this.#ground.service.ask(path);
      return answer?.status === 200 ? answer.text : null;
    });
  }

  /** @throws Error where it does not come to pass in time */
  async #until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() > untilMs) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s`);
      await delay(POLL_EVERY_MS);
    }
  }
}

function codesFor({ faults }: PlannedStep, table: Partial<Readonly<Record<FaultKind, readonly string[]>>>): ReadonlySet<string> {
  return new Set(faults.flatMap(({ kind }) => table[kind] ?? []));
}
