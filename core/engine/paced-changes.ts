import { PROGRESS_INTERVAL_MS } from '#core/contract/event.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { JobChange } from '#core/engine/ports.ts';

/** Changes that nobody is told of: they leave what is known of an export's progress as it is. */
const UNTOLD: ReadonlySet<JobChange['kind']> = new Set(['started', 'removed']);

/** What is known of an export that makes progress. */
interface Pace {
  /** Items that were last told. */
  exported: number;
  /** Texts judged by then. */
  judged: number;
  /** What came since, and goes out when the interval is over. */
  waiting: JobRecord | null;
  /** Runs while nothing more may be told. */
  timer: NodeJS.Timeout | null;
}

/**
 * Passes changes of exports on, progress not more often than clients are to be told of it: where there are more items, or more of their texts
 * are judged, the first at once, then at most one in each interval, and the last one in any case before the end. The judging of an export that
 * had ended keeps the same pace.
 */
export class PacedChanges {
  readonly #tell: (change: JobChange) => void;
  readonly #intervalMs: number;
  readonly #paces = { progress: new Map<string, Pace>(), judging: new Map<string, Pace>() };

  constructor(tell: (change: JobChange) => void, intervalMs = PROGRESS_INTERVAL_MS) {
    this.#tell = tell;
    this.#intervalMs = intervalMs;
  }

  hear(change: JobChange): void {
    const { kind, job } = change;
    if (kind === 'progress' || kind === 'judging') return this.#note(kind, job);
    const pace = this.#paces.progress.get(job.guid);
    const isTold = !UNTOLD.has(kind);
    // The engine leaves out what comes within a tenth of a second: the end itself knows the last count.
    if (isTold && pace !== undefined && job.exported > pace.exported) this.#tell({ kind: 'progress', job });
    if (isTerminal(job.status) || kind === 'removed') this.#forget(job.guid);
    else if (pace !== undefined) pace.waiting = null;
    if (isTold) this.#tell(change);
  }

  close(): void {
    for (const paces of Object.values(this.#paces)) for (const guid of paces.keys()) this.#forget(guid);
  }

  #note(kind: 'progress' | 'judging', job: JobRecord): void {
    const paces = this.#paces[kind];
    const pace = paces.get(job.guid) ?? { exported: 0, judged: 0, waiting: null, timer: null };
    paces.set(job.guid, pace);
    if (kind === 'progress' && job.exported <= pace.exported && judgedOf(job) <= pace.judged) return;
    if (pace.timer === null) this.#tellProgress(kind, job, pace);
    else pace.waiting = job;
  }

  #tellProgress(kind: 'progress' | 'judging', job: JobRecord, pace: Pace): void {
    pace.exported = job.exported;
    pace.judged = judgedOf(job);
    pace.waiting = null;
    pace.timer = setTimeout(() => {
      pace.timer = null;
      if (pace.waiting !== null) this.#tellProgress(kind, pace.waiting, pace);
    }, this.#intervalMs).unref();
    this.#tell({ kind, job });
  }

  #forget(guid: string): void {
    for (const paces of Object.values(this.#paces)) {
      clearTimeout(paces.get(guid)?.timer ?? undefined);
      paces.delete(guid);
    }
  }
}

function judgedOf({ sentiment }: JobRecord): number {
  return sentiment?.judged ?? 0;
}
