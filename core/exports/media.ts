import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { defineOperation } from '#core/exports/context.ts';
import { ARCHIVE_TYPE } from '#core/exports/file-types.ts';
import { downloadSchema } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';

const media = defineOperation({
  name: 'exports.media',
  summary: 'Get the files of the rows of an export',
  description:
    'A ZIP of what `options.media` fetched, under the names that rows have (`media[].file`): unpacked beside a file of the export, its links lead there.',
  scope: 'read',
  input: z.object({ guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }) }),
  output: downloadSchema,
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/media', status: 200, auth: 'token' },
  cli: { command: 'media' },
  async run({ guid }, context) {
    const job = findJob(guid, context);
    const files = await context.media.of(job.id);
    if (files.length === 0) {
      throw new CommentdockError('RESOURCE_NOT_FOUND', 'The export has no files of its rows. `options.media` fetches them.');
    }
    const name = `commentdock-media_${job.platform}_${job.guid.slice(0, 8)}.zip`;
    const atMs = job.finishedAtMs ?? job.createdAtMs;
    return { name, contentType: ARCHIVE_TYPE, stream: () => context.media.archive(files, atMs) };
  },
});

export const MEDIA_OPERATIONS = [media];
