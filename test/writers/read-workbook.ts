import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import ExcelJS from 'exceljs';
import type { Item } from '#core/contract/item.ts';
import { ColumnLearner } from '#core/writers/column-learner.ts';
import { PendingFile } from '#core/writers/pending-file.ts';
import { RowNumbering } from '#core/writers/row.ts';
import { type SheetLimits, WorkbookWriter } from '#core/writers/xlsx/workbook.ts';
import { aboutOf } from '#test/writers/generated-items.ts';
import { temporaryFolder } from '#test/writers/sample.ts';

/** The bytes of a workbook of these items. */
export async function workbookOf(items: readonly Item[], limits?: SheetLimits): Promise<Buffer> {
  using folder = temporaryFolder();
  using file = new PendingFile(join(folder.path, 'rows.xlsx'));
  const numbering = new RowNumbering();
  const rows = items.map((item) => ({ item, position: numbering.next(item) }));
  const learner = new ColumnLearner();
  learner.learn(rows);
  using workbook = new WorkbookWriter(file, learner.columns(), { about: aboutOf(items.length), exportType: 'comments' }, limits);
  await workbook.write(rows);
  await workbook.finish();
  file.complete();
  file.publish();
  return readFileSync(file.path);
}

/** The workbook as an independent reader sees it. */
export async function readWorkbook(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  return workbook;
}

/** The rows below the header, each by the header's words. */
export function recordsOf(sheet: ExcelJS.Worksheet | undefined): readonly Record<string, ExcelJS.CellValue>[] {
  if (sheet === undefined) throw new Error('There is no such sheet.');
  const headers = (sheet.getRow(1).values as string[]).slice(1);
  return Array.from({ length: sheet.rowCount - 1 }, (_, index) => {
    const row = sheet.getRow(index + 2);
    return Object.fromEntries(headers.map((header, column) => [header, row.getCell(column + 1).value]));
  });
}

/** The parts of the package by name, decompressed and checked by an independent reader of archives. */
export async function partsOf(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    if (crc32(content) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong.`);
    parts.set(entry.fileName, content.toString('utf8'));
  }
  return parts;
}
