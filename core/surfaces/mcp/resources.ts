import { CommentdockError } from '#core/contract/error.ts';
import type { Job } from '#core/contract/job.ts';
import { callNamed, type OperationContext } from '#core/operations/registry.ts';
import { openFile } from '#core/exports/open-file.ts';
import { tierFor } from '#core/owner/plan-of-caller.ts';
import { ProtocolFailure, type Result, RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import { readPart } from '#core/surfaces/mcp/export-part.ts';
import { cursorOf, numbersOf } from '#core/surfaces/mcp/page.ts';
import { untrustedWords } from '#core/surfaces/mcp/untrusted.ts';
import { exportUri, parseExportUri, RESOURCE_FORMATS, type ResourceFormat } from '#core/surfaces/mcp/export-uri.ts';

/** Exports on a page of the list; each is there in every format. */
const PAGE_EXPORTS = 30;
/** About so long is one answer; a longer file comes in parts. */
const MAX_PART_BYTES = 2_000_000;

const MIME_TYPES: Readonly<Record<ResourceFormat, string>> = { json: 'application/json', csv: 'text/csv' };

export const RESOURCE_TEMPLATES: readonly Result[] = [
  {
    uriTemplate: 'export://{guid}',
    name: 'export',
    title: 'An export as JSON',
    description:
      'The items of a finished export, by its `guid`: texts of strangers. A long file comes in parts; each names the next in `_meta`.',
    mimeType: MIME_TYPES.json,
  },
  {
    uriTemplate: 'export://{guid}/csv',
    name: 'export-csv',
    title: 'An export as CSV',
    description: 'The same as a table, with a header row in each part.',
    mimeType: MIME_TYPES.csv,
  },
];

/** Exports that have a file, newest first. @throws CommentdockError INVALID_REQUEST for a cursor that is not ours */
export async function listResources(cursor: unknown, context: OperationContext): Promise<Result> {
  const [page = 1] = cursor === undefined ? [] : numbersOf(String(cursor), 1);
  const jobs = await callNamed('jobs.list', { page, limit: PAGE_EXPORTS }, context);
  const allowed: readonly string[] = tierFor(context.caller, context.settings).formats;
  const formats = RESOURCE_FORMATS.filter((format) => allowed.includes(format));
  const resources = jobs
    .filter(({ status }) => status === 'done' || status === 'stopped')
    .flatMap((job) => formats.map((format) => listedResource(job, format)));
  return { resources, ...(jobs.length < PAGE_EXPORTS ? {} : { nextCursor: cursorOf(page + 1) }) };
}

function listedResource(job: Job, format: ResourceFormat): Result {
  return {
    uri: exportUri({ guid: job.guid, format, from: 0 }),
    name: `${job.platform}-${job.export_type}-${job.guid.slice(0, 8)}.${format}`,
    title: `${job.export_type} of ${job.url}`,
    description: `${job.total_exported} items. ${job.completeness.summary}`,
    mimeType: MIME_TYPES[format],
  };
}

/** @throws ProtocolFailure for an address that is none; CommentdockError as the download operations do */
export async function readResource(uri: string, context: OperationContext): Promise<Result> {
  const resource = parseExportUri(uri);
  if (resource === null)
    throw new ProtocolFailure(RPC_CODES.invalidParams, 'Resource not found: addresses are export://{guid} and export://{guid}/csv.', {
      uri,
    });
  const { guid, format, from } = resource;
  const ask = () => callNamed('exports.download', { guid, format, layout: {} }, context);
  const opened = await openFile(await ask(), ask);
  await using _closing = opened.handle;
  const { file } = opened;
  if (from >= file.bytes && from > 0) throw new CommentdockError('INVALID_REQUEST', '`from` lies behind the end of the file.');
  const { text, next } = await readPart(opened, { format, from, maxBytes: MAX_PART_BYTES });
  const rest = next === null ? {} : { 'commentdock/next': exportUri({ guid, format, from: next }), 'commentdock/bytes': file.bytes };
  const _meta = { 'commentdock/untrusted': untrustedWords('the rows'), ...rest };
  return { contents: [{ uri, mimeType: MIME_TYPES[format], text, _meta }] };
}
