import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createFleet, type BrowserFleet } from '#core/network/browser/fleet.ts';
import { FOLDER_PREFIX } from '#core/network/browser/host-client.ts';
import type { BrowserRoute, HostCalls } from '#core/network/browser/protocol.ts';
import { BROWSER_TEST_MS, LACKING, browserBelow, descendants } from '#test/network/browser/browser-world.ts';

const DIRECT: BrowserRoute = { key: 'direct', proxy: null };
const NEVER = new AbortController().signal;
const TIES = { signal: NEVER };
let fleet: BrowserFleet;

function open(patienceMs?: number): BrowserFleet {
  fleet = createFleet({ browser: process.env['COMMENTDOCK_BROWSER'] ?? null, ...(patienceMs === undefined ? {} : { patienceMs }) });
  return fleet;
}

function visit(context: number, html: string, ready: HostCalls['visit']['in']['place']['ready'] = null): HostCalls['visit']['in'] {
  const place = { url: `data:text/html,${encodeURIComponent(html)}`, ready, actions: [] };
  return { context, key: 'a', cookies: [], place, globals: [], timeoutMs: 2_000 };
}

describe.skipIf(LACKING !== null)('the process of the browsers', { timeout: BROWSER_TEST_MS }, () => {
  afterEach(async () => {
    await fleet.close();
    expect(descendants(process.pid).filter(({ command }) => /host-process|remote-debugging-pipe/.test(command))).toEqual([]);
  });

  it('is killed where it stands still, with its browser, and another one takes over', async () => {
    const { host, id } = await open(5_000).openContext(DIRECT, NEVER);
    const browser = browserBelow(process.pid);
    process.kill(host.pid ?? 0, 'SIGSTOP');
    await expect(host.call('visit', visit(id, 'hello'), TIES)).rejects.toMatchObject({ kind: 'gone' });
    await expect.poll(() => descendants(process.pid).some(({ pid }) => pid === browser?.pid)).toBe(false);
    const next = await fleet.openContext(DIRECT, NEVER);
    expect((await next.host.call('visit', visit(next.id, 'hello'), TIES)).page.html).toContain('hello');
  });

  it('a page whose script never rests is given up and closed; the next one is not touched by it', async () => {
    const { host, id } = await open().openContext(DIRECT, NEVER);
    const restless = visit(id, '<script>setTimeout(() => { for (;;); }, 50)</script>', { global: 'never', selector: null, timeoutMs: 500 });
    await expect(host.call('visit', restless, TIES)).rejects.toMatchObject({ kind: 'crashed' });
    expect((await host.call('visit', visit(id, 'again'), TIES)).page.html).toContain('again');
  });

  it('one browser for each route, one context for each export', async () => {
    const other: BrowserRoute = { key: 'other', proxy: { server: 'http://127.0.0.1:2', bypass: '' } };
    open();
    const opened = [await fleet.openContext(DIRECT, NEVER), await fleet.openContext(DIRECT, NEVER), await fleet.openContext(other, NEVER)];
    expect(new Set(opened.map(({ id }) => id)).size).toBe(3);
    const browsers = descendants(process.pid).filter(
      ({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='),
    );
    expect(browsers).toHaveLength(2);
  });

  it('clears away what a killed service left, and nothing of one that lives', async () => {
    const left = join(tmpdir(), `${FOLDER_PREFIX}999999999-left`);
    const living = join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-living`);
    for (const folder of [left, living]) mkdirSync(folder, { recursive: true });
    await open().openContext(DIRECT, NEVER);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(living)).toBe(true);
    rmSync(living, { recursive: true });
  });
});
