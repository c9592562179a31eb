/**
 * The formats that are no table or text of one pass: each writes the same made-up rows, 20 columns, in a process of its own, and takes turns with
 * csv-stringify or with plain inserts.
 *
 *     node test/bench/formats.ts --contestant parquet [--rows 250000]
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { stringify } from 'csv-stringify';
import { COLUMNS, extraColumn } from '#core/contract/columns.ts';
import { FILE_FORMATS, type FileFormat, fileEnding } from '#core/contract/tier.ts';
import { RowNumbering } from '#core/writers/row.ts';
import { INDEXES, ITEM_COLUMNS, TABLES } from '#core/writers/sqlite/schema.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';

const MOST_MB = 300;
const PAGE_ROWS = 50_000;
const MOST_OPENING_MS = 3_000;
const LEAST_FRAMES = 50;
const EXTRA_KEYS = ['heartedByCreator', 'channelTier'];
/** As the service runs. */
const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=512', '--disable-warning=ExperimentalWarning'];

/** What one process measured of itself. */
interface Measurement {
  readonly seconds: number;
  /** Of all its threads. */
  readonly processorSeconds: number;
  readonly peakMb: number;
  readonly bytes: number;
}

type Contestant = FileFormat | 'csv-stringify' | 'inserts';

/** Parquet and HTML against csv-stringify, SQLite against plain inserts and its indexes, memory of each, and the page in a browser. */
export async function formats({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const pairs = (ours: Contestant, theirs: Contestant) =>
    Array.from({ length: rounds }, () => ({ theirs: run(theirs, manyComments), ours: run(ours, manyComments) }));
  const [parquet, html, sqlite] = [pairs('parquet', 'csv-stringify'), pairs('html', 'csv-stringify'), pairs('sqlite', 'inserts')];
  const ratio = (found: typeof parquet, read: (one: Measurement) => number): number =>
    median(found.map(({ ours, theirs }) => read(ours) / read(theirs)));
  const bar = (what: string, found: number, most: number, further = ''): BarResult => ({
    what: `${what}, ${manyComments} rows x 20`,
    found: `${found.toFixed(2)}${further}`,
    bar: `<= ${most}`,
    holds: found <= most,
    ratio: { name: what, is: found, better: 'less' },
  });
  // What others do on the machine makes no difference to the processor's time.
  const timeBar = (what: string, found: typeof parquet, most: number): BarResult => {
    const ofProcessor = ratio(found, ({ processorSeconds }) => processorSeconds);
    return bar(
      what,
      ratio(found, ({ seconds }) => seconds),
      most,
      ` (${ofProcessor.toFixed(2)} of its processor time)`,
    );
  };
  const others = (['md', 'txt', 'gexf', 'edges'] as const).map((format) => [format, run(format, manyComments).peakMb] as const);
  const known = { parquet, html, sqlite };
  const peaks = [...Object.entries(known).map(([name, found]) => [name, median(found.map(({ ours }) => ours.peakMb))] as const), ...others];
  return [
    timeBar("Parquet: its time by csv-stringify's", parquet, 1),
    bar(
      'Parquet: its size by that of the CSV',
      ratio(parquet, ({ bytes }) => bytes),
      0.33,
    ),
    timeBar("HTML: its time by csv-stringify's", html, 1.5),
    timeBar('SQLite: its time by that of plain inserts and the indexes', sqlite, 1.5),
    ...peaks.map(([name, peakMb]) => ({
      what: `peak memory of writing ${name}`,
      found: `${Math.round(peakMb)} MB`,
      bar: `<= ${MOST_MB} MB`,
      holds: peakMb <= MOST_MB,
    })),
    ...(await openedPage()),
  ];
}

/** How soon the page of `PAGE_ROWS` shows them from the disk, and how many frames it draws a second while it is scrolled. */
async function openedPage(): Promise<readonly BarResult[]> {
  const { BROWSER_MISSING, launchBrowser } = await import('#test/clients/oauth/owner-browser.ts');
  if (BROWSER_MISSING !== null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-bench-'));
  const browser = await launchBrowser();
  try {
    await writeOurs(folder, PAGE_ROWS, 'html');
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(pathToFileURL(join(folder, 'rows.html')).href);
    await page.locator('article.row').first().waitFor();
    const openingMs = performance.now() - start;
    const frames = await page.evaluate<number>(`new Promise((resolve) => {
      const list = document.querySelector('.list');
      const start = performance.now();
      let frames = 0;
      const step = () => {
        list.scrollTop += 400;
        frames += 1;
        const passed = performance.now() - start;
        if (passed < 3000) requestAnimationFrame(step);
        else resolve((frames * 1000) / passed);
      };
      requestAnimationFrame(step);
    })`);
    return [
      {
        what: `the page of ${PAGE_ROWS} rows, opened from the disk`,
        found: `${Math.round(openingMs)} ms`,
        bar: `<= ${MOST_OPENING_MS} ms`,
        holds: openingMs <= MOST_OPENING_MS,
      },
      { what: 'frames a second while it is scrolled', found: frames.toFixed(0), bar: `>= ${LEAST_FRAMES}`, holds: frames >= LEAST_FRAMES },
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function run(contestant: Contestant, rows: number): Measurement {
  const words = [...FLAGS, fileURLToPath(import.meta.url), '--contestant', contestant, '--rows', String(rows)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })) as Measurement;
}

async function measure(contestant: Contestant, rows: number): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-bench-'));
  try {
    const start = performance.now();
    const path = await write(contestant, folder, rows);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage();
    return { seconds, processorSeconds: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024, bytes: statSync(path).size };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function write(contestant: Contestant, folder: string, rows: number): Promise<string> {
  const format = FILE_FORMATS.find((known) => known === contestant);
  if (format !== undefined) return writeOurs(folder, rows, format);
  const path = join(folder, 'rows');
  if (contestant === 'inserts') insertPlainly(path, rows);
  else await writeWithCsvStringify(path, rows);
  return path;
}

async function writeOurs(folder: string, rows: number, format: FileFormat): Promise<string> {
  const request = { rows: () => generatedItems(rows), about: aboutOf(rows), exportType: 'comments', folder, baseName: 'rows' } as const;
  await writeDataset({ ...request, formats: [format] });
  return join(folder, `rows.${fileEnding(format)}`);
}

/** The columns that `generatedItems` fills. */
async function writeWithCsvStringify(path: string, rows: number): Promise<void> {
  const headers = new Set(COLUMNS.map(({ header }) => header));
  const [items = []] = generatedItems(1_000, 1_000);
  const numbering = new RowNumbering();
  const sample = items.map((item) => ({ item, position: numbering.next(item) }));
  const filled = COLUMNS.filter(({ read }) => sample.some(({ item, position }) => read(item, position) !== null));
  const columns = [...filled, ...EXTRA_KEYS.map((key) => extraColumn(key, headers))];
  function* cells(): Generator<unknown[]> {
    const positions = new RowNumbering();
    for (const chunk of generatedItems(rows)) {
      for (const item of chunk) {
        const position = positions.next(item);
        yield columns.map(({ read }) => read(item, position));
      }
    }
  }
  const table = stringify({ header: true, columns: columns.map(({ header }) => header), cast: { boolean: String } });
  await pipeline(Readable.from(cells()), table, createWriteStream(path));
}

/** The same tables, filled row by row in one transaction, their indexes made at the end. */
function insertPlainly(path: string, rows: number): void {
  const database = new Database(path);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`${TABLES} BEGIN`);
  const add = database.prepare(`INSERT INTO items VALUES (?, ${ITEM_COLUMNS.map(() => '?').join(', ')})`);
  const numbering = new RowNumbering();
  let place = 0;
  for (const chunk of generatedItems(rows)) {
    for (const item of chunk) {
      const position = numbering.next(item);
      const values = ITEM_COLUMNS.map(({ read }) => read(item, position)).map((value) =>
        typeof value === 'boolean' ? Number(value) : value,
      );
      add.run((place += 1), ...values);
    }
  }
  database.exec(`COMMIT; INSERT INTO items_fts (items_fts) VALUES ('rebuild'); ${INDEXES}`);
  database.close();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const { values: flags } = parseArgs({
  strict: false,
  options: { contestant: { type: 'string' }, rows: { type: 'string', default: '250000' } },
});
if (typeof flags.contestant === 'string') {
  process.stdout.write(JSON.stringify(await measure(flags.contestant as Contestant, Number(flags.rows))));
}
