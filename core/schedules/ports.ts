import type { JobOptions } from '#core/contract/options.ts';
import type { ScheduleFrequency, ScheduleStatus } from '#core/contract/schedule.ts';
import type { Caller } from '#core/operations/context.ts';

/** A schedule as stored; the cookies of its exports are in the vault. Instants are milliseconds since 1970. */
export interface ScheduleRecord {
  readonly uuid: string;
  readonly name: string | null;
  readonly url: string;
  readonly frequency: ScheduleFrequency;
  readonly cron: string | null;
  readonly timezone: string;
  /** What the due times of a frequency are counted from. */
  readonly anchorAtMs: number;
  /** Without `cookies`. */
  readonly options: JobOptions;
  readonly cookieNames: readonly string[];
  readonly incremental: boolean;
  readonly status: ScheduleStatus;
  /** Who made it, a token's uuid or an OAuth client's id: its runs count for the limits of tokens. Null: the owner's own hands. */
  readonly tokenUuid: string | null;
  /** Whose it is, and so its exports; null: the owner's. */
  readonly memberUuid: string | null;
  /** True where all members may read it and all its exports. */
  readonly isShared: boolean;
  /** Null while paused. */
  readonly nextRunAtMs: number | null;
  readonly lastRunAtMs: number | null;
  readonly lastJobGuid: string | null;
  /** The export of a run that has begun to be created. It is created, under this very guid, even after a crash. */
  readonly pendingGuid: string | null;
  readonly runsCount: number;
  readonly missedRuns: number;
  readonly lastError: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What the owner says of a schedule. */
export type ScheduleTerms = Pick<
  ScheduleRecord,
  'name' | 'url' | 'frequency' | 'cron' | 'timezone' | 'anchorAtMs' | 'options' | 'cookieNames' | 'incremental' | 'status' | 'nextRunAtMs'
>;

/** Schedules of the owner and of members. Written by the API thread itself. */
export interface ScheduleStore {
  insert(schedule: ScheduleTerms & Pick<ScheduleRecord, 'uuid' | 'tokenUuid' | 'memberUuid' | 'createdAtMs'>): ScheduleRecord;
  find(uuid: string): ScheduleRecord | null;
  /** Newest first. `page` counts from 1. `of`: a member, who sees their own and what is shared; left out: all. */
  list(request: { readonly page: number; readonly limit: number; readonly of?: string }): readonly ScheduleRecord[];
  count(): number;
  /** How many were made before this one. */
  countBefore(uuid: string): number;
  update(uuid: string, terms: ScheduleTerms, atMs: number): void;
  remove(uuid: string): void;
  /** Active ones whose time has come. */
  due(nowMs: number): readonly ScheduleRecord[];
  /** Active ones whose time is still to come. */
  coming(nowMs: number): readonly ScheduleRecord[];
  /** Those with a run that has begun to be created. */
  pending(): readonly ScheduleRecord[];
  /** Moves on to the next due time; `guid` begins a run. */
  advance(uuid: string, step: { readonly nextRunAtMs: number | null; readonly missed: number; readonly guid: string | null }): void;
  /** The run that had begun has its export. */
  started(uuid: string, guid: string, atMs: number): void;
  /** The run that had begun came to nothing. `missed`: as many due times are left without an export. */
  refused(uuid: string, why: string, missed: number): void;
}

/** Starts exports of schedules. In a process without a running service nothing is started by itself. */
export interface ScheduleRuns {
  /**
   * Starts an export now, besides the due times. Returns its guid.
   * @throws CommentdockError INVALID_REQUEST where the last run is not over; what the creation of an export throws
   */
  runNow(schedule: ScheduleRecord, caller: Caller): Promise<string>;
  /** Looks at once at what came due: after a sleep of the machine, say. */
  catchUp(): void;
}
