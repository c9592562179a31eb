import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { mediaTypeOf } from '#core/contract/media.ts';
import { downloadSchema } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';
import { defineOperation, type InsightContext } from '#core/insight/context.ts';
import { isRunning } from '#core/insight/search.ts';
import { filtersOfLayout } from '#core/insight/search-filters.ts';
import { numberField } from '#core/operations/query-fields.ts';

const NONE = 'There is no such picture, or its host does not give it.';
const NOT_FETCHED = 'It was not fetched with the export (`options.media`), and the preference `pictures` does not let it be fetched now.';

const picture = defineOperation({
  name: 'exports.picture',
  summary: 'Get a picture that an export names',
  description:
    'That of its page (`page_picture`), of the author of a row, or of a row: the file that `options.media` fetched, else, where the preference `pictures` is on, as its host gives it now. Nothing is kept of the latter.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    row: numberField('Number of a row: the picture of its author. Left out: that of the page.', { min: 1, whole: true }),
    picture: numberField('With `row`: which of its own pictures, from 1.', { min: 1, whole: true }),
  }),
  output: downloadSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'DISK'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/picture', status: 200, auth: 'token' },
  cli: { command: 'picture' },
  async run({ guid, row, picture: number }, context) {
    if (number !== null && row === null) throw new CommentdockError('INVALID_REQUEST', 'picture: it goes with `row`.');
    const job = findJob(guid, context);
    const url = row === null ? (job.pagePicture ?? null) : pictureOf(await rowOf(job, row, context), number);
    if (url === null) throw new CommentdockError('RESOURCE_NOT_FOUND', NONE);
    const file = await context.media.ofAddress(job.id, url);
    const contentType = mediaTypeOf(file?.name ?? '');
    if (file !== null && contentType !== null) {
      const { size: bytes } = await stat(file.path);
      return { name: basename(file.path), contentType, path: file.path, bytes };
    }
    return fetched(job, url, context);
  },
});

export const PICTURE_OPERATIONS = [picture];

async function fetched({ guid }: JobRecord, url: string, { settings, pictures }: InsightContext) {
  if (!settings.preferences().pictures || settings.isPaused()) throw new CommentdockError('RESOURCE_NOT_FOUND', NOT_FETCHED);
  const came = await pictures.fetchPicture(guid, url);
  if (came === null) throw new CommentdockError('RESOURCE_NOT_FOUND', NONE);
  const { bytes, type } = came;
  return { name: `picture.${type.slice('image/'.length)}`, contentType: type, stream: () => Readable.from([bytes]) };
}

async function rowOf(job: JobRecord, row: number, { insights }: InsightContext): Promise<Item | null> {
  const place = { offset: row - 1, limit: 1 };
  const inOrderOfFiles = { query: null, filters: filtersOfLayout({}), sort: 'file', cursor: null, topLevel: false, ...place } as const;
  const page = await (isRunning(job) ? insights.arrivals(job.guid, place) : insights.search(job.guid, inOrderOfFiles));
  return page.results[0]?.item ?? null;
}

/** @param number of its own pictures, from 1; null: its author's @returns null where it has none */
function pictureOf(item: Item | null, number: number | null): string | null {
  if (item === null || number === null) return item?.author.avatarUrl ?? null;
  return item.media.filter(({ type }) => type === 'image')[number - 1]?.url ?? null;
}
