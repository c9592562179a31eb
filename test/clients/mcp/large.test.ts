import { describe, expect, it } from 'vitest';
import { APP, REVIEWS } from '#test/contract/contract-service.ts';
import { DOOR_NAMES } from '#test/clients/mcp/doors.ts';
import { clientAt, mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse();

/** docs/mcp.md: what one answer holds. */
const ABOUT_BYTES = 200_000;

describe.each(DOOR_NAMES)('a large export over %s', (door) => {
  const at = clientAt(house, door);

  it('is read in part, with a link to the whole', async () => {
    const { guid } = await house.client.export(APP);
    const file = await house.client.get(`/api/v3/job/${guid}/json`);
    expect(file.bytes.length).toBeGreaterThan(ABOUT_BYTES);
    expect(file.list).toHaveLength(REVIEWS);
    const { content, structured } = await at.client.call('download_export', { guid });
    const data = structured['data'] as { readonly items: readonly unknown[]; readonly [field: string]: unknown };
    expect(data.items).toEqual(file.list.slice(0, data.items.length));
    expect(JSON.stringify(data.items).length).toBeLessThanOrEqual(ABOUT_BYTES);
    expect(data).toMatchObject({ truncated: true, returned: data.items.length, exportedComments: REVIEWS, bytes: file.bytes.length });
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
});
