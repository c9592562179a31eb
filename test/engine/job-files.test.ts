import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { openReading } from '#core/store/place.ts';
import { engineRooms, settled } from '#test/engine/engine-room.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { comment, puppetRoom } from '#test/engine/puppet-platform.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

const openRoom = engineRooms();

const ONE_PAGE = { items: [comment('a'), comment('b')], total: 2 };

describe('stop while files are written', () => {
  it('leaves no file behind', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne({ formats: FILE_FORMATS });
    const items = Array.from({ length: 20_000 }, (_, index) => comment(`c${index}`));
    (await puppet.next()).answer({ items });
    await expect.poll(() => room.files().length, { interval: 1 }).toBeGreaterThan(0);
    const stopped = await room.engine.stop(guid);
    expect(stopped).toMatchObject({ status: 'stopped', exported: 20_000, files: [] });
    expect(room.files()).toEqual([]);
    expect(await room.rows(guid)).toHaveLength(20_000);
  });
});

describe('remove', () => {
  it('stops a running export, and takes rows and files with it', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid, id } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
    const flying = await puppet.next();
    await room.engine.remove(guid);
    expect(flying.signal.aborted).toBe(true);
    expect(room.store.jobs.find(guid)).toBeNull();
    while (Object.values(rowsOfJob(room.dataDir, id)).some((rows) => rows > 0)) await nextTurn();
    await settled();
    expect(puppet.asked).toEqual(['first', 'second']);
    expect(room.told(guid).at(-1)).toMatch(/^removed /);
  });

  it('of a waiting export holds while its turn comes', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const [running, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    await puppet.next();
    await Promise.all([room.engine.remove(running?.guid ?? ''), room.engine.remove(waiting?.guid ?? '')]);
    await settled();
    expect(room.store.jobs.find(waiting?.guid ?? '')).toBeNull();
    expect(puppet.asked).toEqual(['first']);
  });

  it('takes the files of a finished export', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne({ formats: ['json', 'csv'] });
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    expect(room.files()).toHaveLength(2);
    await room.engine.remove(guid);
    expect(room.files()).toEqual([]);
    await expect(room.engine.remove(guid)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('while its files are written leaves nothing behind', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: Array.from({ length: 10_000 }, (_, index) => comment(`c${index}`)) });
    await room.until(guid, 'finished');
    const writing = room.engine.writeFiles(guid, ['xlsx', 'csv']);
    const outcome = expect(writing).rejects.toBeInstanceOf(CommentdockError);
    await expect.poll(() => room.files().length, { interval: 1 }).toBeGreaterThan(1);
    await room.engine.remove(guid);
    await outcome;
    expect(room.files()).toEqual([]);
  });
});

describe('files', () => {
  it('of a failed export are those of its last run', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
    (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
    await room.until(guid, 'failed');
    expect(await room.rows(guid)).toHaveLength(1);
    expect(await room.rows(guid)).toHaveLength(1);
    expect(room.files()).toHaveLength(1);
    await room.engine.retry(guid);
    (await puppet.next()).answer({ items: [comment('b')] });
    const done = await room.until(guid, 'finished');
    expect(room.files()).toEqual(done.files.map(({ name }) => name));
  });

  it('are not written while the export runs or waits', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const [running, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    await puppet.next();
    for (const [guid, state] of [
      [running?.guid, 'progress'],
      [waiting?.guid, 'queueing'],
    ] as const) {
      await expect(room.engine.writeFiles(guid ?? '', ['json'])).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining(state),
      });
    }
  });

  it('asked for twice at once are one and the same', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer(ONE_PAGE);
    await room.until(guid, 'finished');
    const [one, other] = await Promise.all([room.engine.writeFiles(guid, ['csv']), room.engine.writeFiles(guid, ['csv'])]);
    const names = new Set([...one.files, ...other.files].map(({ name }) => name));
    expect([...names].toSorted()).toEqual(room.files().toSorted());
    expect(room.files()).toHaveLength(2);
  });
});

function rowsOfJob(dataDir: string, jobId: number): { items: number; pages: number; frontier: number } {
  const reader = openReading(inFolder(dataDir));
  try {
    const count = (table: string): number =>
      (reader.prepare(`SELECT COUNT(*) AS rows FROM ${table} WHERE job_id = ?`).get(jobId) as { rows: number }).rows;
    // Items belong to a job through their page: those of all jobs are counted, so that orphans count too.
    const items = (reader.prepare('SELECT COUNT(*) AS rows FROM items').get() as { rows: number }).rows;
    return { items, pages: count('pages'), frontier: count('frontier') };
  } finally {
    reader.close();
  }
}
