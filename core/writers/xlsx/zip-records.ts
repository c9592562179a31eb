/** What the directory of an archive says about one entry (PKWARE APPNOTE.TXT 6.3.10). */
export interface ZipRecord {
  readonly name: string;
  /** Where its local header begins. */
  readonly offset: number;
  readonly crc: number;
  readonly deflatedBytes: number;
  readonly bytes: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_END_OF_DIRECTORY = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const ZIP64_END_BYTES = 56;
const DEFLATED = 8;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** 1980-01-01 00:00, the first instant ZIP knows, so that the archive does not tell when it was made. */
const DOS_DATE = 0x0021;
const DOS_TIME = 0;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const ZIP64_EXTRA = 0x0001;
/** Room that the Open Packaging Conventions let a header hold in reserve (APPNOTE.TXT 4.6.10). */
const GROWTH_HINT_EXTRA = 0xa220;
const GROWTH_HINT_SIGNATURE = 0xa028;
const EXTRA_HEAD_BYTES = 4;
const TWO_SIZES_BYTES = 16;

/**
 * The header in front of an entry's data, of the same length whatever its sizes: it is written before they are known
 * and again when they are. The room for sizes from 4 GiB on is a growth hint where it is not needed.
 */
export function localHeader(record: ZipRecord): Buffer {
  const large = record.bytes >= MAX_32 || record.deflatedBytes >= MAX_32;
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  writeDescription(header, 4, record, large);
  header.writeUInt32LE(large ? MAX_32 : record.deflatedBytes, 18);
  header.writeUInt32LE(large ? MAX_32 : record.bytes, 22);
  header.writeUInt16LE(record.name.length, 26);
  header.writeUInt16LE(EXTRA_HEAD_BYTES + TWO_SIZES_BYTES, 28);
  return Buffer.concat([
    header,
    Buffer.from(record.name, 'latin1'),
    large ? zip64Extra([record.bytes, record.deflatedBytes]) : growthHint(),
  ]);
}

/** The entry's line in the directory. */
export function centralHeader(record: ZipRecord): Buffer {
  const numbers = [record.bytes, record.deflatedBytes, record.offset];
  const large = numbers.filter((number) => number >= MAX_32);
  const extra = large.length === 0 ? Buffer.alloc(0) : zip64Extra(large);
  const header = Buffer.alloc(CENTRAL_HEADER_BYTES);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION_ZIP64, 4);
  writeDescription(header, 6, record, large.length > 0);
  header.writeUInt32LE(Math.min(record.deflatedBytes, MAX_32), 20);
  header.writeUInt32LE(Math.min(record.bytes, MAX_32), 24);
  header.writeUInt16LE(record.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(record.offset, MAX_32), 42);
  return Buffer.concat([header, Buffer.from(record.name, 'latin1'), extra]);
}

/** What closes the archive: how many entries the directory has, where it begins and how long it is. */
export function endOfCentralDirectory(directory: { readonly entries: number; readonly offset: number; readonly bytes: number }): Buffer {
  const { entries, offset, bytes } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  const large = entries >= MAX_16 || offset >= MAX_32 || bytes >= MAX_32;
  return large ? Buffer.concat([zip64End(directory), end]) : end;
}

function zip64End(directory: { readonly entries: number; readonly offset: number; readonly bytes: number }): Buffer {
  const end = Buffer.alloc(ZIP64_END_BYTES);
  end.writeUInt32LE(ZIP64_END_OF_DIRECTORY, 0);
  end.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4);
  end.writeUInt16LE(VERSION_ZIP64, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  end.writeBigUInt64LE(BigInt(directory.entries), 24);
  end.writeBigUInt64LE(BigInt(directory.entries), 32);
  end.writeBigUInt64LE(BigInt(directory.bytes), 40);
  end.writeBigUInt64LE(BigInt(directory.offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(ZIP64_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(directory.offset + directory.bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

/** The fields that both headers of an entry share, from "version needed" to the checksum. */
function writeDescription(header: Buffer, at: number, record: ZipRecord, large: boolean): void {
  header.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_PLAIN, at);
  header.writeUInt16LE(0, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt16LE(DOS_TIME, at + 6);
  header.writeUInt16LE(DOS_DATE, at + 8);
  header.writeUInt32LE(record.crc, at + 10);
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(EXTRA_HEAD_BYTES + numbers.length * 8);
  extra.writeUInt16LE(ZIP64_EXTRA, 0);
  extra.writeUInt16LE(numbers.length * 8, 2);
  numbers.forEach((number, index) => extra.writeBigUInt64LE(BigInt(number), EXTRA_HEAD_BYTES + index * 8));
  return extra;
}

function growthHint(): Buffer {
  const extra = Buffer.alloc(EXTRA_HEAD_BYTES + TWO_SIZES_BYTES);
  extra.writeUInt16LE(GROWTH_HINT_EXTRA, 0);
  extra.writeUInt16LE(TWO_SIZES_BYTES, 2);
  extra.writeUInt16LE(GROWTH_HINT_SIGNATURE, 4);
  extra.writeUInt16LE(TWO_SIZES_BYTES - 4, 6);
  return extra;
}
