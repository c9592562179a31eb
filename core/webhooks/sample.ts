import type { Job } from '#core/contract/job.ts';
import { WEBHOOK_BODY_STATUS, type WebhookEventName } from '#core/contract/webhook.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { presentLedger, EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { WebhookContext } from '#core/webhooks/context.ts';
import { presentJob } from '#core/exports/presentation.ts';

const GUID = '00000000-0000-4000-8000-000000000000';
const URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const TOTAL = 120;
const REPLIES = 20;

const JOB_STATUS = { processing: 'progress', done: 'done', failed: 'error', requeued: 'queueing' } as const;

/** A made-up job in the state that the event tells of. No file stands behind its links. */
export function sampleJob(event: WebhookEventName, { settings, now, links }: WebhookContext): Job {
  const state = WEBHOOK_BODY_STATUS[event];
  const isDone = state === 'done';
  const ended = state === 'done' || state === 'failed' ? now() : null;
  const counts = { platformTotal: TOTAL, exported: isDone ? TOTAL : 0, replies: isDone ? REPLIES : 0 };
  const record: Omit<JobRecord, 'completeness'> = {
    id: 0,
    guid: GUID,
    status: JOB_STATUS[state],
    url: URL,
    options: { replies: true },
    cookieNames: [],
    platform: 'youtube',
    target: { target: 'video', params: { id: 'dQw4w9WgXcQ' }, type: 'comments', selector: 'own', url: URL },
    plan: settings.plan(),
    formats: ['xlsx', 'json'],
    sandbox: true,
    batchId: null,
    tokenUuid: null,
    ...counts,
    retry: state === 'requeued' ? 1 : 0,
    error: state === 'failed' ? ERROR_CATALOGUE.NETWORK.message : null,
    errorCode: state === 'failed' ? 'NETWORK' : null,
    resumable: false,
    files: isDone ? (['xlsx', 'json'] as const).map((format) => ({ format, name: `sample.${format}`, bytes: 0 })) : [],
    createdAtMs: now(),
    updatedAtMs: now(),
    startedAtMs: now(),
    finishedAtMs: ended,
  };
  return presentJob({ ...record, completeness: presentLedger(EMPTY_LEDGER, record) }, links);
}
