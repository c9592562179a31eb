import { z } from 'zod';
import type { Job } from '#core/contract/job.ts';
import { flag, said, text, texts } from '#core/surfaces/mcp/export-arguments.ts';
import { defineTool, exportData, guidField, SETS } from '#core/surfaces/mcp/tool.ts';

const labelExport = defineTool({
  name: 'label_export',
  title: 'Name, tag or file an export',
  description: 'Gives an export a title, folder and tags for `list_exports`. What is left out stays; empty takes it away.',
  operation: 'jobs.label',
  hints: SETS,
  input: z.object({
    guid: guidField,
    title: text('Its title.'),
    folder: text('Its folder.'),
    tags: texts('All its tags.'),
  }),
  ask: ({ guid, ...labels }) => ({ guid, ...said(labels) }),
  tell: (job: Job) => exportData(job),
});

const noteRows = defineTool({
  name: 'note_rows',
  title: 'Star, note or tag rows',
  description:
    'Says something of items of an export, for its files and `search_export`. What is left out stays; false or empty takes it away.',
  operation: 'remarks.set',
  hints: SETS,
  input: z.object({
    guid: guidField,
    ids: z.array(z.string()).min(1).meta({ description: '`id` of each item.' }),
    starred: flag('With a star?'),
    note: text('A note.'),
    tags: texts('All their tags.'),
  }),
  ask: ({ guid, ids, ...remark }) => ({ guid, ids, ...said(remark) }),
  tell: (remarks: readonly object[]) => ({ remarks }),
});

export const LABEL_TOOLS = [labelExport, noteRows];
