import type { Schedule } from '#core/contract/schedule.ts';
import type { ScheduleRecord } from '#core/schedules/ports.ts';

const MASK = '***';

/** The schedule object of every answer. */
export function presentSchedule(record: ScheduleRecord): Schedule {
  return {
    uuid: record.uuid,
    name: record.name,
    url: record.url,
    frequency: record.frequency,
    cron: record.cron,
    timezone: record.timezone,
    anchorAt: new Date(record.anchorAtMs).toISOString(),
    options: record.options,
    incremental: record.incremental,
    status: record.status,
    lastRunAt: isoOrNull(record.lastRunAtMs),
    nextRunAt: isoOrNull(record.nextRunAtMs),
    lastJobGuid: record.lastJobGuid,
    runsCount: record.runsCount,
    missedRuns: record.missedRuns,
    lastError: record.lastError,
    createdAt: new Date(record.createdAtMs).toISOString(),
    updatedAt: new Date(record.updatedAtMs).toISOString(),
    masked_metadata: Object.fromEntries(record.cookieNames.map((name) => [`cookies.${name}`, MASK])),
    ...(record.memberUuid === null ? {} : { member_uuid: record.memberUuid }),
    ...(record.isShared ? { shared: true as const } : {}),
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
