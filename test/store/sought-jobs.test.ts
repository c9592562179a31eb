import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobWish } from '#core/exports/ports.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { openReading } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob } from '#test/store/stored-job.ts';

const NO_WISH: JobWish = { text: null, status: null, platform: null, folder: null, tag: null, sinceMs: null, untilMs: null };
/** More than are looked at with one question. */
const OTHERS = 1_100;

let dataDir: string;
let store: EngineSide;

beforeEach(() => {
  dataDir = ownFolder('sought-jobs');
  store = openEngineStore(inFolder(dataDir));
});
afterEach(() => store.close());

it('finds exports however far back they are, page by page, and no removed one', () => {
  const member = 'a member';
  const old = insertJob(store, { url: 'https://forum.example/Oldest_100%', memberUuid: member });
  const other = insertJob(store, { url: 'https://forum.example/oldest/2', platform: 'elsewhere' });
  const gone = insertJob(store, { url: 'https://forum.example/oldest/3' });
  for (let made = 0; made < OTHERS; made += 1) insertJob(store);
  const newest = insertJob(store, { url: 'https://forum.example/oldest/4' });
  store.jobs.update(other.id, { status: 'stopped' });
  store.jobs.remove(gone.id);
  const connection = openReading(inFolder(dataDir));
  try {
    const reader = createJobReader(connection);
    const ids = (wish: Partial<JobWish>, rest: { readonly page?: number; readonly limit?: number; readonly of?: string } = {}) =>
      reader.list({ page: 1, limit: 30, ...rest, wish: { ...NO_WISH, ...wish } }).map(({ id }) => id);
    expect(ids({ text: ' OLDEST' })).toEqual([newest.id, other.id, old.id]);
    expect(ids({ text: 'oldest' }, { page: 2, limit: 2 })).toEqual([old.id]);
    expect(ids({ text: 'oldest_100%' })).toEqual([old.id]);
    expect(ids({ text: 'oldest%' })).toEqual([]);
    expect(ids({ text: 'elsewhere' })).toEqual([other.id]);
    expect(ids({ status: 'stopped' })).toEqual([other.id]);
    expect(ids({ platform: 'elsewhere', text: 'comments' })).toEqual([other.id]);
    expect(ids({ text: 'oldest', sinceMs: newest.createdAtMs + 1 })).toEqual([]);
    expect(ids({ text: 'oldest', untilMs: newest.createdAtMs })).toHaveLength(3);
    expect(ids({ text: 'oldest' }, { of: member })).toEqual([old.id]);
  } finally {
    connection.close();
  }
});
