import type { JobFile } from '#core/contract/job-record.ts';
import { type FileFormat, formatOfName } from '#core/contract/tier.ts';

/** The Content-Type of every format. */
export const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/vnd.sqlite3',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  gexf: 'application/gexf+xml',
  edges: 'text/csv; charset=utf-8',
};

export const ARCHIVE_TYPE = 'application/zip';

/** The Content-Type of a file of an export: one that was cut up is an archive. */
export function typeOfFile({ name, format }: Pick<JobFile, 'name' | 'format'>): string {
  return name.endsWith('.zip') ? ARCHIVE_TYPE : CONTENT_TYPES[format];
}

/** The Content-Type of a finished file by its name; null for anything else. */
export function contentTypeOf(fileName: string): string | null {
  if (fileName.endsWith('.zip')) return ARCHIVE_TYPE;
  const format = formatOfName(fileName);
  return format === null ? null : CONTENT_TYPES[format];
}
