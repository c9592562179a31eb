import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createCreationLog } from '#core/store/creations.ts';
import { type FileConnection, openDatabase } from '#core/store/database.ts';
import { ownFolder } from '#test/own.ts';

function twoConnections(): readonly [FileConnection, FileConnection] {
  const dataDir = ownFolder('free');
  const both = [openDatabase(dataDir), openDatabase(dataDir)] as const;
  onTestFinished(() => {
    for (const connection of both) connection.close();
  });
  return both;
}

it('waits for another writer without holding up what else is to be done', async () => {
  const [writer, waiting] = twoConnections();
  const log = createCreationLog(waiting);
  writer.exec('BEGIN IMMEDIATE');
  let isDone = false;
  const written = log
    .transaction(() => log.add(['a'], { atMs: 1, inBatch: false }))
    .then(() => {
      isDone = true;
    });
  // The writer ends in this same thread: whoever waited in it would wait for ever.
  for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  expect(isDone).toBe(false);
  writer.exec('COMMIT');
  await written;
  expect(log.countSince(0)).toBe(1);
  expect(waiting.pragma('busy_timeout', { simple: true }), 'others wait as before').toBe(5_000);
});

it('does the work once, and throws what it throws', async () => {
  const [, connection] = twoConnections();
  const log = createCreationLog(connection);
  let times = 0;
  const failed = log.transaction(() => {
    times += 1;
    log.add(['a'], { atMs: 1, inBatch: false });
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect([times, log.countSince(0)]).toEqual([1, 0]);
});

it('creations are counted by their time, on their way until they arrive, and forgotten', async () => {
  const log = createCreationLog(twoConnections()[0]);
  log.add(['a', 'b'], { atMs: 10, inBatch: true });
  log.add(['c'], { atMs: 20, inBatch: false });
  log.add(['d'], { atMs: 30, inBatch: true });
  expect([log.newest('all', 3), log.newest('single', 3), log.newest('all', 9)]).toEqual([[30, 20, 10], [20], [30, 20, 10, 10]]);
  expect([log.countSince(9), log.countSince(10), log.countSince(30)]).toEqual([4, 2, 0]);
  log.arrived(['b', 'd']);
  expect(log.coming(1_000_000)).toEqual(['a', 'c']);
  await log.remove(['a', 'nobody']);
  expect(log.countSince(0)).toBe(3);
  log.prune(20);
  expect([log.newest('all', 9), log.coming(0)]).toEqual([[30], ['a', 'c']]);
});
