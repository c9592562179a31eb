import type { JobEventName } from '#core/contract/event.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import { PacedChanges } from '#core/engine/paced-changes.ts';
import { conversionDone, conversionFailed, conversionProgress, converted, converting, notConverted } from '#core/events/conversion.ts';
import type { Announcer } from '#core/events/define.ts';
import { JOB_EVENT_DEFINITIONS, jobEvent } from '#core/events/job.ts';
import { fileLink, presentJob } from '#core/exports/presentation.ts';

/** What is announced of a change of an export; nothing of those that are not named. */
const EVENT_OF: Partial<Record<JobChange['kind'], JobEventName>> = {
  created: 'job.created',
  progress: 'job.progress',
  finished: 'job.finished',
  failed: 'job.failed',
  requeued: 'job.requeued',
  waiting: 'job.needs_you',
  stopped: 'job.stopped',
};

interface ChangeAnnouncing {
  readonly announcer: Pick<Announcer, 'announce'>;
  /** For links, without a slash at the end. */
  readonly baseUrl: string;
}

/** Turns a change of an export, or of what is made of one that has ended, into what is announced of it. */
export function announceChange({ kind, job, format }: JobChange, { announcer, baseUrl }: ChangeAnnouncing): void {
  const event = EVENT_OF[kind];
  if (event !== undefined) announcer.announce(JOB_EVENT_DEFINITIONS[event], jobEvent(event, presentJob(job, { baseUrl })));
  if (kind === 'judging' && job.sentiment != null) announcer.announce(conversionProgress, converting(job.guid, job.sentiment));
  if (kind === 'notReprocessed') announcer.announce(conversionFailed, notConverted(job.guid));
  if (kind !== 'reprocessed') return;
  const name = job.files.find((file) => file.format === format && file.layout === undefined)?.name ?? '';
  announcer.announce(conversionDone, converted(job.guid, fileLink(name, baseUrl)));
}

/**
 * Announces changes of exports, progress at the pace of `PacedChanges`: by default one in `PROGRESS_INTERVAL_MS`. Returns the way to stop.
 */
export function announceChanges({
  engine,
  progressIntervalMs,
  ...announcing
}: ChangeAnnouncing & { readonly engine: Pick<EnginePort, 'subscribe'>; readonly progressIntervalMs?: number }): () => void {
  const paced = new PacedChanges((change) => announceChange(change, announcing), progressIntervalMs);
  const unsubscribe = engine.subscribe((change) => paced.hear(change));
  return () => {
    unsubscribe();
    paced.close();
  };
}
