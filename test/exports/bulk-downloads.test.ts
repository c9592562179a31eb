import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Announcement } from '#core/events/define.ts';
import { callOperation } from '#core/operations/call.ts';
import type { ExportFile } from '#core/exports/files.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { ownFolder } from '#test/own.ts';

const BASE_URL = 'http://127.0.0.1:4780';

let folder = '';
let services: FakeServices;
let announced: Announcement[];
beforeEach(() => {
  folder = ownFolder('bulk');
  announced = [];
  services = fakeServices({
    exportsFolder: folder,
    writeFile(name, format) {
      writeFileSync(join(folder, name), format);
      return { format, name, bytes: format.length };
    },
  });
  services.announcer.subscribe((announcement) => announced.push(announcement));
});
afterEach(() => services.bulkAssembly.close());

interface Bulk {
  readonly uuid: string;
  readonly status: string;
  readonly fileCount: number;
  readonly downloadUrl?: string;
  readonly error?: string;
}

const call = (name: string, input: object): Promise<unknown> =>
  callOperation(operationNamed(name), input, contextOf(services, TOKEN_CALLER));
const create = async (input: object): Promise<Bulk> => (await call('bulk.create', input)) as Bulk;
const get = async (uuid: string): Promise<Bulk> => (await call('bulk.get', { uuid })) as Bulk;

/** Guids of exports that are done, each with an xlsx file. */
async function doneExports(count: number, patch: Partial<JobRecord> = {}): Promise<string[]> {
  const urls = Array.from({ length: count }, (_, index) => `https://tubular.com/watch/v${index}`);
  const { jobs } = await callOperation(createJobs, { urls }, contextOf(services));
  for (const { guid } of jobs) {
    writeFileSync(join(folder, `${guid}.xlsx`), 'rows');
    services.engine.change(guid, { status: 'done', files: [{ format: 'xlsx', name: `${guid}.xlsx`, bytes: 4 }], ...patch });
  }
  return jobs.map(({ guid }) => guid);
}

describe('a bulk download', () => {
  it('is processing, then ready with a link, told of and downloaded', async () => {
    const guids = await doneExports(2);
    const bulk = await create({ guids });
    expect(bulk).toEqual({ uuid: expect.any(String), status: 'processing', fileCount: 2 });
    expect(await get(bulk.uuid)).toEqual(bulk);
    expect((await refusal(call('bulk.download', { uuid: bulk.uuid }))).message).toContain('still being assembled');
    await services.bulkAssembly.start(BASE_URL);
    await expect.poll(() => get(bulk.uuid)).toMatchObject({ status: 'ready', fileCount: 2 });
    const { downloadUrl = '' } = await get(bulk.uuid);
    expect(downloadUrl).toMatch(/^http:\/\/127\.0\.0\.1:4780\/exports\/bulk_[0-9a-f]{32}\.zip$/);
    expect(announced).toEqual([
      {
        name: 'bulk_download.ready',
        audience: 'exports',
        payload: {
          version: 'v3-beta',
          event: 'bulk_download.ready',
          guid: bulk.uuid,
          status: 'ready',
          url: downloadUrl,
          details: { uuid: bulk.uuid, status: 'ready', fileCount: 2, error: null, download_url: expect.stringMatching(/\.zip$/) },
        },
      },
    ]);
    const file = (await call('bulk.download', { uuid: bulk.uuid })) as ExportFile;
    expect(file).toMatchObject({ contentType: 'application/zip', name: `commentdock_${bulk.uuid.slice(0, 8)}.zip` });
    const linked = (await call('exports.file', { file: downloadUrl.slice(downloadUrl.lastIndexOf('/') + 1) })) as ExportFile;
    expect(linked).toMatchObject({ path: file.path, contentType: 'application/zip' });
    expect(services.datasets.packed).toEqual([
      {
        archive: expect.stringMatching(/^bulk_/),
        files: guids.map((guid, index) => ({ name: `${guid}.xlsx`, as: `tubular-comments_v${index}_${guid.slice(0, 8)}.xlsx` })),
        media: [],
        merged: null,
      },
    ]);
  });

  it('skips what is unknown or not done, and counts each export once', async () => {
    const [one = '', two = '', three = ''] = await doneExports(3);
    services.engine.change(two, { status: 'progress' });
    services.engine.change(three, { status: 'stopped' });
    expect(await create({ guids: [one, two, three, 'nope', one] })).toMatchObject({ fileCount: 1 });
    expect(await refusal(create({ guids: [two, 'nope'] }))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each([
    [{}],
    [{ guids: [] }],
    [{ guids: 'x' }],
    [{ guids: [1] }],
    [{ guids: Array.from({ length: 101 }, (_, index) => `${index}`) }],
    [{ guids: ['x'], merge: 'perhaps' }],
  ])('refuses %j', async (input) => {
    expect(await refusal(create(input))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('takes a hundred', async () => {
    const guids = await doneExports(100);
    expect(await create({ guids })).toMatchObject({ fileCount: 100 });
  });

  it('has a file written where there is none, and takes the one that download_link names', async () => {
    const [bare = '', csv = '', lost = ''] = await doneExports(3);
    writeFileSync(join(folder, 'a.csv'), 'rows');
    services.engine.change(bare, { files: [] });
    services.engine.change(csv, { files: [{ format: 'csv', name: 'a.csv', bytes: 4 }] });
    rmSync(join(folder, `${lost}.xlsx`));
    const { uuid } = await create({ guids: [bare, csv, lost], merge: true });
    await services.bulkAssembly.start(BASE_URL);
    await expect.poll(() => get(uuid)).toMatchObject({ status: 'ready' });
    expect(services.engine.written).toEqual([
      { guid: bare, formats: ['xlsx'] },
      { guid: lost, formats: ['xlsx'] },
    ]);
    const [packed] = services.datasets.packed;
    expect(packed?.files.map(({ name }) => name)).toEqual([`${bare}-later.xlsx`, 'a.csv', `${lost}-later.xlsx`]);
    expect(packed?.merged).toEqual({
      as: `merged_${uuid.slice(0, 8)}.xlsx`,
      sources: [bare, csv, lost].map((guid, index) => ({ guid, file: packed?.files[index]?.as })),
    });
  });

  it('ends in error where it cannot be assembled, and the next one is assembled all the same', async () => {
    const [one = '', two = ''] = await doneExports(2);
    const failing = await create({ guids: [one] });
    const standing = await create({ guids: [two] });
    await services.engine.remove(one);
    await services.bulkAssembly.start(BASE_URL);
    await expect.poll(() => get(standing.uuid)).toMatchObject({ status: 'ready' });
    expect(await get(failing.uuid)).toMatchObject({ status: 'error', error: expect.stringContaining('was deleted') });
    expect((await get(failing.uuid)).downloadUrl).toBeUndefined();
    expect((await refusal(call('bulk.download', { uuid: failing.uuid }))).message).toContain('was deleted');
    expect(announced).toMatchObject([
      { name: 'bulk_download.failed', payload: { guid: failing.uuid, status: 'error', url: null } },
      { name: 'bulk_download.ready' },
    ]);
    services.datasets.failure = new CommentdockError('DISK', 'No space left.');
    const third = await create({ guids: [two] });
    await expect.poll(() => get(third.uuid)).toMatchObject({ status: 'error', error: 'No space left.' });
  });

  it('takes the file that took the place of one, and names an export that was deleted, while it is assembled', async () => {
    const [replaced = '', deleted = ''] = await doneExports(2);
    const { pack } = services.datasets;
    const meanwhile = new Map<string | undefined, () => unknown>([
      [`${replaced}.xlsx`, () => services.engine.change(replaced, { files: [{ format: 'csv', name: 'new.csv', bytes: 4 }] })],
      [`${deleted}.xlsx`, () => services.engine.remove(deleted)],
    ]);
    writeFileSync(join(folder, 'new.csv'), 'rows');
    services.datasets.pack = async (request) => {
      const happening = meanwhile.get(request.files[0]?.name);
      if (happening === undefined) return pack(request);
      await happening();
      throw new CommentdockError('RESOURCE_NOT_FOUND', 'The file cannot be read.');
    };
    await services.bulkAssembly.start(BASE_URL);
    const standing = await create({ guids: [replaced] });
    await expect.poll(() => get(standing.uuid)).toMatchObject({ status: 'ready' });
    expect(services.datasets.packed.map(({ files }) => files.map(({ name }) => name))).toEqual([['new.csv']]);
    const failing = await create({ guids: [deleted] });
    await expect.poll(() => get(failing.uuid)).toMatchObject({ status: 'error', error: expect.stringContaining('was deleted') });
  });

  it('that is deleted leaves no file, also while it is assembled', async () => {
    const [one = ''] = await doneExports(1);
    await services.bulkAssembly.start(BASE_URL);
    const ready = await create({ guids: [one] });
    await expect.poll(() => get(ready.uuid)).toMatchObject({ status: 'ready' });
    await call('bulk.delete', { uuid: ready.uuid });
    const underWay = await create({ guids: [one] });
    await call('bulk.delete', { uuid: underWay.uuid });
    await expect.poll(() => services.datasets.packed.length).toBe(2);
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
    expect(announced).toHaveLength(1);
    for (const name of ['bulk.get', 'bulk.download', 'bulk.delete'])
      expect(await refusal(call(name, { uuid: ready.uuid }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('goes on at the next start, and archives that nobody knows are removed then', async () => {
    const guids = await doneExports(1);
    writeFileSync(join(folder, `bulk_${'0'.repeat(32)}.zip`), 'stray');
    const { uuid } = await create({ guids });
    expect(services.datasets.packed).toEqual([]);
    await services.bulkAssembly.start(BASE_URL);
    await expect.poll(() => get(uuid)).toMatchObject({ status: 'ready' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.zip'))).toHaveLength(1);
  });
});
