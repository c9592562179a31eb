import { z } from 'zod';
import { completenessSchema } from '#core/contract/completeness.ts';
import { JOB_ERROR_CODES } from '#core/contract/error.ts';
import { incrementalSchema } from '#core/contract/incremental.ts';
import { EXPORT_TYPES } from '#core/contract/options.ts';

export const JOB_STATUSES = ['queueing', 'progress', 'done', 'error', 'stopped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const PLANS = ['free', 'personal', 'premium', 'business'] as const;
export type Plan = (typeof PLANS)[number];

/** The state machine of interface.md: from, to, and what may cause it. Anything else is refused. */
export const JOB_TRANSITIONS = {
  queueing: ['progress', 'stopped'],
  progress: ['done', 'error', 'stopped'],
  error: ['queueing'],
  done: [],
  stopped: [],
} as const satisfies Record<JobStatus, readonly JobStatus[]>;

/** A terminal job makes no further request, unless an `error` is retried. */
export function isTerminal(status: JobStatus): boolean {
  return status === 'done' || status === 'error' || status === 'stopped';
}

export function mayBecome(from: JobStatus, to: JobStatus): boolean {
  return (JOB_TRANSITIONS[from] as readonly JobStatus[]).includes(to);
}

const instant = z.iso.datetime().nullable();
const count = z.int().min(0);

/** The job object of every REST answer. Times are ISO 8601 UTC; links are absolute. */
export const jobSchema = z.object({
  id: z.int(),
  guid: z.uuid(),
  status: z.enum(JOB_STATUSES),
  url: z.string(),
  options: z.record(z.string(), z.unknown()),
  locked: z.boolean(),
  json_url: z.string().nullable(),
  download_link: z.string().nullable(),
  download_url: z.string().nullable(),
  status_url: z.string(),
  platform: z.string(),
  export_type: z.enum(EXPORT_TYPES),
  file_name: z.string().nullable(),
  raw_file: z.string().nullable(),
  /** What the platform says exists; null when it does not say. */
  total: count.nullable(),
  total_exported: count,
  replies_count: count,
  /** How often the job was requeued. */
  retry: count,
  error: z.string().nullable(),
  error_code: z.enum(JOB_ERROR_CODES).nullable(),
  timezone: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  started_at: instant,
  exported_at: instant,
  plan: z.enum(PLANS),
  batch_id: z.string().nullable(),
  /** Null: kept until the owner deletes it. */
  delete_after: instant,
  filters: z.record(z.string(), z.unknown()),
  completeness: completenessSchema,
  incremental: incrementalSchema.nullable().meta({ description: 'Of an incremental run of a schedule; null for every other export.' }),
  /** Which secrets the job was given, never their values. */
  masked_metadata: z.record(z.string(), z.string()),
  /** `options.cursor` of a new job continues from here; null when nothing is left. */
  cursor: z.string().nullable(),
  sandbox: z.boolean().optional(),
});

export type Job = z.infer<typeof jobSchema>;
