import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { DuckDBInstance, DuckDBTimestampTZValue } from '@duckdb/node-api';
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';

/** One value as both readers mean it: whole numbers as numbers, instants as ISO 8601. */
type Cell = string | number | boolean | null;
export type ParquetRow = Readonly<Record<string, Cell>>;

/**
 * Rows, and the columns' types by name, as DuckDB sees them. Its texts come to JavaScript without a byte order mark at their start; `marked` is how many
 * comments have one in the file.
 */
export async function readWithDuckDb(
  path: string,
): Promise<{ rows: readonly ParquetRow[]; types: Readonly<Record<string, string>>; marked: number }> {
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const source = `read_parquet('${path.replaceAll("'", "''")}')`;
    const reader = await connection.runAndReadAll(`SELECT * FROM ${source}`);
    const names = reader.columnNames();
    const types = Object.fromEntries(reader.columnTypes().map((type, at) => [names[at] ?? '', type.toString()]));
    const marks = types['Comment'] === undefined ? '0' : `(SELECT count(*) FROM ${source} WHERE unicode("Comment") = 65279)`;
    const [[marked] = [0]] = (await connection.runAndReadAll(`SELECT ${marks}`)).getRows();
    return { rows: reader.getRowObjects().map(cellsOf), types, marked: Number(marked) };
  } finally {
    instance.closeSync();
  }
}

/** Rows as hyparquet reads them, the file's own words about itself, and how many rows each group has. */
export async function readWithHyparquet(path: string): Promise<{ rows: readonly ParquetRow[]; about: unknown; groups: readonly number[] }> {
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = await parquetMetadataAsync(file);
  const rows = await parquetReadObjects({ file, metadata, compressors: { ZSTD: (page) => zstdDecompressSync(page) } });
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const about = metadata.key_value_metadata?.find(({ key }) => key === 'commentdock')?.value ?? 'null';
  return {
    rows: rows.map((row) => cellsOf(Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]])))),
    about: JSON.parse(about),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
  };
}

function cellsOf(row: Readonly<Record<string, unknown>>): ParquetRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1_000n)).toISOString();
  return value as Cell;
}
