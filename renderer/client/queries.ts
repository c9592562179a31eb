import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallError, type Input, type OperationName, type Output } from '#renderer/client/call.ts';

export type Job = Output<'jobs.get'>;
export type DetectedUrl = Output<'platforms.detect'>;
export type FoundRow = Output<'exports.search'>['results'][number];

/** The most that lists give at once. */
const LIST_PAGE = 30;

/** Keys of what is kept, so that events of the service can refresh it. */
export const KEPT = {
  jobs: ['jobs'] as const,
  job: (guid: string) => ['job', guid] as const,
  rows: (guid: string) => ['rows', guid] as const,
};

/** One reading operation, kept under its name and input. */
export function readOf<N extends OperationName>(name: N, input: Input<N>) {
  return queryOptions<Output<N>, CallError>({ queryKey: [name, input], queryFn: ({ signal }) => call(name, input, signal) });
}

/** A whole list of what the owner made: there are few, and nothing says how many at most. */
export function allOf<N extends 'schedules.list' | 'webhooks.list'>(name: N) {
  return queryOptions<Output<N>[number][], CallError>({
    queryKey: [name, 'all'],
    queryFn: async ({ signal }) => {
      const all: Output<N>[number][] = [];
      for (let page = 1; ; page += 1) {
        const part: readonly Output<N>[number][] = await call(name, { page, limit: LIST_PAGE } as Input<N>, signal);
        all.push(...part);
        if (part.length < LIST_PAGE) return all;
      }
    },
  });
}

/** Which exports a list is to hold; what is left out holds for any. */
export type JobsWish = Pick<Input<'jobs.list'>, 'q' | 'status' | 'platform' | 'folder' | 'tag' | 'min_timestamp' | 'max_timestamp'>;

/** The exports that fit, newest first, as far as they were asked for. Those there are stay until others take their place. */
export function useJobs(wish: JobsWish = {}) {
  return useInfiniteQuery<Job[], CallError, Job[], readonly unknown[], number>({
    queryKey: [...KEPT.jobs, wish],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call('jobs.list', { ...wish, page: pageParam, limit: LIST_PAGE }, signal),
    getNextPageParam: (last, _all, page) => (last.length < LIST_PAGE ? null : page + 1),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
  });
}

export function useJob(guid: string) {
  return useQuery<Job, CallError>({ queryKey: KEPT.job(guid), queryFn: ({ signal }) => call('jobs.get', { guid }, signal) });
}

/** An operation that changes something; the list of exports is asked for again, and so is what the named operations read. */
export function useChange<N extends OperationName>(name: N, ...refreshed: readonly OperationName[]) {
  const kept = useQueryClient();
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => call(name, input),
    onSettled: async () => {
      await kept.invalidateQueries({ queryKey: KEPT.jobs });
      await kept.invalidateQueries({ queryKey: ['job'] });
      for (const read of refreshed) await kept.invalidateQueries({ queryKey: [read] });
    },
  });
}
