import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { LONGEST_PROJECT, pseudonymNameSchema, resolvedPseudonymSchema } from '#core/contract/pseudonyms.ts';
import { defineOperation } from '#core/exports/context.ts';
import { findJob } from '#core/exports/jobs.ts';

const resolve = defineOperation({
  name: 'pseudonyms.resolve',
  summary: 'Find what a pseudonym stands for',
  description:
    'For the owner by hand alone: puts the stored rows under the names of the project once more, and tells whose or what the name is.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of an export that has the name.' }),
    project: z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_PROJECT)
      .meta({ description: 'The project.', examples: ['thesis'] }),
    name: pseudonymNameSchema.meta({ description: 'The pseudonym.', examples: ['person-k3q7m2xa5bcd'] }),
  }),
  output: resolvedPseudonymSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/pseudonyms/{project}/{name}', status: 200, auth: 'hands' },
  cli: { command: 'pseudonyms resolve' },
  async run({ guid, project, name }, context) {
    const job = findJob(guid, context);
    const found = await context.evidence.resolve({ guid: job.guid, project, name });
    if (found !== null) return found;
    throw new CommentdockError('RESOURCE_NOT_FOUND', `No row of this export is called ${name} in the project "${project}".`);
  },
});

export const PSEUDONYM_OPERATIONS = [resolve];
