import type { Job } from '#core/contract/job.ts';
import { followJob, type Watch } from '#core/surfaces/cli/follow-job.ts';
import { leaveResult, type ResultWish } from '#core/surfaces/cli/job-result.ts';
import { expectWritable } from '#core/surfaces/cli/out-folder.ts';

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
  await expectWritable(wish.folder);
  const formats = wish.formats === null ? {} : { formats: [...wish.formats] };
  const attended = watch.terminal.isAttended && wish.output === 'people' ? { attended: true } : {};
  const { jobs } = await watch.client.call('jobs.create', { url, options, ...formats, ...attended, sandbox: source === 'sandbox' });
  const { guid } = jobs[0] as Job;
  return leaveResult(await followJob(guid, watch), wish, watch.client, watch.terminal);
}

/** Queues a failed export again and sees it through as `runExport` does. Returns the exit code. */
export async function runRetry(guid: string, wish: ResultWish, watch: Watch): Promise<number> {
  await expectWritable(wish.folder);
  await watch.client.call('jobs.retry', { guid });
  return leaveResult(await followJob(guid, watch), wish, watch.client, watch.terminal);
}

/** Opens the window of an export at a wall, and sees it through as `runExport` does. Returns the exit code. */
export async function runContinue(guid: string, wish: ResultWish, watch: Watch): Promise<number> {
  await expectWritable(wish.folder);
  await watch.client.call('jobs.continue', { guid });
  return leaveResult(await followJob(guid, watch), wish, watch.client, watch.terminal);
}
