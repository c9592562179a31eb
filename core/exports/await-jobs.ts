import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { ExportContext } from '#core/exports/context.ts';

/** Sample exports take a moment; a machine this slow gets the job as it stands. */
const PATIENCE_MS = 20_000;

interface Awaiting {
  /** Left out: what samples are created by. */
  readonly create?: (jobs: readonly NewJob[]) => Promise<readonly JobRecord[]>;
  readonly patienceMs?: number;
}

/**
 * Creates the jobs and waits until each has ended, or patience has: that one is given as it stands.
 * @throws the reason of the caller's signal
 */
export async function createAndAwait(
  jobs: readonly NewJob[],
  context: ExportContext,
  { create = (all) => context.engine.create(all), patienceMs = PATIENCE_MS }: Awaiting = {},
): Promise<readonly JobRecord[]> {
  const ended = new Map<string, JobRecord>();
  let wake: () => void = () => undefined;
  // Listening starts before the jobs exist: one may end before `create` answers.
  const unsubscribe = context.engine.subscribe(({ kind, job }) => {
    if (kind !== 'removed' && !isTerminal(job.status)) return;
    ended.set(job.guid, job);
    wake();
  });
  const patience = AbortSignal.any([context.signal, AbortSignal.timeout(patienceMs)]);
  const onAbort = (): void => wake();
  patience.addEventListener('abort', onAbort, { once: true });
  try {
    const created = await create(jobs);
    const isOpen = (job: JobRecord): boolean => !isTerminal(job.status) && !ended.has(job.guid);
    while (created.some(isOpen) && !patience.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    context.signal.throwIfAborted();
    return created.map((job) => ended.get(job.guid) ?? context.jobs.find(job.guid) ?? job);
  } finally {
    patience.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}
