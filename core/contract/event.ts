import { z } from 'zod';
import { JOB_STATUSES } from '#core/contract/job.ts';

export const ENVELOPE_VERSION = 'v3-beta';

/** A progress event per job comes at most this often. */
export const PROGRESS_INTERVAL_MS = 5_000;

const JOB_EVENTS = ['job.created', 'job.progress', 'job.finished', 'job.failed', 'job.requeued', 'job.needs_you', 'job.stopped'] as const;
export type JobEventName = (typeof JOB_EVENTS)[number];

/** The envelope of interface.md. `current` and `total` come with progress only. */
export const jobEventSchema = z.object({
  version: z.literal(ENVELOPE_VERSION),
  event: z.enum(JOB_EVENTS),
  guid: z.uuid(),
  status: z.enum(JOB_STATUSES),
  url: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  current: z.int().optional(),
  total: z.int().optional(),
});

export type JobEvent = z.infer<typeof jobEventSchema>;
