import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { asCommentdockError, ERROR_CATALOGUE } from '#core/contract/error.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import type { BatchStatus } from '#core/exports/batch-status.ts';
import type { createdBatchSchema } from '#core/exports/batches.ts';
import { stopJob, tellPause, type Watch } from '#core/surfaces/cli/follow-job.ts';
import { type ResultWish, saveFiles } from '#core/surfaces/cli/job-result.ts';
import { expectWritable } from '#core/surfaces/cli/out-folder.ts';

const FIRST_POLL_MS = 25;
const POLL_MS = 500;

interface BatchRequest {
  readonly urls: readonly string[];
  /** Of URLs that list posts, so many of these each; null: what the URLs give themselves. */
  readonly posts: number | null;
  /** `options` of every export, checked by the operation. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly source: 'platform' | 'sandbox';
}

type CreatedBatch = z.output<typeof createdBatchSchema>;
/** `file_error` where its files could not be written; the export is kept all the same. */
type EndedExport = Job & { readonly files: readonly string[]; readonly file_error?: string };

/**
 * Exports many URLs, and leaves the files of each as soon as it has ended. Returns the exit code: that of the first failure.
 * The first Ctrl+C stops what is open; what it has is kept.
 */
export async function runBatch({ urls, posts, options, source }: BatchRequest, wish: ResultWish, watch: Watch): Promise<number> {
  await expectWritable(wish.folder);
  const formats = wish.formats === null ? {} : { formats: [...wish.formats] };
  const expand = posts === null ? {} : { expand: { posts } };
  const request = { urls: [...urls], ...expand, options, ...formats, sandbox: source === 'sandbox' };
  if (posts !== null) watch.terminal.showStatus('reading what is listed there');
  const batch = await watch.client.call('batches.create', request);
  if (wish.output === 'people')
    for (const { url, error, error_code: code } of batch.errors) watch.terminal.printError(`${code}: ${url}: ${error}`);
  const ended = await followBatch(batch, wish, watch);
  watch.terminal.clearStatus();
  if (wish.output === 'json') watch.terminal.print(JSON.stringify({ ...batch, exports: ended }));
  else watch.terminal.print(summary(batch, ended));
  return exitCodeOf(batch, ended);
}

async function followBatch({ batch_id: batchId }: CreatedBatch, wish: ResultWish, watch: Watch): Promise<readonly EndedExport[]> {
  const { client, terminal, signal } = watch;
  const ended = new Map<string, EndedExport>();
  await tellPause({ client, terminal });
  let stopping = false;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, POLL_MS)) {
    const state = await client.call('batches.get', { batchId });
    for (const { guid, status } of state.exports)
      if (isTerminal(status) && !ended.has(guid)) ended.set(guid, await leaveExport(guid, wish, watch));
    if (state.is_complete) return state.exports.flatMap(({ guid }) => ended.get(guid) ?? []);
    if (!signal.aborted) terminal.showStatus(progress(state));
    else if (!stopping) {
      stopping = true;
      terminal.showStatus('stopping; what was fetched is kept (Ctrl+C once more quits at once)');
      for (const { guid, status } of state.exports) if (!isTerminal(status)) await stopJob(guid, client);
    }
    await delay(pollMs, undefined, stopping ? {} : { signal }).catch(() => undefined);
  }
}

async function leaveExport(guid: string, wish: ResultWish, { client, terminal }: Watch): Promise<EndedExport> {
  const job = await client.call('jobs.get', { guid });
  // One that cannot be written does not end the others.
  const saved = job.status === 'done' || job.total_exported > 0 ? await saveFiles(job, wish, client).catch(asCommentdockError) : [];
  const files = saved instanceof Error ? [] : saved;
  if (wish.output === 'people') {
    terminal.clearStatus();
    terminal.print(`${job.status.padEnd(8)} ${job.url}  ${job.completeness.summary}`, ...files.map((path) => `  ${path}`));
    if (job.error_code !== null) terminal.printError(`${job.error_code}: ${job.url}: ${job.error ?? ''}`);
    if (saved instanceof Error) terminal.printError(`${saved.code}: ${job.url}: ${saved.message}`);
  }
  return { ...job, files, ...(saved instanceof Error ? { file_error: saved.message } : {}) };
}

function progress({ total, done, errored, stopped, exports }: BatchStatus): string {
  const items = exports.reduce((sum, { totalExported }) => sum + totalExported, 0);
  return `${done + errored + stopped} of ${total} exports, ${items.toLocaleString('en-US')} items`;
}

function summary({ batch_id: batchId, submitted, guids, errors, expanded }: CreatedBatch, ended: readonly EndedExport[]): string {
  const done = ended.filter(({ status }) => status === 'done').length;
  const repeated = expanded === undefined ? submitted - guids.length - errors.length : 0;
  const parts = [
    `${done} of ${guids.length} exports are done`,
    ...(errors.length === 0 ? [] : [`${errors.length} URLs cannot be exported`]),
    ...(repeated === 0 ? [] : [`${repeated} URLs stood there more than once`]),
  ];
  const oneFile = expanded === undefined || done === 0 ? '' : `\nAll rows in one file: commentdock bulk ${batchId} --format csv`;
  return `${parts.join('; ')}.${oneFile}`;
}

function exitCodeOf({ errors }: CreatedBatch, ended: readonly EndedExport[]): number {
  if (ended.some(({ status }) => status === 'stopped')) return ERROR_CATALOGUE.STOPPED.exitCode;
  const failed = ended.find(({ status }) => status === 'error');
  if (failed !== undefined) return ERROR_CATALOGUE[failed.error_code ?? 'INTERNAL'].exitCode;
  if (ended.some(({ file_error: unwritten }) => unwritten !== undefined)) return ERROR_CATALOGUE.DISK.exitCode;
  const [refused] = errors;
  return refused === undefined ? 0 : ERROR_CATALOGUE[refused.error_code].exitCode;
}
