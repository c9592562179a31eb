import { z } from 'zod';
import { completenessSchema } from '#core/contract/completeness.ts';
import { jobErrorCodeSchema } from '#core/contract/error.ts';
import { incrementalSchema } from '#core/contract/incremental.ts';
import { needsYouSchema } from '#core/contract/needs-you.ts';
import { exportTypeSchema } from '#core/contract/options.ts';
import { sentimentAccountSchema } from '#core/contract/sentiment.ts';

export const JOB_STATUSES = ['queueing', 'progress', 'done', 'error', 'stopped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const PLANS = ['free', 'personal', 'premium', 'business'] as const;
export type Plan = (typeof PLANS)[number];

/** The state machine of interface.md: from, to, and what may cause it. Anything else is refused. */
const JOB_TRANSITIONS = {
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

const EXAMPLE_BASE_URL = 'http://127.0.0.1:4780';
const link = (path: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [`${EXAMPLE_BASE_URL}${path}`] });

/** The job object of every REST answer. Times are ISO 8601 UTC; links are absolute. */
export const jobSchema = z.object({
  id: z.int(),
  guid: z.uuid(),
  status: z.enum(JOB_STATUSES).meta({ examples: ['done'] }),
  url: z.string().meta({ examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'] }),
  options: z.record(z.string(), z.unknown()).meta({ examples: [{ limit: 500, replies: true }] }),
  locked: z.boolean(),
  json_url: link('/exports/youtube-comments_x7Qm.json'),
  download_link: link('/exports/youtube-comments_x7Qm.xlsx'),
  download_url: link('/exports/youtube-comments_x7Qm.xlsx'),
  status_url: z.string().meta({ examples: [`${EXAMPLE_BASE_URL}/api/v3/job/7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21`] }),
  platform: z.string().meta({ examples: ['youtube'] }),
  export_type: exportTypeSchema,
  file_name: z
    .string()
    .nullable()
    .meta({ examples: ['youtube-comments_dQw4w9WgXcQ_7d44bd9e.xlsx'] }),
  raw_file: z.string().nullable(),
  /** What the platform says exists; null when it does not say. */
  total: count.nullable().meta({ examples: [512] }),
  total_exported: count.meta({ examples: [500] }),
  replies_count: count,
  /** How often the job was requeued. */
  retry: count,
  error: z.string().nullable(),
  error_code: jobErrorCodeSchema.nullable().meta({ examples: [null] }),
  open_url: z
    .string()
    .nullable()
    .meta({
      description: 'After CAPTCHA, BLOCKED, LOGIN_REQUIRED or AGE_RESTRICTED: the page to open in your own browser. Null otherwise.',
      examples: [null],
    }),
  needs_you: needsYouSchema.optional().meta({
    description: 'While `status` is progress: what it waits for that only its owner can do. Left out: nothing.',
  }),
  timezone: z.string().meta({ examples: ['UTC'] }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  started_at: instant,
  exported_at: instant,
  plan: z.enum(PLANS).meta({ examples: ['business'] }),
  batch_id: z.string().nullable(),
  /** Null: kept until the owner deletes it. */
  delete_after: instant.meta({ examples: [null] }),
  filters: z.record(z.string(), z.unknown()),
  completeness: completenessSchema,
  incremental: incrementalSchema.nullable().meta({ description: 'Of an incremental run; null for every other export.' }),
  sentiment: sentimentAccountSchema
    .optional()
    .meta({ description: 'How far the texts are judged; left out where that was not asked for.' }),
  /** Which secrets the job was given, never their values. */
  masked_metadata: z.record(z.string(), z.string()),
  /** `options.cursor` of a new job continues from here; null when nothing is left. */
  cursor: z.string().nullable(),
  sandbox: z.boolean().optional(),
  member_uuid: z.uuid().optional().meta({ description: "Whose it is; left out: the owner's." }),
  page_title: z.string().optional().meta({ description: 'What the page calls itself, where an answer said so.' }),
  page_picture: z.string().optional().meta({ description: 'Address of a picture of it, likewise.' }),
  title: z.string().optional().meta({ description: 'What its people call it; left out: nothing.' }),
  folder: z.string().optional(),
  tags: z.array(z.string()).optional(),
  shared: z.literal(true).optional().meta({ description: 'All members may read it.' }),
});

export type Job = z.infer<typeof jobSchema>;
