import { describe, expect, it } from 'vitest';
import { PATIENCE, THREAD } from '#test/contract/contract-service.ts';
import { DOOR_NAMES, type Progress } from '#test/clients/mcp/doors.ts';
import { clientAt, mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse();

describe.each(DOOR_NAMES)('waiting over %s', (door) => {
  const at = clientAt(house, door);
  const started = async (): Promise<string> => {
    house.gate.close();
    const { structured } = await at.client.call('export_comments', { url: THREAD });
    return String((structured['data'] as { readonly guid: string }).guid);
  };

  it('tells of progress that grows, and ends with the export', async () => {
    const guid = await started();
    const told: Progress[] = [];
    const waiting = at.client.call('check_export', { guid, wait: true }, { onprogress: (progress) => void told.push(progress) });
    await expect.poll(() => told.length, PATIENCE).toBeGreaterThan(0);
    house.gate.open();
    const { structured } = await waiting;
    expect(structured).toMatchObject({ ok: true, data: { guid, status: 'done' } });
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
    expect(told.every(({ message }) => message !== undefined && message !== '')).toBe(true);
  });

  it('ends when it is cancelled, and the export goes on', async () => {
    const guid = await started();
    const cancel = new AbortController();
    const told: Progress[] = [];
    const wishes = { signal: cancel.signal, onprogress: (progress: Progress) => void told.push(progress) };
    const waiting = at.client.call('check_export', { guid, wait: true }, wishes);
    await expect.poll(() => told.length, PATIENCE).toBeGreaterThan(0);
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow();
    expect((await house.client.job(guid)).status).toMatch(/queueing|progress/);
    house.gate.open();
    await house.client.waitFor(guid, 'done');
    expect((await at.client.call('check_export', { guid })).structured).toMatchObject({ data: { status: 'done' } });
  });

  it('ends when the export is stopped', async () => {
    const guid = await started();
    const waiting = at.client.call('check_export', { guid, wait: true });
    await expect.poll(async () => (await house.client.job(guid)).status, PATIENCE).toBe('progress');
    await house.client.stop(guid);
    expect((await waiting).structured).toMatchObject({ ok: true, data: { status: 'stopped' } });
    house.gate.open();
  });

  it('tells why an export failed', async () => {
    const { structured } = await at.client.call('export_comments', {
      url: 'https://www.reddit.com/r/simulated/comments/gone/nothing/',
      wait: true,
    });
    expect(structured).toMatchObject({ ok: true, data: { status: 'error', error: expect.any(String), error_code: expect.any(String) } });
  });
});
