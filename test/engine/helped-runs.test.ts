import { afterEach, describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { AskedRequest, HelpAnswer, HelpDesk } from '#core/engine/help.ts';
import type { EngineStore, NetworkPort } from '#core/engine/ports.ts';
import { unreadable } from '#core/platform-api/odd-rows.ts';
import type { Page } from '#core/platform-api/define.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';

const NO_TRAFFIC = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
const TRAFFIC = { requests: 3, retries: 2, waits: 1, waitedMs: 40 };
const OWN_ROUTES = { member: 'oslo', used: [{ label: 'Oslo', end: null }] };

let room: EngineRoom;
afterEach(() => room[Symbol.asyncDispose]());

const repliesOf = (cursor: string): Page => ({ items: [comment(`r of ${cursor}`, { parentId: cursor })] });

/** Runs an export whose first page opens so many threads; `answer`: what the one machine that helps says of each that it is asked for. */
async function runWith(threads: number, answer: (request: AskedRequest, asked: number) => HelpAnswer | null) {
  const puppet = puppetPlatform({ concurrency: 2 });
  const network: NetworkPort = {
    openSession: async () => ({ ...puppetSession(), routes: { ways: 2, account: () => OWN_ROUTES, tryEach: (_page, work) => work() } }),
    close: async () => undefined,
  };
  const shared = { enqueue: () => undefined, hold: () => undefined, revoke: () => undefined };
  room = openEngineRoom({ platforms: [puppet.platform], network, behind: (store: EngineStore) => ({ ...store, shared }) });
  const told = { asked: [] as AskedRequest[], open: [] as number[], seats: 0, closed: 0 };
  const help: HelpDesk = {
    isPaced: true,
    open({ seats }) {
      told.seats = seats;
      return {
        helpers: 1,
        noteOpen: (count) => void told.open.push(count),
        ask: async (request) => answer(request, told.asked.push(request)),
        close: async () => void (told.closed += 1),
      };
    },
  };
  const { guid } = await room.createOne({ options: { replies: true } });
  const turn = room.engine.turns.take({ guid, fence: 1n, signal: new AbortController().signal, help });
  const ids = Array.from({ length: threads }, (_, at) => `c${at}`);
  (await puppet.next()).answer({
    items: ids.map((id) => comment(id)),
    next: ids.map((id) => ({ cursor: id, role: 'replies', under: id, expect: 1 })),
    total: 2 * threads,
  });
  const atHome = answerAll(puppet);
  await turn;
  return { job: room.job(guid), ...told, atHome };
}

/** Answers whatever is asked here from now on; the cursors. */
function answerAll(puppet: Puppet): readonly string[] {
  const cursors: string[] = [];
  void (async () => {
    for (;;) {
      const page = await puppet.next();
      cursors.push(String(page.cursor));
      page.answer(repliesOf(String(page.cursor)));
    }
  })();
  return cursors;
}

const wholePage = ({ cursor }: AskedRequest, route: string | null = 'Berlin'): HelpAnswer => ({
  kind: 'page',
  page: repliesOf(String(cursor)),
  traffic: TRAFFIC,
  route,
});

describe('requests that another machine makes', () => {
  it('are about half of what may be asked of others, and count with what they cost', async () => {
    const { job, asked, atHome, seats, closed, open } = await runWith(12, (request) => wholePage(request));
    expect(job).toMatchObject({ status: 'done', exported: 24, replies: 12, completeness: { complete: true, missing: 0 } });
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length + atHome.length).toBe(12);
    expect(new Set([...asked.map(({ cursor }) => cursor), ...atHome]).size).toBe(12);
    const { requests, retries, waits } = job.completeness;
    expect({ requests, retries, waits }).toEqual({
      requests: 3 * asked.length,
      retries: 2 * asked.length,
      waits: { count: asked.length, total_ms: 40 * asked.length },
    });
    // Each is told how many retries the export has left: those of the others are gone.
    expect(asked.map(({ retriesLeft }) => retriesLeft).toSorted((a, b) => b - a)[0]).toBe(30);
    expect(Math.min(...asked.map(({ retriesLeft }) => retriesLeft))).toBeLessThan(30);
    expect(asked[0]).toMatchObject({ role: 'replies', entryId: expect.any(Number) });
    expect([seats, closed]).toEqual([1, 1]);
    expect(Math.max(...open)).toBe(12);
  });

  it('go over routes that the ledger names, each once, those of others first', async () => {
    const { job } = await runWith(12, (request, asked) => wholePage(request, asked === 1 ? 'Oslo' : asked === 2 ? null : 'Berlin'));
    expect(job.completeness.routes).toEqual(['Berlin', 'Oslo']);
  });

  it.each<[string, HelpAnswer | null]>([
    ['nobody takes them', null],
    ['they cannot be read there', { kind: 'notRead', traffic: NO_TRAFFIC, route: null }],
  ])('are made here where %s', async (_why, answer) => {
    const { job, asked, atHome } = await runWith(8, () => answer);
    expect(job).toMatchObject({ status: 'done', exported: 16, completeness: { complete: true } });
    expect(asked.length).toBeGreaterThan(0);
    expect(atHome).toHaveLength(8);
  });

  it('say what is gone, in the words that were said there', async () => {
    const { job, asked, atHome } = await runWith(8, (_request, at) =>
      at === 1 ? { kind: 'gone', detail: 'It was deleted.', traffic: TRAFFIC, route: null } : null,
    );
    expect(job).toMatchObject({ status: 'done', exported: 15, completeness: { gap: { notServed: 1 } } });
    expect(job.completeness.notes).toEqual([`A list of replies (under ${asked[0]?.cursor}) was given up: NOT_FOUND, It was deleted.`]);
    expect(atHome).toHaveLength(7);
  });
});

describe('a machine that helps', () => {
  interface Asking {
    readonly request?: Partial<AskedRequest>;
    readonly answer?: Page;
    readonly error?: Error;
    readonly isStopped?: boolean;
    readonly isRouted?: boolean;
  }

  async function helpWith({ request = {}, answer, error, isStopped = false, isRouted = true }: Asking): Promise<HelpAnswer> {
    const puppet = puppetPlatform({ concurrency: 3 });
    const budgets: { left: number }[] = [];
    const network: NetworkPort = {
      async openSession({ retryBudget }) {
        budgets.push(retryBudget);
        return {
          ...puppetSession(),
          forPage({ signal, counters }) {
            for (const name of ['requests', 'retries', 'waits', 'waitedMs'] as const) counters[name] += TRAFFIC[name];
            return { signal } as never;
          },
          ...(isRouted ? { routes: { ways: 1, account: () => OWN_ROUTES, tryEach: (_page, work) => work() } } : {}),
        };
      },
      close: async () => undefined,
    };
    room = openEngineRoom({ platforms: [puppet.platform], network });
    const job: JobRecord = room.store.jobs.find((await room.createOne({ sandbox: true })).guid) as JobRecord;
    const help = await room.engine.fetching.openHelp(job.guid, 0);
    if (help === null) throw new Error('there is such an export');
    expect(help.lanes).toBe(3);
    const stop = new AbortController();
    const fetching = help.fetch({ entryId: 5, cursor: 'c1', role: 'replies', retriesLeft: 11, ...request }, stop.signal);
    const page = await puppet.at('c1');
    expect(budgets.at(-1)).toEqual({ left: 11 });
    if (isStopped) stop.abort(new Error('the run is over'));
    if (error !== undefined) page.fail(error);
    else page.answer(answer ?? repliesOf('c1'));
    try {
      return await fetching;
    } finally {
      await help.close();
    }
  }

  const said = { traffic: TRAFFIC, route: 'Oslo' };

  it('gives the page, what it cost and the way that it took', async () => {
    expect(await helpWith({})).toEqual({ kind: 'page', page: repliesOf('c1'), ...said });
    await room[Symbol.asyncDispose]();
    expect(await helpWith({ isRouted: false })).toMatchObject({ kind: 'page', route: null });
  });

  it('leaves what cannot be read to whoever runs the export', async () => {
    expect(await helpWith({ answer: { ...repliesOf('c1'), gaps: [unreadable('data.3')] } })).toEqual({ kind: 'notRead', ...said });
  });

  it('says of replies that they are gone, and of nothing else', async () => {
    const error = new PlatformRefusal('NOT_FOUND', 'It was deleted.');
    expect(await helpWith({ error })).toEqual({ kind: 'gone', detail: 'It was deleted.', ...said });
    await room[Symbol.asyncDispose]();
    expect(await helpWith({ error, request: { role: 'page' } })).toEqual({ kind: 'notRead', ...said });
    await room[Symbol.asyncDispose]();
    expect(await helpWith({ error: new PlatformRefusal('BLOCKED') })).toEqual({ kind: 'notRead', ...said });
  });

  it('gives nothing once the run is over', async () => {
    await expect(helpWith({ isStopped: true })).rejects.toThrow('the run is over');
  });

  it('is none for an export that is not there', async () => {
    room = openEngineRoom({ platforms: [] });
    expect(await room.engine.fetching.openHelp('00000000-0000-4000-8000-000000000000', 0)).toBeNull();
  });
});
