import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { MediaBytes } from '#core/engine/media-ports.ts';
import { moveStore } from '#core/move.ts';
import { createMediaReader } from '#core/store/media.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { sharedMedia } from '#core/team/shared-media.ts';
import { own, ownFolder } from '#test/own.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { insertJob } from '#test/store/stored-job.ts';

const HOUR_MS = 3_600_000;
/** More than one part, and none of them whole. */
const LARGE = Buffer.alloc(2_300_000, 'a picture ');
const SMALL = Buffer.from('another picture');
const nameOf = (bytes: Buffer): string => `media/${createHash('sha256').update(bytes).digest('hex')}.png`;

let cluster: Cluster;
let databaseUrl: string;
let store: EngineSide;
let bytes: MediaBytes;
let reading: PostgresConnection;
let nowMs: number;

describe.skipIf(clustersLack() !== null)('files of rows that machines share', () => {
  beforeAll(async () => {
    cluster = await own(startCluster());
  });
  beforeEach(async () => {
    await close();
    databaseUrl = await cluster.newDatabase();
    store = openEngineStore({ dataDir: ownFolder('worker'), databaseUrl });
    bytes = store.mediaBytes as MediaBytes;
    reading = new PostgresConnection(databaseUrl);
    nowMs = Date.now();
  });
  const close = async (): Promise<void> => {
    store?.close();
    reading?.close();
  };
  afterAll(close);

  function withFiles(...files: readonly Buffer[]): JobRecord {
    const job = insertJob(store, {});
    for (const [at, file] of files.entries()) {
      store.transaction(() => {
        bytes.put(nameOf(file), [file.subarray(0, 1_000_000), file.subarray(1_000_000)]);
        store.media(job.id).add({ url: `https://files.example/${at}.png`, file: nameOf(file), bytes: file.length });
      });
    }
    return job;
  }

  function node(maxBytes = 10_000_000) {
    const exportsFolder = ownFolder('node');
    const files = sharedMedia({ exportsFolder, reader: createMediaReader(reading), bytes, maxBytes, now: () => nowMs });
    return { exportsFolder, files, here: () => readdirSync(join(exportsFolder, 'media')).map((name) => `media/${name}`) };
  }

  it('come whole to each node that is asked for them, and are read out of an archive', async () => {
    const job = withFiles(LARGE, SMALL);
    const { files } = node();
    const found = await files.of(job.id);
    expect(found.map(({ name, path }) => [name, readFileSync(path).length]).toSorted()).toEqual(
      [LARGE, SMALL].map((file) => [nameOf(file), file.length]).toSorted(),
    );
    expect(readFileSync(found.find(({ name }) => name === nameOf(LARGE))?.path ?? '').equals(LARGE)).toBe(true);
    expect((await buffer(files.archive(found, nowMs))).includes(SMALL)).toBe(true);
  });

  it('stay on a node as long as there is room, and are there all the same when they went', async () => {
    const [former, job] = [withFiles(LARGE), withFiles(SMALL)];
    const { exportsFolder, files, here } = node(LARGE.length);
    await files.of(former.id);
    await files.of(job.id);
    expect(here()).toHaveLength(2);
    const old = new Date(nowMs - 2 * HOUR_MS);
    utimesSync(join(exportsFolder, nameOf(LARGE)), old, old);
    await files.of(job.id);
    expect(here()).toEqual([nameOf(SMALL)]);
    expect((await buffer(await files.open(nameOf(LARGE)))).equals(LARGE)).toBe(true);
  });

  it('go with the last export that names them', async () => {
    const [first, second] = [withFiles(LARGE, SMALL), withFiles(SMALL)];
    store.jobs.remove(first.id);
    for (const file of [LARGE, SMALL]) bytes.dropUnnamed(nameOf(file));
    expect([LARGE, SMALL].map((file) => bytes.has(nameOf(file)))).toEqual([false, true]);
    store.jobs.remove(second.id);
    bytes.dropAllUnnamed();
    expect(bytes.has(nameOf(SMALL))).toBe(false);
    await expect(node().files.open(nameOf(SMALL))).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('are not handed out where the database has something else', async () => {
    const job = withFiles(SMALL);
    reading.prepare("UPDATE media_parts SET bytes = 'changed'").run();
    await expect(node().files.of(job.id)).rejects.toMatchObject({ code: 'DISK', message: expect.stringContaining('damaged') });
  });

  it('go along from a folder into a database, into another, and back; what is lacking is told', async () => {
    const [source, back] = [ownFolder('source'), ownFolder('back')];
    const alone = openEngineStore({ dataDir: source, databaseUrl: null });
    const { id } = insertJob(alone, {});
    const lost = Buffer.from('lost');
    for (const file of [LARGE, SMALL, lost]) {
      const path = join(source, 'exports', nameOf(file));
      mkdirSync(dirname(path), { recursive: true });
      if (file !== lost) writeFileSync(path, file);
      alone.media(id).add({ url: `https://files.example/${file.length}.png`, file: nameOf(file), bytes: file.length });
    }
    alone.jobs.update(id, { status: 'done' });
    alone.close();
    const [first, second] = [await cluster.newDatabase(), await cluster.newDatabase()];
    const move = (from: string, to: string) => moveStore({ from, to, signal: AbortSignal.any([]), onStep: () => undefined });
    for (const [from, to] of [
      [source, first],
      [first, second],
      [second, back],
    ] as const)
      expect((await move(from, to)).files.left).toEqual([{ name: nameOf(lost), why: 'it is not there' }]);
    for (const file of [LARGE, SMALL]) expect(readFileSync(join(back, 'exports', nameOf(file))).equals(file)).toBe(true);
  });
});
