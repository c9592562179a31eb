import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Layout } from '#core/contract/layout.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetRoom } from '#test/engine/puppet-platform.ts';

const openRoom = engineRooms();

async function done(): Promise<{ readonly room: EngineRoom; readonly puppet: Puppet; readonly job: JobRecord }> {
  const { puppet, room } = puppetRoom(openRoom);
  const { guid } = await room.createOne();
  (await puppet.next()).answer({ items: [comment('a'), comment('b')], total: 2 });
  return { room, puppet, job: await room.until(guid, 'finished') };
}

const layoutOf = (n: number): Layout => ({ columns: [`Column ${n}`] });
const folderOf = ({ dataDir }: EngineRoom): string => join(dataDir, 'exports');
const headOf = (room: EngineRoom, name: string): string => readFileSync(join(folderOf(room), name), 'utf8').split('\r\n')[0] ?? '';

describe('files in other layouts', () => {
  it('stand beside the own ones, twenty at most, and the oldest give way', async () => {
    const { room, job } = await done();
    for (let n = 1; n <= 21; n += 1) await room.engine.writeFiles(job.guid, ['csv'], layoutOf(n));
    const { files } = room.job(job.guid);
    expect(files.map(({ layout }) => layout?.columns?.[0] ?? null)).toEqual([
      null,
      ...Array.from({ length: 20 }, (_, at) => `Column ${at + 2}`),
    ]);
    expect(room.files().toSorted()).toEqual(files.map(({ name }) => name).toSorted());
    await room.engine.writeFiles(job.guid, ['csv']);
    expect(room.job(job.guid).files).toHaveLength(22);
  });

  it('take the place of the one in the same layout', async () => {
    const { room, job } = await done();
    const { files: before } = await room.engine.writeFiles(job.guid, ['csv'], layoutOf(1));
    const { files: after } = await room.engine.writeFiles(job.guid, ['csv'], layoutOf(1));
    expect(after.map(({ format, layout }) => [format, layout])).toEqual(before.map(({ format, layout }) => [format, layout]));
    expect(after[1]?.name).not.toBe(before[1]?.name);
    expect(room.files().toSorted()).toEqual(after.map(({ name }) => name).toSorted());
  });

  it('go where what is stored becomes another thing', async () => {
    const { room, job } = await done();
    await room.engine.writeFiles(job.guid, ['csv'], layoutOf(1));
    const { files } = await room.engine.reprocess(job.guid, { sentiment: false, language: false, format: 'csv' });
    expect(files.map(({ format, layout }) => [format, layout])).toEqual([
      ['json', undefined],
      ['csv', undefined],
    ]);
    expect(room.files().toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  });
});

describe('a file that is noted', () => {
  it('is written once more under its name, in its layout', async () => {
    const { room, job } = await done();
    const layout = layoutOf(1);
    const { files } = await room.engine.writeFiles(job.guid, ['csv'], layout);
    const name = files.find(({ format }) => format === 'csv')?.name ?? '';
    rmSync(join(folderOf(room), name));
    const [one, other] = await Promise.all([1, 2].map(() => room.engine.restoreFile(job.guid, 'csv', layout)));
    expect([one, one === other]).toEqual([expect.objectContaining({ name, format: 'csv' }), true]);
    expect(headOf(room, name)).toContain('Column 1');
    expect(await room.engine.restoreFile(job.guid, 'xlsx')).toBeNull();
    expect(await room.engine.restoreFile(job.guid, 'csv', layoutOf(2))).toBeNull();
  });

  it('does not come back where it is noted no more by then', async () => {
    const { room, job } = await done();
    const restoring = room.engine.restoreFile(job.guid, 'json');
    room.store.jobs.update(job.id, { files: [] });
    expect(await restoring).toBeNull();
    expect(room.files()).toEqual([]);
  });

  it('goes where it says no longer what is stored, and is written when somebody asks', async () => {
    const { room, job, puppet } = await done();
    await room.engine.dropFiles(job.guid);
    expect([room.job(job.guid).files, room.files()]).toEqual([[], []]);
    expect(await room.rows(job.guid)).toHaveLength(2);
    await room.engine.dropFiles('00000000-0000-4000-8000-000000000000');
    const running = await room.createOne({ id: '2' });
    await puppet.next();
    await room.engine.dropFiles(running.guid);
    expect(room.job(running.guid).status).toBe('progress');
  });

  it('that is being written is waited for, and goes with the others', async () => {
    const { room, job } = await done();
    const writing = room.engine.writeFiles(job.guid, ['csv']);
    await room.engine.dropFiles(job.guid);
    await writing;
    expect([room.job(job.guid).files, room.files()]).toEqual([[], []]);
  });
});

describe('a file for whoever asked alone', () => {
  it('is noted nowhere, and left to them', async () => {
    const { room, job } = await done();
    const aside = await room.engine.writeAside(job.guid, { formats: ['csv', 'txt'], layout: layoutOf(1) });
    expect(aside).toMatchObject({ rows: 2, files: [{ format: 'csv' }, { format: 'txt' }] });
    for (const { path, bytes } of aside.files) expect(readFileSync(path)).toHaveLength(bytes);
    expect(room.job(job.guid).files).toEqual(job.files);
    expect(room.files()).toHaveLength(3);
  });
});

describe('at a start', () => {
  it('whole files that no export knows go, and whatever is not of ours stays', async () => {
    const { room, job } = await done();
    const { dataDir } = room;
    const [own = ''] = job.files.map(({ name }) => name);
    await room.close();
    const random = '0123456789abcdef'.repeat(2);
    const strays = [`puppet-comments_${random}.json`, `puppet-comments_${random}_p2.csv`, `puppet-live_chat_${random}.csv.zip`];
    const others = [
      'notes.json',
      `puppet-comments_${random}`,
      `puppet-comments_${random}0.json`,
      `my puppet-comments_${random}.json`,
      `PUPPET-comments_${random}.json`,
    ];
    for (const name of [...strays, ...others]) writeFileSync(join(dataDir, 'exports', name), 'x');
    const again = openRoom({ platforms: [], dataDir });
    again.engine.start();
    expect(again.files().toSorted()).toEqual([own, ...others].toSorted());
    expect(existsSync(join(dataDir, 'exports', own))).toBe(true);
  });
});
