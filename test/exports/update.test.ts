import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { readConfig } from '#core/config/config.ts';
import { changesSchema } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Job } from '#core/contract/job.ts';
import type { LayoutWish } from '#core/contract/layout.ts';
import type { SearchResult } from '#core/contract/search.ts';
import { startCore } from '#core/index.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { ownFolder } from '#test/own.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { readWithHyparquet } from '#test/writers/read-parquet.ts';
import { readWorkbook, recordsOf } from '#test/writers/read-workbook.ts';
import { startWorld } from '#test/world/world.ts';

const OWNER = 'o'.repeat(120);
const COMMENTS = 30;

let list: { comments: ListedComment[] };
let opened: AsyncDisposableStack;
let baseUrl: string;

beforeEach(async ({ onTestFinished }) => {
  opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  list = { comments: commentsOf(COMMENTS) };
  const world = opened.use(await startWorld({ simulators: [commentListSimulator(list)] }));
  const settings = { COMMENTDOCK_DATA_DIR: ownFolder('update'), COMMENTDOCK_PORT: '0', COMMENTDOCK_PACE: 'off' };
  const core = await startCore(readConfig({ ...world.env, ...settings }));
  opened.defer(() => core.close());
  const rest = await startRest({ services: core.services, ownerSecret: OWNER });
  opened.defer(() => rest.close());
  baseUrl = rest.url;
});

async function ask(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { 'x-auth-token': OWNER, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** An export that is done. */
async function exported(options: Record<string, unknown>): Promise<Job> {
  const created = await ask('POST', '/api/v3/job', { url: LIST_URL, options });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { guid } = created.body as Job;
  const read = async (): Promise<Job> => (await ask('GET', `/api/v3/job/${guid}`)).body as Job;
  await expect.poll(async () => (await read()).status, { interval: 20 }).toBe('done');
  return read();
}

type Changes = z.output<typeof changesSchema>;

async function changesOf(guid: string, query = ''): Promise<Changes> {
  return changesSchema.parse((await ask('GET', `/api/v1/exports/${guid}/changes${query}`)).body);
}

interface FileWish {
  readonly format: string;
  readonly layout?: LayoutWish;
  readonly pseudonyms?: string;
}

async function file(guid: string, { layout, ...wish }: FileWish): Promise<Buffer> {
  const query = new URLSearchParams({ ...wish, ...(layout === undefined ? {} : { layout: JSON.stringify(layout) }) });
  const answer = await fetch(new URL(`/api/v3/job/${guid}/download?${query}`, baseUrl), { headers: { 'x-auth-token': OWNER } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, bytes.toString()).toBe(200);
  return bytes;
}

const workbook = async (guid: string, wish: Omit<FileWish, 'format'> = {}) => readWorkbook(await file(guid, { ...wish, format: 'xlsx' }));

const csv = async (guid: string, wish: Omit<FileWish, 'format'>): Promise<readonly Record<string, string>[]> =>
  parse((await file(guid, { ...wish, format: 'csv' })).toString(), { bom: true, columns: true });

describe('an export that goes on with the last one', () => {
  it('takes up any export of the same list and choice, and from then on its own kind', async () => {
    const plain = await exported({});
    expect(plain.incremental).toBeNull();
    list.comments.unshift(commentAt(COMMENTS + 1));
    const second = await exported({ incremental: true });
    expect(second.incremental).toMatchObject({ previous_guid: plain.guid, new: 1, unchanged: COMMENTS });
    await exported({});
    (list.comments[4] as ListedComment).text = 'Better words';
    const third = await exported({ incremental: true, gentle: true });
    expect(third.incremental).toMatchObject({ previous_guid: second.guid, new: 0, edited: 1 });
    await ask('DELETE', `/api/v3/job/${second.guid}`);
    await ask('DELETE', `/api/v3/job/${third.guid}`);
    const other = await exported({ incremental: true, maxTimestamp: commentAt(10).time });
    expect(other.incremental).toMatchObject({ previous_guid: null, new: 10 });
  });

  it('tells what changed, with what it was: page by page, in sheets of the workbook and columns of all files', async () => {
    const first = await exported({ incremental: true });
    expect(await changesOf(first.guid)).toMatchObject({ previous_guid: null, total: COMMENTS });
    list.comments.unshift(commentAt(COMMENTS + 1));
    (list.comments[4] as ListedComment).text = 'Better words';
    const [gone] = list.comments.splice(7, 1);
    const second = await exported({ incremental: true });
    const { results, ...page } = await changesOf(second.guid);
    expect(page).toEqual({ previous_guid: first.guid, total: 3 });
    expect(results.map(({ change }) => change).toSorted()).toEqual(['edited', 'gone', 'new']);
    const [edited] = (await changesOf(second.guid, '?kind=edited&limit=1')).results;
    expect(edited).toMatchObject({ gone_since: null, earlier: [{ text: `Comment ${COMMENTS - 3}` }], item: { text: 'Better words' } });
    expect(edited?.earlier[0]?.since).toBe(edited?.first_seen);
    expect(Date.parse(edited?.last_seen ?? '')).toBeGreaterThan(Date.parse(edited?.first_seen ?? ''));
    const [missed] = (await changesOf(second.guid, '?kind=gone')).results;
    expect(missed).toMatchObject({ item: { id: String(gone?.id) }, gone_since: expect.any(String), earlier: [] });
    expect((await changesOf(second.guid, '?offset=2')).results).toEqual(results.slice(2));
    const sheets = await workbook(second.guid);
    expect(sheets.worksheets.map(({ name }) => name)).toEqual(['Comments', 'New', 'Changed', 'Gone', 'About']);
    const [changed] = recordsOf(sheets.getWorksheet('Changed'));
    expect(changed).toMatchObject({
      Comment: 'Better words',
      Change: 'edited',
      Earlier: expect.stringContaining(`Comment ${COMMENTS - 3}`),
    });
    expect(recordsOf(sheets.getWorksheet('Gone'))).toMatchObject([{ ID: String(gone?.id), 'Gone at': expect.anything() }]);
    expect((await workbook(first.guid)).worksheets.map(({ name }) => name)).toEqual(['Comments', 'About']);
    // Each stands alone: found, read and searched whatever became of the other, and as it was.
    await ask('DELETE', `/api/v3/job/${second.guid}`);
    const found = (await ask('GET', `/api/v1/exports/${first.guid}/search?q=Comment`)).body as { total: number };
    expect(found.total).toBe(COMMENTS);
    expect((await changesOf(first.guid)).results.every(({ gone_since: since, earlier }) => since === null && earlier.length === 0)).toBe(
      true,
    );
  });

  describe('in its files', () => {
    let guid = '';
    beforeEach(async () => {
      await exported({ incremental: true });
      list.comments.unshift(commentAt(COMMENTS + 1));
      for (const at of [4, 20]) (list.comments[at] as ListedComment).text = `Better ${at}`;
      ({ guid } = await exported({ incremental: true }));
    });

    it('says it of the rows that a layout chooses, in the columns that it names', async () => {
      const filter = { q: `Better OR ${COMMENTS + 1}` };
      const rows = await csv(guid, { layout: { filter, columns: ['Comment', 'Change', { column: 'Earlier', as: 'Before' }] } });
      expect(rows).toMatchObject([
        { Comment: `Comment ${COMMENTS + 1}`, Change: 'new', Before: '' },
        { Comment: 'Better 4', Change: 'edited', Before: expect.stringContaining(`Comment ${COMMENTS - 3}`) },
        { Comment: 'Better 20', Change: 'edited', Before: expect.stringContaining(`Comment ${COMMENTS - 19}`) },
      ]);
      const sheets = await workbook(guid, { layout: { filter: { q: '20' }, columns: ['Comment', 'Change'] } });
      expect(sheets.worksheets.map(({ name }) => name)).toEqual(['Comments', 'New', 'Changed', 'Gone', 'About']);
      const [all, changed] = ['Comments', 'Changed'].map((name) => recordsOf(sheets.getWorksheet(name)));
      expect(all).toEqual([
        { Comment: 'Comment 20', Change: null },
        { Comment: 'Better 20', Change: 'edited' },
      ]);
      expect(changed).toEqual([{ Comment: 'Better 20', Change: 'edited' }]);
      expect(recordsOf(sheets.getWorksheet('New'))).toEqual([]);
    });

    it('says it in every format, and to whoever searches', async () => {
      const { results } = (await ask('GET', `/api/v1/exports/${guid}/search?q=Better`)).body as { results: { item: Item }[] };
      expect(results.map(({ item }) => item.extra)).toMatchObject(
        [4, 20].map((at) => ({
          change: 'edited',
          goneAt: null,
          lastSeenAt: expect.any(String),
          earlier: [{ text: `Comment ${COMMENTS + 1 - at}` }],
        })),
      );
      const { firstSeenAt, lastSeenAt } = results[0]?.item.extra ?? {};
      const folder = ownFolder('living-files');
      const parquet = join(folder, 'rows.parquet');
      writeFileSync(parquet, await file(guid, { format: 'parquet' }));
      const { rows } = await readWithHyparquet(parquet);
      const told = rows.find((row) => row['Comment'] === 'Better 4');
      expect(told).toMatchObject({ Change: 'edited', 'First seen at': firstSeenAt, 'Last seen at': lastSeenAt });
      expect(JSON.parse(String(told?.['Earlier']))).toMatchObject([{ text: `Comment ${COMMENTS - 3}`, since: firstSeenAt }]);
      const sqlite = join(folder, 'rows.sqlite');
      writeFileSync(sqlite, await file(guid, { format: 'sqlite' }));
      const database = new Database(sqlite, { readonly: true });
      const extra = "extra ->> 'lastSeenAt' AS seen, extra ->> '$.earlier[0].text' AS before";
      expect(database.prepare(`SELECT ${extra} FROM items WHERE text = 'Better 20'`).get()).toEqual({
        seen: results[1]?.item.extra.lastSeenAt,
        before: `Comment ${COMMENTS - 19}`,
      });
      database.close();
      expect((await file(guid, { format: 'html' })).toString()).toContain(`"earlier":[{"text":"Comment ${COMMENTS - 3}"`);
      const transcript = (await file(guid, { format: 'md' })).toString();
      expect(transcript).toContain(`  Better 4\n\n  first seen ${firstSeenAt}, last seen ${lastSeenAt}\n\n  **Before** ${firstSeenAt}\n\n`);
      expect(transcript).toContain(`  Comment ${COMMENTS - 3}\n`);
    });

    it('says nothing of it under pseudonyms', async () => {
      const [row] = await csv(guid, { pseudonyms: 'thesis' });
      const told = Object.keys(row ?? {}).filter((name) => ['Change', 'First seen at', 'Last seen at', 'Earlier'].includes(name));
      expect(told).toEqual([]);
      const sheets = await workbook(guid, { pseudonyms: 'thesis' });
      expect(sheets.worksheets.map(({ name }) => name)).toEqual(['Comments', 'About']);
    });
  });

  it('gives the rows that became new, edited or gone, to searches and to files alike', async () => {
    await exported({});
    list.comments.unshift(commentAt(COMMENTS + 1));
    (list.comments[4] as ListedComment).text = 'Better words';
    const { guid } = await exported({ incremental: true });
    const found = async (change: string): Promise<readonly (string | null)[]> => {
      const { body } = await ask('GET', `/api/v1/exports/${guid}/search?change=${change}`);
      return (body as SearchResult).results.map(({ item }) => item.text);
    };
    expect([await found('new'), await found('edited'), await found('gone')]).toEqual([
      [commentAt(COMMENTS + 1).text],
      ['Better words'],
      [],
    ]);
    expect(await found('new,edited')).toEqual([commentAt(COMMENTS + 1).text, 'Better words']);
    const layout = JSON.stringify({ filter: { change: ['edited'] }, columns: ['Comment'] });
    const file = await fetch(new URL(`/api/v3/job/${guid}/download?format=csv&layout=${encodeURIComponent(layout)}`, baseUrl), {
      headers: { 'x-auth-token': OWNER },
    });
    expect((await file.text()).trim().split('\r\n').slice(1)).toEqual(['Better words']);
    expect((await ask('GET', `/api/v1/exports/${guid}/search?change=lost`)).status).toBe(400);
  });

  it('refuses what contradicts it', async () => {
    for (const options of [{ cursor: 'c1.x' }, { filter: { language: ['en'] } }]) {
      const { status, body } = await ask('POST', '/api/v3/job', { url: LIST_URL, options: { ...options, incremental: true } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('options.incremental')]);
    }
  });
});
