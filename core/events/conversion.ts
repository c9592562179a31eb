import { z } from 'zod';
import { ENVELOPE_VERSION } from '#core/contract/event.ts';
import { defineEvent } from '#core/events/define.ts';

const DONE = 'job.convert.done';
const FAILED = 'job.convert.failed';

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
