import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile } from '#core/config/run-file.ts';
import { openReader } from '#core/store/database.ts';
import { filledExport } from '#test/bench/filled-export.ts';
import { startServiceProcess } from '#test/crash/service.ts';

const ROWS = 30_000;
/** A deletion of so many rows takes about as long. */
const LONGEST_MS = 500;
const PATIENCE_MS = 60_000;

/**
 * Kills the service amid the deletion of one of two exports and starts it again: what was removed is found by nobody from the start
 * on, in the end nothing is left of it, and all of the other one is there. Returns what failed.
 */
export async function killWhileDeleting(
  dataDir: string,
  random: () => number,
): Promise<{ readonly leftAtKill: number; readonly failures: readonly string[] }> {
  const [gone, stays] = [await filledExport(dataDir, ROWS), await filledExport(dataDir, ROWS)];
  const first = await startServiceProcess(dataDir, {});
  const removed = await ask(first.baseUrl, dataDir, gone, 'DELETE');
  await delay(random() * LONGEST_MS);
  await first.kill();
  const leftAtKill = countsOf(dataDir).items - ROWS;
  const second = await startServiceProcess(dataDir, {});
  try {
    const found = await ask(second.baseUrl, dataDir, gone, 'GET');
    const deadline = Date.now() + PATIENCE_MS;
    while (countsOf(dataDir).jobs > 1 && Date.now() < deadline) await delay(20);
    const { items, pages, jobs } = countsOf(dataDir);
    const kept = await second.job(stays);
    return {
      leftAtKill,
      failures: [
        ...(removed === 204 ? [] : [`the deletion was answered with ${removed}`]),
        ...(found === 404 ? [] : [`what was removed is answered with ${found}`]),
        ...(jobs === 1 && items === ROWS && pages === ROWS / 100 ? [] : [`${jobs} exports, ${pages} pages and ${items} rows are left`]),
        ...(kept.total_exported === ROWS ? [] : [`the other export has ${kept.total_exported} rows`]),
      ],
    };
  } finally {
    await second.kill();
  }
}

async function ask(baseUrl: string, dataDir: string, guid: string, method: 'GET' | 'DELETE'): Promise<number> {
  const headers = { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '' };
  const answer = await fetch(`${baseUrl}/api/v3/job/${guid}`, { method, headers });
  await answer.arrayBuffer();
  return answer.status;
}

function countsOf(dataDir: string): { readonly jobs: number; readonly pages: number; readonly items: number } {
  const reader = openReader(dataDir);
  try {
    const count = (table: string): number => reader.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0;
    return { jobs: count('jobs'), pages: count('pages'), items: count('items') };
  } finally {
    reader.close();
  }
}
