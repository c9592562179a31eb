import { z } from 'zod';
import { tagsSchema } from '#core/contract/labels.ts';
import { keptRemarkSchema } from '#core/contract/remark.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { findJob } from '#core/exports/jobs.ts';
import type { KeptRemark } from '#core/exports/ports.ts';
import { pagingFields } from '#core/operations/input-fields.ts';

const LONGEST_ID = 500;
const LONGEST_NOTE = 5_000;
const MOST_ROWS = 500;
const REMARKS_OF_A_PAGE = 100;

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });
const input = z.object({ guid, ...pagingFields({ defaultLimit: REMARKS_OF_A_PAGE, maxLimit: REMARKS_OF_A_PAGE }) });

const list = defineOperation({
  name: 'remarks.list',
  summary: 'List stars, notes and tags of rows',
  description: 'What was said of rows of an export, the newest first, and how many rows have which tag.',
  scope: 'read',
  input,
  output: z.object({
    total: z.int().min(0),
    tags: z.array(z.object({ tag: z.string().meta({ examples: ['to read'] }), rows: z.int().min(1) })),
    remarks: z.array(keptRemarkSchema),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/remarks', status: 200, auth: 'token' },
  cli: { command: 'remarks' },
  run({ guid: of, ...page }, context) {
    const { total, tags, remarks } = context.remarks.list(findJob(of, context).guid, page);
    return { total, tags: [...tags], remarks: remarks.map(presented) };
  },
});

const set = defineOperation({
  name: 'remarks.set',
  summary: 'Star, note or tag rows',
  description:
    'Says something of rows of an export, by their `id`. What is left out stays; null, empty or false takes it away. It belongs to the list, so that each further export of it has it too, stands in `extra.remark` of a row, in columns of its own in files, and can be searched by. Files that exports of the list have are made anew when they are asked for.',
  scope: 'write',
  input: z.object({
    guid,
    ids: z
      .array(
        z
          .string()
          .min(1)
          .max(LONGEST_ID)
          .meta({ examples: ['UgzGf8kV2b'] }),
      )
      .min(1)
      .max(MOST_ROWS)
      .meta({ description: 'The `id` of each row.' }),
    starred: z.boolean().optional().meta({ description: 'Whether they have a star.' }),
    note: z
      .string()
      .trim()
      .max(LONGEST_NOTE)
      .nullish()
      .meta({ description: 'A note. Empty: none.', examples: ['Ask her for permission'] }),
    tags: tagsSchema.nullish().meta({ description: 'All of their tags. Empty: none.' }),
  }),
  output: z.array(keptRemarkSchema),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'DISK'],
  rest: { method: 'PATCH', path: '/api/v1/exports/{guid}/remarks', status: 200, auth: 'token' },
  cli: { command: 'remarks set' },
  async run({ guid: of, ids, starred, note, tags }, context) {
    const job = findJob(of, context);
    const said = context.remarks.set(
      job.guid,
      [...new Set(ids)],
      (before) => ({
        starred: starred ?? before.starred,
        note: note === undefined ? before.note : note === '' ? null : note,
        tags: tags === undefined ? before.tags : [...(tags ?? [])],
      }),
      context.now(),
    );
    await dropFiles(job.guid, context);
    return said.map(presented);
  },
});

export const REMARK_OPERATIONS = [list, set];

/** Of exports with the same rows: their files say no longer what is said of them. */
async function dropFiles(of: string, { engine, remarks }: ExportContext): Promise<void> {
  for (const other of remarks.withFiles(of)) await engine.dropFiles(other);
}

function presented({ id, starred, note, tags, atMs }: KeptRemark): z.output<typeof keptRemarkSchema> {
  return { id, starred, note, tags: [...tags], at: new Date(atMs).toISOString() };
}
