import { z } from 'zod';
import { ENVELOPE_VERSION } from '#core/contract/event.ts';
import { defineEvent } from '#core/events/define.ts';

const READY = 'bulk_download.ready';
const FAILED = 'bulk_download.failed';

const details = z.object({
  uuid: z.uuid(),
  status: z.enum(['ready', 'error']),
  fileCount: z.int(),
  error: z.string().nullable(),
  download_url: z.string().nullable(),
});

export const bulkDownloadReady = defineEvent({
  name: READY,
  summary: 'A ZIP archive is ready.',
  audience: 'exports',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(READY),
    /** Of the bulk download. */
    guid: z.uuid(),
    status: z.literal('ready'),
    /** The archive. */
    url: z.string(),
    details,
  }),
});

export const bulkDownloadFailed = defineEvent({
  name: FAILED,
  summary: 'A ZIP archive could not be assembled.',
  audience: 'exports',
  payload: z.object({
    version: z.literal(ENVELOPE_VERSION),
    event: z.literal(FAILED),
    guid: z.uuid(),
    status: z.literal('error'),
    url: z.null(),
    details,
  }),
});

interface Assembled {
  readonly uuid: string;
  readonly guids: readonly string[];
}

export function archiveReady({ uuid, guids }: Assembled, url: string): z.output<typeof bulkDownloadReady.payload> {
  const said = { uuid, status: 'ready', fileCount: guids.length, error: null, download_url: url } as const;
  return { version: ENVELOPE_VERSION, event: READY, guid: uuid, status: 'ready', url, details: said };
}

export function archiveFailed({ uuid, guids }: Assembled, error: string): z.output<typeof bulkDownloadFailed.payload> {
  const said = { uuid, status: 'error', fileCount: guids.length, error, download_url: null } as const;
  return { version: ENVELOPE_VERSION, event: FAILED, guid: uuid, status: 'error', url: null, details: said };
}
