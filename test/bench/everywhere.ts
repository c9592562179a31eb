import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { readRunFile } from '#core/config/run-file.ts';
import { JOINT_INDEX, SEARCH_FOLDER } from '#core/insight/ports.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median } from '#test/bench/measured-process.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { fillStore } from '#test/scale/filled-store.ts';

/** The two million rows of each, as a few large exports and as many small ones. */
const LARGE = 8;
const SMALL_ROWS = 5_000;
const MOST_MS = 200;
const ROUNDS = 10;
const MEGABYTE = 1_000_000;

/** Queries by what they are. Words as `fillStore` makes them. */
const QUERIES: Readonly<Record<string, string>> = {
  'a word of one row in each export': 'x4321',
  'a word of one row in a thousand': 'word7',
  'a word in a fifth of all': 'great',
  'a word in all': 'sentence',
  'two words': 'great word7',
  'a phrase in a fifth of all': '"wirklich ein tolles"',
  'a phrase in all': '"words of a sentence"',
  'a beginning that all have': 'wor*',
  'with NOT and OR': '(tolles OR canción) NOT word7',
  Chinese: '视频',
  'an author': 'author:person77',
  'a word of none': 'nowhere',
};

/** One field over two million rows: how long it takes, over REST, from the second question on. */
export async function everywhere({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const rows = LARGE * manyComments;
  return [...(await measured(LARGE, manyComments)), ...(await measured(Math.round(rows / SMALL_ROWS), SMALL_ROWS))];
}

async function measured(filled: number, items: number): Promise<readonly BarResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-everywhere-'));
  try {
    fillStore({ dataDir: folder, databaseUrl: null }, { filled, items, jobs: 1, webhooks: 1, messages: 1, schedules: 1 });
    const service = await startServiceProcess(folder, { NODE_OPTIONS: NODE_FLAGS.join(' ') });
    try {
      const ask = asker(service.baseUrl, readRunFile(folder)?.owner_secret ?? '');
      const startedAt = performance.now();
      while ((await ask('')).pending > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
      const readS = (performance.now() - startedAt) / 1_000;
      const times = new Map<string, number[]>();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [name, query] of Object.entries(QUERIES)) {
          // Another query each time: what is remembered of one does not help the next.
          const { ms } = await ask(`${query} OR nothing${round}`);
          times.set(name, [...(times.get(name) ?? []), ms]);
        }
      return resultsOf(`${filled * items} rows in ${filled} exports`, times, {
        readS,
        bytes: statSync(join(folder, SEARCH_FOLDER, JOINT_INDEX)).size,
      });
    } finally {
      await service.kill();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function asker(baseUrl: string, secret: string): (query: string) => Promise<{ readonly ms: number; readonly pending: number }> {
  return async (query) => {
    const url = new URL('/api/v1/search', baseUrl);
    url.searchParams.set('q', query);
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { 'x-auth-token': secret } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`);
    return { ms: performance.now() - startedAt, pending: (JSON.parse(text) as { readonly pending: number }).pending };
  };
}

function resultsOf(
  where: string,
  times: ReadonlyMap<string, readonly number[]>,
  { readS, bytes }: { readonly readS: number; readonly bytes: number },
): readonly BarResult[] {
  const medians = [...times].map(([name, ms]) => ({ name, ms: median([...ms]) })).toSorted((a, b) => b.ms - a.ms);
  const worst = medians[0]?.ms ?? 0;
  return [
    {
      what: `search in all exports, ${where}: the slowest of ${times.size} kinds (${medians[0]?.name ?? ''})`,
      found: `${worst.toFixed(0)} ms`,
      bar: `< ${MOST_MS} ms`,
      holds: worst < MOST_MS,
    },
    ...medians.map(({ name, ms }) => ({ what: `  ${name}`, found: `${ms.toFixed(1)} ms`, bar: '', holds: true })),
    { what: '  its index, read once', found: `${readS.toFixed(0)} s, ${(bytes / MEGABYTE).toFixed(0)} MB`, bar: '', holds: true },
  ];
}
