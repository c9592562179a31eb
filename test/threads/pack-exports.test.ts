import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { PackRequest } from '#core/exports/bulk-ports.ts';
import { packExports } from '#core/threads/pack-exports.ts';
import { writeArchive } from '#core/writers/archive.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { readWorkbook } from '#test/writers/read-workbook.ts';

const ROWS = 1_200;

let room: EngineRoom;
let guid: string;

beforeEach(async () => {
  // The rows are made up; what packs them reads the platform's own facts.
  const puppet = puppetPlatform({ id: 'steam' });
  room = openEngineRoom({ platforms: [puppet.platform] });
  ({ guid } = await room.createOne({ platform: 'steam', formats: ['json'] }));
  (await puppet.next()).answer({ items: Array.from({ length: ROWS }, (_, index) => comment(`c${index}`)) });
  await room.until(guid, 'finished');
});

afterEach(() => room[Symbol.asyncDispose]());

const exportsFolder = (): string => join(room.dataDir, 'exports');

function pack(request: Omit<PackRequest, 'archive'>): Promise<void> {
  return packExports({ ...request, archive: 'bulk.zip' }, { place: inFolder(room.dataDir), exportsFolder: exportsFolder() });
}

async function packed(): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await fromBufferPromise(readFileSync(join(exportsFolder(), 'bulk.zip')));
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return files;
}

it('an export that is deleted while its rows are merged is in it whole', async () => {
  const packing = pack({ files: [], media: [], merged: { as: 'merged.xlsx', sources: [{ guid, file: 'rows.json' }] } });
  room.store.jobs.remove(room.job(guid).id);
  while (room.store.removals.deleteSome());
  await packing;
  const workbook = await readWorkbook((await packed()).get('merged.xlsx') as Buffer);
  const header = 1;
  expect(workbook.worksheets[0]?.actualRowCount).toBe(ROWS + header);
});

it('files that go while others are packed are in it whole', async () => {
  const names = ['a.csv', 'b.csv', 'c.csv'];
  for (const name of names) writeFileSync(join(exportsFolder(), name), `rows of ${name}`);
  const files = names.map((name) => ({ path: join(exportsFolder(), name), as: name }));
  const packing = writeArchive({ path: join(exportsFolder(), 'bulk.zip'), files, media: [], merged: null });
  for (const name of names) rmSync(join(exportsFolder(), name));
  await packing;
  expect([...(await packed())].map(([name, bytes]) => [name, bytes.toString()])).toEqual(names.map((name) => [name, `rows of ${name}`]));
});

it('a file that is not there is not found, and nothing is left behind', async () => {
  const before = room.files();
  await expect(pack({ files: [{ name: 'gone.csv', as: 'gone.csv' }], media: [], merged: null })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    message: expect.stringContaining('gone.csv'),
  });
  expect(room.files()).toEqual(before);
});
