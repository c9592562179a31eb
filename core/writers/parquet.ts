import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { CellValue, RowPosition } from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';
import type { AboutSheet } from '#core/writers/about.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import type { ValueKind } from '#core/writers/value-kind.ts';

/** A row group ends with the first of these: it is held in memory. Units of UTF-16 in all its texts. */
const GROUP_ROWS = 5_000;
const GROUP_UNITS = 6_000_000;
/** The most UTF-8 bytes that one UTF-16 unit can need. */
const BYTES_PER_UNIT = 3;
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Of a group's texts, how many are looked at to tell whether they are ever the same few. */
const SAMPLED_TEXTS = 200;
const FEW_OF_SAMPLE = 0.5;

const TYPES: Readonly<Record<ValueKind, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT64' },
  fraction: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};

type Value = string | number | boolean;

/**
 * Parquet: the columns of the tables, typed, in row groups compressed by zstd. Dates are instants in UTC where all of a column are, else text.
 * Where it comes from and what is missing stands as JSON in the file's own metadata, under `commentdock`. A lone surrogate becomes U+FFFD.
 */
export class ParquetTable implements RowWriter {
  readonly #bytes: FileBytes;
  readonly #columns: readonly FilledColumn[];
  readonly #parquet: ParquetWriter;
  #values: (Value | null)[][];
  #rows = 0;
  #units = 0;

  constructor(file: PendingFile, columns: readonly FilledColumn[], about: AboutSheet) {
    this.#bytes = new FileBytes(file);
    this.#columns = columns;
    this.#values = columns.map(() => []);
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'rows', num_children: columns.length },
        ...columns.map(({ header, kind }): SchemaElement => ({ name: header, repetition_type: 'OPTIONAL', ...TYPES[kind] })),
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: (page) => zstdCompressSync(page, ZSTD) },
      kvMetadata: [{ key: 'commentdock', value: JSON.stringify(about) }],
      createdBy: 'Commentdock',
    });
  }

  write(rows: readonly Row[]): void {
    for (const { item, position } of rows) {
      for (let at = 0; at < this.#columns.length; at += 1) this.#add(at, item, position);
      this.#rows += 1;
      if (this.#rows >= GROUP_ROWS || this.#units >= GROUP_UNITS) this.#endGroup();
    }
  }

  finish(): void {
    this.#endGroup();
    void this.#parquet.finish();
  }

  #add(at: number, item: Item, position: RowPosition): void {
    const column = this.#columns[at] as FilledColumn;
    const value = valueOf(column.read(item, position), column.kind);
    if (typeof value === 'string') this.#units += value.length;
    (this.#values[at] as (Value | null)[]).push(value);
  }

  #endGroup(): void {
    if (this.#rows === 0) return;
    const columnData = this.#columns.map(({ header, kind }, at) => sourceOf(header, kind, this.#values[at] as (Value | null)[]));
    void this.#parquet.write({ columnData, rowGroupSize: this.#rows });
    this.#values = this.#columns.map(() => []);
    this.#rows = 0;
    this.#units = 0;
  }
}

function valueOf(value: CellValue, kind: ValueKind): Value | null {
  if (value === null) return null;
  if (kind === 'instant') return Date.parse(value as string);
  return kind === 'text' ? String(value) : value;
}

/**
 * Texts that repeat go as they are, for a dictionary. Others are encoded here, into one buffer: one by one, that takes the writer longer than all
 * the rest. Least and greatest are of use where rows are looked for by number or date.
 */
function sourceOf(name: string, kind: ValueKind, values: (Value | null)[]): ColumnSource {
  if (kind === 'boolean') return { name, data: values };
  if (kind === 'fraction') return { name, data: values, encoding: 'PLAIN' };
  // As late as this: big integers that wait for the end of their group cost more to keep than to make.
  if (kind !== 'text') return { name, data: values.map((value) => (value === null ? null : BigInt(value))), encoding: 'PLAIN' };
  if (repeats(values as (string | null)[])) return { name, data: values, statistics: false };
  return { name, data: encoded(values as (string | null)[]), encoding: 'PLAIN', statistics: false };
}

function repeats(texts: readonly (string | null)[]): boolean {
  const known = texts.filter((text) => text !== null);
  const step = Math.max(1, Math.floor(known.length / SAMPLED_TEXTS));
  const sample = known.filter((_, index) => index % step === 0);
  return new Set(sample).size <= sample.length * FEW_OF_SAMPLE;
}

function encoded(texts: readonly (string | null)[]): (Uint8Array | null)[] {
  const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const buffer = Buffer.allocUnsafeSlow(units * BYTES_PER_UNIT);
  let end = 0;
  return texts.map((text) => {
    if (text === null) return null;
    const start = end;
    end += buffer.write(text, start);
    return buffer.subarray(start, end);
  });
}

/** Bytes on their way to a file: what a row group leaves is written, and its memory used again. */
class FileBytes extends ByteWriter {
  readonly #file: PendingFile;

  constructor(file: PendingFile) {
    super();
    this.#file = file;
  }

  /** @throws CommentdockError DISK */
  flush(): void {
    this.#file.append(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}
