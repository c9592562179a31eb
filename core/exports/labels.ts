import { z } from 'zod';
import { jobSchema } from '#core/contract/job.ts';
import { labelFields } from '#core/contract/labels.ts';
import { defineOperation } from '#core/exports/context.ts';
import { findJob } from '#core/exports/jobs.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { ownerOf } from '#core/operations/context.ts';

const label = defineOperation({
  name: 'jobs.label',
  summary: 'Name, tag or file an export',
  description:
    'Gives an export a title, a folder and tags of your own, by which lists find it. What is left out stays; empty takes it away. Nothing else of the export changes.',
  scope: 'write',
  input: z.object({ guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }), ...labelFields }),
  output: jobSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'PATCH', path: '/api/v3/job/{guid}/label', status: 200, auth: 'token' },
  cli: { command: 'jobs label' },
  run({ guid, title, folder, tags }, context) {
    const job = findJob(guid, context);
    context.labels.set(job.guid, {
      title: title === undefined ? (job.title ?? null) : orNull(title),
      folder: folder === undefined ? (job.folder ?? null) : orNull(folder),
      tags: tags === undefined ? (job.tags ?? []) : (tags ?? []),
    });
    return presentJob(findJob(guid, context), context.links);
  },
});

const usedSchema = z.array(z.object({ name: z.string().meta({ examples: ['Spring campaign'] }), exports: z.int().min(1) }));

const used = defineOperation({
  name: 'jobs.labels',
  summary: 'List folders and tags of exports',
  description: 'All that are in use, in order of their names, and how many exports have each.',
  scope: 'read',
  input: z.object({}),
  output: z.object({ folders: usedSchema, tags: usedSchema }),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/labels', status: 200, auth: 'token' },
  cli: { command: 'jobs labels' },
  run(_, { labels, caller }) {
    const { folders, tags } = labels.used(ownerOf(caller));
    return { folders: [...folders], tags: [...tags] };
  },
});

export const LABEL_OPERATIONS = [label, used];

function orNull(words: string | null): string | null {
  return words === '' ? null : words;
}
