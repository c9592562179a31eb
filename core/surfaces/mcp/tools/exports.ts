import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { findJob } from '#core/exports/jobs.ts';
import { openFile } from '#core/exports/open-file.ts';
import { presentJob } from '#core/exports/presentation.ts';
import { callNamed } from '#core/operations/registry.ts';
import { readJsonItems } from '#core/surfaces/mcp/export-part.ts';
import { exportUri } from '#core/surfaces/mcp/export-uri.ts';
import { followExport } from '#core/surfaces/mcp/follow-export.ts';
import { CHANGES, defineTool, exportData, exportDataSchema, guidField, pageFields, READS, type ToolUse } from '#core/surfaces/mcp/tool.ts';

/** What a model can take in one answer; the file itself has no such bound. */
const MAX_ITEM_BYTES = 200_000;

const flag = (description: string) => z.boolean().optional().meta({ description });

const wait = flag('True: answer when the export is done, failed or stopped, after ten minutes at most. Default: at once.');
const realtime = flag('True: also tell where to follow the export live over a WebSocket.');

const following = z
  .object({
    url: z.string().meta({ description: 'A Centrifugo-style WebSocket.' }),
    channel: z.string(),
    tokenUrl: z.string().meta({ description: 'POST with the API token gives the token of the connection.' }),
  })
  .optional();

const watchedExport = exportDataSchema.extend({ realtime: following });

const exportComments = defineTool({
  name: 'export_comments',
  title: 'Export comments',
  description:
    'Starts an export of a URL: comments, reviews, posts, followers, live chat, likes or shares, whatever the URL gives; `detect_platform` tells beforehand. Returns at once with a `guid` for `check_export`, or with `wait: true` once it has ended. Then `download_export` gives the items and `downloadUrl` the spreadsheet. Small exports take seconds; large ones go on by themselves after the wait ends.',
  operation: 'jobs.create',
  hints: { ...CHANGES, openWorld: true },
  input: z.object({
    url: z.string().min(1).meta({ description: 'What to export, as copied from the browser.' }),
    replies: flag('Also replies and nested comments. Default: top level only.'),
    tweets: flag('What the account posted.'),
    followers: flag('Who follows the account.'),
    following: flag('Whom the account follows.'),
    likes: flag('Who liked it, instead of the comments.'),
    shares: flag('Who shared it, instead of the comments.'),
    live: flag('The live chat, instead of the comments.'),
    advanced: flag('Advanced search, on search engines.'),
    facebook_ads: flag('Advertisements only.'),
    limit: z.int().min(1).optional().meta({ description: 'At most so many items, replies included.' }),
    min_date: z.string().optional().meta({ description: 'Nothing older: ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z.' }),
    max_date: z.string().optional().meta({ description: 'Nothing newer: ISO 8601. A day without a time counts whole.' }),
    vpn: z.string().optional().meta({ description: 'Name of a route of the owner that the requests go through.' }),
    pool: z.string().optional().meta({ description: 'Id of a pool of proxies that the requests go through.' }),
    cookies: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Cookies of the owner's session at the platform, by name, for what needs a login." }),
    sentiment: flag('Judge the tone of each text.'),
    wait,
    realtime,
  }),
  data: watchedExport,
  ask({ url, min_date, max_date, facebook_ads, sentiment, wait: _wait, realtime: _realtime, ...same }, { sandbox }) {
    const options = {
      ...same,
      facebookAds: facebook_ads,
      minTimestamp: unixSeconds('min_date', min_date, 'start'),
      maxTimestamp: unixSeconds('max_date', max_date, 'end'),
      ...(sentiment === undefined ? {} : { filter: { sentiment } }),
    };
    return { url, sandbox, options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) };
  },
  tell({ jobs: [job] }: { readonly jobs: readonly Job[] }, args, use) {
    if (job === undefined) throw new CommentdockError('INTERNAL');
    return watched(job, args, use);
  },
});

const checkExport = defineTool({
  name: 'check_export',
  title: 'Check an export',
  description:
    'The state of an export: its counts, its links once files exist, and what is missing and why. With `wait: true` it answers once the export has ended. Otherwise ask again every 5 to 10 seconds until `status` is done, error or stopped.',
  operation: 'jobs.get',
  hints: READS,
  input: z.object({ guid: guidField, wait, realtime }),
  data: watchedExport,
  ask: ({ guid }) => ({ guid }),
  tell: (job: Job, args, use) => watched(job, args, use),
});

const listExports = defineTool({
  name: 'list_exports',
  title: 'List exports',
  description: 'Exports, newest first, with their states, counts and links. A page with fewer entries than `limit` is the last one.',
  operation: 'jobs.list',
  hints: READS,
  input: z.object(pageFields(20)),
  data: z.object({ exports: z.array(exportDataSchema), page: z.int(), count: z.int() }),
  ask: (args) => args,
  tell: (jobs: readonly Job[], { page }) => ({ exports: jobs.map(exportData), page: page ?? 1, count: jobs.length }),
});

const downloadExport = defineTool({
  name: 'download_export',
  title: 'Read an export',
  description:
    'The items of a finished export as raw JSON. Of a large export it gives the first ones, says so in `truncated`, and links the resource that holds them all. Needs a plan with JSON.',
  operation: 'exports.json',
  hints: READS,
  input: z.object({ guid: guidField }),
  data: exportDataSchema.extend({
    items: z.array(z.looseObject({})).meta({ description: 'As in the JSON file, in its order.' }),
    returned: z.int(),
    truncated: z.boolean().meta({ description: 'True: the file holds more than `items`.' }),
    resource: z.string().meta({ description: 'Resource with the whole file.' }),
    bytes: z.int().meta({ description: 'Size of the whole file.' }),
  }),
  ask: ({ guid }) => ({ guid }),
  async tell(answered, { guid }, { context }) {
    const opened = await openFile(answered, () => callNamed('exports.json', { guid }, context));
    await using _closing = opened.handle;
    const { file } = opened;
    const job = presentJob(findJob(guid, context), context.links);
    const { items, next } = await readJsonItems(opened, MAX_ITEM_BYTES);
    return {
      ...exportData(job),
      items,
      returned: items.length,
      truncated: next !== null,
      resource: exportUri({ guid, format: 'json', from: 0 }),
      bytes: file.bytes,
    };
  },
});

export const EXPORT_TOOLS = [exportComments, checkExport, listExports, downloadExport];

async function watched(job: Job, asked: { wait?: boolean | undefined; realtime?: boolean | undefined }, use: ToolUse): Promise<unknown> {
  const { baseUrl } = use.context.links;
  const now = asked.wait === true && !isTerminal(job.status) ? await followExport(job.guid, use) : job;
  const live = {
    url: `${baseUrl.replace(/^http/, 'ws')}/connection/websocket`,
    channel: `export.${job.guid}.job`,
    tokenUrl: `${baseUrl}/api/public/auth/socket`,
  };
  return { ...exportData(now), ...(asked.realtime === true ? { realtime: live } : {}) };
}

/** @throws CommentdockError INVALID_REQUEST */
export function unixSeconds(name: string, date: string | undefined, edge: 'start' | 'end'): number | undefined {
  if (date === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(date);
  const ms = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(isDay || hasZone ? date : `${date}Z`) : Number.NaN;
  if (!Number.isFinite(ms) || ms < 0)
    throw new CommentdockError('INVALID_REQUEST', `\`${name}\` is "${date}", which is no date. Give ISO 8601, such as 2026-01-31.`);
  const DAY_S = 86_400;
  return Math.floor(ms / 1000) + (isDay && edge === 'end' ? DAY_S - 1 : 0);
}
