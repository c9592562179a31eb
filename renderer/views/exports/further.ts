import { call, type Input } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';

export type Options = NonNullable<Input<'jobs.create'>['options']>;

/** The further exports that one that has ended may lead to. */
interface Further {
  /** From where it ended; null where nothing is left. */
  readonly goOn: Options | null;
  readonly again: Options;
  /** With what changed since; null where there is nothing to compare with. */
  readonly changes: Options | null;
}

/** What can follow an export; null while it runs. An export that was stopped is never resumed itself. */
export function furtherOf({ status, cursor, options, sandbox }: Job): Further | null {
  if (status === 'queueing' || status === 'progress') return null;
  const { cursor: _from, incremental: _kind, ...again } = options as Options;
  const isReal = sandbox !== true;
  return {
    // One that failed goes on by itself where it is tried again.
    goOn: isReal && cursor !== null && status !== 'error' ? { ...again, cursor } : null,
    again,
    changes: isReal && status === 'done' ? { ...again, incremental: true } : null,
  };
}

/** Makes a further export of the same address, which is called and sorted as the one before. @throws CallError */
export async function beginFurther(job: Job, options: Options): Promise<Job | null> {
  const { jobs } = await call('jobs.create', {
    urls: [job.url],
    options,
    ...(job.sandbox === true ? { sandbox: true } : { attended: true }),
  });
  return jobs[0] ?? null;
}
