import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright-core';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { buildRenderer } from '../../scripts/renderer.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median, ownMemoryMb } from '#test/bench/measured-process.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { openWindow, type OpenWindow, type RunningService } from '#test/e2e/open-window.ts';
import { programToStart } from '#test/program.ts';

const run = promisify(execFile);
const MOST_FIRST_MS = 300;
const LEAST_FRAMES = 50;
const MOST_MB = 300;
const ROW_PX = 36;
const SETTLED_MS = 3_000;
const SCROLLED_PX = 12_000;
const SCROLL_PX_PER_S = 2_400;
/** Of all rows, where one jumps to. */
const JUMP_TO = 0.8;
const DRAGGED_THROUGH = 150;

/** In the page: waits until a row is drawn that stands at this place or behind it, and tells how long that took. */
const UNTIL_ROW = `(act, place) => new Promise((resolve) => {
  const start = performance.now();
  const look = () => {
    const rows = [...document.querySelectorAll('.table-body [role=row]')];
    if (rows.some((row) => Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) >= place && row.querySelector('.row-open')))
      requestAnimationFrame(() => resolve(performance.now() - start));
    else requestAnimationFrame(look);
  };
  act();
  look();
})`;

interface WindowRun {
  readonly coldMs: number;
  readonly firstMs: number;
  readonly jumpMs: number;
  readonly frames: number;
  readonly memoryMb: number;
  readonly heapMb: number;
}

/** The table of a large export in the window: first rows, scrolling, a jump, and the memory of the page. */
export async function windowTable({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const what = `the window, an export of ${manyComments} rows`;
  if (BROWSER_MISSING !== null) return [{ what, found: `not measured: ${BROWSER_MISSING}`, bar: '', holds: true }];
  await buildRenderer();
  const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-bench-window-'));
  const browser = await launchBrowser();
  try {
    const guid = await filled(dataDir, manyComments);
    const runs: WindowRun[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await runOnce(browser, dataDir, { guid, rows: manyComments }));
    return present(what, runs);
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

function present(what: string, runs: readonly WindowRun[]): readonly BarResult[] {
  const of = (field: keyof WindowRun): number => median(runs.map((run) => run[field]));
  const [cold, first, jump, frames, memory] = [of('coldMs'), of('firstMs'), of('jumpMs'), of('frames'), of('memoryMb')];
  const ms = (value: number): string => `${Math.round(value)} ms`;
  return [
    {
      what: `${what}: its first rows, the first time after a start of the service (later: ${ms(first)})`,
      found: ms(cold),
      bar: `<= ${MOST_FIRST_MS} ms`,
      holds: cold <= MOST_FIRST_MS,
    },
    { what: `${what}: a jump to four fifths of it`, found: ms(jump), bar: `<= ${MOST_FIRST_MS} ms`, holds: jump <= MOST_FIRST_MS },
    {
      what: `${what}: scrolling, frames in its trace`,
      found: `${frames.toFixed(0)}/s`,
      bar: `>= ${LEAST_FRAMES}/s`,
      holds: frames >= LEAST_FRAMES,
    },
    {
      what: `${what}: memory of the page's process after dragging through all of it (its heap: ${Math.round(of('heapMb'))} MB)`,
      found: `${Math.round(memory)} MB`,
      bar: `< ${MOST_MB} MB`,
      holds: memory < MOST_MB,
    },
  ];
}

async function runOnce(browser: Browser, dataDir: string, { guid, rows }: { guid: string; rows: number }): Promise<WindowRun> {
  const { child, service } = await startOn(dataDir);
  try {
    await using opened: OpenWindow = await openWindow(browser, service);
    const { page } = opened;
    // Nobody opens an export in the first second of the window.
    await page.waitForTimeout(SETTLED_MS);
    const open = `() => { location.hash = '#/exports/${guid}'; }`;
    const coldMs = await page.evaluate<number>(`(${UNTIL_ROW})(${open}, 2)`);
    // The order of all rows is worked out behind the first ones.
    await page.getByRole('group', { name: 'Filters' }).waitFor({ timeout: 120_000 });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('textbox').first().waitFor();
    const firstMs = await page.evaluate<number>(`(${UNTIL_ROW})(${open}, 2)`);
    const frames = await framesOfScrolling(page);
    const place = Math.floor(rows * JUMP_TO);
    const jump = `() => { document.querySelector('.table-scroll').scrollTop = ${place * ROW_PX}; }`;
    const jumpMs = await page.evaluate<number>(`(${UNTIL_ROW})(${jump}, ${place})`);
    await dragThrough(page, rows);
    return { coldMs, firstMs, jumpMs, frames, ...(await memoryOf(browser, page)) };
  } finally {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
}

/** Frames that the compositor drew, by its trace, while a finger scrolls the table. */
async function framesOfScrolling(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const box = (await page.locator('.table-scroll').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] });
  await devtools.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -SCROLLED_PX,
    speed: SCROLL_PX_PER_S,
    gestureSourceType: 'mouse',
  });
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const drawn = trace.traceEvents.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts);
  const seconds = (Math.max(...drawn) - Math.min(...drawn)) / 1e6;
  return drawn.length / seconds;
}

interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
}

async function dragThrough(page: Page, rows: number): Promise<void> {
  for (let stop = 0; stop <= DRAGGED_THROUGH; stop += 1) {
    const place = Math.floor((rows * stop) / (DRAGGED_THROUGH + 1));
    const go = `() => { document.querySelector('.table-scroll').scrollTop = ${place * ROW_PX}; }`;
    await page.evaluate(`(${UNTIL_ROW})(${go}, ${place})`);
  }
}

async function memoryOf(browser: Browser, page: Page): Promise<Pick<WindowRun, 'memoryMb' | 'heapMb'>> {
  const ofBrowser = await browser.newBrowserCDPSession();
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
  const ofPage = await page.context().newCDPSession(page);
  await ofPage.send('Performance.enable');
  const { metrics } = await ofPage.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => ownMemoryMb(id) ?? 0);
  return { memoryMb: Math.max(...renderers), heapMb: heap / 1e6 };
}

async function startOn(dataDir: string): Promise<{ child: ChildProcess; service: RunningService }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_VAULT: 'file', COMMENTDOCK_LOG: 'error' },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { base_url: baseUrl } = JSON.parse(line) as { base_url: string };
  const { stdout } = await run(process.execPath, [programToStart(), 'token'], { env: { ...process.env, COMMENTDOCK_DATA_DIR: dataDir } });
  const token = /[A-Za-z0-9]{120}/.exec(stdout)?.[0] ?? '';
  const client = (headers = { 'X-AUTH-TOKEN': token }): RestClient => new RestClient(baseUrl, headers);
  return { child, service: { baseUrl, dataDir, client } };
}

async function filled(folder: string, items: number): Promise<string> {
  const worker = new Worker(new URL(import.meta.resolve('#test/bench/insight-rows.ts')), { workerData: { folder, items } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.once('message', resolve).once('error', reject);
  const guid = await promise;
  await worker.terminate();
  return guid;
}
