import { expect, it } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { createMemberStore, createSharingStore } from '#core/store/members.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob } from '#test/store/stored-job.ts';
import { IS_POSTGRES, inFolder } from '#test/store/in-folder.ts';

const [ANN, BOB] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const JOBS = 60;

it.skipIf(IS_POSTGRES)('lists page by page what a member sees, from indexes alone, and gives it to the owner once they go', () => {
  const dataDir = ownFolder('members');
  const engine = openEngineStore(inFolder(dataDir));
  const connection = openDatabase(dataDir);
  try {
    const guids = Array.from({ length: JOBS }, () => insertJob(engine).guid);
    const give = connection.prepare('UPDATE jobs SET member_uuid = ? WHERE guid = ?');
    const sharing = createSharingStore(connection);
    for (const [place, guid] of guids.entries()) {
      give.run([null, ANN, BOB][place % 3] ?? null, guid);
      if (place % 5 === 0) sharing.shareExport(guid, true);
    }
    const seen = guids.filter((_guid, place) => place % 3 === 1 || place % 5 === 0).toReversed();
    const jobs = createJobReader(connection);
    const pages = [1, 2, 3, 4].map((page) => jobs.list({ page, limit: 10, of: ANN }).map(({ guid }) => guid));
    expect(pages.flat()).toEqual(seen);
    expect(jobs.list({ page: 1, limit: JOBS }).map(({ guid }) => guid)).toEqual(guids.toReversed());
    for (const part of ['member_uuid = 1', 'shared = 1']) {
      const plan = connection.prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM jobs WHERE ${part} AND status <> 'removed' ORDER BY id DESC LIMIT 30`,
      );
      const steps = (plan.all() as readonly { readonly detail: string }[]).map(({ detail }) => detail).join();
      expect(steps).toMatch(/USING (?:COVERING )?INDEX jobs_(?:by_member|shared)/);
      expect(steps).not.toContain('TEMP B-TREE');
    }
    const members = createMemberStore(connection);
    members.insert({ uuid: ANN, name: 'Ann', role: 'member', createdAtMs: 1 });
    members.remove(ANN);
    expect(members.list()).toEqual([]);
    expect(jobs.list({ page: 1, limit: JOBS, of: ANN }).map(({ guid }) => guid)).toEqual(
      guids.filter((_guid, place) => place % 5 === 0).toReversed(),
    );
  } finally {
    connection.close();
    engine.close();
  }
});
