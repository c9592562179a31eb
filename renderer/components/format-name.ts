import type { Output } from '#renderer/client/call.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

export type Format = Output<'conversions.options'>[number]['format'];

/** Names that are the same in every language; the others are messages. */
const NAMES = {
  xlsx: 'Excel (XLSX)',
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  sqlite: 'SQLite',
  md: 'Markdown',
} as const;

function isNamed(format: Format): format is keyof typeof NAMES {
  return format in NAMES;
}

/** How formats of files are called in the reader's language. */
export function useFormatName(): (format: Format) => string {
  const { text } = useWords();
  return (format) => (isNamed(format) ? NAMES[format] : text(`export.format.${format}`));
}
