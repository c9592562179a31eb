import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { createMediaReader } from '#core/store/media.ts';
import { openReading, openWriting } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

const [A, B] = ['a', 'b'].map((letter) => `media/${letter.repeat(64)}.png`) as [string, string];
const ALL = { limit: Infinity, order: 'served' } as const;
const URLS = ['https://files.example/1.png', 'https://files.example/2.png?x="y"&z=ü'] as const;

let dataDir: string;
let store: EngineSide;

beforeEach(() => {
  dataDir = ownFolder('media-store');
  store = openEngineStore(inFolder(dataDir));
});
afterEach(() => store.close());

/** An export with a row for each address. */
function withRows(guid: string): JobRecord {
  const job = insertJob(store, { guid });
  storePages(store, job, { k: URLS.map((_, at) => ({ id: `${guid}-${at}` })) });
  const connection = openWriting(inFolder(dataDir));
  const name = connection.prepare<[string, string]>('UPDATE items SET body = ? WHERE id = ?');
  for (const items of store.media(job.id).rows(ALL))
    for (const [at, item] of items.entries())
      name.run(JSON.stringify({ ...item, media: [{ type: 'image', url: URLS[at] }], extra: { thumbnailUrl: URLS[0] } }), item.id);
  connection.close();
  return job;
}

const rowsOf = (job: JobRecord): readonly unknown[] =>
  [...store.media(job.id).rows(ALL)].flat().map(({ media, extra }) => [media[0]?.file, extra['thumbnailFile']]);

it('rows name the files that were fetched of their addresses, each export its own', () => {
  const [first, second] = [withRows('first'), withRows('second')];
  store.media(first.id).add({ url: URLS[1], file: A, bytes: 3 });
  store.media(first.id).add({ url: URLS[1], file: B, bytes: 4 });
  expect(rowsOf(first)).toEqual([
    [undefined, undefined],
    [B, undefined],
  ]);
  store.media(second.id).add({ url: URLS[0], file: A, bytes: 3 });
  expect(rowsOf(second)).toEqual([
    [A, A],
    [undefined, A],
  ]);
  expect(store.media(first.id).fetched()).toEqual([{ url: URLS[1], file: B, bytes: 4 }]);
});

it('a file is named as long as an export that is still there names it', () => {
  const [first, second] = [withRows('first'), withRows('second')];
  for (const job of [first, second]) store.media(job.id).add({ url: URLS[0], file: A, bytes: 3 });
  store.media(first.id).add({ url: URLS[1], file: B, bytes: 3 });
  const reading = openReading(inFolder(dataDir));
  try {
    expect(createMediaReader(reading).of(first.id)).toEqual([A, B]);
  } finally {
    reading.close();
  }
  store.jobs.remove(first.id);
  expect([store.mediaNames.isNamed(A), store.mediaNames.isNamed(B), [...store.mediaNames.all()]]).toEqual([true, false, [A]]);
  store.jobs.remove(second.id);
  expect(store.mediaNames.isNamed(A)).toBe(false);
});
