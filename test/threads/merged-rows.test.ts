import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { factsOf } from '#core/platform-api/define.ts';
import type { StoredExport } from '#core/insight/desk/stored-export.ts';
import { openReading } from '#core/store/place.ts';
import { MergedRows } from '#core/threads/merged-rows.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { inFolder } from '#test/store/in-folder.ts';

let puppet: Puppet;
let room: EngineRoom;
beforeEach(() => {
  puppet = puppetPlatform();
  room = openEngineRoom({ platforms: [puppet.platform] });
});
afterEach(() => room[Symbol.asyncDispose]());

async function stored(items: readonly Item[], host = 'one.example'): Promise<StoredExport> {
  const { guid } = await room.createOne();
  (await puppet.next()).answer({ items });
  const job = await room.until(guid, 'finished');
  return { job: { ...job, target: { ...job.target, url: `https://${host}/1` } }, platform: factsOf(puppet.platform) };
}

const idsOf = (rows: MergedRows, ...places: readonly Uint32Array[]): readonly string[] =>
  [...rows.chunks(places[0] && { places: places[0] })].flat().map(({ id }) => id);

it('rows of several exports stand one export after the other, and can be chosen by their places', async () => {
  const first = Array.from({ length: 700 }, (_, at) => comment(`a${at}`));
  const exports = [await stored(first), await stored([]), await stored([comment('b0'), comment('b1')])];
  const connection = openReading(inFolder(room.dataDir));
  try {
    const rows = new MergedRows(connection, exports);
    expect(idsOf(rows)).toEqual([...first.map(({ id }) => id), 'b0', 'b1']);
    expect(idsOf(rows, Uint32Array.of(1, 699, 701))).toEqual(['a1', 'a699', 'b1']);
    expect(idsOf(rows, new Uint32Array())).toEqual([]);
    const [row] = [...rows.chunks({ places: Uint32Array.of(700) })].flat();
    expect(row?.extra).toMatchObject({ sourceGuid: exports[2]?.job.guid, sourcePlatform: puppet.platform.name });
  } finally {
    connection.close();
  }
});

it('an id is that of one row only within a site and a kind', async () => {
  const review = comment('x', { kind: 'review' });
  const exports = [
    await stored([comment('x'), comment('y')]),
    await stored([comment('y'), review, comment('z')]),
    await stored([comment('x')], 'another.example'),
  ];
  const connection = openReading(inFolder(room.dataDir));
  try {
    const rows = new MergedRows(connection, exports);
    expect(await rows.leaveOutDuplicates()).toBe(1);
    expect(idsOf(rows)).toEqual(['x', 'y', 'x', 'z', 'x']);
    expect(rows.seqs).toHaveLength(5);
  } finally {
    connection.close();
  }
});
