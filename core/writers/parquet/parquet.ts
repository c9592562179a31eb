import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { AboutSheet } from '#core/writers/about.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import { type ColumnValues, MOST_ROWS, valuesOf } from '#core/writers/parquet/column-values.ts';
import { writeChunk } from '#core/writers/parquet/pages.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import type { ValueKind } from '#core/writers/value-kind.ts';

/** A row group ends with `MOST_ROWS` or once its columns hold so many bytes, looked at after this many rows: it is held in memory. */
const GROUP_BYTES = 6_000_000;
const STEP_ROWS = 10;

const TYPES = {
  integer: { type: 'INT64' },
  fraction: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const satisfies Readonly<Record<ValueKind, Omit<SchemaElement, 'name'>>>;

/**
 * Parquet: the columns of the tables, typed, in row groups compressed by zstd. Dates are instants in UTC where all of a column are, else text.
 * Where it comes from and what is missing stands as JSON in the file's own metadata, under `commentdock`. A lone surrogate becomes U+FFFD.
 *
 * Pages are made here: hyparquet-writer takes a column as an array of values, which kept an object for each cell and cost a third of the time in
 * garbage collection. Headers of pages, the metadata and what frames the file are its own.
 */
export class ParquetTable implements RowWriter {
  readonly #bytes: FileBytes;
  readonly #columns: readonly FilledColumn[];
  readonly #values: readonly ColumnValues[];
  readonly #parquet: ParquetWriter;
  #rows = 0;

  constructor(file: PendingFile, columns: readonly FilledColumn[], about: AboutSheet) {
    this.#bytes = new FileBytes(file);
    this.#columns = columns;
    this.#values = columns.map(({ kind }) => valuesOf(kind));
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'rows', num_children: columns.length },
        ...columns.map(({ header, kind }): SchemaElement => ({ name: header, repetition_type: 'OPTIONAL', ...TYPES[kind] })),
      ],
      codec: 'ZSTD',
      kvMetadata: [{ key: 'commentdock', value: JSON.stringify(about) }],
      createdBy: 'Commentdock',
    });
  }

  write(rows: readonly Row[]): void {
    for (let from = 0; from < rows.length;) {
      const to = Math.min(rows.length, from + STEP_ROWS, from + MOST_ROWS - this.#rows);
      for (let at = 0; at < this.#columns.length; at += 1) this.#add(at, rows, from, to);
      this.#rows += to - from;
      from = to;
      if (this.#rows >= MOST_ROWS || this.#values.reduce((sum, { bytes }) => sum + bytes, 0) >= GROUP_BYTES) this.#endGroup();
    }
  }

  finish(): void {
    this.#endGroup();
    void this.#parquet.finish();
  }

  #add(at: number, rows: readonly Row[], from: number, to: number): void {
    const { read } = this.#columns[at] as FilledColumn;
    const values = this.#values[at] as ColumnValues;
    for (let index = from; index < to; index += 1) {
      const { item, position } = rows[index] as Row;
      values.add(read(item, position));
    }
  }

  #endGroup(): void {
    if (this.#rows === 0) return;
    const start = this.#bytes.offset;
    const columns = this.#columns.map(({ header, kind }, at) =>
      writeChunk(this.#bytes, {
        name: header,
        type: TYPES[kind].type,
        rows: this.#rows,
        content: (this.#values[at] as ColumnValues).take(),
      }),
    );
    const plainBytes = columns.reduce((sum, { meta_data: about }) => sum + (about?.total_uncompressed_size ?? 0n), 0n);
    const rows = BigInt(this.#rows);
    this.#parquet.row_groups.push({
      columns,
      total_byte_size: plainBytes,
      num_rows: rows,
      total_compressed_size: BigInt(this.#bytes.offset - start),
    });
    this.#parquet.num_rows += rows;
    this.#rows = 0;
    this.#bytes.flush();
  }
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
