import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RowChange } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { Layout } from '#core/contract/layout.ts';
import { fileEnding } from '#core/contract/tier.ts';
import { chosenRows } from '#core/insight/desk/chosen-rows.ts';
import type { Dataset } from '#core/store/dataset.ts';
import { packParts } from '#core/writers/split-archive.ts';
import { type DatasetRequest, writeDataset } from '#core/writers/write-dataset.ts';

interface LaidOutRequest extends Omit<DatasetRequest, 'rows' | 'changed' | 'csv' | 'columns'> {
  /** What files of a ZIP are called, without what tells them apart. */
  readonly stem: string;
  /** How old they are said to be there. Milliseconds since 1970. */
  readonly atMs: number;
  readonly layout: Layout;
  readonly dataset: Pick<Dataset, 'seqs' | 'chunks' | 'depths'>;
  /** Whether what an incremental run found changed stands in sheets of its own. */
  readonly showsChanges: boolean;
  /** What becomes of rows on their way. */
  readonly pass: (chunks: () => Iterable<readonly Item[]>) => Iterable<readonly Item[]>;
}

type WrittenFiles = Awaited<ReturnType<typeof writeDataset>>;

/**
 * The files of a dataset as a layout wants them: here it is applied, between the rows and whatever writes them. One that is cut up becomes
 * a ZIP for each format, `<baseName>.<ending>.zip`.
 * @throws CommentdockError as `writeDataset`
 */
export async function writeLaidOut({ stem, atMs, layout, dataset, showsChanges, pass, ...request }: LaidOutRequest): Promise<WrittenFiles> {
  const { csv: { bom, ...csv } = {}, columns, split } = layout;
  const dialect = { ...csv, ...(bom === undefined ? {} : { byteOrderMark: bom }) };
  const writing = { ...request, csv: dialect, ...(columns === undefined ? {} : { columns }) };
  const rowsOf = (places: Uint32Array): Pick<DatasetRequest, 'rows' | 'changed'> => ({
    rows: () => pass(() => dataset.chunks({ places })),
    ...(showsChanges ? { changed: (only: RowChange) => pass(() => dataset.chunks({ places, only })) } : {}),
  });
  const parts = await chosenRows(dataset, layout);
  const [first] = parts;
  if (split === undefined && first !== undefined) return writeDataset({ ...writing, ...rowsOf(first.places) });
  const written: WrittenFiles = [];
  const { folder, baseName, formats } = request;
  try {
    for (const [at, { places }] of parts.entries())
      written.push(...(await writeDataset({ ...writing, ...rowsOf(places), baseName: `${baseName}_p${at}` })));
    return await Promise.all(
      formats.map(async (format) => {
        const path = join(folder, `${baseName}.${fileEnding(format)}.zip`);
        const files = written
          .filter((file) => file.format === format)
          .map((file, at) => ({ path: file.path, as: `${stem}_${parts[at]?.label ?? at}.${fileEnding(format)}` }));
        return { format, path, bytes: await packParts(path, files, atMs) };
      }),
    );
  } finally {
    for (const { path } of written) rmSync(path, { force: true });
  }
}
