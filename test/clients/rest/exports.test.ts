import ExcelJS from 'exceljs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import type { Fields, Job } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

const REVIEWS = 350;
const PAGE = 100;
const URL_OF_APP = 'https://store.steampowered.com/app/10/';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let gate: Gate;

const world = await own(startWorld());
const service = await own(startServiceProcess({ world: world.env }));
const client = service.client();

beforeEach(() => {
  gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
  world.replace({ simulators: [gate.simulator] });
});

afterEach(() => gate.open());

/** Held at the second page, with the first one stored. */
async function runningJob(): Promise<Job> {
  gate.close(({ url }) => url.searchParams.get('cursor') !== '*');
  const { guid } = await client.create(URL_OF_APP);
  await expect.poll(async () => (await client.job(guid)).total_exported).toBe(PAGE);
  return client.job(guid);
}

function idsOf(rows: readonly Fields[]): unknown[] {
  return rows.map(({ id }) => id);
}

describe('creating', () => {
  it('answers 201 with the guid at once, and the export ends by itself', async () => {
    gate.close();
    const { status, body } = await client.post('/api/v3/job', { url: URL_OF_APP, options: { limit: 5 } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      guid: expect.stringMatching(UUID),
      id: expect.any(Number),
      status: 'queueing',
      url: URL_OF_APP,
      options: { limit: 5 },
    });
    gate.open();
    const job = await client.waitFor(String(body['guid']), 'done');
    expect(job).toMatchObject({
      id: body['id'],
      status: 'done',
      url: URL_OF_APP,
      options: { limit: 5 },
      locked: false,
      total: REVIEWS,
      total_exported: 5,
      retry: 0,
      error: null,
      error_code: null,
      platform: 'steam',
      export_type: 'reviews',
      timezone: 'UTC',
      plan: 'business',
      delete_after: null,
      batch_id: null,
      completeness: { complete: false, gap: { limit: REVIEWS - 5 } },
    });
    expect(job.download_link).toMatch(new RegExp(`^${service.baseUrl}/exports/`));
    expect(job.download_url).toBe(job.download_link);
    expect(job.json_url).toMatch(new RegExp(`^${service.baseUrl}/exports/.*\\.json$`));
    expect((await client.get(job.status_url)).body).toEqual(job);
  });

  it('takes several URLs, as texts and as objects, in order', async () => {
    const urls = [URL_OF_APP, { url: 'https://steamcommunity.com/app/11/reviews/' }];
    const { status, body } = await client.post('/api/v3/job', { urls, options: { limit: 3 } });
    expect(status).toBe(201);
    const data = body['data'] as { guid: string; item: Job }[];
    expect(Object.keys(body)).toEqual(['data']);
    expect(data.map(({ item }) => item.url)).toEqual([URL_OF_APP, 'https://steamcommunity.com/app/11/reviews/']);
    expect(new Set(data.map(({ guid }) => guid)).size).toBe(2);
    const [first, second] = await Promise.all(data.map(({ guid }) => client.waitFor(guid, 'done')));
    expect(first?.total_exported).toBe(3);
    expect(second).toMatchObject({ total: 0, total_exported: 0, error: null, completeness: { summary: expect.stringMatching(/empty/) } });
  });

  it('creates none where one of several URLs is bad, and says which', async () => {
    const before = (await client.list('?limit=1')).list[0]?.['guid'];
    const { status, body } = await client.post('/api/v3/job', { urls: [URL_OF_APP, 'https://example.com/'] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error_code: 'INVALID_URL',
      detail: expect.stringMatching(/^urls\[1\]: The site example\.com is not supported/),
    });
    expect((await client.list('?limit=1')).list[0]?.['guid']).toBe(before);
  });

  it('ignores options that it does not know', async () => {
    const job = await client.export(URL_OF_APP, {
      limit: 2,
      colour: 'red',
      nested: { a: 1 },
      facebookAds: false,
      advanced: false,
      tweets: false,
    });
    expect(job.total_exported).toBe(2);
    expect(job.options).not.toHaveProperty('colour');
  });

  it('shows every job with the same fields everywhere', async () => {
    const created = await client.create(URL_OF_APP, { limit: 1 });
    const done = await client.waitFor(created.guid, 'done');
    const listed = (await client.list()).list.find(({ guid }) => guid === created.guid) ?? {};
    expect(Object.keys(created)).toEqual(Object.keys(done));
    expect(listed).toEqual(done);
  });
});

describe('downloading', () => {
  let job: Job;

  beforeAll(async () => {
    gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
    world.replace({ simulators: [gate.simulator] });
    job = await client.export(URL_OF_APP);
  });

  function fileName(format: string): string {
    return `attachment; filename="steam-reviews_10_${job.guid.slice(0, 8)}.${format}"`;
  }

  it('gives a workbook that another reader opens', async () => {
    const { status, headers, bytes } = await client.get(`/api/v3/job/${job.guid}/download`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers.get('content-disposition')).toBe(fileName('xlsx'));
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(expect.arrayContaining(['Comments', 'About']));
    const sheet = workbook.getWorksheet('Comments');
    expect(sheet?.rowCount).toBe(REVIEWS + 1);
    const titles = ((sheet?.getRow(1).values ?? []) as unknown[]).slice(1);
    expect(titles.slice(0, 3)).toEqual(['#', 'ID', expect.any(String)]);
    const row = sheet?.getRow(2);
    expect(row?.getCell(titles.indexOf('ID') + 1).value).toBe('100000000');
    expect(row?.getCell(titles.indexOf('Date') + 1).value).toEqual(new Date('2026-01-01T12:00:00Z'));
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.autoFilter).toBeTruthy();
  });

  it('gives CSV', async () => {
    const { status, headers, bytes } = await client.get(`/api/v3/job/${job.guid}/download?format=csv`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(fileName('csv'));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    expect(text.slice(1, 6)).toBe('#,ID,');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.includes('"Review 1 [b]bold[/b] & more\nsecond line"')).toBe(true);
  });

  it('gives JSON in three ways, with the names that readers know', async () => {
    const ways = [`/api/v3/job/${job.guid}/download?format=json`, `/api/v3/job/${job.guid}/json`, job.json_url ?? ''];
    const answers = await Promise.all(ways.map((way) => client.get(way)));
    for (const { status, headers, bytes } of answers) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    const rows = answers[0]?.list ?? [];
    expect(rows).toHaveLength(REVIEWS);
    expect(rows[1]).toMatchObject({
      id: '99999999',
      kind: 'review',
      text: 'Review 1 [b]bold[/b] & more\nsecond line',
      message: 'Review 1 [b]bold[/b] & more\nsecond line',
      created_at: rows[1]?.['createdAt'],
      timestamp: Date.parse('2026-01-01T11:00:00Z') / 1000,
      profile_id: '76561190000000001',
      author_name: null,
      replies_count: rows[1]?.['replyCount'],
      permalink: rows[1]?.['url'],
    });
  });

  it('needs no token for the links that nobody can guess, and no other way goes there', async () => {
    const stranger = service.client({});
    const linked = await stranger.get(job.download_link ?? '');
    expect(linked.status).toBe(200);
    expect(linked.bytes.equals((await client.get(`/api/v3/job/${job.guid}/download`)).bytes)).toBe(true);
    expect((await stranger.get(`/api/v3/job/${job.guid}/download`)).status).toBe(401);
    for (const name of ['', '..%2Fcommentdock.sqlite', '%2e%2e/run.json', 'steam-reviews_nothing.xlsx', '..%5crun.json', '.partial']) {
      expect((await stranger.get(`${service.baseUrl}/exports/${name}`)).status).toBe(404);
    }
  });

  it('refuses a format that is none', async () => {
    expect((await client.get(`/api/v3/job/${job.guid}/download?format=doc`)).body).toMatchObject({
      status_code: 400,
      error_code: 'INVALID_REQUEST',
      detail: `\`format\` must be one of: ${FILE_FORMATS.join(', ')}.`,
    });
  });

  it('refuses while the export runs', async () => {
    const { guid } = await runningJob();
    const { status, body } = await client.get(`/api/v3/job/${guid}/download`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error_code: 'INVALID_REQUEST', detail: expect.stringContaining(`"progress" with ${PAGE} items`) });
    await client.delete(guid);
  });
});

describe('stopping', () => {
  it('a running export: stopped for good, its part can be had, a new one goes on', async () => {
    const { guid } = await runningJob();
    const { status, body } = await client.stop(guid);
    expect(status).toBe(200);
    expect(body).toMatchObject({ guid, status: 'stopped', total_exported: PAGE, completeness: { complete: false } });
    gate.open();
    const stopped = await client.job(guid);
    expect(stopped).toEqual(body);
    for (const again of [await client.stop(guid), await client.retry(guid)]) {
      expect(again.status).toBe(400);
      expect(again.body).toMatchObject({ error_code: 'INVALID_REQUEST', detail: expect.stringContaining('"stopped"') });
    }
    const part = (await client.get(`/api/v3/job/${guid}/json`)).list;
    expect(part).toHaveLength(PAGE);
    const asked = world.count();
    const rest = await client.export(URL_OF_APP, { cursor: stopped.cursor });
    expect(rest.total_exported).toBe(REVIEWS - PAGE);
    expect(rest.cursor).toBeNull();
    expect(world.requests.slice(asked).every(({ url }) => new URL(url).searchParams.get('cursor') !== '*')).toBe(true);
    const ids = [...idsOf(part), ...idsOf((await client.get(rest.json_url ?? '')).list)];
    expect(new Set(ids).size).toBe(REVIEWS);
    expect(ids).toHaveLength(REVIEWS);
  });

  it('a done or failed export is refused with its state', async () => {
    const done = await client.export(URL_OF_APP, { limit: 1 });
    expect((await client.stop(done.guid)).body).toMatchObject({ status_code: 400, detail: expect.stringContaining('"done"') });
    expect((await client.retry(done.guid)).body).toMatchObject({ status_code: 400, detail: expect.stringContaining('"done"') });
    world.addFault({ fault: { kind: 'status', status: 403 } });
    const failed = await client.waitFor((await client.create(URL_OF_APP)).guid, 'error');
    expect((await client.stop(failed.guid)).body).toMatchObject({ status_code: 400, detail: expect.stringContaining('"error"') });
  });

  it.each(['stop', 'retry', 'delete', 'job'] as const)('%s of an unknown export is 404', async (verb) => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { status, body } = verb === 'job' ? await client.get(`/api/v3/job/${unknown}`) : await client[verb](unknown);
    expect(status).toBe(404);
    expect(body).toMatchObject({ status_code: 404, error_code: 'RESOURCE_NOT_FOUND', error: body['detail'] });
  });
});

describe('an export that fails', () => {
  it('says why and what to do, gives its part on request, and goes on by retry', async () => {
    world.addFault({ match: ({ url }) => url.searchParams.get('cursor') !== '*', fault: { kind: 'status', status: 403 } });
    const failed = await client.waitFor((await client.create(URL_OF_APP)).guid, 'error');
    expect(failed).toMatchObject({
      error_code: 'BLOCKED',
      error: expect.stringMatching(/\S{3}/),
      total_exported: PAGE,
      download_link: null,
      json_url: null,
    });
    expect((await client.get(`/api/v3/job/${failed.guid}/json`)).status).toBe(400);
    expect((await client.get(`/api/v3/job/${failed.guid}/json?partial=true`)).list).toHaveLength(PAGE);
    world.clearFaults();
    const { status, body } = await client.retry(failed.guid);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'queueing', error: null, error_code: null, retry: 1 });
    const done = await client.waitFor(failed.guid, 'done');
    expect(done).toMatchObject({ total_exported: REVIEWS, retry: 1, completeness: { complete: true } });
    expect((await client.get(done.json_url ?? '')).list).toHaveLength(REVIEWS);
    expect(world.requests.filter(({ url }) => new URL(url).searchParams.get('cursor') === '*')).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('takes the export and its files', async () => {
    const job = await client.export(URL_OF_APP, { limit: 1 });
    const { status, bytes } = await client.delete(job.guid);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await client.get(job.status_url)).status).toBe(404);
    expect((await client.get(job.download_link ?? '')).status).toBe(404);
    expect((await client.delete(job.guid)).status).toBe(404);
    expect(idsOf((await client.list()).list)).not.toContain(job.id);
  });

  it('stops what runs first', async () => {
    const { guid } = await runningJob();
    const asked = world.count();
    expect((await client.delete(guid)).status).toBe(204);
    gate.open();
    expect((await client.get(`/api/v3/job/${guid}`)).status).toBe(404);
    await client.export(URL_OF_APP, { limit: 1 });
    expect(world.count()).toBe(asked + 1);
  });
});
