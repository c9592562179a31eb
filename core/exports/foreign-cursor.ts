import { CommentdockError } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import { guidOfCursor } from '#core/engine/continuation.ts';
import type { JobReader } from '#core/exports/ports.ts';
import type { Caller } from '#core/operations/context.ts';
import { sees } from '#core/operations/visibility.ts';

/**
 * An export takes over the rows of the one whose cursor it is given: one that its maker does not see is not known.
 * @throws CommentdockError INVALID_REQUEST
 */
export function refuseForeignCursor(jobs: readonly NewJob[], { member }: Pick<Caller, 'member'>, reader: Pick<JobReader, 'find'>): void {
  if (member === undefined) return;
  for (const { cursor } of jobs.map(({ options }) => options)) {
    const from = cursor === undefined ? null : reader.find(guidOfCursor(cursor));
    if (from !== null && !sees(member, from))
      throw new CommentdockError(
        'INVALID_REQUEST',
        'options.cursor is not known here. Take the `cursor` of a finished or stopped export of the same list.',
      );
  }
}
