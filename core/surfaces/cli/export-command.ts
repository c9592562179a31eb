import type { Job } from '#core/contract/job.ts';
import { followJob, type Watch } from '#core/surfaces/cli/follow-job.ts';
import { leaveResult, type ResultWish } from '#core/surfaces/cli/job-result.ts';
import { expectWritable } from '#core/surfaces/cli/out-folder.ts';
import { followRows } from '#core/surfaces/cli/row-stream.ts';

interface ExportRequest {
  readonly url: string;
  /** `options` of a job, checked by the operation. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly source: 'platform' | 'sandbox';
}

/**
 * The main job: creates the export, shows its progress, and leaves complete files in the folder. Returns the exit code.
 * A failed or interrupted export leaves what it fetched.
 */
export async function runExport({ url, options, source }: ExportRequest, wish: ResultWish, watch: Watch): Promise<number> {
  await expectTaken(wish);
  const formats = wish.formats === null ? {} : { formats: [...wish.formats] };
  const attended = watch.terminal.isAttended && wish.output !== 'json' ? { attended: true } : {};
  const { jobs } = await watch.client.call('jobs.create', { url, options, ...formats, ...attended, sandbox: source === 'sandbox' });
  const { guid } = jobs[0] as Job;
  return seeThrough(guid, wish, watch);
}

/** Queues a failed export again and sees it through as `runExport` does. Returns the exit code. */
export async function runRetry(guid: string, wish: ResultWish, watch: Watch): Promise<number> {
  await expectTaken(wish);
  await watch.client.call('jobs.retry', { guid });
  return seeThrough(guid, wish, watch);
}

/** Opens the window of an export at a wall, and sees it through as `runExport` does. Returns the exit code. */
export async function runContinue(guid: string, wish: ResultWish, watch: Watch): Promise<number> {
  await expectTaken(wish);
  await watch.client.call('jobs.continue', { guid });
  return seeThrough(guid, wish, watch);
}

async function expectTaken({ output, folder }: ResultWish): Promise<void> {
  if (output !== 'rows') await expectWritable(folder);
}

async function seeThrough(guid: string, wish: ResultWish, watch: Watch): Promise<number> {
  const [format] = wish.output === 'rows' ? (wish.formats ?? []) : [];
  const job = await (format === undefined ? followJob(guid, watch) : followRows(guid, format, watch));
  return leaveResult(job, wish, watch.client, watch.terminal);
}
