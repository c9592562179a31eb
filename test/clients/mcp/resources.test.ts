import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOBODY, SANDBOX, switchPlan, THREAD } from '#test/contract/contract-service.ts';
import { DOOR_NAMES } from '#test/clients/mcp/doors.ts';
import { clientAt, mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse();
let guid: string;
let total: number;

const OLDER = 35;
const PAGE = 30;
/** The newer client gathers all pages where none is named. */
const FIRST_PAGE = Buffer.from('1').toString('base64url');

beforeAll(async () => {
  for (let n = 0; n < OLDER; n += 1) await house.client.post('/api/v3/job', { url: THREAD }, SANDBOX);
  const job = await house.client.export(THREAD, { replies: true });
  guid = job.guid;
  total = job.total_exported;
});

describe.each(DOOR_NAMES)('over %s', (door) => {
  const at = clientAt(house, door);

  it('lists finished exports in pages, in both formats', async () => {
    const uris: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await at.client.listResources(cursor);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris).toHaveLength(2 * (OLDER + 1));
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris.slice(0, 2)).toEqual([`export://${guid}`, `export://${guid}/csv`]);
    expect((await at.client.listTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual(['export://{guid}', 'export://{guid}/csv']);
    const first = await at.client.listResources(FIRST_PAGE);
    expect(first.resources).toHaveLength(2 * PAGE);
    const second = await at.client.listResources(first.nextCursor);
    expect(second.resources).toHaveLength(2 * (OLDER + 1 - PAGE));
    expect(second.nextCursor).toBeUndefined();
    await expect(at.client.listResources('nonsense')).rejects.toMatchObject({ code: -32_602 });
  });

  it('gives an export as JSON and as CSV', async () => {
    const [json] = await at.client.readResource(`export://${guid}`);
    expect(json?.mimeType).toBe('application/json');
    const file = await house.client.get(`/api/v3/job/${guid}/json`);
    expect(JSON.parse(json?.text ?? '')).toEqual(file.list);
    const [csv] = await at.client.readResource(`export://${guid}/csv`);
    expect(csv?.mimeType).toBe('text/csv');
    const rows = parse(csv?.text ?? '', { bom: true, columns: true, relax_quotes: false }) as readonly unknown[];
    expect(rows).toHaveLength(total);
  });

  it('knows nothing of other addresses', async () => {
    for (const uri of [`export://${NOBODY}`, 'export://..%2f..%2fetc', 'file:///etc/passwd', `export://${guid}?from=7`])
      await expect(at.client.readResource(uri), uri).rejects.toMatchObject({ code: -32_602 });
  });

  it('writes prompts for an export, and completes its guid', async () => {
    expect((await at.client.listPrompts()).map(({ name }) => name)).toEqual(['summarise_export', 'compare_exports', 'find_complaints']);
    expect(await at.client.getPrompt('summarise_export', { guid, focus: 'the price' })).toMatch(new RegExp(`${guid}[\\s\\S]*the price`));
    expect(await at.client.getPrompt('compare_exports', { first: guid, second: NOBODY })).toContain(NOBODY);
    expect(await at.client.getPrompt('find_complaints', { guid })).toContain('omplaints');
    await expect(at.client.getPrompt('find_complaints', {})).rejects.toMatchObject({ code: -32_602 });
    await expect(at.client.getPrompt('sing', {})).rejects.toMatchObject({ code: -32_602 });
    expect(await at.client.complete('find_complaints', 'guid', guid.slice(0, 5))).toContain(guid);
    expect(await at.client.complete('summarise_export', 'focus', 'a')).toEqual([]);
  });
});

describe('on a plan without JSON', () => {
  const at = clientAt(house, 'Streamable HTTP, 2026');

  it('there are tables only', async () => {
    await switchPlan(house.client, 'premium');
    try {
      const { resources } = await at.client.listResources();
      expect(new Set(resources.map(({ mimeType }) => mimeType))).toEqual(new Set(['text/csv']));
      expect((await at.client.call('download_export', { guid })).structured).toMatchObject({ ok: false, error_code: 'FORMAT_NOT_ALLOWED' });
    } finally {
      await switchPlan(house.client, 'business');
    }
  });
});
