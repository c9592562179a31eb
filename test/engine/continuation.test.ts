import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { countingOnly } from '#test/engine/counting-writing.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { type EngineRoom, engineRooms, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { fileIds, idsOf, treeArbitrary, treePlatform } from '#test/engine/tree-platform.ts';
import { gapOf } from '#test/engine/gap-of.ts';

const newRoom = engineRooms();

function openRoom(platforms: Parameters<typeof openEngineRoom>[0]['platforms']): EngineRoom {
  const room = newRoom({ platforms, writing: countingOnly });
  return room;
}

/** Ids of the rows that the files of this export hold. */
function exportedIds(room: EngineRoom, job: JobRecord): string[] {
  const reader = openReading(inFolder(room.dataDir));
  try {
    return [...readDataset(reader, { id: job.id, limit: job.exported, order: 'tree' }).chunks()].flat().map(({ id }) => id);
  } finally {
    reader.close();
  }
}

function cursorOf({ guid }: JobRecord): { cursor: string } {
  return { cursor: cursorOfJob(guid) };
}

describe('an export that goes on from another one', () => {
  it('and the one before it hold all items, each of them once', async () => {
    const behaviours = fc.record({
      walk: fc.constantFrom('lists' as const, 'queue' as const, 'depthFirst' as const),
      tellsExpect: fc.constantFrom('yes' as const, 'no' as const),
      seed: fc.nat(1000),
    });
    await fc.assert(
      fc.asyncProperty(treeArbitrary(2), behaviours, fc.integer({ min: 1, max: 6 }), async (tree, { seed, ...behaviour }, exports) => {
        const limit = Math.ceil(idsOf(tree).length / exports);
        const platform = treePlatform(tree, { ...behaviour, delayMs: ({ list, page }) => (list.length * 7 + page * 3 + seed) % 5 });
        const room = openRoom([platform]);
        const parts: string[][] = [];
        let from: JobRecord | null = null;
        do {
          const options = { replies: true, limit, ...(from === null ? {} : cursorOf(from)) };
          const { guid } = await room.createOne({ platform: 'tree', options });
          const job = await room.until(guid, 'finished');
          expect(job.exported).toBeLessThanOrEqual(limit);
          parts.push(exportedIds(room, job));
          from = job.resumable ? job : null;
        } while (from !== null);
        const all = parts.flat();
        expect(new Set(all).size).toBe(all.length);
        expect(new Set(all)).toEqual(new Set(idsOf(tree)));
        for (const part of parts) expect(part).toEqual(fileIds(tree, new Set(part)));
        await room[Symbol.asyncDispose]();
      }),
      { numRuns: 30 },
    );
  });

  it('goes on from a stop in the middle of everything', async () => {
    await fc.assert(
      fc.asyncProperty(treeArbitrary(2), fc.integer({ min: 1, max: 8 }), async (tree, stopAfter) => {
        let answers = 0;
        let stopping: Promise<unknown> = Promise.resolve();
        const platform = treePlatform(tree, {
          walk: 'lists',
          tellsExpect: 'no',
          delayMs: ({ list, page }) => (list.length + page) % 4,
          failure() {
            answers += 1;
            if (answers === stopAfter) stopping = room.engine.stop(first.guid).catch(() => undefined);
          },
        });
        const room = openRoom([platform]);
        const first = await room.createOne({ platform: 'tree', options: { replies: true } });
        await Promise.race([room.until(first.guid, 'stopped'), room.until(first.guid, 'finished')]);
        await stopping;
        const before = room.job(first.guid);
        const second = await room.createOne({ platform: 'tree', options: { replies: true, ...cursorOf(before) } });
        const after = await room.until(second.guid, 'finished');
        const all = [...exportedIds(room, before), ...exportedIds(room, after)];
        expect(all.toSorted()).toEqual(idsOf(tree).toSorted());
        await room[Symbol.asyncDispose]();
      }),
      { numRuns: 30 },
    );
  });

  it('begins where one was stopped before it began', async () => {
    const puppet = puppetPlatform();
    const room = openRoom([puppet.platform]);
    const [running, waiting] = await room.create([{ plan: 'premium' }, { plan: 'premium' }]);
    await puppet.next();
    const stopped = await room.engine.stop(waiting?.guid ?? '');
    expect(stopped.resumable).toBe(true);
    await room.engine.stop(running?.guid ?? '');
    const { guid } = await room.createOne({ options: cursorOf(stopped) });
    (await puppet.next()).answer({ items: [comment('a')], total: 1 });
    expect(await room.until(guid, 'finished')).toMatchObject({ exported: 1, completeness: { pages: 1 } });
  });

  it('does not export anew what the other one holds, wherever it turns up', async () => {
    const puppet = puppetPlatform();
    const room = openRoom([puppet.platform]);
    const first = await room.createOne({ options: { limit: 2 } });
    (await puppet.next()).answer({ items: [comment('a'), comment('b')], next: [{ cursor: 'second', role: 'page' }], total: 4 });
    const before = await room.until(first.guid, 'finished');
    const second = await room.createOne({ options: cursorOf(before) });
    (await puppet.next()).answer({
      items: [comment('b'), comment('c')],
      next: [
        { cursor: 'first', role: 'page' },
        { cursor: 'third', role: 'page' },
      ],
    });
    const third = await puppet.next();
    expect(third.cursor).toBe('third');
    third.answer({ items: [comment('d')] });
    const after = await room.until(second.guid, 'finished');
    expect(exportedIds(room, after)).toEqual(['c', 'd']);
    expect(puppet.asked).toEqual(['first', 'second', 'third']);
  });

  it('puts what the other one holds to its own option', async () => {
    const puppet = puppetPlatform();
    const room = openRoom([puppet.platform]);
    const first = await room.createOne({ options: { limit: 3 } });
    const items = ['a', 'b', 'c', 'd'].map((id) => comment(id));
    (await puppet.next()).answer({ items, next: [{ cursor: 'second', role: 'page' }], total: 9, gaps: [{ cause: 'deleted', count: 1 }] });
    const before = await room.until(first.guid, 'finished');
    expect(before.completeness).toMatchObject({ missing: 6, complete: false, gap: { deleted: 1, limit: 5 } });
    const second = await room.createOne({ options: cursorOf(before) });
    (await puppet.next()).answer({ items: [comment('e'), comment('f'), comment('g')], gaps: [{ cause: 'hidden', count: 1 }] });
    const { completeness } = await room.until(second.guid, 'finished');
    expect(completeness).toMatchObject({ platform_total: 9, exported: 4, missing: 5, complete: false, pages: 1 });
    expect(completeness.gap).toEqual(gapOf({ hidden: 1, filtered: 4 }));
    expect(completeness.notes).toEqual([`Continues the export ${first.guid}, which holds 3 items before these.`]);
  });

  it('takes only the cursor of an ended export of the same list', async () => {
    const puppet = puppetPlatform();
    const other = puppetPlatform({ id: 'other' });
    const room = openRoom([puppet.platform, other.platform]);
    const running = await room.createOne();
    await puppet.next();
    const refused = { code: 'INVALID_REQUEST', message: expect.stringContaining('options.cursor') };
    await expect(room.createOne({ options: cursorOf(running) })).rejects.toMatchObject(refused);
    const stopped = await room.engine.stop(running.guid);
    await expect(room.createOne({ platform: 'other', options: cursorOf(stopped) })).rejects.toMatchObject(refused);
    await expect(room.createOne({ id: '2', options: cursorOf(stopped) })).rejects.toMatchObject(refused);
    await expect(room.createOne({ options: { cursor: stopped.guid } })).rejects.toMatchObject(refused);
    await room.engine.remove(stopped.guid);
    await expect(room.createOne({ options: cursorOf(stopped) })).rejects.toMatchObject(refused);
  });
});
