import { describe, expect, it } from 'vitest';
import { APP, REVIEWS } from '#test/contract/contract-service.ts';
import { DOOR_NAMES } from '#test/clients/mcp/doors.ts';
import { clientAt, mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse();

/** docs/mcp.md: what one answer holds. */
const MOST_BYTES = 20_000;

describe.each(DOOR_NAMES)('a large export over %s', (door) => {
  const at = clientAt(house, door);

  it('is read in part, with a link to the whole', async () => {
    const { guid } = await house.client.export(APP);
    const file = await house.client.get(`/api/v3/job/${guid}/json`);
    expect(file.bytes.length).toBeGreaterThan(MOST_BYTES);
    expect(file.list).toHaveLength(REVIEWS);
    const { content, structured } = await at.client.call('download_export', { guid });
    const data = structured['data'] as { readonly items: readonly unknown[]; readonly [field: string]: unknown };
    expect(data.items).toEqual(file.list.slice(0, data.items.length));
    expect(JSON.stringify(data.items).length).toBeLessThanOrEqual(MOST_BYTES);
    expect(data).toMatchObject({
      truncated: true,
      returned: data.items.length,
      exportedComments: REVIEWS,
      bytes: file.bytes.length,
      jsonUrl: expect.stringMatching(/^http.*\.json$/),
      next_cursor: expect.any(String),
    });
    expect(content).toHaveLength(2);
    expect(content[1]).toMatchObject({
      type: 'resource_link',
      uri: `export://${guid}`,
      mimeType: 'application/json',
      size: file.bytes.length,
    });
    const [whole] = await at.client.readResource(String(content[1]?.uri));
    expect(JSON.parse(whole?.text ?? '')).toEqual(file.list);
  });

  it('is read page by page, each item once and in its place', async () => {
    const { guid } = await house.client.export(APP);
    const file = await house.client.get(`/api/v3/job/${guid}/json`);
    const read = async (args: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> => {
      const items: unknown[] = [];
      for (let cursor: unknown; cursor !== null;) {
        const { structured } = await at.client.call('download_export', { guid, ...args, ...(cursor === undefined ? {} : { cursor }) });
        const data = structured['data'] as { readonly items: readonly unknown[]; readonly next_cursor: string | null };
        expect(Buffer.byteLength(JSON.stringify(data.items))).toBeLessThanOrEqual(MOST_BYTES);
        items.push(...data.items);
        cursor = data.next_cursor;
      }
      return items;
    };
    expect(await read({})).toEqual(file.list);
    expect(await read({ limit: 7, fields: ['id', 'text'] })).toEqual(file.list.map(({ id, text }) => ({ id, text })));
  });

  it('is no longer read on from a page of what has changed', async () => {
    const { guid } = await house.client.export(APP, { limit: 40 });
    const { structured } = await at.client.call('download_export', { guid, limit: 1 });
    const { next_cursor: cursor } = structured['data'] as { readonly next_cursor: string };
    const other = await house.client.export(APP, { limit: 50 });
    const refused = await at.client.call('download_export', { guid: other.guid, cursor });
    expect(refused.structured).toMatchObject({ ok: false, error_code: 'INVALID_REQUEST', error: expect.stringContaining('`cursor`') });
  });
});
