import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_MARK } from '#core/contract/exported-item.ts';
import type { MergedFileRequest } from '#core/exports/bulk-ports.ts';
import type { StoredExport } from '#core/insight/desk/stored-export.ts';
import type { Connection } from '#core/store/connection.ts';
import { writeLaidOut } from '#core/threads/laid-out-files.ts';
import { MergedRows } from '#core/threads/merged-rows.ts';
import { aboutMerged, type MergedExport, sentimentOfAll, withoutRows } from '#core/writers/merged-about.ts';

/** Writes all rows of exports into one file, under its name in the folder. @throws CommentdockError DISK; nothing is left then */
export async function writeMergedFile(
  connection: Connection,
  exports: readonly StoredExport[],
  { name, merged, folder }: Omit<MergedFileRequest, 'guids'> & { readonly folder: string },
): Promise<void> {
  const { format, layout, withoutDuplicates, stem } = merged;
  const rows = new MergedRows(connection, exports);
  const duplicates = withoutDuplicates ? await rows.leaveOutDuplicates() : 0;
  const parts = exports.map(mergedExport);
  const about = aboutMerged(parts, ({ url }) => url, Object.keys(layout).length === 0 ? '' : `layout: ${JSON.stringify(layout)}`);
  const [written] = await writeLaidOut({
    stem,
    atMs: Date.parse(about.finishedAt ?? about.createdAt),
    layout,
    dataset: rows,
    showsChanges: false,
    pass: (chunks) => chunks(),
    about: { ...about, completeness: withoutRows(about.completeness, duplicates) },
    sentiment: sentimentOfAll(parts),
    exportType: parts[0]?.exportType ?? 'comments',
    formats: [format],
    folder,
    baseName: name.slice(0, name.indexOf('.')),
    ...(exports.every(({ job }) => job.sandbox) ? { marks: SANDBOX_MARK } : {}),
  });
  if (written !== undefined && written.path !== join(folder, name)) renameSync(written.path, join(folder, name));
}

/** What is told of an export among others. */
export function mergedExport({ job, platform }: StoredExport): MergedExport {
  return {
    url: job.url,
    platform: platform.name,
    exportType: job.target.type,
    createdAtMs: job.createdAtMs,
    finishedAtMs: job.finishedAtMs ?? job.updatedAtMs,
    completeness: job.completeness,
    sentiment: job.sentiment?.state === 'running' ? null : (job.sentiment ?? null),
  };
}
