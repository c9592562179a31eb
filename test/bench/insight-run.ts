/**
 * Statistics or searches of one generated export in a fresh process, as the service runs them: in their own thread.
 *
 *     node test/bench/insight-run.ts --items 250000 --what stats|search
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { InsightPort, SearchWish } from '#core/insight/ports.ts';
import { startInsights } from '#core/threads/insight-client.ts';
import type { InsightRun } from '#test/bench/insights.ts';
import { median, peakMemoryMb } from '#test/bench/measured-process.ts';
import { NO_FILTERS } from '#test/insight/no-filters.ts';
import { inFolder } from '#test/store/in-folder.ts';

const MEGABYTE = 1_000_000;
const ASKED_AGAIN = 5;

/** Each with a first page of 20. */
const SEARCHES: Readonly<Record<string, Partial<SearchWish>>> = {
  'one word': { query: 'mountain' },
  'a word in most items, newest first': { query: 'video', sort: 'newest' },
  'a word in most items, best first': { query: 'video', sort: 'relevance' },
  'two words, best first': { query: 'great mountain', sort: 'relevance' },
  'a phrase': { query: '"watched it three times"' },
  'a beginning': { query: 'mus*', sort: 'likes' },
  'with NOT and OR': { query: '(guitar OR singer) NOT great', sort: 'newest' },
  Chinese: { query: '视频', sort: 'relevance' },
  'Chinese, one letter': { query: '看', sort: 'newest' },
  Japanese: { query: '素晴らしい', sort: 'relevance' },
  Arabic: { query: 'الفيديو', sort: 'likes' },
  Thai: { query: 'วิดีโอ', sort: 'relevance' },
  emoji: { query: '😂', sort: 'newest' },
  'filters alone': { filters: { ...NO_FILTERS, minLikes: 1_000, hasMedia: true }, sort: 'likes' },
  'an author': { filters: { ...NO_FILTERS, author: '@person64' } },
  'everything, newest first': { sort: 'newest' },
};

const { values: flags } = parseArgs({
  options: { items: { type: 'string', default: '250000' }, what: { type: 'string', default: 'stats' } },
});
const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-insights-'));
try {
  const guid = await filled(dataDir, Number(flags.items));
  const insights = startInsights(inFolder(dataDir));
  try {
    process.stdout.write(`${JSON.stringify(await measure(insights, guid))}\n`);
  } finally {
    await insights.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

async function measure(insights: InsightPort, guid: string): Promise<InsightRun> {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const cpu = process.cpuUsage();
  const [statisticsMs] = flags.what === 'stats' ? await timed(() => insights.count(guid, 'Europe/Berlin', null)) : [0];
  const { user, system } = process.cpuUsage(cpu);
  const statisticsCpuMs = (user + system) / 1000;
  const statisticsMb = peakMemoryMb(process.pid) ?? 0;
  const waitP99Ms = loop.percentile(99) / 1e6 - 5;
  loop.disable();
  const base = {
    statisticsMs,
    statisticsCpuMs,
    statisticsMb,
    waitP99Ms,
    databaseMb: statSync(join(dataDir, 'commentdock.sqlite')).size / MEGABYTE,
  };
  if (flags.what === 'stats') return { ...base, indexMs: 0, indexMb: 0, searches: [], peakMb: statisticsMb };
  const wish: SearchWish = { query: null, filters: NO_FILTERS, sort: 'file', limit: 20, cursor: null, offset: null, topLevel: false };
  const [indexMs] = await timed(() => insights.search(guid, { ...wish, query: 'nothing' }));
  const searches: InsightRun['searches'][number][] = [];
  for (const [name, special] of Object.entries(SEARCHES))
    searches.push({ name, ...(await asked(insights, guid, { ...wish, ...special })) });
  const { bytes } = await insights.indexState(guid);
  return { ...base, indexMs, indexMb: bytes / MEGABYTE, searches, peakMb: peakMemoryMb(process.pid) ?? 0 };
}

/** Each with another date that lets all through: what is remembered of one search does not help the next. */
async function asked(insights: InsightPort, guid: string, wish: SearchWish): Promise<{ readonly total: number; readonly ms: number }> {
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ASKED_AGAIN; round += 1) {
    const [ms, page] = await timed(() =>
      insights.search(guid, { ...wish, filters: { ...wish.filters, toMs: Date.UTC(2100, 0, 1 + round) } }),
    );
    times.push(ms);
    ({ total } = page);
  }
  return { total, ms: median(times) };
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [ms: number, value: T]> {
  const start = performance.now();
  const value = await work();
  return [performance.now() - start, value];
}

/** Filled in a thread that ends, so that its memory is not measured. */
async function filled(folder: string, items: number): Promise<string> {
  const worker = new Worker(new URL(import.meta.resolve('#test/bench/insight-rows.ts')), { workerData: { folder, items } });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.once('message', resolve).once('error', reject);
  const guid = await promise;
  await worker.terminate();
  // The high-water mark counts from here.
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
  return guid;
}
