import type { FileHandle } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { OpenedFile } from '#core/exports/open-file.ts';
import type { ResourceFormat } from '#core/surfaces/mcp/export-uri.ts';
import { bytesOf, chosenOf } from '#core/surfaces/mcp/page.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
/** A header row is short; the writer never quotes line ends into it. */
const MAX_HEADER_BYTES = 65_536;

/** What is read at once where items are counted one by one. */
const READ_BYTES = 65_536;

/** Whole records of a file. */
interface Part {
  readonly text: string;
  /** The byte that the next part starts at; null: nothing follows. */
  readonly next: number | null;
}

interface ItemsWish {
  readonly from: number;
  /** Items at most, and bytes of their JSON; of one item that is longer there is that one. */
  readonly limit: number;
  readonly maxBytes: number;
  /** Of each item; left out: all. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Items of a JSON file from a byte on.
 * @returns the byte that the next item starts at too; null: none follows
 * @throws CommentdockError INVALID_REQUEST where `from` is no start of a record
 */
export async function readItems(
  { file, handle }: OpenedFile,
  { from, limit, maxBytes, fields }: ItemsWish,
): Promise<{ readonly items: readonly object[]; readonly next: number | null }> {
  await expectRecordStart(handle, from, file.bytes);
  const items: object[] = [];
  let room = maxBytes - 1;
  for (let at = from; at < file.bytes;) {
    const { bytes } = await readRecords(handle, { format: 'json', from: at, maxBytes: READ_BYTES, size: file.bytes });
    if (bytes.length === 0) break;
    for (const line of linesOf(bytes)) {
      const item = itemOf(line);
      if (item !== null) {
        const chosen = chosenOf(item, fields);
        room -= bytesOf(chosen) + 1;
        if (items.length === limit || (room < 0 && items.length > 0)) return { items, next: at };
        items.push(chosen);
      }
      at += line.length;
    }
  }
  return { items, next: null };
}

/** With their ends. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    const next = end < 0 ? bytes.length : end + 1;
    yield bytes.subarray(start, next);
    start = next;
  }
}

/** Null for the lines that open and end the list. */
function itemOf(line: Buffer): object | null {
  const record = line.toString('utf8').trim().replace(/,$/, '');
  return record.startsWith('{') ? (JSON.parse(record) as object) : null;
}

/**
 * A part of a file that can be read by itself: JSON as a list, CSV with the header row. Of whole records, about `maxBytes`
 * long and at least one record, so that a file of any size costs the same memory.
 * @throws CommentdockError INVALID_REQUEST where `from` is no start of a record
 */
export async function readPart(
  { file, handle }: OpenedFile,
  { format, from, maxBytes }: { readonly format: ResourceFormat; readonly from: number; readonly maxBytes: number },
): Promise<Part> {
  await expectRecordStart(handle, from, file.bytes);
  const { bytes, end } = await readRecords(handle, { format, from, maxBytes, size: file.bytes });
  const next = end >= file.bytes ? null : end;
  if (format === 'json') return jsonPart(bytes.toString('utf8'), next);
  return { text: (from === 0 ? '' : await headerRow(handle)) + bytes.toString('utf8'), next };
}

async function expectRecordStart(handle: FileHandle, from: number, size: number): Promise<void> {
  if (from === 0) return;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, from - 1);
  if (from >= size || buffer[0] !== NEWLINE)
    throw new CommentdockError('INVALID_REQUEST', '`from` is not where a part starts. Take it from the part before.');
}

async function readRecords(
  handle: FileHandle,
  {
    format,
    from,
    maxBytes,
    size,
  }: { readonly format: ResourceFormat; readonly from: number; readonly maxBytes: number; readonly size: number },
): Promise<{ readonly bytes: Buffer; readonly end: number }> {
  for (let length = maxBytes; ; length *= 2) {
    const wanted = Math.min(length, size - from);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, from);
    const read = buffer.subarray(0, bytesRead);
    if (from + bytesRead >= size || bytesRead === 0) return { bytes: read, end: size };
    const end = format === 'json' ? jsonEnd(read) : csvEnd(read);
    if (end > 0) return { bytes: read.subarray(0, end), end: from + end };
  }
}

/** Behind the last whole record; the line that opens the list is none. */
function jsonEnd(bytes: Buffer): number {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  return end > 2 ? end : 0;
}

/** Line ends within quotes belong to a cell. */
function csvEnd(bytes: Buffer): number {
  let end = 0;
  let rows = 0;
  let isQuoted = false;
  for (const [index, byte] of bytes.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === NEWLINE && !isQuoted && bytes[index - 1] === CARRIAGE_RETURN) {
      end = index + 1;
      rows += 1;
    }
  }
  return rows > 1 ? end : 0;
}

/** The writer puts one record on each line: `[`, the records with a comma behind all but the last, `]`. */
function jsonPart(lines: string, next: number | null): Part {
  const records = lines.trim().replace(/^\[/, '').replace(/\]$/, '').trim().replace(/,$/, '');
  const isLast = next === null || records === '';
  return { text: `[${records}]`, next: isLast ? null : next };
}

async function headerRow(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  return buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf(NEWLINE) + 1).toString('utf8');
}
