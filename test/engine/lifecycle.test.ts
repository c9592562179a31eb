import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { WritingPort } from '#core/engine/writing-port.ts';
import { engineRooms, settled } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform, puppetRoom } from '#test/engine/puppet-platform.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const openRoom = engineRooms();

const ONE_PAGE = { items: [comment('a'), comment('b')], total: 2 };

describe('the way of an export', () => {
  it('goes from queueing over progress to done', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid, status } = await room.createOne();
    expect(status).toBe('queueing');
    (await puppet.next()).answer(ONE_PAGE);
    const done = await room.until(guid, 'finished');
    expect(done).toMatchObject({ status: 'done', exported: 2, platformTotal: 2, retry: 0, error: null });
    expect(done.startedAtMs).toBeGreaterThanOrEqual(done.createdAtMs);
    expect(done.finishedAtMs).toBeGreaterThanOrEqual(done.startedAtMs ?? Infinity);
    expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'finished done']);
    expect(room.files()).toEqual([done.files[0]?.name]);
  });

  it('is nothing to break down of where another machine removes it meanwhile', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { id, guid } = await room.createOne();
    const page = await puppet.next();
    room.store.jobs.remove(id);
    page.fail(new PlatformRefusal('NOT_FOUND'));
    const other = await room.createOne();
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(other.guid, 'finished');
    expect(room.told(guid)).toEqual(['created queueing', 'started progress']);
  });

  it('ends for all who follow it here where another machine has removed the last of it', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { id, guid } = await room.createOne();
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    room.engine.turns.hear({ kind: 'finished', guid });
    room.store.jobs.remove(id);
    while (room.store.removals.deleteSome());
    for (const kind of ['removed', 'removed'] as const) room.engine.turns.hear({ kind, guid });
    expect(room.told(guid).filter((told) => told.startsWith('removed'))).toEqual(['removed done']);
  });

  it('ends in error with code and detail, and goes on by hand where it was', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
    (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
    const failed = await room.until(guid, 'failed');
    expect(failed).toMatchObject({ status: 'error', errorCode: 'BLOCKED', exported: 1, files: [], completeness: { complete: false } });
    expect(failed.finishedAtMs).not.toBeNull();
    expect(await room.engine.retry(guid)).toMatchObject({ status: 'queueing', error: null, errorCode: null, retry: 1, finishedAtMs: null });
    const again = await puppet.next();
    expect(again.cursor).toBe('second');
    again.answer({ items: [comment('b')] });
    expect(await room.until(guid, 'finished')).toMatchObject({ status: 'done', exported: 2, retry: 1, error: null, errorCode: null });
    expect(puppet.asked).toEqual(['first', 'second', 'second']);
    expect(room.told(guid)).toEqual([
      'created queueing',
      'started progress',
      'failed error',
      'requeued queueing',
      'started progress',
      'finished done',
    ]);
  });

  it.each([
    ['a broken wire', new TransientFailure()],
    ['a moment of 429', new ThrottledFailure()],
  ])('goes back into the queue by itself once: %s', async (_name, failure) => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).fail(failure);
    (await puppet.next()).fail(failure);
    expect(await room.until(guid, 'failed')).toMatchObject({ status: 'error', errorCode: failure.code, retry: 1 });
    expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'requeued queueing', 'started progress', 'failed error']);
  });

  it('does not when the host names its own time', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new ThrottledFailure('Wait an hour.', { secondsToWait: 3600 }));
    expect(await room.until(guid, 'failed')).toMatchObject({ errorCode: 'RATE_LIMITED', retry: 0 });
  });

  it('gives a retry by hand its own second chance', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    for (let run = 0; run < 2; run += 1) (await puppet.next()).fail(new TransientFailure());
    await room.until(guid, 'failed');
    await room.engine.retry(guid);
    (await puppet.next()).fail(new TransientFailure());
    (await puppet.next()).answer(ONE_PAGE);
    expect(await room.until(guid, 'finished')).toMatchObject({ retry: 3, exported: 2 });
  });

  it('is our own fault where our code breaks, and says so', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new TypeError('x is not a function'));
    const failed = await room.until(guid, 'failed');
    expect(failed.errorCode).toBe('INTERNAL');
    expect(failed.error).toContain('x is not a function');
  });

  it('ends in error when the files cannot be written', async () => {
    const puppet = puppetPlatform();
    const writing = () => ({
      write: () => Promise.reject(new CommentdockError('DISK', 'The disk is full.')),
      close: async () => undefined,
    });
    const room = openRoom({ platforms: [puppet.platform], writing });
    const { guid } = await room.createOne();
    (await puppet.next()).answer(ONE_PAGE);
    expect(await room.until(guid, 'failed')).toMatchObject({ errorCode: 'DISK', error: 'The disk is full.', exported: 2 });
  });

  it('notes its failure once the disk has room for that, and goes on by hand', async () => {
    const puppet = puppetPlatform();
    let refusals = 3;
    const behind = (store: EngineStore): EngineStore => ({
      ...store,
      lastRoom(work) {
        if ((refusals -= 1) >= 0) throw new CommentdockError('DISK', 'The disk is full.');
        return store.lastRoom(work);
      },
    });
    const room = openRoom({ platforms: [puppet.platform], behind });
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
    expect(await room.until(guid, 'failed')).toMatchObject({ errorCode: 'BLOCKED' });
    expect(refusals).toBe(-1);
    await room.engine.retry(guid);
    (await puppet.next()).answer(ONE_PAGE);
    expect(await room.until(guid, 'finished')).toMatchObject({ exported: 2, errorCode: null });
  });

  it('goes on where its end cannot be noted, whoever ends it', async () => {
    const puppet = puppetPlatform();
    let isFull = true;
    const behind = (store: EngineStore): EngineStore => ({
      ...store,
      lastRoom(work) {
        if (isFull) throw new CommentdockError('DISK', 'The disk is full.');
        return store.lastRoom(work);
      },
    });
    const room = openRoom({ platforms: [puppet.platform], behind });
    const { guid } = await room.createOne();
    await puppet.next();
    await expect(room.engine.stop(guid)).rejects.toMatchObject({ code: 'DISK' });
    await puppet.next();
    await expect(room.engine.remove(guid)).rejects.toMatchObject({ code: 'DISK' });
    expect(room.job(guid).status).toBe('progress');
    isFull = false;
    (await puppet.next()).answer(ONE_PAGE);
    expect(await room.until(guid, 'finished')).toMatchObject({ exported: 2 });
  });
});

describe('what is refused', () => {
  it.each(['stop', 'retry', 'remove'] as const)('%s of an unknown export', async (verb) => {
    const room = openRoom({ platforms: [] });
    await expect(room.engine[verb](NOBODY)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(room.engine.writeFiles(NOBODY, ['json'])).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('every transition that interface.md does not name', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const refusesStop = async (guid: string, state: string): Promise<void> =>
      await expect(room.engine.stop(guid)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(`"${state}"`),
      });
    const refusesRetry = async (guid: string, state: string): Promise<void> =>
      await expect(room.engine.retry(guid)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(`"${state}"`),
      });

    const [first, second] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    const page = await puppet.next();
    await refusesRetry(first?.guid ?? '', 'progress');
    await refusesRetry(second?.guid ?? '', 'queueing');
    page.answer(ONE_PAGE);
    const done = await room.until(first?.guid ?? '', 'finished');
    await refusesStop(done.guid, 'done');
    await refusesRetry(done.guid, 'done');
    (await puppet.next()).fail(new PlatformRefusal('NOT_FOUND'));
    const failed = await room.until(second?.guid ?? '', 'failed');
    await refusesStop(failed.guid, 'error');
    await room.engine.retry(failed.guid);
    await puppet.next();
    await room.engine.stop(failed.guid);
    await refusesStop(failed.guid, 'stopped');
    await refusesRetry(failed.guid, 'stopped');
  });

  it('a creation with an unknown cursor, and all that came with it', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    await expect(room.create([{}, { options: { cursor: 'c1.nobody' } }])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await settled();
    expect(puppet.asked).toEqual([]);
    expect(room.store.jobs.byStatus('queueing')).toEqual([]);
  });
});

describe('stop', () => {
  it('aborts the page in flight, keeps what was stored, asks nothing more', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
    const flying = await puppet.next();
    const stopped = await room.engine.stop(guid);
    expect(flying.signal.aborted).toBe(true);
    expect(stopped).toMatchObject({ status: 'stopped', exported: 1, resumable: true, files: [], completeness: { complete: false } });
    flying.answer({ items: [comment('b')], next: [{ cursor: 'third', role: 'page' }] });
    await settled();
    expect(puppet.asked).toEqual(['first', 'second']);
    expect(room.job(guid)).toEqual(stopped);
    expect((await room.rows(guid)).map(({ id }) => id)).toEqual(['a']);
    expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'stopped stopped']);
  });

  it('takes a waiting export out of the queue', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const [running, waiting, last] = await room.create([{ plan: 'premium' }, { plan: 'premium' }, { plan: 'premium' }]);
    const page = await puppet.next();
    expect(await room.engine.stop(waiting?.guid ?? '')).toMatchObject({ status: 'stopped', startedAtMs: null });
    page.answer(ONE_PAGE);
    await room.until(running?.guid ?? '', 'finished');
    await room.until(last?.guid ?? '', 'started');
    expect(room.told(waiting?.guid ?? '')).toEqual(['created queueing', 'stopped stopped']);
  });

  it('of a waiting export holds while its turn comes', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const [running, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    await puppet.next();
    await Promise.all([room.engine.stop(running?.guid ?? ''), room.engine.stop(waiting?.guid ?? '')]);
    await settled();
    expect(room.job(waiting?.guid ?? '').status).toBe('stopped');
    expect(room.told(waiting?.guid ?? '')).toEqual(['created queueing', 'stopped stopped']);
    expect(puppet.asked).toEqual(['first']);
  });

  it('of an export that waits for its second chance leaves it stopped', async () => {
    const puppet = puppetPlatform();
    const room = openRoom({ platforms: [puppet.platform], retryScale: 0.02 });
    const { guid } = await room.createOne();
    (await puppet.next()).fail(new TransientFailure());
    await room.until(guid, 'requeued');
    await room.engine.stop(guid);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(room.job(guid)).toMatchObject({ status: 'stopped', retry: 1 });
    expect(puppet.asked).toEqual(['first']);
  });

  it('twice at once is one stop and one refusal', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    await puppet.next();
    const outcomes = await Promise.allSettled([room.engine.stop(guid), room.engine.stop(guid)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'stopped stopped']);
  });

  it('frees the place for the next', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const [running, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    await puppet.next();
    await room.engine.stop(running?.guid ?? '');
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(waiting?.guid ?? '', 'finished');
  });
});

describe('the queue', () => {
  it.each([
    ['premium', 1],
    ['business', 5],
  ] as const)('runs as many at once as the plan %s allows: %i, first come first served', async (plan, slots) => {
    const { puppet, room } = puppetRoom(openRoom);
    const jobs = await room.create(Array.from({ length: slots + 2 }, () => ({ plan })));
    const pages = [];
    for (let slot = 0; slot < slots; slot += 1) pages.push(await puppet.next());
    await settled();
    expect(jobs.map(({ guid }) => room.job(guid).status)).toEqual([
      ...Array.from({ length: slots }, () => 'progress'),
      'queueing',
      'queueing',
    ]);
    pages[0]?.answer(ONE_PAGE);
    await room.until(jobs[slots]?.guid ?? '', 'started');
    await settled();
    expect(room.job(jobs[slots + 1]?.guid ?? '').status).toBe('queueing');
    expect(puppet.asked).toHaveLength(slots + 1);
  });
});

describe('a restart', () => {
  it('goes on with what ran, then with what waits, and leaves what was stopped', async () => {
    const before = puppetPlatform();
    const room = openRoom({ platforms: [before.platform] });
    const [running, toStop, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }, { plan: 'premium' }]);
    (await before.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
    await before.at('second');
    await room.engine.stop(toStop?.guid ?? '');
    await room.close();

    const after = puppetPlatform();
    const again = openRoom({ platforms: [after.platform], dataDir: room.dataDir });
    expect(again.job(running?.guid ?? '').status).toBe('progress');
    again.engine.start();
    const page = await after.next();
    expect(page.cursor).toBe('second');
    page.answer({ items: [comment('b')] });
    expect(await again.until(running?.guid ?? '', 'finished')).toMatchObject({ exported: 2, retry: 0 });
    (await after.at('first')).answer(ONE_PAGE);
    await again.until(waiting?.guid ?? '', 'finished');
    expect(again.job(toStop?.guid ?? '').status).toBe('stopped');
    expect(after.asked).toEqual(['second', 'first']);
  });

  it('counts items past the limit as before', async () => {
    const before = puppetPlatform();
    const write: WritingPort['write'] = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const room = openRoom({ platforms: [before.platform], writing: () => ({ write, close: async () => undefined }) });
    const { guid } = await room.createOne({ options: { limit: 2 } });
    (await before.next()).answer({ items: ['a', 'b', 'c', 'd'].map((id) => comment(id)) });
    await expect.poll(() => room.job(guid).resumable).toBe(true);
    await room.close();
    const again = openRoom({ platforms: [puppetPlatform().platform], dataDir: room.dataDir });
    again.engine.start();
    const done = await again.until(guid, 'finished');
    expect(done).toMatchObject({ exported: 2, resumable: true, completeness: { complete: false, gap: { limit: 2 } } });
  });
});
