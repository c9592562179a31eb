import { describe, expect, it } from 'vitest';
import { engineRooms } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';

const openRoom = engineRooms();

/** An export that waits for its second page, in an engine that is gone; and what the next thread is told of. */
async function interrupted() {
  const puppet = puppetPlatform();
  const first = openRoom({ platforms: [puppet.platform] });
  const { guid, id } = await first.createOne();
  (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
  await puppet.at('second');
  const entryId = first.store.run(id).frontier()[0]?.id ?? 0;
  await first.close();
  const next = () => openRoom({ platforms: [puppet.platform], dataDir: first.dataDir });
  const dying = (cause: 'time' | 'memory' | 'breakdown') => ({ jobId: id, entryId, cause });
  return { puppet, guid, next, dying };
}

describe('a page at which the thread died', () => {
  it('is asked for again once, where the memory was full', async () => {
    const { puppet, guid, next, dying } = await interrupted();
    const second = next();
    second.engine.start([dying('memory')]);
    await puppet.at('second');
    await second.close();
    const third = next();
    third.engine.start([dying('memory')]);
    expect(await third.until(guid, 'failed')).toMatchObject({
      status: 'error',
      errorCode: 'PLATFORM_CHANGED',
      error: expect.stringContaining('the ceiling of the memory of the engine, twice at the same page') as string,
      exported: 1,
    });
    await third.close();
    next().engine.start();
    expect(puppet.asked.filter((cursor) => cursor === 'second')).toHaveLength(2);
  });

  it('fails its export at once where it took too long, and has both chances again after a retry', async () => {
    const { puppet, guid, next, dying } = await interrupted();
    const second = next();
    second.engine.start([dying('time')]);
    expect((await second.until(guid, 'failed')).error).toContain('the ceiling of 15 s of work on one page');
    await second.engine.retry(guid);
    await puppet.at('second');
    await second.close();
    const third = next();
    third.engine.start([dying('memory')]);
    (await puppet.at('second')).answer({ items: [comment('b')] });
    expect(await third.until(guid, 'finished')).toMatchObject({ exported: 2 });
  });

  it('is our own fault where an error did it', async () => {
    const { guid, next, dying } = await interrupted();
    const second = next();
    second.engine.start([dying('breakdown'), dying('breakdown')]);
    expect(await second.until(guid, 'failed')).toMatchObject({ errorCode: 'INTERNAL' });
  });

  it('counts no more once it is stored, nor once its export is over', async () => {
    const { puppet, guid, next, dying } = await interrupted();
    const second = next();
    second.engine.start();
    (await puppet.at('second')).answer({ items: [], next: [{ cursor: 'third', role: 'page' }] });
    await puppet.at('third');
    await second.close();
    const third = next();
    third.engine.start([{ ...dying('time'), entryId: 4_711 }]);
    (await puppet.at('third')).answer({ items: [comment('b')] });
    await third.until(guid, 'finished');
    await third.close();
    const fourth = next();
    fourth.engine.start([dying('time')]);
    expect(fourth.job(guid).status).toBe('done');
  });
});
