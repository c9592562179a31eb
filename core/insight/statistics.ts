import { z } from 'zod';
import { exportStatisticsSchema, TIME_BUCKETS } from '#core/contract/statistics.ts';
import { defineOperation } from '#core/insight/context.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';

const MOST_ZONE_LENGTH = 64;

const stats = defineOperation({
  name: 'exports.stats',
  summary: 'Statistics of an export',
  description:
    'Counts of all that an export holds: over time, ratings, sentiment, languages, authors, words, emoji, depth of replies, who answers whom, media and likes. A stopped or failed export gives those of what it had. Nothing is fetched.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    timezone: z
      .string()
      .trim()
      .min(1)
      .max(MOST_ZONE_LENGTH)
      .default('UTC')
      .meta({ description: 'Time zone of the days and hours, such as Europe/Berlin. Default: UTC.', examples: ['UTC'] }),
    bucket: z
      .enum(TIME_BUCKETS)
      .optional()
      .meta({ description: 'Count over time in these, or in coarser ones where dates are. Left out: as the range asks for.' }),
  }),
  output: exportStatisticsSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/stats', status: 200, auth: 'token' },
  cli: { command: 'stats' },
  async run({ guid, timezone, bucket = null }, context) {
    const job = findJob(guid, context);
    refuseUnfinished(job, { partial: true });
    return context.insights.count(job.guid, timezone, bucket);
  },
});

export const STATISTICS_OPERATIONS = [stats];
