import { z } from 'zod';
import { exportedItem } from '#core/contract/exported-item.ts';
import { changesSchema, ROW_CHANGES, runsSchema } from '#core/contract/incremental.ts';
import { findJob } from '#core/exports/jobs.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { defineOperation } from '#core/insight/context.ts';
import { listField, numberField } from '#core/operations/query-fields.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

const changes = defineOperation({
  name: 'exports.changes',
  summary: 'What an export found changed',
  description:
    'Rows of an incremental export that are new, edited or gone since the one that it goes on with, when each was first and last seen, and what it said before.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    kind: listField('Only these: new, edited, gone. Left out: all.', ROW_CHANGES),
    limit: numberField(`Rows of a page. Default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}; more is lowered to that.`, { min: 1, whole: true }),
    offset: numberField('Rows to skip.', { min: 0, whole: true }),
  }),
  output: changesSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/changes', status: 200, auth: 'token' },
  cli: { command: 'changes' },
  async run(input, context) {
    const job = findJob(input.guid, context);
    refuseUnfinished(job, { partial: true });
    const limit = Math.min(input.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const { total, results } = await context.insights.changes(job.guid, { kinds: input.kind, offset: input.offset ?? 0, limit });
    return {
      previous_guid: job.incremental?.previous_guid ?? null,
      total,
      results: results.map(({ item, history, ...place }) => ({ ...place, ...history, item: exportedItem(item) })),
    };
  },
});

const runs = defineOperation({
  name: 'exports.runs',
  summary: 'The runs of an address',
  description:
    'Of an incremental export: all runs that share its rows, the oldest first, with how many rows were there, what became of them since the run before, and what they were rated and judged on average. None of any other export.',
  scope: 'read',
  input: z.object({ guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }) }),
  output: runsSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/runs', status: 200, auth: 'token' },
  cli: { command: 'runs' },
  async run(input, context) {
    const found = await context.insights.runs(findJob(input.guid, context).guid);
    return {
      runs: found.flatMap(({ guid, averageRating, averageSentiment, ...counts }) => {
        // Whoever asks may not see all of them.
        const job = context.jobs.find(guid);
        if (job === null) return [];
        const finished_at = job.finishedAtMs === null ? null : new Date(job.finishedAtMs).toISOString();
        return [{ guid, finished_at, ...counts, average_rating: averageRating, average_sentiment: averageSentiment }];
      }),
    };
  },
});

export const CHANGE_OPERATIONS = [changes, runs];
