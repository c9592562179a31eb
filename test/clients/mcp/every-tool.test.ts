import { describe, expect, it } from 'vitest';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { APP, COMMENTS, NOBODY, THREAD, UUID } from '#test/contract/contract-service.ts';
import { type Connected, DOOR_NAMES } from '#test/clients/mcp/doors.ts';
import { clientAt, mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse({ COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1' });

type Fields = Readonly<Record<string, unknown>>;

/** The tools as the interface lists them, and ours behind them. */
const TOOLS =
  'export_comments check_export list_exports download_export detect_platform list_platforms get_my_profile get_my_quota get_my_limits pick_random_winners list_webhooks create_webhook update_webhook delete_webhook toggle_webhook test_webhook list_schedules create_schedule update_schedule delete_schedule run_schedule pause_schedule resume_schedule get_export_stats search_export get_changes search_all_exports list_runs list_sentiment_providers digest_export convert_export label_export note_rows'.split(
    ' ',
  );

/** Calls tools and keeps count; the text and the structured content have to say the same. */
function caller(client: () => Connected, called: Set<string>) {
  const ask = async (tool: string, args: Fields): Promise<Fields> => {
    called.add(tool);
    const { content, structured, isError } = await client().call(tool, args);
    expect(content[0]?.type).toBe('text');
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structured);
    expect(isError).toBe(structured['ok'] !== true);
    return structured;
  };
  return {
    async well(tool: string, args: Fields = {}): Promise<Fields> {
      const answer = await ask(tool, args);
      expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
      return answer['data'] as Fields;
    },
    async badly(tool: string, args: Fields): Promise<unknown> {
      const answer = await ask(tool, args);
      expect(answer).toEqual({ ok: false, error: expect.any(String), error_code: expect.any(String), detail: answer['error'] });
      return answer['error_code'];
    },
    /** The whole of a refusal. */
    refused: ask,
  };
}

describe.each(DOOR_NAMES)('over %s', (door) => {
  const at = clientAt(house, door);
  const called = new Set<string>();
  const { well, badly, refused } = caller(() => at.client, called);

  it('lists the tools of the interface in a fixed order', async () => {
    const listed = await at.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(TOOLS);
    for (const { title, description, inputSchema, outputSchema } of listed) {
      expect(title).toBeTypeOf('string');
      expect(String(description).length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).toMatchObject({ type: 'object', required: ['ok'] });
    }
  });

  it('exports, checks, lists and reads', async () => {
    const done = await well('export_comments', { url: THREAD, replies: true, limit: 10, wait: true });
    expect(done).toMatchObject({ guid: expect.stringMatching(UUID), status: 'done', url: THREAD, exportedComments: 10 });
    expect(Object.keys(done)).toEqual(expect.arrayContaining(['id', 'totalComments', 'downloadUrl']));
    expect((await fetch(String(done['downloadUrl']))).status).toBe(200);
    const { guid } = done;
    expect(await well('check_export', { guid, wait: true, realtime: true })).toMatchObject({
      ...done,
      realtime: { channel: `export.${String(guid)}.job`, url: expect.stringMatching(/^ws:/) },
    });
    const { exports } = await well('list_exports', { limit: 1 });
    expect(exports).toEqual([done]);
    const read = await well('download_export', { guid });
    const whole = await house.client.get(`/api/v3/job/${String(guid)}/json`);
    expect(read['items']).toEqual(whole.list);
    expect(read).toMatchObject({ returned: 10, truncated: false, next_cursor: null, resource: `export://${String(guid)}` });
    const convert = () => well('convert_export', { guid, format: 'parquet' });
    await expect.poll(async () => (await convert())['status'], { timeout: 20_000 }).toBe('ready');
    const file = await fetch(String((await convert())['link']));
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
    expect(await badly('convert_export', { guid: NOBODY, format: 'csv' })).toBe('RESOURCE_NOT_FOUND');
    expect(await badly('convert_export', { guid, format: 'pdf' })).toBe('INVALID_REQUEST');
    expect(await badly('download_export', { guid: NOBODY })).toBe('RESOURCE_NOT_FOUND');
    expect(await badly('export_comments', { url: 'https://example.com/' })).toBe('INVALID_URL');
    expect(await badly('export_comments', {})).toBe('INVALID_REQUEST');
    expect(await badly('export_comments', { url: THREAD, min_date: 'last week' })).toBe('INVALID_REQUEST');
  });

  it('translates the options of an export', async () => {
    const { guid } = await well('export_comments', { url: THREAD, min_date: '2001-02-03', max_date: '2030-01-02', wait: true });
    const { options } = await house.client.job(String(guid));
    expect(options).toEqual({ minTimestamp: Date.UTC(2001, 1, 3) / 1000, maxTimestamp: Date.UTC(2030, 0, 3) / 1000 - 1 });
  });

  it('tells all options by the names of its arguments, and schedules by the same', async () => {
    const told = { languages: ['en'], sort: 'new', countries: ['de'], gentle: true, account: false, facebook_ads: false };
    const asked = { filter: { language: ['en'] }, sort: 'new', countries: ['de'], gentle: true, account: false, facebookAds: false };
    const { guid } = await well('export_comments', { url: THREAD, ...told, sentiment: false, cookies: { a: 'b' }, wait: true });
    const { options } = await house.client.job(String(guid));
    expect(options).toMatchObject({ ...asked, filter: { ...asked.filter, sentiment: false } });
    const { uuid, options: scheduled } = await well('create_schedule', {
      url: THREAD,
      frequency: 'weekly',
      options: { ...told, min_date: '2001-02-03' },
    });
    expect(scheduled).toEqual({ ...asked, minTimestamp: Date.UTC(2001, 1, 3) / 1000 });
    expect(await well('update_schedule', { uuid, options: { minTimestamp: 7, filter: { sentiment: true } } })).toMatchObject({
      options: { minTimestamp: 7, filter: { sentiment: true } },
    });
    const { error } = await refused('update_schedule', { uuid, options: { spoon: 1 } });
    expect(error).toContain('spoon');
    await well('delete_schedule', { uuid });
  });

  it('recognises URLs and lists platforms', async () => {
    expect(await well('detect_platform', { url: THREAD })).toMatchObject({ id: 'reddit', exports: { own: 'comments' } });
    expect(await badly('detect_platform', { url: 'https://example.com/' })).toBe('INVALID_URL');
    const { platforms, count, total, next_cursor: next } = await well('list_platforms');
    expect([count, next]).toEqual([total, null]);
    const ids = (platforms as readonly Fields[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['reddit', 'youtube', 'steam']));
    const paged: unknown[] = [];
    for (let cursor: unknown; cursor !== null;) {
      const page = await well('list_platforms', { limit: 25, fields: ['id', 'url_patterns'], ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...(page['platforms'] as readonly Fields[]).map(({ id }) => id));
      cursor = page['next_cursor'];
    }
    expect(paged).toEqual(ids);
  });

  it('names tools in errors, and no routes', async () => {
    for (const [tool, args, named] of [
      ['check_export', { guid: NOBODY }, 'list_exports'],
      ['download_export', { guid: NOBODY }, 'list_exports'],
      ['run_schedule', { uuid: NOBODY }, 'list_schedules'],
      ['toggle_webhook', { uuid: NOBODY }, 'list_webhooks'],
    ] as const) {
      const { error } = await refused(tool, args);
      expect(error).toContain(`\`${named}\``);
      expect(error).not.toMatch(/\/api\/|GET|PATCH/);
    }
    const { error } = await refused('export_comments', { url: THREAD, vpn: 'Nowhere' });
    expect(error).toMatch(/`vpn`|\bvpn\b/);
    expect(error).not.toContain('options.');
  });

  it('reads lists by page and by field', async () => {
    for (let n = 0; n < 3; n += 1) await well('export_comments', { url: THREAD, limit: 1, wait: true });
    const guids: unknown[] = [];
    for (let cursor: unknown, n = 0; n < 3; n += 1) {
      const page = await well('list_exports', { limit: 1, fields: ['guid'], ...(cursor === undefined ? {} : { cursor }) });
      expect(page['exports']).toEqual([{ guid: expect.stringMatching(UUID) }]);
      guids.push(...(page['exports'] as readonly Fields[]).map(({ guid }) => guid));
      cursor = page['next_cursor'];
    }
    const { exports } = await well('list_exports', { limit: 3 });
    expect(guids).toEqual((exports as readonly Fields[]).map(({ guid }) => guid));
    expect(await badly('list_exports', { cursor: 'nonsense' })).toBe('INVALID_REQUEST');
    expect(await badly('list_exports', { fields: ['spoon'] })).toBe('INVALID_REQUEST');
  });

  it('tells of the account', async () => {
    expect(await well('get_my_profile')).toMatchObject({ plan: 'business', has_api_access: true });
    expect(await well('get_my_quota')).toMatchObject({ plan: 'business' });
    expect(await well('get_my_limits')).toMatchObject({ max_comments_per_export: 250_000 });
  });

  it('draws winners', async () => {
    const { guid } = await well('export_comments', { url: THREAD, replies: true, wait: true });
    const draw = await well('pick_random_winners', { guid, count: 3 });
    expect(draw).toMatchObject({ winners_requested: 3, total_in_export: COMMENTS });
    const winners = (draw['winners'] as readonly Fields[]).map(({ username }) => username);
    expect(new Set(winners).size).toBe(3);
    expect(await badly('pick_random_winners', { guid, count: 101 })).toBe('INVALID_REQUEST');
  });

  it('counts and searches what an export holds', async () => {
    const { guid } = await well('export_comments', { url: THREAD, replies: true, wait: true });
    expect(await well('get_export_stats', { guid, timezone: 'Asia/Tokyo' })).toMatchObject({
      items: COMMENTS,
      time: { timezone: 'Asia/Tokyo' },
    });
    const page = await well('search_export', { guid, sort: 'newest', min_date: '2001-02-03', limit: 2 });
    expect(page).toMatchObject({ total: COMMENTS, items_in_export: COMMENTS, next_cursor: expect.any(String) });
    const rest = await well('search_export', { guid, sort: 'newest', min_date: '2001-02-03', limit: 50, cursor: page['next_cursor'] });
    const ids = [page, rest].flatMap(({ results }) => (results as readonly Fields[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(Math.min(COMMENTS, 52));
    const [first] = ids;
    expect(await well('note_rows', { guid, ids: [first], starred: true, note: 'Ask them.' })).toMatchObject({
      remarks: [{ id: first, starred: true, note: 'Ask them.' }],
    });
    expect(await well('search_export', { guid, starred: true })).toMatchObject({ total: 1, results: [{ id: first }] });
    await well('note_rows', { guid, ids: [first], starred: false, note: '' });
    expect(await well('search_export', { guid, noted: true })).toMatchObject({ total: 0 });
    expect(await well('list_runs', { guid })).toEqual({ runs: [] });
    await expect.poll(async () => (await well('search_all_exports', { query: 'a OR the' }))['pending']).toBe(0);
    expect(await well('get_changes', { guid, kind: ['new'], offset: 1 })).toMatchObject({ previous_guid: null, total: 0, results: [] });
    expect(await badly('search_export', { guid, query: '"open' })).toBe('INVALID_REQUEST');
    expect(await badly('search_export', { guid, max_date: 'soon' })).toBe('INVALID_REQUEST');
    expect(await badly('get_export_stats', { guid, timezone: 'Middle/Earth' })).toBe('INVALID_REQUEST');
  });

  it('names exports, and finds them by that', async () => {
    const { guid } = await well('export_comments', { url: THREAD, limit: 1, wait: true });
    const tag = String(guid).slice(0, 8);
    expect(await well('label_export', { guid, title: 'Launch', folder: 'Spring', tags: [tag] })).toMatchObject({ guid });
    const { exports } = await well('list_exports', { tag, folder: 'Spring' });
    expect((exports as readonly Fields[]).map((found) => found['guid'])).toEqual([guid]);
    expect(await badly('label_export', { guid: NOBODY, title: 'x' })).toBe('RESOURCE_NOT_FOUND');
  });

  it('has no model of the owner read where none is set up', async () => {
    const { guid } = await well('export_comments', { url: THREAD, wait: true });
    expect(await badly('digest_export', { guid })).toBe('INVALID_REQUEST');
  });

  it('tells who judges texts', async () => {
    const { providers } = await well('list_sentiment_providers');
    expect(providers).toContainEqual(expect.objectContaining({ id: 'built-in', in_use: true }));
    expect(JSON.stringify(providers)).not.toContain('http');
  });

  it('keeps webhooks', async () => {
    await using inbox = await startWebhookInbox();
    const made = await well('create_webhook', { event: 'export.finished', url: inbox.url });
    const { uuid } = made;
    expect(made).toMatchObject({ events: ['export.finished'], status: 1, signingSecret: expect.stringMatching(/^whsec_/) });
    const { webhooks } = await well('list_webhooks');
    expect((webhooks as readonly Fields[]).find((one) => one['uuid'] === uuid)).not.toHaveProperty('signingSecret');
    expect(await well('test_webhook', { uuid })).toMatchObject({ success: true, responseCode: 200 });
    expect(inbox.deliveries).toHaveLength(1);
    expect(await well('update_webhook', { uuid, event: 'export.failed' })).toMatchObject({ events: ['export.failed'], url: inbox.url });
    expect(await well('toggle_webhook', { uuid })).toEqual({ uuid, enabled: false, status: 0 });
    expect(await well('delete_webhook', { uuid })).toEqual({ uuid, deleted: true });
    expect(await badly('delete_webhook', { uuid })).toBe('RESOURCE_NOT_FOUND');
    expect(await badly('create_webhook', { event: 'export.finished', url: 'ftp://example.com' })).toBe('VALIDATION_ERROR');
  });

  it('keeps schedules', async () => {
    const { uuid } = await well('create_schedule', { url: APP, frequency: 'weekly', options: { limit: 5 } });
    expect(await well('update_schedule', { uuid, frequency: 'daily' })).toMatchObject({ frequency: 'daily', options: { limit: 5 } });
    expect(await well('pause_schedule', { uuid })).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(await well('resume_schedule', { uuid })).toMatchObject({ status: 'active' });
    const { lastJobGuid } = await well('run_schedule', { uuid });
    expect(await well('check_export', { guid: lastJobGuid, wait: true })).toMatchObject({ status: 'done', exportedComments: 5 });
    const { schedules } = await well('list_schedules');
    expect((schedules as readonly Fields[]).map((one) => one['uuid'])).toContain(uuid);
    expect(await well('delete_schedule', { uuid })).toEqual({ uuid, deleted: true });
    expect(await badly('run_schedule', { uuid })).toBe('RESOURCE_NOT_FOUND');
  });

  it('has called every tool', () => {
    expect([...called].toSorted()).toEqual(TOOLS.toSorted());
  });

  it('answers an unknown tool with an error of the protocol', async () => {
    await expect(at.client.call('export_everything', {})).rejects.toMatchObject({ code: -32_602 });
  });
});
