import type { FileFormat } from '#core/contract/tier.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { Page, PlatformDefinition } from '#core/platforms/define.ts';
import type { ExportOptions } from '#core/platforms/define.ts';
import type { Session } from '#core/platforms/session.ts';

/** What the rest of the process asks of the engine. It lives in its own thread: every call is a message. */
export interface EnginePort {
  /** Stores the jobs as `queueing`, in order, all or none, and starts what the plan's concurrency allows. */
  create(jobs: readonly NewJob[]): Promise<readonly JobRecord[]>;
  /** @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST naming the state */
  stop(guid: string): Promise<JobRecord>;
  /** @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST naming the state */
  retry(guid: string): Promise<JobRecord>;
  /** Stops the job where it runs, then removes it, its items and its files. */
  remove(guid: string): Promise<void>;
  /** Writes files of what is stored now (a stopped job, a further format). Returns when they exist whole. */
  writeFiles(guid: string, formats: readonly FileFormat[]): Promise<JobRecord>;
  /** Every change worth telling. Returns the way to stop listening. */
  subscribe(listener: (change: JobChange) => void): () => void;
  /** Aborts what runs (it continues at the next start) and closes the store. */
  close(): Promise<void>;
}

/** Told after the change is committed. `progress` comes after every commit; surfaces throttle it themselves. */
export interface JobChange {
  readonly kind: 'created' | 'started' | 'progress' | 'finished' | 'failed' | 'requeued' | 'stopped' | 'removed';
  readonly job: JobRecord;
}

/** Counters that the session keeps while a page is fetched; the ledger adds them up. */
export interface TrafficCounters {
  requests: number;
  retries: number;
  waits: number;
  waitedMs: number;
}

/** The identity an export runs under. One for each run of a job; closed when the run ends. */
export interface RunSession {
  /** A session for one `fetchPage`: its requests abort with `signal` and are counted in `counters`. */
  forPage(page: { readonly signal: AbortSignal; readonly counters: TrafficCounters; readonly tries: 'general' | 'once' }): Session;
  close(): Promise<void>;
}

/** The network as the engine sees it. */
export interface NetworkPort {
  openSession(run: {
    readonly jobGuid: string;
    readonly platform: PlatformDefinition;
    readonly options: ExportOptions;
    /** Cookies of the job, by name; sent to the platform's `cookies.domains`. */
    readonly cookies: Readonly<Record<string, string>>;
    /** Retries left in this export (decisions.md: 3 a request, 30 in all); the session takes from it. */
    readonly retryBudget: { left: number };
  }): Promise<RunSession>;
  close(): Promise<void>;
}

/** What the pacer keeps of a host between two starts of the program. Written by the engine's thread only. */
export interface HostPaceStore {
  load(host: string): HostPace | null;
  save(host: string, pace: HostPace): void;
}

export interface HostPace {
  /** Requests a second the host is given now. */
  readonly perSecond: number;
  /** No request before this instant (429, Retry-After); 0: none. */
  readonly pausedUntilMs: number;
  readonly updatedAtMs: number;
}

/** One page's worth of result, as the runner hands it to the store. */
export type FetchedPage = Page;
