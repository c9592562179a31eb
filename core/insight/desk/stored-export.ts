import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { tierOf } from '#core/contract/tier.ts';
import { exportRowOf } from '#core/engine/export-run.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';
import type { Connection } from '#core/store/connection.ts';
import { type Dataset, readDataset } from '#core/store/dataset.ts';
import { createJobReader } from '#core/store/jobs.ts';

/** An export as a thread with a connection of its own finds it. */
export interface StoredExport {
  readonly job: JobRecord;
  readonly platform: PlatformFacts;
}

/** What a platform says about itself, by its id; null where nobody knows it. */
export type FactsById = (id: string) => Promise<PlatformFacts | null>;

/** @throws CommentdockError RESOURCE_NOT_FOUND */
export async function findExport(connection: Connection, guid: string, factsById: FactsById): Promise<StoredExport> {
  const job = createJobReader(connection).find(guid);
  if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no export ${guid} any more.`);
  const platform = await factsById(job.platform);
  if (platform !== null) return { job, platform };
  throw new CommentdockError('INTERNAL', `This version does not know the platform "${job.platform}".`);
}

/** The items as the files of the export have them. @param first only the pages with the first so many @see readDataset */
export function datasetOf(connection: Connection, job: JobRecord, platform: PlatformFacts, first?: number): Dataset {
  const { order = 'tree' } = exportRowOf(platform, job.target);
  return readDataset(connection, { id: job.id, limit: limitOf(job, platform), order, ...(first === undefined ? {} : { first }) });
}

/** How many items the export may have, by its options and plan. */
export function limitOf(job: JobRecord, platform: PlatformFacts): number {
  return toExportOptions(job.options, platform, tierOf(job.plan)).limit;
}
