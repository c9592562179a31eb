import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import { fromBufferPromise } from 'yauzl';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own } from '#test/own.ts';
import { exportsIn, hashesOf, linksOf, loseFiles, sampleExport, sha256 } from '#test/team/sample-exports.ts';

const service = await own(startServiceProcess({ world: {}, env: { COMMENTDOCK_FILE_CACHE_MB: '64' } }));
const { dataDir } = service;

async function entriesOf(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const opened = await fromBufferPromise(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry()) entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return entries;
}

describe('a service whose files are a cache', () => {
  it('gives a file that is not in its folder all the same: by its link, with the same bytes', async () => {
    const client = service.client();
    const guid = await sampleExport(client);
    const links = await linksOf(client, guid);
    expect(links).toHaveLength(FILE_FORMATS.length);
    const [names, hashes] = [exportsIn(dataDir), await hashesOf(links)];
    loseFiles(dataDir);
    expect(await linksOf(client, guid)).toEqual(links);
    expect(await hashesOf(links)).toEqual(hashes);
    expect(exportsIn(dataDir)).toEqual(names);
    loseFiles(dataDir);
    expect(sha256((await client.get(`/api/v3/job/${guid}/download?format=csv`)).bytes)).toBe(hashes[1]);
    await client.delete(guid);
    expect(exportsIn(dataDir)).toEqual([]);
    expect((await fetch(links[0] ?? '')).status).toBe(404);
  });

  it('keeps within its room, and gives all of them', async () => {
    const guids = [await sampleExport(service.client()), await sampleExport(service.client())];
    const linksOfAll = async () => (await Promise.all(guids.map((guid) => linksOf(service.client(), guid)))).flat();
    const hashes = await hashesOf(await linksOfAll());
    await service.restart('quit', { COMMENTDOCK_FILE_CACHE_MB: '0.00001' });
    expect(exportsIn(dataDir)).toEqual([]);
    expect(await hashesOf(await linksOfAll())).toEqual(hashes);
    await service.restart('quit', { COMMENTDOCK_FILE_CACHE_MB: '64' });
    for (const guid of guids) await service.client().delete(guid);
  });

  it('makes archives while they are handed out: none is stored, and each time they are the same, in whatever zone', async () => {
    const guids = [await sampleExport(service.client()), await sampleExport(service.client())];
    const created = await service.client().post('/api/v1/bulk-download', { guids, merge: true });
    const path = `/api/v1/bulk-download/${String(created.body['uuid'])}`;
    await expect.poll(async () => (await service.client().get(path)).body['status']).toBe('ready');
    const { bytes, headers } = await service.client().get(`${path}/download`);
    expect(headers.get('content-disposition')).toMatch(/filename="commentdock_\w{8}\.zip"/);
    expect([...(await entriesOf(bytes)).keys()]).toEqual([
      expect.stringMatching(/^youtube-.+\.xlsx$/),
      expect.stringMatching(/^youtube-.+\.xlsx$/),
      expect.stringMatching(/^merged_\w{8}\.xlsx$/),
    ]);
    const link = String((await service.client().get(path)).body['downloadUrl']);
    expect(await hashesOf([link])).toEqual([sha256(bytes)]);
    expect(exportsIn(dataDir).filter((name) => /zip|partial|merged/.test(name))).toEqual([]);
    await service.restart('quit', { TZ: 'Asia/Kolkata' });
    loseFiles(dataDir);
    expect(sha256((await service.client().get(`${path}/download`)).bytes)).toBe(sha256(bytes));
    await service.client().delete(guids[0] ?? '');
    expect(await service.client().get(`${path}/download`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining(guids[0] ?? 'none') },
    });
  });

  it('makes one file of several exports while it is handed out, the same each time, and leaves nothing', async () => {
    const guids = [await sampleExport(service.client()), await sampleExport(service.client())];
    const created = await service
      .client()
      .post('/api/v1/bulk-download', { guids, format: 'csv', layout: { columns: ['Source guid', 'ID'] } });
    const path = `/api/v1/bulk-download/${String(created.body['uuid'])}`;
    await expect.poll(async () => (await service.client().get(path)).body['status']).toBe('ready');
    const { bytes, headers } = await service.client().get(`${path}/download`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    for (const guid of guids) expect(bytes.toString()).toContain(guid);
    const link = String((await service.client().get(path)).body['downloadUrl']);
    expect(await hashesOf([link])).toEqual([sha256(bytes)]);
    expect(exportsIn(dataDir).filter((name) => /partial|merged|bulk/.test(name))).toEqual([]);
    await service.client().delete(guids[0] ?? '');
    expect((await service.client().get(`${path}/download`)).status).toBe(404);
  });
});
