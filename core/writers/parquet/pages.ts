import { constants, zstdCompressSync } from 'node:zlib';
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { presenceLevels } from '#core/writers/parquet/bit-packing.ts';
import type { ColumnContent } from '#core/writers/parquet/column-values.ts';

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** What is smaller gains nothing by it. */
const LEAST_COMPRESSED_BYTES = 64;

type Chunk = ParquetWriter['row_groups'][number]['columns'][number];

/** A column in a row group. */
interface ChunkRequest {
  readonly name: string;
  readonly type: 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'BYTE_ARRAY';
  readonly rows: number;
  readonly content: ColumnContent;
}

/** Writes what a column has in a row group: its dictionary, where it has one, and one page. */
export function writeChunk(writer: ByteWriter, { name, type, rows, content }: ChunkRequest): Chunk {
  const { presence, values, dictionary, least, greatest } = content;
  const start = writer.offset;
  let plainBytes = dictionary === null ? 0 : writeDictionary(writer, dictionary);
  const dataAt = writer.offset;
  plainBytes += writeData(writer, content, rows);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: dictionary === null ? ['PLAIN', 'RLE'] : ['PLAIN', 'RLE', 'RLE_DICTIONARY'],
      path_in_schema: [name],
      codec: 'ZSTD',
      num_values: BigInt(rows),
      total_uncompressed_size: BigInt(plainBytes),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataAt),
      ...(dictionary === null ? {} : { dictionary_page_offset: BigInt(start) }),
      ...(least === undefined || greatest === undefined || values.length === 0
        ? {}
        : { statistics: { min_value: least, max_value: greatest, null_count: BigInt(presence.nulls) } }),
    },
  };
}

/** Returns what it would take uncompressed, its header included. */
function writeDictionary(writer: ByteWriter, { bytes, entries }: NonNullable<ColumnContent['dictionary']>): number {
  const start = writer.offset;
  const compressed = zstdCompressSync(bytes, ZSTD);
  writePageHeader(writer, {
    type: 'DICTIONARY_PAGE',
    uncompressed_page_size: bytes.length,
    compressed_page_size: compressed.length,
    dictionary_page_header: { num_values: entries, encoding: 'PLAIN' },
  });
  const headerBytes = writer.offset - start;
  writer.appendBytes(compressed);
  return headerBytes + bytes.length;
}

/** Returns the same of the page of a column's values. */
function writeData(writer: ByteWriter, { presence, values, dictionary }: ColumnContent, rows: number): number {
  const start = writer.offset;
  const levels = presenceLevels(presence.bits, rows, presence.nulls);
  const isCompressed = values.length >= LEAST_COMPRESSED_BYTES;
  const data = isCompressed ? zstdCompressSync(values, ZSTD) : values;
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.length + values.length,
    compressed_page_size: levels.length + data.length,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: presence.nulls,
      num_rows: rows,
      encoding: dictionary === null ? 'PLAIN' : 'RLE_DICTIONARY',
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: isCompressed,
    },
  });
  const headerBytes = writer.offset - start;
  writer.appendBytes(levels);
  writer.appendBytes(data);
  return headerBytes + levels.length + values.length;
}
