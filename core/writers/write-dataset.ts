import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DisposableStack } from '@whatwg-node/disposablestack';
import type { Column } from '#core/contract/columns.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { RowChange } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import { type FileFormat, fileEnding } from '#core/contract/tier.ts';
import type { AboutSheet } from '#core/writers/about.ts';
import { arrangedColumns } from '#core/writers/arranged-columns.ts';
import { ColumnLearner } from '#core/writers/column-learner.ts';
import { type CsvSettings, CsvWriter } from '#core/writers/csv.ts';
import { JsonWriter } from '#core/writers/json.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';
import { RowNumbering, type RowWriter } from '#core/writers/row.ts';
import { LearningTables, type OpenTables } from '#core/writers/tables.ts';
import { WorkbookWriter } from '#core/writers/xlsx/workbook.ts';

/** A dataset and the files to make of it. */
export interface DatasetRequest {
  /**
   * A fresh iterator over the items in file order, in chunks (some hundred items are best), the same on every call.
   * Called twice where a late row fills a column that none of the first rows did, else once.
   */
  readonly rows: () => Iterable<readonly Item[]>;
  /** Those of them that an incremental run found changed in one way, for sheets of their own; left out: there is nothing to compare with. */
  readonly changed?: (change: RowChange) => Iterable<readonly Item[]>;
  readonly about: AboutSheet;
  readonly exportType: ExportType;
  readonly formats: readonly FileFormat[];
  /** An existing folder. A file in it is named `<baseName>.<ending of its format>`; one of that name is replaced. */
  readonly folder: string;
  readonly baseName: string;
  /** What was judged, for the workbook's legend; left out or null: nothing. */
  readonly sentiment?: SentimentAccount | null;
  readonly csv?: CsvSettings;
  /** The columns that files have, in this order; left out: those that the rows fill. */
  readonly columns?: Layout['columns'];
  /** Fields of every JSON record, after those of its item. */
  readonly marks?: Readonly<Record<string, unknown>>;
  /** The folder beside which files of rows lie, for formats that hold them; left out: those are linked. */
  readonly mediaFrom?: string;
  readonly signal?: AbortSignal;
}

/** A file that stands whole on the disk. */
interface WrittenFile {
  readonly format: FileFormat;
  readonly path: string;
  readonly bytes: number;
}

/** Formats whose head names their columns. */
const TABLES = ['xlsx', 'csv', 'parquet'] as const satisfies readonly FileFormat[];

type PendingFiles = ReadonlyMap<FileFormat, PendingFile>;

/**
 * Writes a dataset into one file per format, all formats in the same pass over its rows. No file shows under its name
 * before all are whole. The same request gives the same bytes. Takes the memory of some chunks, whatever the number
 * of rows.
 * @throws CommentdockError DISK; STOPPED when `signal` aborts (or the reason it was given, where that is one of ours).
 *   Nothing is left in the folder then.
 */
export async function writeDataset(request: DatasetRequest): Promise<WrittenFile[]> {
  using resources = new DisposableStack();
  const formats = [...new Set(request.formats)];
  const files: PendingFiles = new Map(
    formats.map((format) => [format, resources.use(new PendingFile(join(request.folder, `${request.baseName}.${fileEnding(format)}`)))]),
  );
  await writeRows(request, files, resources);
  throwIfStopped(request.signal);
  for (const file of files.values()) file.complete();
  for (const file of files.values()) file.publish();
  const written = [...files].map(([format, file]) => ({ format, path: file.path, bytes: file.size }));
  const [first] = written;
  if (first !== undefined) syncFolderOf(first.path);
  return written;
}

async function writeRows(request: DatasetRequest, files: PendingFiles, resources: DisposableStack): Promise<void> {
  const openTables = await tableOpener(request, files, resources);
  const learner = new ColumnLearner(files.has('parquet') ? 'kinds' : 'columns');
  const needsColumns = TABLES.some((format) => files.has(format)) || request.columns !== undefined;
  const tables = needsColumns ? new LearningTables(openTables, learner) : null;
  // Records of chosen columns are tables too.
  const records = request.columns === undefined ? jsonWriters(files, request.marks) : [];
  const others = await otherWriters(request, files, resources);
  await passOver(request, [...(tables === null ? [] : [tables]), ...records, ...others]);
  if (tables?.isOutgrown === true) await passOver(request, openTables(tables.columns()));
}

/** One pass over the rows, with a turn of the event loop after each chunk so that an abort gets through. */
async function passOver({ rows, signal }: DatasetRequest, writers: readonly RowWriter[]): Promise<void> {
  const numbering = new RowNumbering();
  throwIfStopped(signal);
  for (const items of rows()) {
    const numbered = items.map((item) => ({ item, position: numbering.next(item) }));
    for (const writer of writers) await writer.write(numbered);
    await nextTurn();
    throwIfStopped(signal);
  }
  for (const writer of writers) await writer.finish();
}

/** What few ask for is loaded with the first file of it. */
async function tableOpener(request: DatasetRequest, files: PendingFiles, resources: DisposableStack): Promise<OpenTables> {
  const [xlsx, csv, parquet] = TABLES.map((format) => files.get(format));
  const { ParquetTable } = parquet === undefined ? { ParquetTable: null } : await import('#core/writers/parquet/parquet.ts');
  let workbook: WorkbookWriter | null = null;
  return (filled) => {
    const columns = arrangedColumns(filled, request.columns);
    workbook?.[Symbol.dispose]();
    for (const file of tablesOf(files, request)) file.restart();
    workbook = xlsx === undefined ? null : resources.use(new WorkbookWriter(xlsx, columns, request));
    return [
      ...(workbook === null ? [] : [workbook]),
      ...(csv === undefined ? [] : [new CsvWriter(csv, columns, request.csv)]),
      ...(parquet === undefined || ParquetTable === null ? [] : [new ParquetTable(parquet, columns, request.about)]),
      ...(request.columns === undefined ? [] : jsonWriters(files, request.marks, columns)),
    ];
  };
}

function tablesOf(files: PendingFiles, { columns }: DatasetRequest): readonly PendingFile[] {
  const formats: readonly FileFormat[] = columns === undefined ? TABLES : [...TABLES, 'json', 'jsonl'];
  return formats.flatMap((format) => files.get(format) ?? []);
}

function jsonWriters(files: PendingFiles, marks: DatasetRequest['marks'] = {}, columns?: readonly Column[]): readonly RowWriter[] {
  const [json, jsonl] = [files.get('json'), files.get('jsonl')];
  if (json === undefined && jsonl === undefined) return [];
  const wanted = { ...(json === undefined ? {} : { json }), ...(jsonl === undefined ? {} : { jsonl }) };
  return [new JsonWriter({ ...wanted, marks, ...(columns === undefined ? {} : { columns }) })];
}

/** Of all that few ask for, loaded with the first file of it. */
async function otherWriters(request: DatasetRequest, files: PendingFiles, resources: DisposableStack): Promise<readonly RowWriter[]> {
  const [sqlite, html, md, txt] = [files.get('sqlite'), files.get('html'), files.get('md'), files.get('txt')];
  const [gexf, edges] = [files.get('gexf'), files.get('edges')];
  const writers: RowWriter[] = [];
  if (sqlite !== undefined) {
    const { SqliteWriter } = await import('#core/writers/sqlite/sqlite.ts');
    writers.push(resources.use(new SqliteWriter(sqlite, request)));
  }
  if (html !== undefined) {
    const { HtmlWriter } = await import('#core/writers/html/html.ts');
    writers.push(new HtmlWriter(html, request));
  }
  if (md !== undefined || txt !== undefined) {
    const { MARKDOWN, PLAIN_TEXT, TranscriptWriter } = await import('#core/writers/transcript.ts');
    if (md !== undefined) writers.push(new TranscriptWriter(md, MARKDOWN, request));
    if (txt !== undefined) writers.push(new TranscriptWriter(txt, PLAIN_TEXT, request));
  }
  if (gexf !== undefined || edges !== undefined) {
    const { NetworkWriter } = await import('#core/writers/network/network.ts');
    writers.push(new NetworkWriter({ ...request, gexf, edges, csv: request.csv }));
  }
  return writers;
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal === undefined || !signal.aborted) return;
  const reason: unknown = signal.reason;
  throw reason instanceof CommentdockError ? reason : new CommentdockError('STOPPED', undefined, { cause: reason });
}
