import { expect, it } from 'vitest';
import { type EngineRoom, engineRooms, settled } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';

const newRoom = engineRooms();

function openRoom(): { readonly room: EngineRoom; readonly puppet: Puppet } {
  const puppet = puppetPlatform();
  const room = newRoom({ platforms: [puppet.platform] });
  return { room, puppet };
}

const FIRST_PAGE = { items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] } as const;

it('ends the page in flight, keeps what was stored, and goes on from there', async () => {
  const { room, puppet } = openRoom();
  const { guid } = await room.createOne();
  (await puppet.next()).answer(FIRST_PAGE);
  const second = await puppet.next();
  await room.engine.pause();
  expect(second.signal.aborted).toBe(true);
  expect(room.job(guid)).toMatchObject({ status: 'progress', exported: 1, error: null, retry: 0 });
  await room.engine.resume();
  (await puppet.next()).answer({ items: [comment('b')] });
  expect(await room.until(guid, 'finished')).toMatchObject({ status: 'done', exported: 2, retry: 0 });
  expect(puppet.asked).toEqual(['first', 'second', 'second']);
  expect(room.told(guid)).toEqual(['created queueing', 'started progress', 'finished done']);
});

it('holds what is created meanwhile, samples aside', async () => {
  const { room, puppet } = openRoom();
  await room.engine.pause();
  const { guid } = await room.createOne();
  const sample = await room.createOne({ id: '2', sandbox: true });
  await room.until(sample.guid, 'finished');
  await settled();
  expect(room.job(guid).status).toBe('queueing');
  expect(puppet.asked).toEqual([]);
  await room.engine.resume();
  (await puppet.next()).answer({ items: [comment('a')] });
  await room.until(guid, 'finished');
});

it('lets a sample end that it finds running', async () => {
  const { room } = openRoom();
  const { guid } = await room.createOne({ id: '2', sandbox: true });
  await room.engine.pause();
  expect(await room.until(guid, 'finished')).toMatchObject({ status: 'done' });
});

it('holds what is retried; what is paused can be stopped and removed', async () => {
  const { room, puppet } = openRoom();
  const [one, other] = await room.create([{ id: '1' }, { id: '2' }]);
  if (one === undefined || other === undefined) throw new Error('two were created');
  await puppet.next();
  await puppet.next();
  await room.engine.pause();
  expect(await room.engine.stop(one.guid)).toMatchObject({ status: 'stopped' });
  await room.engine.remove(other.guid);
  await room.engine.resume();
  await settled();
  expect(room.job(one.guid).status).toBe('stopped');
  expect(puppet.asked).toHaveLength(2);
});

it('an engine that starts paused runs nothing until it is resumed', async () => {
  const { room, puppet } = openRoom();
  const { guid } = await room.createOne();
  (await puppet.next()).answer(FIRST_PAGE);
  await puppet.next();
  const { dataDir } = room;
  await room.close();
  const again = newRoom({ platforms: [puppet.platform], dataDir });
  await again.engine.pause();
  again.engine.start();
  await settled();
  expect(puppet.asked).toEqual(['first', 'second']);
  await again.engine.resume();
  (await puppet.next()).answer({ items: [comment('b')] });
  expect(await again.until(guid, 'finished')).toMatchObject({ exported: 2 });
});

it('resuming while the pause still ends things loses nothing, and twice runs nothing twice', async () => {
  const { room, puppet } = openRoom();
  const { guid } = await room.createOne();
  await puppet.next();
  const pausing = room.engine.pause();
  await Promise.all([pausing, room.engine.resume(), room.engine.resume()]);
  (await puppet.next()).answer({ items: [comment('a')] });
  await room.until(guid, 'finished');
  expect(puppet.asked).toEqual(['first', 'first']);
  await room.engine.resume();
});
