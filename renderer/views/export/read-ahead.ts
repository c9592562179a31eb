import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#renderer/client/call.ts';
import { firstRows } from '#renderer/client/rows.ts';
import { hasEnded, revisionOf } from '#renderer/views/export/job-state.ts';

const AFTER_START_MS = 500;

/**
 * Asks for the first rows of the newest export soon after the window is there: it is the one most likely opened next, and the
 * service's thread that reads rows starts with the first question.
 */
export function useReadAhead(): void {
  const kept = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      void call('jobs.list', { page: 1, limit: 1 })
        .then(async ([job]) => {
          if (job === undefined || !hasEnded(job) || job.total_exported === 0) return;
          await kept.prefetchQuery(firstRows({ query: { guid: job.guid }, revision: revisionOf(job), isRunning: false }));
        })
        // Whoever opens the export hears of what is wrong.
        .catch(() => undefined);
    }, AFTER_START_MS);
    return () => clearTimeout(timer);
  }, [kept]);
}
