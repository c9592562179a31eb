import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LayoutWish } from '#core/contract/layout.ts';
import { APP, contractService, PATIENCE, REVIEWS, THREAD } from '#test/contract/contract-service.ts';

const house = contractService();
let guid = '';
beforeAll(async () => void ({ guid } = await house.client.export(APP)));

/** The body and the name of a file that was asked for in a layout. */
async function fileOf(layout: LayoutWish, { format = 'csv', of = guid } = {}) {
  const wish = encodeURIComponent(typeof layout === 'string' ? layout : JSON.stringify(layout));
  const answer = await house.client.get(`/api/v3/job/${of}/download?format=${format}&layout=${wish}`);
  const disposition = String(answer.headers.get('content-disposition'));
  return { ...answer, text: answer.bytes.toString(), disposition };
}

const filesInZip = (bytes: Buffer) => Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, text: strFromU8(content) }));
const rowsOf = (text: string, delimiter = ','): readonly Record<string, string>[] => parse(text, { bom: true, columns: true, delimiter });

/** Pages of a search, as people see what they filter. */
async function found(query: string, of = guid): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await house.client.get(`/api/v1/exports/${of}/search?limit=100&${query}${cursor}`);
    for (const { item } of body['results'] as { item: { id: string } }[]) ids.push(item.id);
    if (body['next_cursor'] === null) return ids;
    cursor = `&cursor=${String(body['next_cursor'])}`;
  }
}

describe('a file in a layout', () => {
  it('has the columns that were asked for, in their order and under their names', async () => {
    const { text } = await fileOf({ columns: ['comment', { column: 'ID', as: 'Review id' }, 'No such column'] });
    expect(text.split('\r\n')[0]).toBe('\uFEFFComment,Review id,No such column');
    expect(rowsOf(text)).toHaveLength(REVIEWS);
    expect(rowsOf(text)[0]).toMatchObject({ 'Review id': expect.stringMatching(/\d/), 'No such column': '' });
    const json = await fileOf({ columns: ['Comment', { column: 'Rating', as: 'stars' }] }, { format: 'json' });
    const records = JSON.parse(json.text) as Record<string, unknown>[];
    expect(records).toHaveLength(REVIEWS);
    expect(Object.keys(records[0] ?? {})).toEqual(['Comment', 'stars']);
  });

  it.each(['min_rating=1', 'q=review%20NOT%201', 'has_replies=true', 'min_likes=3&q=rev*'])(
    'has the rows that a search for %s finds',
    async (query) => {
      const given = Object.fromEntries(new URLSearchParams(query));
      const filter = Object.fromEntries(
        Object.entries(given).map(([name, text]) => [name, name === 'q' ? text : text === 'true' ? true : Number(text)]),
      );
      const { text } = await fileOf({ filter, columns: ['ID'] });
      const ids = await found(query);
      expect(ids.length).toBeGreaterThan(0);
      expect(rowsOf(text).map(({ ID }) => ID)).toEqual(ids);
    },
  );

  it('has the rows of some depth, as a search and statistics count it', async () => {
    const { guid: thread } = await house.client.export(THREAD, { replies: true });
    const { depth } = (await house.client.get(`/api/v1/exports/${thread}/stats`)).body as unknown as {
      readonly depth: { readonly counts: readonly { readonly depth: number; readonly count: number }[] };
    };
    expect(depth.counts.length).toBeGreaterThan(1);
    for (const { depth: at, count } of depth.counts) {
      const { text } = await fileOf({ filter: { min_depth: at, max_depth: at }, columns: ['ID'] }, { of: thread });
      expect(rowsOf(text)).toHaveLength(count);
      expect(rowsOf(text).map(({ ID }) => ID)).toEqual(await found(`min_depth=${at}&max_depth=${at}`, thread));
    }
  });

  it('writes CSV in the dialect that was asked for', async () => {
    const layout = {
      columns: ['Date', 'Comment'],
      csv: { delimiter: ';', bom: false, dates: 'local', timezone: 'Asia/Kolkata' },
    } satisfies LayoutWish;
    const { text } = await fileOf(layout);
    const plain = rowsOf((await fileOf({ columns: ['Date'] })).text);
    expect(text.startsWith('Date;Comment\r\n')).toBe(true);
    const ms = Date.parse(plain[0]?.['Date'] ?? '');
    const HALF_PAST_FIVE_MS = 5.5 * 3_600_000;
    expect(rowsOf(text, ';')[0]?.['Date']).toBe(new Date(ms + HALF_PAST_FIVE_MS).toISOString().slice(0, 19).replace('T', ' '));
    const serial = rowsOf((await fileOf({ columns: ['Date'], csv: { dates: 'serial' } })).text);
    expect(Number(serial[0]?.['Date'])).toBeCloseTo(ms / 86_400_000 + 25_569, 6);
  });

  it('is cut up by rows and by month, as one ZIP', async () => {
    const rows = await fileOf({ split: 250, name: '{platform} {type}/{date}' });
    expect(rows.headers.get('content-type')).toBe('application/zip');
    expect(rows.disposition).toMatch(/filename="steam reviews-\d{4}-\d\d-\d\d\.csv\.zip"/);
    const parts = filesInZip(rows.bytes);
    expect(parts.map(({ name }) => name)).toEqual([expect.stringMatching(/^steam reviews-\d{4}-\d\d-\d\d_1\.csv$/)]);
    const months = filesInZip((await fileOf({ split: 'month', columns: ['ID', 'Date'] })).bytes);
    const all = months.flatMap(({ name, text }) =>
      rowsOf(text).map((row) => ({ month: name.slice(-'2026-01.csv'.length, -'.csv'.length), ...row })),
    );
    expect(months.length).toBeGreaterThan(1);
    expect(new Set(all.map((row) => row['ID' as keyof typeof row])).size).toBe(REVIEWS);
    for (const row of all as unknown as { month: string; Date: string }[]) expect(row.Date.slice(0, 7)).toBe(row.month);
    const empty = filesInZip((await fileOf({ split: 'month', filter: { q: 'nothingofthekind' } })).bytes);
    expect(empty.map(({ text }) => rowsOf(text))).toEqual([[]]);
  });

  it('is the same file to whoever asks again, and leaves the own files as they are', async () => {
    const layout = { columns: ['ID'], split: 300 };
    const [once, again] = [await fileOf(layout), await fileOf(JSON.stringify(layout))];
    expect(once.bytes.equals(again.bytes)).toBe(true);
    const own = await house.client.get(`/api/v3/job/${guid}/download?format=csv`);
    expect(own.bytes.toString().split('\r\n')[0]).toContain('#,ID,');
  });

  it('is named safely whatever the template says', async () => {
    const nameOf = async (name: string): Promise<string> => (await fileOf({ name, columns: ['ID'] })).disposition;
    expect(await nameOf('../../{platform}\\x:{guid}.{ext}')).toMatch(/filename="steam-x-[0-9a-f]{8}\.csv"/);
    expect(await nameOf('CON')).toContain('filename="CON-.csv"');
    expect(await nameOf('Übersicht 日本 {type}')).toContain(
      `filename="U-bersicht - reviews.csv"; filename*=UTF-8''${encodeURIComponent('Übersicht 日本 reviews.csv')}`,
    );
    for (const wrong of [{ name: '{secret}' }, { columns: ['A', 'a'] }, { split: 3 }, { filter: { q: '"' } }, { other: 1 }])
      expect((await fileOf(wrong as LayoutWish)).status).toBe(400);
  });
});

describe('a preset', () => {
  const save = (name: string, layout: unknown) => house.client.ask('PUT', `/api/v1/presets/${encodeURIComponent(name)}`, { layout });

  it('is saved, listed, replaced and deleted', async () => {
    expect((await save('short', { columns: ['ID'] })).status).toBe(200);
    expect((await save('short', { columns: ['ID', 'Comment'] })).body).toEqual({ name: 'short', layout: { columns: ['ID', 'Comment'] } });
    expect((await house.client.get('/api/v1/presets')).list).toContainEqual({ name: 'short', layout: { columns: ['ID', 'Comment'] } });
    expect((await fileOf('short')).text).toMatch(/^\uFEFFID,Comment\r\n/);
    expect((await save('{x', {})).status).toBe(400);
    expect((await save('short', { columns: [] })).status).toBe(400);
    expect((await house.client.ask('DELETE', '/api/v1/presets/short')).status).toBe(204);
    expect((await house.client.ask('DELETE', '/api/v1/presets/short')).status).toBe(404);
    expect((await fileOf('short')).body).toMatchObject({ error_code: 'INVALID_REQUEST', detail: expect.stringContaining('preset') });
  });

  it('says how the files of an export, of a batch and of a conversion are, once and for all', async () => {
    await save('weekly', { columns: ['Comment'], name: 'weekly-{platform}' });
    const job = await house.client.export(THREAD, { layout: 'weekly' });
    expect(job).toMatchObject({ options: { layout: { columns: ['Comment'] } }, file_name: 'weekly-reddit.xlsx' });
    await save('weekly', { columns: ['ID'] });
    const csv = async () => (await house.client.get(`/api/v3/job/${job.guid}/download?format=csv`)).bytes.toString();
    expect(await csv()).toMatch(/^\uFEFFComment\r\n/);
    // Those who read rows get them as ever.
    expect((await house.client.get(`/api/v3/job/${job.guid}/json`)).list[0]).toHaveProperty('author');
    const { body } = await house.client.post('/api/v1/batch-export', { urls: [THREAD], options: { layout: 'weekly' } });
    const [member = ''] = body['guids'] as string[];
    expect(await house.client.waitFor(member, 'done')).toMatchObject({ options: { layout: { columns: ['ID'] } } });
    const convert = () => house.client.post(`/api/v1/jobs/${job.guid}/download`, { format: 'csv', layout: 'weekly' });
    expect((await convert()).status).toBe(202);
    await expect.poll(async () => (await convert()).body['link'], PATIENCE).toMatch(/^http/);
    const converted = await house.service.client({}).get(String((await convert()).body['link']));
    expect(converted.bytes.toString()).toMatch(/^\uFEFFID\r\n/);
    expect((await house.client.post('/api/v3/job', { url: THREAD, options: { layout: 'gone' } })).body).toMatchObject({
      error_code: 'INVALID_REQUEST',
      detail: expect.stringContaining('weekly'),
    });
  });
});
