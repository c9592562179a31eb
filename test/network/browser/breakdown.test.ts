import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '#core/network/browser/find-browser.ts';
import { FOLDER_PREFIX } from '#core/network/browser/host-client.ts';
import { openBrowserExports, type BrowserExports } from '#test/network/browser/browser-exports.ts';
import {
  BROWSER_TEST_MS,
  LACKING,
  browserBelow,
  descendants,
  processes,
  renderersBelow,
  startBrowserWorld,
  type BrowserWorld,
} from '#test/network/browser/browser-world.ts';
import { openPage } from '#test/network/page.ts';
import { startService } from '#test/network/browser/service-process.ts';
import { ownFolder } from '#test/own.ts';
import { SIGNED_HOST, signedSiteSimulator } from '#test/world/simulators/signed-site.ts';

const COMMENTS = 60;
const ALL = (name: string): string[] => Array.from({ length: COMMENTS }, (_, index) => `${name}-${index}`);
const SOON = { interval: 50 };

let place: BrowserWorld;
let dataDir: string;
let exports: BrowserExports | null = null;

function open(browserIdleMs?: number): BrowserExports {
  exports = openBrowserExports({ dataDir, config: place.config, ...(browserIdleMs === undefined ? {} : { browserIdleMs }) });
  return exports;
}

/** Requests for entries that reached the site so far. */
function asked(): number {
  return place.world.requests.filter(({ path }) => path === '/api/comments' || path === '/api/feed').length;
}

function folders(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`${FOLDER_PREFIX}${pid}-`));
}

describe.skipIf(LACKING !== null)('a browser that breaks down, or is no longer needed', { timeout: 2 * BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    place = await startBrowserWorld([signedSiteSimulator({ comments: COMMENTS })]);
  }, BROWSER_TEST_MS);

  beforeEach(() => {
    dataDir = ownFolder('browser-data');
    place.world.setLatency(100);
    place.world.reset();
  });

  afterEach(async () => {
    await exports?.[Symbol.asyncDispose]();
    exports = null;
    place.world.clearFaults();
    expect(descendants(process.pid).filter(({ command }) => /host-process|remote-debugging-pipe/.test(command))).toEqual([]);
    expect(folders(process.pid)).toEqual([]);
  });

  afterAll(() => place?.[Symbol.asyncDispose]());

  it.each(['post', 'feed'] as const)('the renderer dies amid a %s: finished, nothing lost or doubled', async (target) => {
    const { guid, ended } = await open().begin(target, 'r');
    await expect.poll(asked, SOON).toBeGreaterThanOrEqual(2);
    for (const { pid } of renderersBelow(process.pid)) process.kill(pid, 'SIGKILL');
    expect(await ended).toMatchObject({ status: 'done', exported: COMMENTS });
    expect(await exports?.ids(guid)).toEqual(ALL('r'));
  });

  it('a browser that is killed amid its start is started again', async () => {
    const folder = ownFolder('killed-start');
    const { path: program } = await findBrowser({ setting: process.env['COMMENTDOCK_BROWSER'] ?? null });
    const script = `#!/bin/sh\nif [ ! -e "${folder}/once" ]; then : > "${folder}/once"; kill -9 $$; fi\nexec "${program}" "$@"\n`;
    writeFileSync(join(folder, 'browser'), script, { mode: 0o755 });
    await using page = await openPage({ config: { ...place.config, browser: join(folder, 'browser') } });
    const { status } = await page.session.page({ url: `https://${SIGNED_HOST}/post/1` });
    expect([status, existsSync(join(folder, 'once'))]).toEqual([200, true]);
  });

  it('a page whose renderer hangs before it is there is made in another one, without a further try', async () => {
    await using page = await openPage({ config: place.config });
    await page.session.page({ url: `https://${SIGNED_HOST}/post/1` });
    // One of them waits for the next page.
    await expect.poll(() => renderersBelow(process.pid).length, SOON).toBeGreaterThanOrEqual(2);
    const hanging = renderersBelow(process.pid);
    for (const { pid } of hanging) process.kill(pid, 'SIGSTOP');
    try {
      const answer = await page.session.inPage({
        url: `https://${SIGNED_HOST}/api/comments?post=1`,
        page: { url: `https://${SIGNED_HOST}/post/2` },
      });
      expect([answer.status, page.counters.retries]).toEqual([200, 0]);
    } finally {
      for (const { pid } of hanging) process.kill(pid, 'SIGCONT');
    }
  });

  it.each(['post', 'feed'] as const)('the whole browser dies amid a %s, twice: finished, nothing lost or doubled', async (target) => {
    const { guid, ended } = await open().begin(target, 'b');
    for (const count of [2, 5]) {
      await expect.poll(asked, SOON).toBeGreaterThanOrEqual(count);
      const browser = browserBelow(process.pid);
      if (browser !== undefined) process.kill(browser.pid, 'SIGKILL');
    }
    expect(await ended).toMatchObject({ status: 'done', exported: COMMENTS });
    expect(await exports?.ids(guid)).toEqual(ALL('b'));
  });

  it('the process that holds playwright dies: the browser dies with it, the export goes on', async () => {
    const { guid, ended } = await open().begin('post', 'p');
    await expect.poll(asked, SOON).toBeGreaterThanOrEqual(2);
    const browser = browserBelow(process.pid);
    const host = processes().find(({ pid }) => pid === browser?.parent);
    expect(host?.command).toContain('host-process');
    process.kill(host?.pid ?? 0, 'SIGKILL');
    expect(await ended).toMatchObject({ status: 'done', exported: COMMENTS });
    expect(await exports?.ids(guid)).toEqual(ALL('p'));
    expect(processes().some(({ pid }) => pid === browser?.pid)).toBe(false);
  });

  it('Ctrl+C in the terminal of the service does not reach the browser before the service has ended its exports', async () => {
    const { ended } = await open().begin('post', 'x');
    await expect.poll(asked, SOON).toBeGreaterThanOrEqual(2);
    const browser = browserBelow(process.pid);
    process.kill(browser?.parent ?? 0, 'SIGINT');
    expect(await ended).toMatchObject({ status: 'done', exported: COMMENTS });
    expect((await ended).completeness.retries).toBe(0);
    expect(browserBelow(process.pid)?.pid).toBe(browser?.pid);
  });

  it('a stop closes the pages: nothing is asked afterwards', async () => {
    place.world.addFault({ match: /offset=20/, fault: { kind: 'hang' } });
    const { guid, ended } = await open().begin('post', 's');
    await expect.poll(asked, SOON).toBe(3);
    await exports?.engine.stop(guid);
    expect(await ended).toMatchObject({ status: 'stopped', exported: 20 });
    place.world.clearFaults();
    const before = place.world.count(SIGNED_HOST);
    await delay(500);
    expect(place.world.count(SIGNED_HOST)).toBe(before);
    // The rest, in a context and a page of its own.
    const again = await exports?.run('post', 's');
    expect(again).toMatchObject({ status: 'done', exported: COMMENTS });
  });

  it('is closed when idle, and started again when needed', async () => {
    const idle = open(300);
    expect(await idle.run('post', 'i')).toMatchObject({ status: 'done' });
    await expect.poll(() => browserBelow(process.pid), SOON).toBeUndefined();
    await expect.poll(() => descendants(process.pid).filter(({ command }) => command.includes('host-process')), SOON).toEqual([]);
    expect(await idle.run('post', 'j')).toMatchObject({ status: 'done' });
  });

  it('one export after the other on one browser leaves nothing behind', async () => {
    place.world.setLatency(0);
    const service = open();
    const pids = new Set<number | undefined>();
    const pages: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      expect(await service.run(round % 2 === 0 ? 'post' : 'feed', `n${round}`)).toMatchObject({ status: 'done', exported: COMMENTS });
      pids.add(browserBelow(process.pid)?.pid);
      pages.push(renderersBelow(process.pid).length);
    }
    expect(pids.size).toBe(1);
    // One spare renderer may wait for the next page.
    expect(pages.at(-1)).toBeLessThanOrEqual((pages[1] ?? 0) + 1);
  });

  it('kill -9 of the service leaves no browser, and the export goes on in the next', async () => {
    const first = startService(dataDir, place.config);
    await first.ready;
    first.say('begin feed k');
    await expect.poll(asked, SOON).toBeGreaterThanOrEqual(2);
    const below = descendants(first.child.pid ?? 0).map(({ pid }) => pid);
    expect(below.length).toBeGreaterThan(3);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    await expect.poll(() => processes().filter(({ pid }) => below.includes(pid)), SOON).toEqual([]);
    await expect.poll(() => folders(first.child.pid ?? 0), SOON).toEqual([]);
    const { engine } = open();
    const finished = new Promise<string>((resolve) => engine.subscribe(({ kind, job }) => kind === 'finished' && resolve(job.guid)));
    engine.start();
    expect(await exports?.ids(await finished)).toEqual(ALL('k'));
  });

  it('a service that closes takes its browser along', async () => {
    const service = startService(dataDir, place.config);
    await service.ready;
    service.say('run post c');
    expect(JSON.parse(await service.line())).toMatchObject({ status: 'done', exported: COMMENTS });
    const below = descendants(service.child.pid ?? 0).map(({ pid }) => pid);
    expect(below.length).toBeGreaterThan(3);
    service.say('close');
    await once(service.child, 'exit');
    expect(processes().filter(({ pid }) => below.includes(pid))).toEqual([]);
  });
});
