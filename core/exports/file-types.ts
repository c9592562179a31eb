import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';

/** The Content-Type of every format; a format is also the extension of its files. */
export const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

export const ARCHIVE_TYPE = 'application/zip';

/** The Content-Type of a finished file by its name; null for anything else. */
export function contentTypeOf(fileName: string): string | null {
  if (fileName.endsWith('.zip')) return ARCHIVE_TYPE;
  const format = FILE_FORMATS.find((candidate) => fileName.endsWith(`.${candidate}`));
  return format === undefined ? null : CONTENT_TYPES[format];
}
