import { z } from 'zod';
import { ENVELOPE_VERSION, type JobEvent, type JobEventName, jobEventSchema } from '#core/contract/event.ts';
import { type Job, JOB_STATUSES, type JobStatus } from '#core/contract/job.ts';
import { incrementalSchema } from '#core/contract/incremental.ts';
import { needsYouSchema } from '#core/contract/needs-you.ts';
import { sentimentAccountSchema } from '#core/contract/sentiment.ts';
import { type Announcement, defineEvent, type EventDefinition } from '#core/events/define.ts';

/** What every event of an export says of it. `download_url` is null until there is a file. */
const named = {
  guid: z.uuid(),
  status: z.enum(JOB_STATUSES),
  url: z.string(),
  download_url: z.string().nullable(),
  sandbox: z.boolean().optional(),
};
const counted = { totalExported: z.int(), total: z.int().nullable() };

const details = {
  'job.created': z.object(named),
  'job.progress': z.object({ ...named, ...counted, sentiment: sentimentAccountSchema.optional() }),
  'job.finished': z.object({
    ...named,
    ...counted,
    download_link: z.string().nullable(),
    json_url: z.string().nullable(),
    incremental: incrementalSchema.optional(),
  }),
  'job.failed': z.object({ ...named, error: z.string(), error_code: z.string().nullable() }),
  'job.requeued': z.object(named),
  'job.needs_you': z.object({ ...named, needs_you: needsYouSchema.nullable() }),
  'job.stopped': z.object({ ...named, ...counted }),
} as const satisfies Record<JobEventName, z.ZodType>;

const SUMMARIES: Readonly<Record<JobEventName, string>> = {
  'job.created': 'An export was created and waits.',
  'job.progress': 'An export has more items than before.',
  'job.finished': 'An export is done and its files are there.',
  'job.failed': 'An export failed.',
  'job.requeued': 'An export waits for another attempt.',
  'job.needs_you': 'An export waits for its owner at a wall; with null it does so no longer.',
  'job.stopped': 'An export was stopped.',
};

const STATUSES: Readonly<Record<JobEventName, JobStatus>> = {
  'job.created': 'queueing',
  'job.progress': 'progress',
  'job.finished': 'done',
  'job.failed': 'error',
  'job.requeued': 'queueing',
  'job.needs_you': 'progress',
  'job.stopped': 'stopped',
};

/** Events of an export, by name. */
export const JOB_EVENT_DEFINITIONS = {
  'job.created': ofJob('job.created'),
  'job.progress': ofJob('job.progress'),
  'job.finished': ofJob('job.finished'),
  'job.failed': ofJob('job.failed'),
  'job.requeued': ofJob('job.requeued'),
  'job.needs_you': ofJob('job.needs_you'),
  'job.stopped': ofJob('job.stopped'),
} as const satisfies Record<JobEventName, unknown>;

function ofJob(name: JobEventName): EventDefinition<z.ZodType<JobEvent>> {
  const event = { event: z.literal(name), status: z.literal(STATUSES[name]), details: details[name] };
  return defineEvent({ name, summary: SUMMARIES[name], audience: 'exports', payload: jobEventSchema.extend(event) });
}

/** What is said of `job` under this name. The status is that of the event: a later change of the job does not show in it. */
export function jobEvent(event: JobEventName, job: Job): JobEvent {
  const status = STATUSES[event];
  const { guid, download_url } = job;
  const about = { guid, status, url: job.url, download_url, ...(job.sandbox === true ? { sandbox: true } : {}) };
  const counts = { totalExported: job.total_exported, total: job.total };
  const said = { version: ENVELOPE_VERSION, event, guid, status, url: null } as const;
  switch (event) {
    case 'job.progress': {
      const current = job.total_exported;
      const sentiment = job.sentiment === undefined ? {} : { sentiment: job.sentiment };
      return { ...said, details: { ...about, ...counts, ...sentiment }, current, total: job.total ?? current };
    }
    case 'job.finished': {
      const { download_link, json_url } = job;
      const incremental = job.incremental === null ? {} : { incremental: job.incremental };
      return { ...said, url: download_link, details: { ...about, ...counts, download_link, json_url, ...incremental } };
    }
    case 'job.failed':
      return { ...said, details: { ...about, error: job.error ?? '', error_code: job.error_code } };
    case 'job.needs_you':
      return { ...said, details: { ...about, needs_you: job.needs_you ?? null } };
    case 'job.stopped':
      return { ...said, details: { ...about, ...counts } };
    default:
      return { ...said, details: about };
  }
}

const OF_AN_EXPORT = z.object({ event: z.string().startsWith('job.'), guid: z.uuid() });

/** The export that an announcement is about; null where it is about something else. */
export function jobGuidOf({ payload }: Announcement): string | null {
  return OF_AN_EXPORT.safeParse(payload).data?.guid ?? null;
}
