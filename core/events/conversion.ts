import { z } from 'zod';
import { ENVELOPE_VERSION } from '#core/contract/event.ts';
import { type SentimentAccount, sentimentAccountSchema } from '#core/contract/sentiment.ts';
import { defineEvent } from '#core/events/define.ts';

const PROGRESS = 'job.convert.progress';
const DONE = 'job.convert.done';
const FAILED = 'job.convert.failed';

export const conversionProgress = defineEvent({
  name: PROGRESS,
  summary: 'More texts of an export that had ended are judged.',
  audience: 'exports',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(PROGRESS),
    guid: z.uuid(),
    status: z.literal('processing'),
    url: z.null(),
    details: z.object({ guid: z.uuid(), status: z.literal('processing'), sentiment: sentimentAccountSchema }),
    /** Texts judged, of so many. */
    current: z.int(),
    total: z.int(),
  }),
});

export const conversionDone = defineEvent({
  name: DONE,
  summary: 'A further file of an export is ready.',
  audience: 'exports',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(DONE),
    /** Of the export. */
    guid: z.uuid(),
    status: z.literal('done'),
    /** The file. */
    url: z.string(),
    details: z.object({ guid: z.uuid(), status: z.literal('done'), download_url: z.string() }),
  }),
});

export const conversionFailed = defineEvent({
  name: FAILED,
  summary: 'A further file of an export could not be written.',
  audience: 'exports',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(FAILED),
    guid: z.uuid(),
    status: z.literal('error'),
    url: z.null(),
    details: z.object({ guid: z.uuid(), status: z.literal('error') }),
  }),
});

export function converted(guid: string, url: string): z.output<typeof conversionDone.payload> {
  return { version: ENVELOPE_VERSION, event: DONE, guid, status: 'done', url, details: { guid, status: 'done', download_url: url } };
}

export function notConverted(guid: string): z.output<typeof conversionFailed.payload> {
  return { version: ENVELOPE_VERSION, event: FAILED, guid, status: 'error', url: null, details: { guid, status: 'error' } };
}

export function converting(guid: string, sentiment: SentimentAccount): z.output<typeof conversionProgress.payload> {
  const { judged: current, total } = sentiment;
  const said = { version: ENVELOPE_VERSION, event: PROGRESS, guid, status: 'processing', url: null } as const;
  return { ...said, details: { guid, status: 'processing', sentiment }, current, total };
}
