import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Removals } from '#core/engine/removals.ts';
import type { RemovalStore } from '#core/engine/long-work-ports.ts';
import { openReading } from '#core/store/place.ts';
import { openEngineRoom } from '#test/engine/engine-room.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';

const CLOSING = new Error('closing');

/** Rows to delete and pages to give back; each slice is told. */
function playedStore(left: { rows: number; pages: number }) {
  const done: string[] = [];
  const waiting = new Set<() => void>();
  const note = (what: string): void => {
    done.push(what);
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const store: RemovalStore = {
    hide: () => undefined,
    deleteSome() {
      if (left.rows === 0) return false;
      left.rows -= 1;
      note('rows');
      return true;
    },
    shrinkSome() {
      if (left.pages === 0) return false;
      left.pages -= 1;
      note('pages');
      return true;
    },
    settle: () => note('settled'),
  };
  const until = async (isIt: () => boolean): Promise<void> => {
    while (!isIt()) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  return { store, done, until };
}

const NO_FOLDINGS = { foldSome: () => false, foldNext: () => false };

it('deletes all rows, then gives back the room, and begins anew for what is removed meanwhile', async () => {
  const left = { rows: 3, pages: 2 };
  const { store, done, until } = playedStore(left);
  const removals = new Removals(store, NO_FOLDINGS);
  removals.go();
  await until(() => left.pages === 1);
  left.rows = 2;
  removals.go();
  await until(() => left.rows === 0 && done.at(-1) === 'settled');
  expect(done).toEqual(['rows', 'rows', 'rows', 'settled', 'pages', 'pages', 'settled', 'rows', 'rows', 'settled']);
  await removals.close(CLOSING);
});

it('hears of what is removed at whatever moment', async () => {
  const left = { rows: 0, pages: 0 };
  const { store } = playedStore(left);
  const removals = new Removals(store, NO_FOLDINGS);
  for (let turns = 0; turns < 12; turns += 1) {
    removals.go();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    left.rows = 1;
    removals.go();
    while (left.rows > 0) await nextTurn();
  }
  await removals.close(CLOSING);
});

it('an export that ends has deletions go on that a full disk ended', async () => {
  const puppet = puppetPlatform();
  let isFull = false;
  let failures = 0;
  await using room = openEngineRoom({
    platforms: [puppet.platform],
    behind: (store) => ({
      ...store,
      removals: {
        ...store.removals,
        deleteSome() {
          if (!isFull) return store.removals.deleteSome();
          failures += 1;
          throw new Error('database or disk is full');
        },
      },
    }),
  });
  const exported = async (): Promise<string> => {
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [comment(guid)] });
    await room.until(guid, 'finished');
    return guid;
  };
  const first = await exported();
  isFull = true;
  await room.engine.remove(first);
  while (failures === 0) await nextTurn();
  isFull = false;
  const second = await exported();
  const reader = openReading(inFolder(room.dataDir));
  try {
    const left = reader.prepare<[], { id: string }>('SELECT id FROM items');
    await expect.poll(() => left.all().map(({ id }) => id)).toEqual([second]);
  } finally {
    reader.close();
  }
});

it('lets others have their turn after each slice, and ends with the engine', async () => {
  const left = { rows: Number.POSITIVE_INFINITY, pages: 0 };
  const { store, done } = playedStore(left);
  const removals = new Removals(store, NO_FOLDINGS);
  removals.go();
  await nextTurn();
  const sofar = done.length;
  expect(sofar).toBeLessThan(3);
  await removals.close(CLOSING);
  const atClose = done.length;
  await nextTurn();
  expect(done.length).toBe(atClose);
});

it('deletes what a quit left, at the next start', async () => {
  const puppet = puppetPlatform();
  await using room = openEngineRoom({ platforms: [puppet.platform] });
  const { guid } = await room.createOne();
  (await puppet.next()).answer({ items: [comment('a'), comment('b')] });
  const { id } = await room.until(guid, 'finished');
  // Hidden, and then the process is gone.
  room.store.jobs.remove(id);
  await room.close();
  await using second = openEngineRoom({ platforms: [puppet.platform], dataDir: room.dataDir });
  second.engine.start();
  const reader = openReading(inFolder(room.dataDir));
  const rows = reader
    .prepare<[], number>('SELECT (SELECT COUNT(*) FROM jobs) + (SELECT COUNT(*) FROM pages) + (SELECT COUNT(*) FROM items)')
    .pluck();
  while (rows.get() !== 0) await nextTurn();
  expect(second.store.jobs.find(guid)).toBeNull();
  reader.close();
});
