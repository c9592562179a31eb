import { describe, expect, it } from 'vitest';
import { DatabaseAway, PlatformRefusal, TransientFailure, TurnLost } from '#core/contract/error.ts';
import type { HelpDesk } from '#core/engine/help.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { type EngineRoom, engineRooms, settled } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { playedJudge } from '#test/engine/played-judge.ts';

const NOBODY: HelpDesk = {
  isPaced: true,
  open() {
    throw new Error('nobody is asked for help');
  },
};
const FIRST_PAGE = { items: [comment('a')], next: [{ cursor: 'second', role: 'page' }], total: 2 } as const;
const LAST_PAGE = { items: [comment('b')] };
const JUDGED = { sentiment: true, language: false, format: 'json' } as const;

const openRoom = engineRooms();

interface Shared {
  readonly room: EngineRoom;
  readonly puppet: Puppet;
  /** Put where all machines take from. */
  readonly queued: string[];
  /** Turns that were ended from here. */
  readonly revoked: string[];
  /** `guid fence`, as this machine's right to write came and went. */
  readonly held: string[];
  /** Gives this machine the turn. */
  take(guid: string, signal?: AbortSignal): Promise<void>;
}

/** One of the machines that share a store: it runs what it is given the turn for. `losesAt`: the commit that finds the turn, or the database, gone. */
function openShared({ losesAt, loses, dataDir }: { losesAt?: number; loses?: Error; dataDir?: string } = {}): Shared {
  const [queued, revoked, held]: [string[], string[], string[]] = [[], [], []];
  const puppet = puppetPlatform();
  let commits = 0;
  const behind = (store: EngineStore): EngineStore => ({
    ...store,
    jobs: {
      ...store.jobs,
      commit(id, work) {
        commits += 1;
        if (commits === losesAt) throw loses ?? new TurnLost('a-guid');
        return store.jobs.commit(id, work);
      },
    },
    shared: {
      enqueue: (jobs) => void queued.push(...jobs.map(({ guid }) => guid)),
      hold: ({ guid }, fence) => void held.push(`${guid} ${fence}`),
      revoke: (guid) => void revoked.push(guid),
    },
  });
  const room = openRoom({
    platforms: [puppet.platform],
    behind,
    sentiment: playedJudge(),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  const take = (guid: string, signal = new AbortController().signal): Promise<void> =>
    room.engine.turns.take({ guid, fence: 7n, signal, help: NOBODY });
  return { room, puppet, queued, revoked, held, take };
}

/** An export that is done, and where it was put. */
async function done(shared: Shared): Promise<string> {
  const { guid } = await shared.room.createOne();
  const turn = shared.take(guid);
  (await shared.puppet.next()).answer({ items: [comment('a'), comment('b')], total: 2 });
  await turn;
  shared.queued.length = 0;
  return guid;
}

describe('an export of a store that several machines share', () => {
  it('is put where all take from, and runs here in its turn alone', async () => {
    const { room, puppet, queued, held, take } = openShared();
    const { guid } = await room.createOne();
    room.engine.start();
    await settled();
    expect([queued, puppet.asked]).toEqual([[guid], []]);
    const turn = take(guid);
    (await puppet.next()).answer(FIRST_PAGE);
    const second = await puppet.next();
    expect([room.engine.turns.running, held]).toEqual([1, [`${guid} 7`]]);
    second.answer(LAST_PAGE);
    await turn;
    expect(room.job(guid)).toMatchObject({ status: 'done', exported: 2 });
    expect([room.engine.turns.running, held]).toEqual([0, [`${guid} 7`, `${guid} null`]]);
    expect(room.engine.turns.helpOf(guid)).toBeNull();
  });

  it('goes on, whoever has the next turn, where this one is over', async () => {
    const { room, puppet, held, take } = openShared();
    const { guid } = await room.createOne();
    const over = new AbortController();
    const turn = take(guid, over.signal);
    (await puppet.next()).answer(FIRST_PAGE);
    const second = await puppet.next();
    over.abort(new Error('the lease ran out'));
    await turn;
    expect(second.signal.aborted).toBe(true);
    expect(room.job(guid)).toMatchObject({ status: 'progress', exported: 1, error: null });
    expect(held.at(-1)).toBe(`${guid} null`);
    const next = take(guid);
    (await puppet.at('second')).answer(LAST_PAGE);
    await next;
    expect(room.job(guid)).toMatchObject({ status: 'done', exported: 2, retry: 0 });
  });

  it.each([new TurnLost('a-guid'), new DatabaseAway('connection refused')])(
    'has not failed where this machine cannot note more: %s',
    async (loses) => {
      const { room, puppet, take } = openShared({ losesAt: 2, loses });
      const { guid } = await room.createOne();
      const turn = take(guid);
      (await puppet.next()).answer(FIRST_PAGE);
      (await puppet.next()).answer(LAST_PAGE);
      // The same machine has the turn still, and asks for what was not stored.
      (await puppet.at('second')).answer(LAST_PAGE);
      await turn;
      expect(room.job(guid)).toMatchObject({ status: 'done', exported: 2, retry: 0 });
      expect(puppet.asked).toEqual(['first', 'second', 'second']);
    },
  );

  it('has its second chance in the same turn, and is where all take from meanwhile', async () => {
    const { room, puppet, queued, take } = openShared();
    const { guid } = await room.createOne();
    const turn = take(guid);
    (await puppet.next()).fail(new TransientFailure());
    (await puppet.next()).answer(LAST_PAGE);
    await turn;
    expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'requeued queueing', 'started progress', 'finished done']);
    expect(queued).toEqual([guid, guid]);
  });

  it('waits while all exports are paused, and no longer than its turn', async () => {
    const { room, puppet, take } = openShared();
    const [one, other] = await room.create([{ id: '1' }, { id: '2' }]);
    await room.engine.pause();
    const over = new AbortController();
    const turns = [take(one?.guid ?? ''), take(other?.guid ?? '', over.signal)];
    await settled();
    expect(puppet.asked).toEqual([]);
    over.abort(new Error('the lease ran out'));
    await turns[1];
    await room.engine.resume();
    (await puppet.next()).answer(LAST_PAGE);
    await turns[0];
    expect([one, other].map((job) => room.job(job?.guid ?? '').status)).toEqual(['done', 'queueing']);
  });

  it('is not stopped, removed or heard of without its turn being ended', async () => {
    const { room, puppet, revoked, take } = openShared();
    const [one, other] = await room.create([{ id: '1' }, { id: '2' }]);
    const turn = take(one?.guid ?? '');
    await puppet.next();
    await room.engine.stop(one?.guid ?? '');
    await turn;
    await room.engine.remove(other?.guid ?? '');
    expect(revoked).toEqual([one?.guid, other?.guid]);
    await take(other?.guid ?? '');
    expect(puppet.asked).toEqual(['first']);
  });
});

describe('whether there is something to run', () => {
  it('says the state of the export, and what is wished of it', async () => {
    const shared = openShared();
    const { room, puppet, take } = shared;
    const isOpen = (guid: string): Promise<boolean> => room.engine.turns.isOpen(guid);
    const ended = await done(shared);
    expect([await isOpen('nobody'), await isOpen(ended)]).toEqual([false, false]);
    const { guid, id } = await room.createOne();
    expect(await isOpen(guid)).toBe(true);
    const turn = take(guid);
    const page = await puppet.next();
    expect(await isOpen(guid)).toBe(true);
    page.fail(new PlatformRefusal('BLOCKED'));
    await turn;
    expect(await isOpen(guid)).toBe(false);
    room.store.reprocessings.set(id, JUDGED);
    expect(await isOpen(guid)).toBe(true);
  });
});

describe('what other machines do', () => {
  it('is told here, as theirs, and ends what runs here for nothing', async () => {
    const { room, puppet, take } = openShared();
    const { guid } = await room.createOne();
    const heard: unknown[] = [];
    room.engine.subscribe(({ kind, job, isForeign, format }) => heard.push([kind, job.guid, isForeign, format]));
    const turn = take(guid);
    const page = await puppet.next();
    heard.length = 0;
    room.engine.turns.hear({ kind: 'progress', guid });
    expect(page.signal.aborted).toBe(false);
    room.store.jobs.update(room.job(guid).id, { status: 'stopped' });
    room.engine.turns.hear({ kind: 'stopped', guid });
    await turn;
    expect(page.signal.aborted).toBe(true);
    room.engine.turns.hear({ kind: 'reprocessed', guid, format: 'csv' });
    room.engine.turns.hear({ kind: 'finished', guid: 'nobody' });
    expect(heard).toEqual([
      ['progress', guid, true, undefined],
      ['stopped', guid, true, undefined],
      ['reprocessed', guid, true, 'csv'],
    ]);
  });

  it('is caught up with after a time in which nothing was heard', async () => {
    const shared = openShared();
    const { room } = shared;
    const ended = await done(shared);
    const [waiting, gone] = await room.create([{ id: '1' }, { id: '2' }]);
    room.engine.turns.hear({ kind: 'created', guid: gone?.guid ?? '' });
    room.store.jobs.remove(gone?.id ?? 0);
    while (room.store.removals.deleteSome());
    const heard: string[] = [];
    room.engine.subscribe(({ kind, job }) => heard.push(`${kind} ${job.guid}`));
    room.engine.turns.catchUp([ended, waiting?.guid ?? '', gone?.guid ?? '']);
    expect(heard).toEqual([`finished ${ended}`, `removed ${gone?.guid}`]);
  });
});

describe('further work on an export that has ended', () => {
  it('is put where all take from, and done in a turn', async () => {
    const shared = openShared();
    const { room, queued, take } = shared;
    const guid = await done(shared);
    const work = room.engine.reprocess(guid, JUDGED);
    expect([queued, room.job(guid).sentiment]).toEqual([[guid], null]);
    await take(guid);
    expect(await work).toMatchObject({ guid, sentiment: { state: 'done', judged: 2 } });
    expect(room.store.reprocessings.all()).toEqual([]);
  });

  it('may be cancelled before anybody takes it', async () => {
    const shared = openShared();
    const { room, revoked, take } = shared;
    const guid = await done(shared);
    const work = room.engine.reprocess(guid, JUDGED).catch((error: unknown) => error);
    await room.engine.cancelReprocessing(guid);
    expect(await work).toMatchObject({ code: 'STOPPED', message: 'The export was not processed anew.' });
    expect([revoked, room.told(guid).at(-1)]).toEqual([[guid], 'notReprocessed done']);
    await take(guid);
    expect(room.job(guid).sentiment).toBeNull();
    await room.engine.cancelReprocessing(guid);
    expect(revoked).toEqual([guid]);
  });

  it('waits where all take from again after a start', async () => {
    const shared = openShared();
    const guid = await done(shared);
    shared.room.store.reprocessings.set(shared.room.job(guid).id, JUDGED);
    const { dataDir } = shared.room;
    await shared.room.close();
    const again = openShared({ dataDir });
    again.room.engine.start();
    expect(again.queued).toEqual([guid]);
    await again.take(guid);
    expect(again.room.job(guid).sentiment).toMatchObject({ judged: 2 });
  });
});
