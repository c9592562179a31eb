import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { failureReportSchema } from '#core/contract/failure-report.ts';
import { defineOperation } from '#core/exports/context.ts';
import { findJob } from '#core/exports/jobs.ts';
import { flagField } from '#core/operations/input-fields.ts';

const report = defineOperation({
  name: 'exports.report',
  summary: 'Make a failure report of an export',
  description:
    'For the owner alone: what the platform answered when the export failed, as a ZIP for whoever mends it. Cookies, tokens, ids of accounts, e-mail addresses, telephone numbers, names and texts of people are replaced. The answer says what is in it; nothing is written and nothing is sent.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    keep_texts: flagField('Texts that people wrote stay as they are; nothing else of them does.'),
  }),
  output: failureReportSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'INSUFFICIENT_SCOPE'],
  rest: { method: 'GET', path: '/api/v3/job/{guid}/report', status: 200, auth: 'owner' },
  run({ guid, keep_texts: keepsTexts }, { caller, jobs, keptExchanges, reports, ...context }) {
    if (caller.kind !== 'owner')
      throw new CommentdockError(
        'INSUFFICIENT_SCOPE',
        `Only the owner makes failure reports, in the window or with \`commentdock report ${guid}\`.`,
      );
    const job = findJob(guid, { ...context, jobs });
    const sealed = keptExchanges.of(job.id);
    if (sealed.length > 0 || job.status === 'error') return reports.make({ job, sealed, keepsTexts });
    throw new CommentdockError(
      'INVALID_REQUEST',
      'There is nothing to report: no answer of this export was refused or could not be read. Answers are kept since this version alone.',
    );
  },
});

export const FAILURE_REPORT_OPERATIONS = [report];
