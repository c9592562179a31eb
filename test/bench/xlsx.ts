/**
 * Our workbook writer against exceljs's streaming writer: the same made-up rows, 20 columns, each run in a process of
 * its own, the two taking turns. Prints the medians of time and of peak memory and their ratio; then the rates of CSV
 * and JSON and the memory of a small dataset.
 *
 *   node test/bench/xlsx.ts [--rows 250000] [--pairs 3] [--json]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Item } from '#core/contract/item.ts';
import { type Column, COLUMNS, extraColumn } from '#core/contract/columns.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import { RowNumbering } from '#core/writers/row.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';

const SMALL_DATASET = 10_000;
/** The columns that `generatedItems` fills: the same for both writers. */
const HEADERS = [
  '#',
  'Reply #',
  'ID',
  'Parent ID',
  'Name',
  'Username',
  'Profile ID',
  'Profile URL',
  'Date',
  'Likes',
  'Replies',
  'Comment',
  'Language',
  'Verified',
  'Pinned',
  'Edited',
  'By author',
  'Comment URL',
];
const EXTRA_KEYS = ['heartedByCreator', 'channelTier'];

/** What one process measured of itself. */
interface Measurement {
  readonly seconds: number;
  readonly peakMb: number;
}

type Contestant = FileFormat | 'exceljs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '250000' },
    pairs: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    contestant: { type: 'string' },
  },
});

await (flags.contestant === undefined ? compare() : measure(flags.contestant as Contestant, Number(flags.rows)));

async function measure(contestant: Contestant, rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-bench-'));
  try {
    const start = performance.now();
    if (contestant === 'exceljs') await writeWithExceljs(join(folder, 'rows.xlsx'), rows);
    else await writeOurs(folder, rows, contestant);
    const seconds = (performance.now() - start) / 1000;
    const measured: Measurement = { seconds, peakMb: process.resourceUsage().maxRSS / 1024 };
    process.stdout.write(JSON.stringify(measured));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function writeOurs(folder: string, rows: number, format: FileFormat): Promise<void> {
  await writeDataset({
    rows: () => generatedItems(rows),
    about: aboutOf(rows),
    exportType: 'comments',
    formats: [format],
    folder,
    baseName: 'rows',
  });
}

/** The same values of the same columns; addresses as plain text, which spares exceljs the links that ours makes. */
async function writeWithExceljs(filename: string, rows: number): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const columns = benchColumns();
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename, useStyles: false, useSharedStrings: false });
  const sheet = workbook.addWorksheet('Comments');
  sheet.addRow(columns.map(({ header }) => header)).commit();
  const numbering = new RowNumbering();
  for (const items of generatedItems(rows)) {
    for (const item of items) sheet.addRow(valuesOf(columns, item, numbering)).commit();
    await new Promise(setImmediate);
  }
  await workbook.commit();
}

function benchColumns(): readonly Column[] {
  const fixed = COLUMNS.filter(({ header }) => HEADERS.includes(header));
  return [...fixed, ...EXTRA_KEYS.map((key) => extraColumn(key, new Set(HEADERS)))];
}

function valuesOf(columns: readonly Column[], item: Item, numbering: RowNumbering): readonly unknown[] {
  const position = numbering.next(item);
  return columns.map((column) => {
    const value = column.read(item, position);
    return column.type === 'date' && typeof value === 'string' ? new Date(value) : value;
  });
}

async function compare(): Promise<void> {
  const rows = Number(flags.rows);
  const pairs = Array.from({ length: Number(flags.pairs) }, () => ({ exceljs: run('exceljs', rows), ours: run('xlsx', rows) }));
  const exceljs = medians(pairs.map((pair) => pair.exceljs));
  const ours = medians(pairs.map((pair) => pair.ours));
  const others = (['csv', 'json', 'jsonl'] as const).map((format) => ({ format, ...run(format, rows) }));
  const result = {
    rows,
    columns: HEADERS.length + EXTRA_KEYS.length,
    pairs: pairs.length,
    exceljs,
    ours,
    timeRatio: rounded(median(pairs.map((pair) => pair.ours.seconds / pair.exceljs.seconds)), 3),
    rowsPerSecond: Object.fromEntries(
      [['xlsx', ours.seconds] as const, ...others.map(({ format, seconds }) => [format, seconds] as const)].map(([format, seconds]) => [
        format,
        Math.round(rows / seconds),
      ]),
    ),
    peakMb: Object.fromEntries([
      ['xlsx', ours.peakMb] as const,
      ...others.map(({ format, peakMb }) => [format, rounded(peakMb, 0)] as const),
    ]),
    smallDataset: { rows: SMALL_DATASET, peakMb: rounded(run('xlsx', SMALL_DATASET).peakMb, 0) },
  };
  console.log(flags.json ? JSON.stringify(result) : report(result));
}

function report(result: {
  readonly rows: number;
  readonly columns: number;
  readonly exceljs: Measurement;
  readonly ours: Measurement;
  readonly timeRatio: number;
  readonly rowsPerSecond: Readonly<Record<string, number>>;
  readonly peakMb: Readonly<Record<string, number>>;
  readonly smallDataset: { readonly rows: number; readonly peakMb: number };
}): string {
  const { exceljs, ours } = result;
  const rates = Object.entries(result.rowsPerSecond).map(([format, rate]) => `${format} ${rate} rows/s, ${result.peakMb[format]} MB`);
  return [
    `XLSX, ${result.rows} rows x ${result.columns} columns, medians`,
    `  exceljs streaming  ${exceljs.seconds} s  ${exceljs.peakMb} MB`,
    `  ours               ${ours.seconds} s  ${ours.peakMb} MB`,
    `  ratio of times     ${result.timeRatio} (bar: 0.4)   memory bar: 200 MB`,
    `Rates: ${rates.join('; ')}`,
    `XLSX of ${result.smallDataset.rows} rows: ${result.smallDataset.peakMb} MB`,
  ].join('\n');
}

function run(contestant: Contestant, rows: number): Measurement {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--contestant', contestant, '--rows', String(rows)], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as Measurement;
}

function medians(measurements: readonly Measurement[]): Measurement {
  return {
    seconds: rounded(median(measurements.map(({ seconds }) => seconds)), 2),
    peakMb: rounded(median(measurements.map(({ peakMb }) => peakMb)), 0),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rounded(number: number, digits: number): number {
  return Number(number.toFixed(digits));
}
