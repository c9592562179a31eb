/**
 * A bulk download of many exports with one workbook of all rows, by a whole service: how long it takes, what memory the
 * service has at its peak, how long other requests wait meanwhile, and whether `unzip -t` accepts the archive. The first
 * round has the file of every export written; the second one finds them. A sample export comes before: the very first start
 * of a version compiles its code and holds some 30 MB more, until the next start.
 *
 *   node test/bench/bulk-download.ts [--exports 100] [--rows 10000]
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { NewJob } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import { openEngineStore } from '#core/store/store.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { generatedItems } from '#test/writers/generated-items.ts';
import { inFolder } from '#test/store/in-folder.ts';

const POLL_MS = 100;
const PAGE_ITEMS = 100;

const { values: flags } = parseArgs({
  options: { exports: { type: 'string', default: '100' }, rows: { type: 'string', default: '10000' } },
});

await using cli = openCommandLine({ COMMENTDOCK_LIMITS: 'off', COMMENTDOCK_VAULT: 'file' });
await mkdir(cli.dataDir, { recursive: true });
const guids = fill(cli.dataDir, Number(flags.exports), Number(flags.rows));
await cli.run('export', 'https://news.ycombinator.com/item?id=1', '--sandbox', '--out', cli.outDir);
const { addresses } = await cli.serve();
const token = (await cli.run('token')).stdout.trim();
const headers = { 'x-auth-token': token, 'content-type': 'application/json' };
const idleMb = memoryMb('VmRSS');
for (const round of ['with files to write', 'with files there']) process.stdout.write(`${round}: ${JSON.stringify(await measure())}\n`);

async function measure(): Promise<object> {
  const start = performance.now();
  const body = JSON.stringify({ guids, merge: true });
  const created = await fetch(`${addresses.base_url}/api/v1/bulk-download`, { method: 'POST', headers, body });
  const { uuid } = (await created.json()) as { uuid: string };
  const waits: number[] = [];
  for (;;) {
    await sleep(POLL_MS);
    const asked = performance.now();
    const answer = await fetch(`${addresses.base_url}/api/v1/bulk-download/${uuid}`, { headers });
    const { status, error } = (await answer.json()) as { status: string; error?: string };
    waits.push(performance.now() - asked);
    if (status === 'error') throw new Error(error);
    if (status === 'ready') break;
  }
  const seconds = (performance.now() - start) / 1000;
  const archive = join(cli.dataDir, `${uuid}.zip`);
  const download = await fetch(`${addresses.base_url}/api/v1/bulk-download/${uuid}/download`, { headers });
  await pipeline(Readable.fromWeb(download.body as ReadableStream), createWriteStream(archive));
  const verdict = execFileSync('unzip', ['-tq', archive], { encoding: 'utf8' }).trim().split('\n').at(-1);
  waits.sort((a, b) => a - b);
  return {
    seconds: Number(seconds.toFixed(1)),
    megabytes: Math.round(statSync(archive).size / 1e6),
    idleMb,
    peakMb: memoryMb('VmHWM'),
    requestP50Ms: Number(waits[Math.floor(waits.length * 0.5)]?.toFixed(1)),
    requestP99Ms: Number(waits[Math.floor(waits.length * 0.99)]?.toFixed(1)),
    verdict: verdict?.replace(archive, 'the archive'),
  };
}

/** Memory of the service as Linux counts it. */
function memoryMb(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${addresses.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
}

/** Exports that are done, without files. */
function fill(dataDir: string, exports: number, rows: number): readonly string[] {
  const store = openEngineStore(inFolder(dataDir));
  try {
    return Array.from({ length: exports }, (_, number) => {
      const job = store.jobs.insert(newJob(number), EMPTY_LEDGER);
      store.transaction(() => {
        const run = store.run(job.id);
        let page = 0;
        for (const items of generatedItems(rows, PAGE_ITEMS)) {
          const readKey = String(page).padStart(8, '0');
          const pageId = run.addPage(readKey, page);
          items.forEach((item, position) => run.addItem({ pageId, readKey, position }, item, 'kept'));
          run.setPageKept(pageId, items.length);
          page += 1;
        }
        store.jobs.update(job.id, { status: 'done', exported: rows, finishedAtMs: Date.now() });
      });
      return job.guid;
    });
  } finally {
    store.close();
  }
}

function newJob(number: number): NewJob {
  const url = `https://news.ycombinator.com/item?id=${number + 1}`;
  const target = { target: 'item', params: { id: String(number + 1) }, type: 'comments', selector: 'own', url } as const;
  const asked = {
    options: { replies: true },
    plan: 'business',
    formats: ['xlsx'],
    sandbox: false,
    batchId: null,
    tokenUuid: null,
  } as const;
  return { ...asked, guid: randomUUID(), url, platform: 'hackernews', target };
}
