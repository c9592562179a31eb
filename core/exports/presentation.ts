import { fileStem } from '#core/contract/file-name.ts';
import { fileOf, type JobFile, type JobRecord, ownLayout, type WaitingAtWall } from '#core/contract/job-record.ts';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { continueCommand, type NeedsYou, passableWall } from '#core/contract/needs-you.ts';
import { FILE_FORMATS, fileEnding } from '#core/contract/tier.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';

const MASK = '***';

/** The job object of every answer. */
export function presentJob(record: JobRecord, links: { readonly baseUrl: string }): Job {
  const file = downloadFile(record);
  const json = fileOf(record, 'json') ?? null;
  const downloadLink = linkTo(file, links.baseUrl);
  return {
    id: record.id,
    guid: record.guid,
    status: record.status,
    url: record.url,
    options: record.options,
    locked: false,
    json_url: linkTo(json, links.baseUrl),
    download_link: downloadLink,
    download_url: downloadLink,
    status_url: `${links.baseUrl}/api/v3/job/${record.guid}`,
    platform: record.platform,
    export_type: record.target.type,
    file_name: file === null ? null : downloadName(record, file),
    raw_file: json?.name ?? null,
    total: record.platformTotal,
    total_exported: record.exported,
    replies_count: record.replies,
    retry: record.retry,
    error: record.error,
    error_code: record.errorCode,
    open_url: record.errorCode !== null && passableWall(record.errorCode) !== null ? record.url : null,
    ...(record.needsYou ? { needs_you: needsYou(record.guid, record.needsYou) } : {}),
    timezone: 'UTC',
    created_at: iso(record.createdAtMs),
    updated_at: iso(record.updatedAtMs),
    started_at: isoOrNull(record.startedAtMs),
    exported_at: record.status === 'done' ? isoOrNull(record.finishedAtMs) : null,
    plan: record.plan,
    batch_id: record.batchId,
    delete_after: null,
    filters: { ...record.options.filter },
    completeness: record.completeness,
    incremental: record.incremental ?? null,
    ...(record.sentiment ? { sentiment: record.sentiment } : {}),
    masked_metadata: Object.fromEntries(record.cookieNames.map((name) => [`cookies.${name}`, MASK])),
    cursor: isTerminal(record.status) && record.resumable ? cursorOfJob(record.guid) : null,
    ...(record.sandbox ? { sandbox: true } : {}),
    ...(record.memberUuid == null ? {} : { member_uuid: record.memberUuid }),
    ...(record.pageTitle === undefined ? {} : { page_title: record.pageTitle }),
    ...(record.pagePicture === undefined ? {} : { page_picture: record.pagePicture }),
    ...(record.title == null ? {} : { title: record.title }),
    ...(record.folder == null ? {} : { folder: record.folder }),
    ...(record.tags === undefined || record.tags.length === 0 ? {} : { tags: [...record.tags] }),
    ...(record.isShared === true ? { shared: true as const } : {}),
  };
}

/** The name a downloaded file gets: what its layout says, and an ending; see `fileStem`. */
export function downloadName(record: JobRecord, { format, name, layout }: Pick<JobFile, 'format' | 'name' | 'layout'>): string {
  return `${fileStem(record, layout ?? ownLayout(record))}.${fileEnding(format)}${name.endsWith('.zip') ? '.zip' : ''}`;
}

/** What `download_link` names: the first that exists, in the order of the formats. */
export function downloadFile(record: JobRecord): JobFile | null {
  const order = FILE_FORMATS.flatMap((format) => fileOf(record, format) ?? []);
  return order[0] ?? null;
}

function linkTo(file: JobFile | null, baseUrl: string): string | null {
  return file === null ? null : fileLink(file.name, baseUrl);
}

/** The link of a file in the exports folder: whoever has it may read the file. */
export function fileLink(name: string, baseUrl: string): string {
  return `${baseUrl}/exports/${name}`;
}

function needsYou(guid: string, { code, message, sinceMs, untilMs, window }: WaitingAtWall): NeedsYou {
  return { code, message, since: iso(sinceMs), until: iso(untilMs), window, command: continueCommand(guid) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
