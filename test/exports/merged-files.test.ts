import { parse } from 'csv-parse/sync';
import Database from 'better-sqlite3';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { FILE_FORMATS, fileEnding } from '#core/contract/tier.ts';
import { APP, contractService, NOBODY, PATIENCE, SANDBOX, THREAD } from '#test/contract/contract-service.ts';

const house = contractService();
let thread = '';
let app = '';
/** The same thread once more. */
let again = '';
/** How many rows each of these has. */
let comments = 0;
let reviews = 0;
beforeAll(async () => {
  const exported = await Promise.all([house.client.export(THREAD), house.client.export(APP), house.client.export(THREAD)]);
  [thread = '', app = '', again = ''] = exported.map(({ guid }) => guid);
  [comments = 0, reviews = 0] = exported.map((job) => job.total_exported);
});

/** What is downloaded once it is ready, and the same by its link. */
async function merged(guids: readonly string[], wish: object) {
  const created = await house.client.post('/api/v1/bulk-download', { guids, ...wish }, SANDBOX);
  expect({ status: created.status, body: created.body }).toMatchObject({ status: 201, body: { status: 'processing' } });
  const path = `/api/v1/bulk-download/${String(created.body['uuid'])}`;
  await expect.poll(async () => (await house.client.get(path, SANDBOX)).body['status'], PATIENCE).toBe('ready');
  const { bytes, headers } = await house.client.get(`${path}/download`, SANDBOX);
  const linked = await house.client.get(String((await house.client.get(path, SANDBOX)).body['downloadUrl']));
  expect(linked.bytes.equals(bytes)).toBe(true);
  expect(linked.headers.get('content-type')).toBe(headers.get('content-type'));
  return {
    bytes,
    type: headers.get('content-type'),
    disposition: String(headers.get('content-disposition')),
    count: created.body['fileCount'],
  };
}

async function mergedItems(guids: readonly string[], wish: object = {}): Promise<readonly Item[]> {
  return JSON.parse((await merged(guids, { format: 'json', ...wish })).bytes.toString()) as Item[];
}

async function idsOf(guid: string): Promise<readonly string[]> {
  return (await house.client.get(`/api/v3/job/${guid}/json`, SANDBOX)).list.map(({ id }) => String(id));
}

describe('several exports as one file', () => {
  it('have all rows of each, one export after the other, with where they come from', async () => {
    const items = await mergedItems([thread, NOBODY, app, thread]);
    expect(items.map(({ id }) => id)).toEqual([...(await idsOf(thread)), ...(await idsOf(app))]);
    const sources = items.map(({ extra }) => [extra['sourcePlatform'], extra['sourceUrl'], extra['sourceGuid']]);
    expect(sources).toEqual([
      ...Array<unknown>(comments).fill(['Reddit', THREAD, thread]),
      ...Array<unknown>(reviews).fill(['Steam', APP, app]),
    ]);
    expect(new Set(items.map(({ extra }) => extra['sourceTitle'])).size).toBe(2);
  });

  it('can be those of some depth, each as its own export counts it', async () => {
    const { guid: discussed } = await house.client.export(THREAD, { replies: true });
    const layout = { filter: { min_depth: 1 }, columns: ['ID'] };
    const rows = parse((await merged([app, discussed], { format: 'csv', layout })).bytes, { bom: true, columns: true }) as { ID: string }[];
    const { body } = await house.client.get(`/api/v1/exports/${discussed}/search?limit=100&min_depth=1`, SANDBOX);
    const replies = (body['results'] as readonly { readonly item: Item }[]).map(({ item }) => item.id);
    expect(replies.length).toBeGreaterThan(0);
    expect(rows.map(({ ID }) => ID)).toEqual(replies);
  });

  it('come in every format, under one name', async () => {
    for (const format of FILE_FORMATS) {
      const { bytes, disposition, count } = await merged([thread, app], { format });
      expect(count).toBe(2);
      expect(disposition).toMatch(new RegExp(`filename="merged-rows_2-exports_\\w{8}\\.${fileEnding(format).replace('.', '\\.')}"$`));
      expect(bytes.length).toBeGreaterThan(0);
      if (format === 'txt') expect(bytes.toString().match(/^== https.* ==$/gm)).toEqual([`== ${THREAD} ==`, `== ${APP} ==`]);
      if (format !== 'sqlite') continue;
      const database = new Database(bytes);
      const bySource = database.prepare(
        "SELECT extra ->> 'sourceGuid', count(*), count(DISTINCT thread) FROM items GROUP BY 1 ORDER BY min(place)",
      );
      expect(bySource.raw().all()).toEqual([
        [thread, comments, comments],
        [app, reviews, reviews],
      ]);
      database.close();
    }
  });

  it('leave out on wish what has the same id, and the ledger says how much that is', async () => {
    expect(await mergedItems([thread, app, again])).toHaveLength(2 * comments + reviews);
    const once = await mergedItems([thread, app, again], { without_duplicates: true });
    expect(once.map(({ id }) => id)).toEqual([...(await idsOf(thread)), ...(await idsOf(app))]);
    expect(new Set(once.map(({ extra }) => extra['sourceGuid']))).toEqual(new Set([thread, app]));
    const { bytes } = await merged([thread, again], { format: 'txt', without_duplicates: true });
    expect(bytes.toString()).toContain(`since the same id stands in the file already: ${comments}.`);
    expect(bytes.toString()).toMatch(new RegExp(`under an id that another row has: ${comments}\\n`));
  });

  it('follow a layout: columns, filter, cut, name and dialect', async () => {
    const columns = ['Source platform', { column: 'Source URL', as: 'from' }, 'ID'];
    const layout = { columns, filter: { min_rating: 1 }, name: '{platform} {title}.{ext}', csv: { delimiter: ';', bom: false } };
    const { bytes, disposition } = await merged([thread, app], { format: 'csv', layout });
    expect(disposition).toContain('filename="merged 2-exports.csv"');
    expect(bytes.toString().split('\r\n')[0]).toBe('Source platform;from;ID');
    const rows: readonly Record<string, string>[] = parse(bytes, { columns: true, delimiter: ';' });
    // Comments have no rating.
    expect(new Set(rows.map((row) => row['from']))).toEqual(new Set([APP]));
    const cut = await merged([thread, app], { format: 'jsonl', layout: { split: 250 } });
    expect(cut.type).toBe('application/zip');
    const files = Object.values(unzipSync(cut.bytes)).map((file) => strFromU8(file).trim().split('\n').length);
    expect(files).toEqual([250, comments + reviews - 250]);
  });

  it('are those of a batch, named by its id', async () => {
    const { body } = await house.client.post('/api/v1/batch-export', { urls: [THREAD, APP], options: { limit: 5 } });
    const batch = String(body['batch_id']);
    await expect
      .poll(async () => (await house.client.get(`/api/v1/batch-export/${batch}`, SANDBOX)).body['is_complete'], PATIENCE)
      .toBe(true);
    expect((await mergedItems([batch])).map(({ extra }) => extra['sourcePlatform'])).toEqual([
      ...Array<string>(5).fill('Reddit'),
      ...Array<string>(5).fill('Steam'),
    ]);
  });

  it.each([
    [{ layout: { split: 'month' } }, '`format`'],
    [{ without_duplicates: true }, '`format`'],
    [{ format: 'csv', merge: true }, '`merge`'],
    [{ format: 'csv', layout: 'no such preset' }, 'no such preset'],
    [{ format: 'docx' }, 'format'],
  ])('are refused as %j', async (wish, words) => {
    const { status, body } = await house.client.post('/api/v1/bulk-download', { guids: [thread], ...wish });
    expect({ status, body }).toMatchObject({ status: 400, body: { error_code: 'INVALID_REQUEST', error: expect.stringContaining(words) } });
  });

  it('take the formats of the plan alone', async () => {
    const { status, body } = await house.onPlan('premium', () =>
      house.client.post('/api/v1/bulk-download', { guids: [thread], format: 'parquet' }),
    );
    expect({ status, body }).toMatchObject({ status: 403, body: { error_code: 'FORMAT_NOT_ALLOWED' } });
  });
});
