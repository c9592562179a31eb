import { setImmediate as nextTurn } from 'node:timers/promises';
import { DisposableStack } from '@whatwg-node/disposablestack';
import type { Item } from '#core/contract/item.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import { aboutMerged, type MergedExport, sentimentOfAll } from '#core/writers/merged-about.ts';
import { PendingFile } from '#core/writers/pending-file.ts';
import { RowNumbering, type RowWriter } from '#core/writers/row.ts';
import { LearningTables } from '#core/writers/tables.ts';
import { WorkbookWriter } from '#core/writers/xlsx/workbook.ts';

/** An export whose rows go into the merged workbook. */
export interface MergedSource extends MergedExport {
  /** Name of the export's own file beside the workbook. */
  readonly file: string;
  /** A fresh iterator over the items in file order, in chunks. */
  readonly rows: () => Iterable<readonly Item[]>;
}

const SOURCE_WIDTH = 44;

/**
 * One workbook of all rows of several exports, each with the URL that it comes from and the name of its own file. Rows are
 * numbered within their export. Takes the memory of some chunks.
 * @throws CommentdockError DISK; nothing is left then
 */
export async function writeMergedWorkbook(path: string, sources: readonly MergedSource[]): Promise<void> {
  using resources = new DisposableStack();
  const file = resources.use(new PendingFile(path));
  const sourceOf = new WeakMap<Item, MergedSource>();
  const about = aboutMerged(sources, ({ file: own, url }) => `${own}: ${url}`);
  const subject = { about, exportType: sources[0]?.exportType ?? 'comments', sentiment: sentimentOfAll(sources) };
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
