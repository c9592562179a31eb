import { useQuery } from '@tanstack/react-query';
import { type Job, readOf } from '#renderer/client/queries.ts';
import type { Output } from '#renderer/client/call.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

const WAITS_EVERY_MS = 5_000;

/** Sites that asked to wait; asked for again while an export runs. */
export function useWaits(jobs: readonly Job[]): Output<'platforms.waits'> {
  const isRunning = jobs.some(({ status }) => status === 'progress');
  return useQuery({ ...readOf('platforms.waits', {}), refetchInterval: isRunning ? WAITS_EVERY_MS : false }).data ?? [];
}

interface StandingParts {
  readonly job: Job;
  readonly waits: Output<'platforms.waits'>;
  readonly isPaused: boolean;
}

/** Which way an export goes, and what it waits for until when. Nothing where there is nothing to say. */
export function Standing({ job, waits, isPaused }: StandingParts) {
  const { text, time } = useWords();
  const route = routeOf(job);
  const isOpen = job.status === 'queueing' || job.status === 'progress';
  const until = waits.find(({ platform }) => platform === job.platform)?.until ?? null;
  const reason = !isOpen || job.sandbox === true ? null : reasonOf();
  if (route === null && reason === null) return null;
  return (
    <span className="quiet">
      {route !== null && text('exports.via', { route })}
      {route !== null && reason !== null && ' · '}
      {reason !== null && <span className="warn">{reason}</span>}
    </span>
  );

  function reasonOf(): string | null {
    if (isPaused) return text('exports.allPaused');
    if (until !== null) return text('exports.waitsUntil', { time: time(until) });
    if (job.status !== 'queueing') return null;
    return job.retry === 0 ? text('exports.waitsForTurn') : text('exports.waitsAgain', { time: time(job.updated_at) });
  }
}

/** The one that was asked for, else the last one of a pool that was used; null: straight to the net. */
function routeOf({ completeness: { routes = [] }, options }: Job): string | null {
  if (typeof options['vpn'] === 'string') return options['vpn'];
  // What follows the name says why it was left.
  return routes.at(-1)?.split(': ')[0] ?? null;
}
