import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import { findJob } from '#core/exports/jobs.ts';
import { openFile } from '#core/exports/open-file.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { callNamed } from '#core/operations/registry.ts';
import { exportFields, flag, FORMER_EXPORT_FIELDS, optionsOf, said, text } from '#core/surfaces/mcp/export-arguments.ts';
import { readItems } from '#core/surfaces/mcp/export-part.ts';
import { exportUri } from '#core/surfaces/mcp/export-uri.ts';
import { followExport } from '#core/surfaces/mcp/follow-export.ts';
import { askedPage, cursorField, cursorOf, fieldsField, numbersOf, PAGE_BYTES, pageFields, toldPage } from '#core/surfaces/mcp/page.ts';
import { CHANGES, defineTool, exportData, exportDataSchema, guidField, READS, SETS, type ToolUse } from '#core/surfaces/mcp/tool.ts';

/** Rows that are read for one answer at most, however short what is told of them. */
const MOST_ITEMS = 1_000;

const wait = flag('Answer when the export has ended or needs its owner, after ten minutes at most. Default: at once.');
const realtime = flag('Also tell where to follow the export over a WebSocket.');

const exportComments = defineTool({
  name: 'export_comments',
  title: 'Export comments',
  description:
    'Starts an export of a URL: comments, reviews, posts, followers, live chat, likes or shares, whatever the URL gives. Answers a `guid` for `check_export` at once, or with `wait: true` once it has ended. Then `download_export`, `search_export` and `get_export_stats` read it, and `downloadUrl` is the spreadsheet. Small exports take seconds; large ones go on after the wait.',
  operation: 'jobs.create',
  hints: { ...CHANGES, openWorld: true },
  input: z.object({
    url: z.string().min(1).meta({ description: 'What to export, as copied from the browser.' }),
    ...exportFields,
    window: flag('At a login or captcha wait until the owner passes it in a window of the platform, instead of failing.'),
    cursor: text('`cursor` of a former export of the same list: goes on from there.'),
    wait,
    realtime,
  }),
  former: FORMER_EXPORT_FIELDS,
  ask: ({ url, wait: _wait, realtime: _realtime, ...options }, { sandbox }) => ({ url, sandbox, options: optionsOf(options) }),
  tell({ jobs: [job] }: { readonly jobs: readonly Job[] }, args, use) {
    if (job === undefined) throw new CommentdockError('INTERNAL');
    return watched(job, args, use);
  },
});

const checkExport = defineTool({
  name: 'check_export',
  title: 'Check an export',
  description:
    'The state of an export: its counts, its links once files exist, and in `completeness` what is missing and why. Without `wait` ask again every 5 to 10 seconds until `status` is done, error or stopped.',
  operation: 'jobs.get',
  hints: READS,
  input: z.object({ guid: guidField, wait, realtime }),
  ask: ({ guid }) => ({ guid }),
  tell: (job: Job, args, use) => watched(job, args, use),
});

const listExports = defineTool({
  name: 'list_exports',
  title: 'List exports',
  description: 'Exports, newest first, with their states, counts and links.',
  operation: 'jobs.list',
  hints: READS,
  input: z.object({
    query: text('In address, title, folder, tags, platform or list.'),
    folder: text('Those in this folder.'),
    tag: text('Those with this tag.'),
    ...pageFields(20, exportDataSchema),
  }),
  ask: ({ query, folder, tag, ...page }) => ({ ...askedPage(page), ...said({ q: query, folder, tag }) }),
  tell(jobs: readonly Job[], args) {
    const { told, page, next_cursor } = toldPage(jobs.map(exportData), args);
    return { exports: told, page, count: told.length, next_cursor };
  },
});

const downloadExport = defineTool({
  name: 'download_export',
  title: 'Read an export',
  description:
    'The items of an export as raw JSON, about 20 kB at a time: of a longer one the first, how many there are in `exportedComments`, `next_cursor` for the next, and in `resource` and `jsonUrl` the whole file. Name `fields` to read many more at a time. To count or find use `get_export_stats` and `search_export`. Needs a plan with JSON.',
  operation: 'exports.json',
  hints: READS,
  input: z.object({
    guid: guidField,
    limit: z.int().min(1).max(MOST_ITEMS).optional().meta({ description: 'At most so many items.' }),
    cursor: cursorField,
    fields: fieldsField(exportedItemSchema),
    partial: flag('Of a failed export: what was fetched before.'),
  }),
  untrusted: '`items`',
  ask: ({ guid, partial }) => ({ guid, partial }),
  async tell(answered, { guid, limit = MOST_ITEMS, cursor, fields, partial }, { context }) {
    const opened = await openFile(answered, () => callNamed('exports.json', { guid, partial }, context));
    await using _closing = opened.handle;
    const { file } = opened;
    const job = presentJob(findJob(guid, context), context.links);
    const from = cursor === undefined ? 0 : placeIn(cursor, file.bytes);
    const { items, next } = await readItems(opened, { from, limit, fields, maxBytes: PAGE_BYTES });
    return {
      ...exportData(job),
      items,
      returned: items.length,
      truncated: next !== null,
      next_cursor: next === null ? null : cursorOf(next, file.bytes),
      resource: exportUri({ guid, format: 'json', from: 0 }),
      bytes: file.bytes,
    };
  },
});

/** Behind the tools of the interface. */
const convertExport = defineTool({
  name: 'convert_export',
  title: 'Get an export as a file',
  description:
    'A file of an export in another format: spreadsheet, Parquet, SQLite, a page to read (html), a transcript (md, txt), who answers whom (gexf, edges). Nothing is fetched again. Answers `link` once it is there, which needs no token; while `status` is processing ask again.',
  operation: 'conversions.start',
  hints: SETS,
  input: z.object({
    guid: guidField,
    format: z.enum(FILE_FORMATS).meta({ description: 'What kind of file.' }),
    layout: exportFields.layout,
  }),
  ask: (args) => args,
  tell: (answer: object) => answer,
});

export const EXPORT_TOOLS = [exportComments, checkExport, listExports, downloadExport];
export const FILE_TOOLS = [convertExport];

/** A cursor is of the very file that it was told of. @throws CommentdockError INVALID_REQUEST */
function placeIn(cursor: string, bytes: number): number {
  const [from = 0, of] = numbersOf(cursor, 2);
  if (of === bytes) return from;
  throw new CommentdockError('INVALID_REQUEST', '`cursor`: the export has changed since. Begin again without it.');
}

async function watched(job: Job, asked: { wait?: boolean | undefined; realtime?: boolean | undefined }, use: ToolUse): Promise<object> {
  const { baseUrl } = use.context.links;
  const now = asked.wait === true && !isTerminal(job.status) ? await followExport(job.guid, use) : job;
  const live = {
    /** A WebSocket as Centrifugo has it; POST with the API token gives the token of the connection. */
    url: `${baseUrl.replace(/^http/, 'ws')}/connection/websocket`,
    channel: `export.${job.guid}.job`,
    tokenUrl: `${baseUrl}/api/public/auth/socket`,
  };
  return { ...exportData(now), ...(asked.realtime === true ? { realtime: live } : {}) };
}
