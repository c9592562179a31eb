import { type JobEventName, PROGRESS_INTERVAL_MS } from '#core/contract/event.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { EnginePort, JobChange } from '#core/engine/ports.ts';
import type { Announcer } from '#core/events/define.ts';
import { JOB_EVENT_DEFINITIONS, jobEvent } from '#core/events/job.ts';
import { presentJob } from '#core/exports/presentation.ts';

/** What is announced of a change; nothing of those that are not named. */
const EVENT_OF: Partial<Record<JobChange['kind'], JobEventName>> = {
  created: 'job.created',
  finished: 'job.finished',
  failed: 'job.failed',
  requeued: 'job.requeued',
  waiting: 'job.needs_you',
  stopped: 'job.stopped',
};

interface JobAnnouncementParts {
  readonly engine: Pick<EnginePort, 'subscribe'>;
  readonly announcer: Announcer;
  /** For links, without a slash at the end. */
  readonly baseUrl: string;
  /** Milliseconds between two progress events of an export. */
  readonly progressIntervalMs?: number;
}

/** What is known of an export that makes progress. */
interface Pace {
  /** Items that were last announced. */
  told: number;
  /** Texts judged by then. */
  judged: number;
  /** What came since, and goes out when the interval is over. */
  waiting: JobRecord | null;
  /** Runs while nothing more may be announced. */
  timer: NodeJS.Timeout | null;
}

/**
 * Turns changes of exports into announcements. Progress is told where there are more items, or more of their texts are judged: the first at once, then at most one in each interval, and the
 * last one in any case before the end is told. Returns the way to stop.
 */
export function announceJobs(parts: JobAnnouncementParts): () => void {
  const { engine, announcer, baseUrl, progressIntervalMs = PROGRESS_INTERVAL_MS } = parts;
  const paces = new Map<string, Pace>();
  const announce = (event: JobEventName, job: JobRecord): void =>
    announcer.announce(JOB_EVENT_DEFINITIONS[event], jobEvent(event, presentJob(job, { baseUrl })));
  const tellProgress = (job: JobRecord, pace: Pace): void => {
    pace.told = job.exported;
    pace.judged = judgedOf(job);
    pace.waiting = null;
    pace.timer = setTimeout(() => {
      pace.timer = null;
      if (pace.waiting !== null) tellProgress(pace.waiting, pace);
    }, progressIntervalMs);
    pace.timer.unref();
    announce('job.progress', job);
  };
  const noteProgress = (job: JobRecord): void => {
    const pace = paces.get(job.guid) ?? { told: 0, judged: 0, waiting: null, timer: null };
    paces.set(job.guid, pace);
    if (job.exported <= pace.told && judgedOf(job) <= pace.judged) return;
    if (pace.timer === null) tellProgress(job, pace);
    else pace.waiting = job;
  };
  const forget = (guid: string): void => {
    clearTimeout(paces.get(guid)?.timer ?? undefined);
    paces.delete(guid);
  };
  const unsubscribe = engine.subscribe(({ kind, job }) => {
    if (kind === 'progress') return noteProgress(job);
    const event = EVENT_OF[kind];
    const pace = paces.get(job.guid);
    // The engine leaves out what comes within a tenth of a second: the end itself knows the last count.
    if (event !== undefined && pace !== undefined && job.exported > pace.told) announce('job.progress', job);
    if (isTerminal(job.status) || kind === 'removed') forget(job.guid);
    else if (pace !== undefined) pace.waiting = null;
    if (event !== undefined) announce(event, job);
  });
  return () => {
    unsubscribe();
    for (const guid of paces.keys()) forget(guid);
  };
}

function judgedOf({ sentiment }: JobRecord): number {
  return sentiment?.judged ?? 0;
}
