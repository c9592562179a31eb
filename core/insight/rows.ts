import { z } from 'zod';
import { exportedItem, SANDBOX_MARK } from '#core/contract/exported-item.ts';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { findJob } from '#core/exports/jobs.ts';
import { defineOperation } from '#core/insight/context.ts';
import { numberField, textField, wordsOf } from '#core/operations/query-fields.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 2_000;
const MAX_CURSOR_LENGTH = 2_000;
const EXAMPLE_CURSOR = 'WzEsImEwLmEwIWEwIWEwLmEwIiwxLDE5LDIwXQ';

const rows = defineOperation({
  name: 'exports.rows',
  summary: 'Read the rows of an export as they come',
  description:
    'Rows in reading order, also while the export runs: those before which nothing can come any more. Ask again with `next_cursor` until `is_complete`; no rows means none yet. Where all are judged or chosen by language at the end, they come then. Nothing is fetched.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    cursor: textField('`next_cursor` of the answer before. Left out: from the beginning.', {
      maxLength: MAX_CURSOR_LENGTH,
      example: EXAMPLE_CURSOR,
    }),
    limit: numberField(`Rows of an answer. Default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}; more is lowered to that.`, {
      min: 1,
      whole: true,
    }),
  }),
  output: z.object({
    items: z.array(exportedItemSchema),
    /** For the next rows, whether there are any yet or not. */
    next_cursor: z.string().meta({ examples: [EXAMPLE_CURSOR] }),
    /** True where no row can follow any more. */
    is_complete: z.boolean(),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/rows', status: 200, auth: 'token' },
  async run(input, context) {
    const job = findJob(input.guid, context);
    const limit = Math.min(input.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const { items, nextCursor, isComplete } = await context.insights.settled(job.guid, { cursor: wordsOf(input.cursor), limit });
    const marks = job.sandbox ? SANDBOX_MARK : {};
    return { items: items.map((item) => ({ ...exportedItem(item), ...marks })), next_cursor: nextCursor, is_complete: isComplete };
  },
});

export const ROW_OPERATIONS = [rows];
