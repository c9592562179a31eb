import { useQuery } from '@tanstack/react-query';
import { call, type CallError } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';
import type { Statistics } from '#renderer/views/export/filters.ts';
import { hasEnded, revisionOf } from '#renderer/views/export/job-state.ts';

/**
 * Counts of an export, in the reader's time zone.
 * @param isWanted false as long as something else comes first
 * @param bucket what time is counted in at the finest; null: as it fits the export
 */
export function useStatistics(job: Job, isWanted: boolean, bucket: Statistics['time']['bucket'] = null) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useQuery<Statistics, CallError>({
    queryKey: ['exports.stats', job.guid, timezone, revisionOf(job), bucket],
    queryFn: ({ signal }) => call('exports.stats', { guid: job.guid, timezone, ...(bucket === null ? {} : { bucket }) }, signal),
    enabled: isWanted && hasEnded(job) && job.total_exported > 0,
    staleTime: Infinity,
  });
}
