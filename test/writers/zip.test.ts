import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { PendingFile } from '#core/writers/pending-file.ts';
import { ZipFile } from '#core/writers/xlsx/zip-file.ts';
import { centralHeader, endOfCentralDirectory, localHeader, type ZipRecord } from '#core/writers/xlsx/zip-records.ts';
import { partsOf } from '#test/writers/read-workbook.ts';
import { temporaryFolder } from '#test/writers/sample.ts';

const GIB = 2 ** 30;

/** An archive that is empty but for its last bytes, so that sizes beyond memory can be read back. */
class SparseReader extends RandomAccessReader {
  readonly #start: number;
  readonly #bytes: Buffer;

  constructor(start: number, bytes: Buffer) {
    super();
    this.#start = start;
    this.#bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): PassThrough {
    const stream = new PassThrough();
    const wanted = Buffer.alloc(end - start);
    this.#bytes.copy(wanted, Math.max(0, this.#start - start), Math.max(0, start - this.#start), Math.max(0, end - this.#start));
    stream.end(wanted);
    return stream;
  }
}

async function archiveOf(write: (zip: ZipFile) => Promise<void>): Promise<Buffer> {
  using folder = temporaryFolder();
  using file = new PendingFile(join(folder.path, 'archive'));
  using zip = new ZipFile(file);
  await write(zip);
  zip.finish();
  file.complete();
  file.publish();
  return readFileSync(file.path);
}

describe('an archive', () => {
  test('reads back, entry by entry, whatever the size of the pieces', async () => {
    const long = 'ä😀x'.repeat(300_000);
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}\n`);
    const bytes = await archiveOf(async (zip) => {
      await zip.add('empty', '');
      await zip.add('long', long);
      const entry = zip.entry('lines');
      for (const line of lines) {
        entry.write(line);
        if (entry.isFull) await entry.room();
      }
      entry.write(long);
      await entry.close();
    });
    expect([...(await partsOf(bytes))]).toEqual([
      ['empty', ''],
      ['long', long],
      ['lines', lines.join('') + long],
    ]);
  });

  test('is accepted by unzip and by Python, where they are', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'archive.zip');
    writeFileSync(path, await archiveOf((zip) => zip.add('a/b.txt', 'hello'.repeat(1_000))));
    const judges = [
      { command: 'unzip', args: ['-tq', path] },
      {
        command: 'python3',
        args: ['-c', 'import sys, zipfile; sys.exit(0 if zipfile.ZipFile(sys.argv[1]).testzip() is None else 1)', path],
      },
    ];
    for (const { command, args } of judges) {
      if (!isInstalled(command)) {
        console.log(`Not judged by ${command}: it is not on this machine.`);
        continue;
      }
      expect(() => execFileSync(command, args, { stdio: 'pipe' })).not.toThrow();
    }
  });

  test('tells of a disk that fills up, and asks for no more text', async () => {
    let room = 100_000;
    const filling = {
      size: 0,
      append: (bytes: Uint8Array) => {
        room -= bytes.length;
        if (room < 0) throw new CommentdockError('DISK', 'full');
      },
    } as unknown as PendingFile;
    let written = 0;
    const writing = async (): Promise<void> => {
      using zip = new ZipFile(filling);
      const entry = zip.entry('endless');
      for (;;) {
        entry.write(randomBytes(10_000).toString('base64'));
        written += 1;
        if (entry.isFull) await entry.room();
      }
    };
    await expect(writing()).rejects.toMatchObject({ code: 'DISK', message: 'full' });
    expect(written).toBeLessThan(1_000);
  });
});

describe('records from 4 GiB on', () => {
  const record: ZipRecord = { name: 'sheet.xml', offset: 5 * GIB, crc: 0x12345678, deflatedBytes: 4 * GIB + 1, bytes: 60 * GIB };

  test('read back from the directory', async () => {
    const directoryStart = 10 * GIB;
    const directory = Buffer.concat([centralHeader(record), centralHeader({ ...record, name: 'small', bytes: 7, deflatedBytes: 5 })]);
    const tail = Buffer.concat([directory, endOfCentralDirectory({ entries: 2, offset: directoryStart, bytes: directory.length })]);
    const zip = await fromRandomAccessReaderPromise(new SparseReader(directoryStart, tail), directoryStart + tail.length, {
      lazyEntries: true,
    });
    const entries = [];
    for await (const entry of zip.eachEntry())
      entries.push({
        name: entry.fileName,
        offset: entry.relativeOffsetOfLocalHeader,
        crc: entry.crc32,
        deflatedBytes: entry.compressedSize,
        bytes: entry.uncompressedSize,
      });
    expect(entries).toEqual([record, { ...record, name: 'small', bytes: 7, deflatedBytes: 5 }]);
  });

  test('keep the length of the local header, which then has the sizes in 64 bits', () => {
    const small = localHeader({ ...record, deflatedBytes: 0, bytes: 0 });
    const large = localHeader(record);
    expect(large.length).toBe(small.length);
    expect([large.readUInt32LE(18), large.readUInt32LE(22)]).toEqual([0xffffffff, 0xffffffff]);
    const extra = large.subarray(30 + record.name.length);
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2), extra.readBigUInt64LE(4), extra.readBigUInt64LE(12)]).toEqual([
      1,
      16,
      BigInt(record.bytes),
      BigInt(record.deflatedBytes),
    ]);
  });
});

function isInstalled(command: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}
