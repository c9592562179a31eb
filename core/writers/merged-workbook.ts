import { setImmediate as nextTurn } from 'node:timers/promises';
import { DisposableStack } from '@whatwg-node/disposablestack';
import type { Completeness } from '#core/contract/completeness.ts';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import type { AboutSheet } from '#core/writers/about.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import { PendingFile } from '#core/writers/pending-file.ts';
import { RowNumbering, type RowWriter } from '#core/writers/row.ts';
import { LearningTables } from '#core/writers/tables.ts';
import { WorkbookWriter } from '#core/writers/xlsx/workbook.ts';

/** An export whose rows go into the merged workbook. */
export interface MergedSource {
  readonly url: string;
  /** Name of the export's own file beside the workbook. */
  readonly file: string;
  /** The platform's name for people. */
  readonly platform: string;
  readonly exportType: ExportType;
  readonly createdAtMs: number;
  readonly finishedAtMs: number;
  readonly completeness: Completeness;
  /** What was judged of its texts; null: nothing. */
  readonly sentiment: SentimentAccount | null;
  /** A fresh iterator over the items in file order, in chunks. */
  readonly rows: () => Iterable<readonly Item[]>;
}

const SOURCE_WIDTH = 44;
const MAX_NOTES = 100;

/**
 * One workbook of all rows of several exports, each with the URL that it comes from and the name of its own file. Rows are
 * numbered within their export. Takes the memory of some chunks.
 * @throws CommentdockError DISK; nothing is left then
 */
export async function writeMergedWorkbook(path: string, sources: readonly MergedSource[]): Promise<void> {
  using resources = new DisposableStack();
  const file = resources.use(new PendingFile(path));
  const sourceOf = new WeakMap<Item, MergedSource>();
  const subject = { about: aboutMerged(sources), exportType: sources[0]?.exportType ?? 'comments', sentiment: sentimentOfAll(sources) };
  let workbook: WorkbookWriter | null = null;
  const openWorkbook = (columns: readonly FilledColumn[]): readonly RowWriter[] => {
    workbook?.[Symbol.dispose]();
    file.restart();
    workbook = resources.use(new WorkbookWriter(file, [...sourceColumns(sourceOf), ...columns], subject));
    return [workbook];
  };
  const tables = new LearningTables(openWorkbook);
  await writeAll(sources, sourceOf, [tables]);
  if (tables.isOutgrown) await writeAll(sources, sourceOf, openWorkbook(tables.columns()));
  file.complete();
  file.publish();
}

async function writeAll(
  sources: readonly MergedSource[],
  sourceOf: WeakMap<Item, MergedSource>,
  writers: readonly RowWriter[],
): Promise<void> {
  for (const source of sources) {
    const numbering = new RowNumbering();
    for (const items of source.rows()) {
      for (const item of items) sourceOf.set(item, source);
      const numbered = items.map((item) => ({ item, position: numbering.next(item) }));
      for (const writer of writers) await writer.write(numbered);
      await nextTurn();
    }
  }
  for (const writer of writers) await writer.finish();
}

/** URLs as text: a sheet holds only so many links, and each row has a better use for one. */
function sourceColumns(sourceOf: WeakMap<Item, MergedSource>): readonly FilledColumn[] {
  const shape = { type: 'text', kind: 'text', width: SOURCE_WIDTH, maxWidth: SOURCE_WIDTH } as const;
  return [
    { ...shape, header: 'Source', read: (item) => sourceOf.get(item)?.url ?? null },
    { ...shape, header: 'Source file', read: (item) => sourceOf.get(item)?.file ?? null },
  ];
}

function aboutMerged(sources: readonly MergedSource[]): AboutSheet {
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    url: `${sources.length} exports`,
    platform: [...new Set(sources.map(({ platform }) => platform))].join(', '),
    createdAt: iso(Math.min(...sources.map(({ createdAtMs }) => createdAtMs))),
    finishedAt: iso(Math.max(...sources.map(({ finishedAtMs }) => finishedAtMs))),
    options: '',
    completeness: addedUp(sources),
  };
}

/** One ledger for all: a total only where every platform says one, each export's own words as a note. */
function addedUp(sources: readonly MergedSource[]): Completeness {
  const ledgers = sources.map(({ completeness }) => completeness);
  const sum = (read: (ledger: Completeness) => number): number => ledgers.reduce((total, ledger) => total + read(ledger), 0);
  const complete = ledgers.filter((ledger) => ledger.complete === true).length;
  return {
    platform_total: ledgers.every((ledger) => ledger.platform_total !== null) ? sum((ledger) => ledger.platform_total ?? 0) : null,
    exported: sum((ledger) => ledger.exported),
    missing: sum((ledger) => ledger.missing),
    gap: Object.fromEntries(GAP_CAUSES.map((cause) => [cause, sum(({ gap }) => gap[cause])])) as Completeness['gap'],
    complete: complete === ledgers.length,
    summary: `${complete} of ${ledgers.length} exports are complete.`,
    pages: sum((ledger) => ledger.pages),
    requests: sum((ledger) => ledger.requests),
    retries: sum((ledger) => ledger.retries),
    waits: { count: sum(({ waits }) => waits.count), total_ms: sum(({ waits }) => waits.total_ms) },
    doors: [...new Set(ledgers.flatMap(({ doors }) => doors))],
    notes: sources.slice(0, MAX_NOTES).map(({ file, url, completeness }) => `${file}: ${url} ${completeness.summary}`),
  };
}

/** For the legend of the workbook; null where no export was judged. */
function sentimentOfAll(sources: readonly MergedSource[]): SentimentAccount | null {
  const accounts = sources.flatMap(({ sentiment }) => sentiment ?? []);
  if (accounts.length === 0) return null;
  const sum = (read: (account: SentimentAccount) => number): number => accounts.reduce((total, account) => total + read(account), 0);
  return {
    state: accounts.every(({ state }) => state === 'done') ? 'done' : 'incomplete',
    judge: [...new Set(accounts.map(({ judge }) => judge))].join('; '),
    judged: sum(({ judged }) => judged),
    total: sum(({ total }) => total),
    unclassified: sum(({ unclassified }) => unclassified),
    note: accounts.find(({ note }) => note !== null)?.note ?? null,
  };
}
