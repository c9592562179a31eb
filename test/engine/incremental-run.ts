import { expect } from 'vitest';
import type { Incremental } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { type Board, boardNetwork } from '#test/engine/board-platform.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';

/** The schedule whose runs most tests make. */
export const SERIES = 'series-1';
/** One incremental run that has ended. */
interface IncrementalRun {
  readonly job: JobRecord;
  readonly rows: readonly Item[];
  /** Requests of this run. */
  readonly asked: readonly string[];
  /** Ids by what became of them. */
  readonly changes: Readonly<Record<'new' | 'edited' | 'gone', readonly string[]>>;
  readonly counts: Omit<Incremental, 'previous_guid'>;
}

/** Opens rooms for runs over a board, closed after the test. */
export function boardRooms(): (platform: Board, dataDir?: string) => EngineRoom {
  const openRoom = engineRooms();
  return ({ platform }, dataDir) =>
    openRoom({ platforms: [platform], network: boardNetwork(), ...(dataDir === undefined ? {} : { dataDir }) });
}

/** Makes a run and checks what holds for all: ids are unique, and the counts add up to the rows. */
export async function run(room: EngineRoom, platform: Board, options: JobOptions = {}, series = SERIES): Promise<IncrementalRun> {
  const before = platform.asked.length;
  const { guid } = await room.createOne({ platform: 'board', options, series });
  const job = await Promise.race([room.until(guid, 'finished'), room.until(guid, 'failed')]);
  expect(job.error).toBeNull();
  const rows = await room.rows(guid);
  const idsOf = (change: string): string[] => rows.filter(({ extra }) => extra['change'] === change).map(({ id }) => id);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows).toHaveLength(job.exported);
  const { previous_guid: _, ...counts } = job.incremental as Incremental;
  expect(counts.new + counts.edited + counts.gone + counts.unchanged + counts.gone_earlier).toBe(rows.length);
  const changes = { new: idsOf('new'), edited: idsOf('edited'), gone: idsOf('gone') };
  return { job, rows, asked: platform.asked.slice(before), changes, counts };
}

export function idsOf({ rows }: IncrementalRun): string[] {
  return rows.map(({ id }) => id);
}
