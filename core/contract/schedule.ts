import { z } from 'zod';

/** `custom` is one with a cron expression of its own. */
export const SCHEDULE_FREQUENCIES = ['hourly', 'daily', 'weekly', 'monthly', 'custom'] as const;
export type ScheduleFrequency = (typeof SCHEDULE_FREQUENCIES)[number];

const SCHEDULE_STATUSES = ['active', 'paused'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

const instant = z.iso.datetime();
const count = z.int().min(0);

/** The schedule object of every answer. Times are ISO 8601 UTC. */
export const scheduleSchema = z.object({
  uuid: z.uuid(),
  name: z.string().nullable(),
  url: z.string().meta({ examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
  frequency: z.enum(SCHEDULE_FREQUENCIES).meta({ examples: ['weekly'] }),
  cron: z.string().nullable().meta({ description: 'Five fields; null unless `frequency` is custom.' }),
  timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
  anchorAt: instant.meta({
    description: 'Runs of a frequency keep the minute, time of day, weekday or day that this instant has in `timezone`.',
  }),
  options: z.record(z.string(), z.unknown()).meta({ description: 'Options of each export, without cookies.' }),
  incremental: z.boolean().meta({ description: 'True: its exports build one living dataset.' }),
  status: z.enum(SCHEDULE_STATUSES),
  lastRunAt: instant.nullable(),
  nextRunAt: instant.nullable().meta({ description: 'Null while paused.' }),
  lastJobGuid: z.uuid().nullable().meta({ description: 'The export of the last run.' }),
  runsCount: count.meta({ description: 'Exports that it started, by itself or on demand.' }),
  missedRuns: count.meta({
    description:
      'Due times without an export: the service was not running, the last run was, or it was refused. One span counts for at most 1,000.',
  }),
  lastError: z.string().nullable().meta({ description: 'Why the last run could not start; null once one has.' }),
  createdAt: instant,
  updatedAt: instant,
  /** Which cookies its exports are given, never their values. */
  masked_metadata: z.record(z.string(), z.string()),
  member_uuid: z.uuid().optional(),
  shared: z.literal(true).optional(),
});
export type Schedule = z.infer<typeof scheduleSchema>;
