import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { openDatabase } from '#core/store/database.ts';
import { POLLING, SANDBOX, serveTo, type TokenClient } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const POST = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const THREAD = 'https://news.ycombinator.com/item?id=1000000';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [redditSimulator({ comments: 100 }), hackerNewsSimulator({ comments: 50 })] }));

/** The files of an archive, read by a reader that is not ours. */
async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) => (error ? reject(error) : resolve(opened as ZipFile))),
  );
  const files = new Map<string, Buffer>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  archive.on('end', resolve).on('error', reject);
  archive.on('entry', (entry: Entry) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(error);
      void buffer(stream).then((content) => {
        files.set(entry.fileName, content);
        archive.readEntry();
      }, reject);
    });
  });
  archive.readEntry();
  await promise;
  return files;
}

async function exportOf(client: TokenClient, url: string, extra: object = {}): Promise<string> {
  const { body } = await client.ask('POST', '/api/v3/job', { body: { url, ...extra } });
  const guid = String(body?.['guid']);
  expect((await client.untilEnded(guid)).status).toBe('done');
  return guid;
}

describe('a bulk download over the wire', () => {
  it('is a ZIP of the files, with one workbook of all rows where that is asked for', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    const guids = [await exportOf(client, POST, { options: { replies: true } }), await exportOf(client, THREAD, { formats: ['csv'] })];
    const created = await client.ask('POST', '/api/v1/bulk-download', { body: { guids: [...guids, 'unknown'], merge: true } });
    expect(created).toMatchObject({ status: 201, body: { uuid: expect.any(String), status: 'processing', fileCount: 2 } });
    const path = `/api/v1/bulk-download/${String(created.body?.['uuid'])}`;
    await expect.poll(async () => (await client.ask('GET', path, { headers: SANDBOX })).body, POLLING).toMatchObject({ status: 'ready' });
    const { body } = await client.ask('GET', path);
    const direct = await fetch(`${client.baseUrl}${path}/download`, { headers: { 'x-auth-token': client.token } });
    expect(direct.status).toBe(200);
    expect(direct.headers.get('content-type')).toBe('application/zip');
    expect(direct.headers.get('content-disposition')).toMatch(/^attachment; filename="commentdock_\w{8}\.zip"$/);
    const bytes = Buffer.from(await direct.arrayBuffer());
    // The link needs no token, and gives the same.
    expect(Buffer.from(await (await fetch(String(body?.['downloadUrl']))).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(`${client.baseUrl}${path}/download`)).status).toBe(401);

    const files = await unzipped(bytes);
    const [xlsx = '', csv = '', merged = ''] = [...files.keys()];
    expect([xlsx, csv, merged]).toEqual([
      expect.stringMatching(/^reddit-comments_.+\.xlsx$/),
      expect.stringMatching(/^hackernews-comments_.+\.csv$/),
      expect.stringMatching(/^merged_\w{8}\.xlsx$/),
    ]);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(files.get(merged)?.buffer as ArrayBuffer);
    const sheet = workbook.getWorksheet('Comments');
    expect(sheet?.getRow(1).values).toEqual(expect.arrayContaining(['Source', 'Source file', '#', 'ID', 'Comment']));
    const rows = sheet?.getSheetValues().slice(2) as unknown[][];
    const jobs = await Promise.all(guids.map(async (guid) => (await client.ask('GET', `/api/v3/job/${guid}`)).body));
    const counts = jobs.map((job) => Number(job?.['total_exported']));
    expect(rows.map((row) => row[1])).toEqual([...Array(counts[0]).fill(POST), ...Array(counts[1]).fill(THREAD)]);
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set([xlsx, csv]));
    const about = workbook.getWorksheet('About')?.getSheetValues().flat() ?? [];
    expect(about).toEqual(expect.arrayContaining(['2 exports', 'Reddit, Hacker News']));
  });

  it('refuses what is not done, and more than a hundred', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    for (const guids of [['nope'], [], Array.from({ length: 101 }, () => 'x')])
      expect(await client.ask('POST', '/api/v1/bulk-download', { body: { guids } })).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_REQUEST' },
      });
    for (const path of ['nope', 'nope/download']) expect((await client.ask('GET', `/api/v1/bulk-download/${path}`)).status).toBe(404);
  });

  it('goes on after kill -9, or ends in error where an export is gone', async () => {
    await using cli = openCommandLine(world.env);
    const first = await serveTo(cli);
    const [kept, gone] = [await exportOf(first.client, POST), await exportOf(first.client, THREAD)];
    const create = async (guids: readonly string[]): Promise<string> => {
      const { body } = await first.client.ask('POST', '/api/v1/bulk-download', { body: { guids, merge: true } });
      return `/api/v1/bulk-download/${String(body?.['uuid'])}`;
    };
    const [whole, broken] = [await create([kept]), await create([kept, gone])];
    await first.kill();
    // However far it came: as if it had been killed in the midst of both.
    const exportsFolder = join(cli.dataDir, 'exports');
    for (const name of readdirSync(exportsFolder).filter((file) => file.startsWith('bulk_'))) rmSync(join(exportsFolder, name));
    writeFileSync(join(exportsFolder, `bulk_${'a'.repeat(32)}.zip.merged.partial.partial`), 'half');
    const connection = openDatabase(cli.dataDir);
    connection.exec("UPDATE bulk_downloads SET status = 'processing', error = NULL");
    connection.prepare('DELETE FROM jobs WHERE guid = ?').run(gone);
    connection.close();

    const { client } = await serveTo(cli);
    await expect.poll(async () => (await client.ask('GET', whole, { headers: SANDBOX })).body, POLLING).toMatchObject({ status: 'ready' });
    const { body } = await client.ask('GET', whole);
    expect((await unzipped(Buffer.from(await (await fetch(String(body?.['downloadUrl']))).arrayBuffer()))).size).toBe(2);
    await expect
      .poll(async () => (await client.ask('GET', broken, { headers: SANDBOX })).body, POLLING)
      .toMatchObject({
        status: 'error',
        error: expect.stringContaining('was deleted'),
      });
    const names = readdirSync(exportsFolder).filter((name) => name.startsWith('bulk_'));
    expect(names).toEqual([expect.stringMatching(/^bulk_[0-9a-f]{32}\.zip$/)]);
  });
});
