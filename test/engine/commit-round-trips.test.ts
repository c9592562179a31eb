import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { TurnLost } from '#core/contract/error.ts';
import { carryOver } from '#core/engine/carry.ts';
import { ExportRun } from '#core/engine/export-run.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import { commits } from '#core/engine/measured-commits.ts';
import type { EngineStore, RunSession } from '#core/engine/ports.ts';
import type { RawKeeping } from '#core/engine/raw-answers.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { openExportQueue } from '#core/queue/export-queue.ts';
import { openWriting } from '#core/store/place.ts';
import { roundTrips } from '#core/store/postgres/measured-round-trips.ts';
import { openEngineStore } from '#core/store/store.ts';
import { comment, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';
import { own, ownFolder } from '#test/own.ts';
import { clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { insertJob } from '#test/store/stored-job.ts';

const ROWS = 100;
const OPTIONS = { replies: true, sort: null, limit: 1_000_000, minTimestamp: null, maxTimestamp: null, countries: [] };

/** Ten pages of a list, with replies under every fifth row, and pages that a shifted list shows again. */
const PAGES: readonly Page[] = Array.from({ length: 10 }, (_, page) => {
  // The sixth shows five rows of the one before once more.
  const first = page * ROWS - (page < 5 ? 0 : 5);
  const items = Array.from({ length: ROWS }, (__, at) => comment(`c${first + at}`, { replyCount: (first + at) % 5 === 0 ? 3 : 0 }));
  const threads = items.filter(({ replyCount }) => replyCount === 3);
  const next: Next[] = threads.map(({ id }) => ({ cursor: `replies of ${id}`, role: 'replies', under: id, expect: 3 }));
  return { items, next: page === 9 ? next : [{ cursor: page + 1, role: 'page' }, ...next] };
});

/** A session of a page that was answered 100 kilobytes. */
const ANSWERING: RunSession = {
  forPage({ signal, exchanges }) {
    exchanges?.add({
      startedAtMs: 0,
      request: { method: 'GET', url: 'https://forum.example/', headers: {}, body: null },
      status: 200,
      headers: {},
      body: () => ({ bytes: Buffer.alloc(100_000, 'text '), isCut: false }),
    });
    return { signal } as never;
  },
  close: async () => undefined,
};

describe.skipIf(clustersLack() !== null)('a commit over PostgreSQL', () => {
  let store: EngineStore;
  let takeTurn: (job: JobRecord) => void;
  let endTurn: (guid: string) => void;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    const cluster = await own(startCluster());
    const databaseUrl = await cluster.newDatabase();
    const place = { dataDir: ownFolder('round-trips'), databaseUrl };
    store = openEngineStore(place);
    const queue = await openExportQueue({ databaseUrl, leaseMs: 60_000, onFault: () => undefined });
    const other = openWriting(place);
    closing.push(
      () => other.close(),
      () => store.close(),
      () => queue.close(),
    );
    other.prepare("INSERT INTO export_workers (worker, until) VALUES ('w', now() + interval '1 hour')").run();
    endTurn = (guid) => void other.prepare<[string]>('DELETE FROM export_leases WHERE job_guid = ?').run(guid);
    const turn = other.prepare<[string], { fence: number }>("INSERT INTO export_leases (job_guid, worker) VALUES (?, 'w') RETURNING fence");
    takeTurn = (job) => store.shared?.hold(job, BigInt(turn.get(job.guid)?.fence ?? 0));
  });

  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** Reads pages of the list one after the other. Returns the round trips of each commit. */
  async function read(
    job: JobRecord,
    pages: readonly Page[],
    { between = () => undefined, ...keeping }: { readonly between?: (page: number) => void; readonly raw?: RawKeeping } = {},
  ): Promise<number[]> {
    const puppet = puppetPlatform({ start: [{ cursor: 0, role: 'page' }], concurrency: 1 });
    const [found, abort] = [[] as number[], new AbortController()];
    let trips = 0;
    const onTrip = (): void => void (trips += 1);
    const onCommit = (): void => {
      found.push(trips);
      trips = 0;
    };
    const run = new ExportRun({
      store,
      job,
      platform: puppet.platform,
      options: OPTIONS,
      session: keeping.raw === undefined ? puppetSession() : ANSWERING,
      retryBudget: { left: 0 },
      lanes: 1,
      retryScale: 0,
      learnt: new PlatformLearnt([], Date.now),
      onCommit: () => undefined,
      keep: () => undefined,
      ...keeping,
    });
    subscribe(roundTrips.name, onTrip);
    subscribe(commits.name, onCommit);
    try {
      const reading = run.fetchAll(abort.signal);
      for (const [index, page] of pages.entries()) {
        const asked = await Promise.race([puppet.at(index), reading.then(() => null)]);
        between(index);
        asked?.answer(page);
      }
      // The next request is made once the last of these is stored.
      await Promise.race([puppet.next(), reading]);
      abort.abort(new Error('enough'));
      await reading.catch((error: unknown) => {
        if (!abort.signal.aborted || error instanceof TurnLost) throw error;
      });
      return found;
    } finally {
      unsubscribe(roundTrips.name, onTrip);
      unsubscribe(commits.name, onCommit);
    }
  }

  it('is one round trip for a page of new rows with all that follows from it, and two where rows are met again', async () => {
    const job = insertJob(store);
    takeTurn(job);
    const [, ...trips] = await read(job, PAGES);
    expect(trips).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1]);
    const again = store.jobs.find(job.guid);
    expect(again).toMatchObject({ exported: 10 * ROWS - 5 });
    expect(store.run(job.id).frontier()).toHaveLength(199);
  });

  it('is no more of them where the answers of the pages are kept', async () => {
    const job = insertJob(store);
    takeTurn(job);
    const [, ...trips] = await read(job, PAGES, { raw: { seal: (packed) => packed, isLoggedIn: false } });
    expect(trips).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1]);
    expect([...store.rawAnswers.of(job.id)]).toHaveLength(PAGES.length);
  });

  it('is two round trips in an incremental run, where all was met before', async () => {
    const parts = { platform: puppetPlatform().platform, store, onCommit: () => undefined };
    const signal = new AbortController().signal;
    const before = insertJob(store, { series: 'series' });
    await read(await carryOver({ ...parts, job: before }, signal), PAGES);
    store.jobs.update(before.id, { status: 'done', finishedAtMs: 1 });
    const job = insertJob(store, { series: 'series' });
    const carried = await carryOver({ ...parts, job }, signal);
    const trips = await read(carried, PAGES.slice(0, 8));
    expect(trips.slice(1)).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect(store.jobs.find(job.guid)?.incremental).toMatchObject({ unchanged: 995 });
  });

  it('stores nothing where the turn has ended, and says so whatever else is wrong by then', async () => {
    const job = insertJob(store);
    takeTurn(job);
    const between = (page: number): void => {
      if (page !== 2) return;
      endTurn(job.guid);
      store.jobs.remove(job.id);
      while (store.removals.deleteSome());
    };
    await expect(read(job, PAGES, { between })).rejects.toThrow(TurnLost);
    expect(store.jobs.find(job.guid)).toBeNull();
    expect(store.run(job.id).kept()).toBe(0);
  });
});
