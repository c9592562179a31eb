import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { FILE_FORMATS, type FileFormat } from '#core/contract/tier.ts';
import { openFile } from '#core/exports/open-file.ts';
import { openReader } from '#core/store/database.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { FileCache } from '#core/team/file-cache.ts';
import { NodeFiles } from '#core/team/node-files.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ROWS = 300;
const openRoom = engineRooms();

/** A node: an engine with a folder of its own, on a store that it shares. */
interface Node {
  readonly room: EngineRoom;
  readonly folder: string;
  readonly files: NodeFiles;
  /** What was written anew. */
  readonly restored: string[];
  readonly warned: string[];
}

let puppet: ReturnType<typeof puppetPlatform>;
let nodes: readonly [Node, Node];
let guid: string;

async function openNode(dataDir: string, name: string): Promise<Node> {
  const folder = join(dataDir, name);
  mkdirSync(folder);
  const room = openRoom({
    platforms: [puppet.platform],
    dataDir,
    exportsFolder: folder,
    writing: () => startWriting(inFolder(dataDir), folder, { hashes: true }),
  });
  const [restored, warned]: [string[], string[]] = [[], []];
  const files = new NodeFiles({
    cache: await FileCache.open({ folder, maxBytes: 1_000_000_000, now: Date.now }),
    bucket: null,
    jobs: {
      find: (wanted) => room.store.jobs.find(wanted),
      ofFile(fileName) {
        const reader = openReader(dataDir);
        try {
          return createJobReader(reader).ofFile(fileName);
        } finally {
          reader.close();
        }
      },
    },
    engine: {
      async restoreFile(wanted, format) {
        const file = await room.engine.restoreFile(wanted, format);
        restored.push(file?.name ?? 'none');
        return file;
      },
    },
    warn: (words) => void warned.push(words),
    now: Date.now,
  });
  room.engine.subscribe((change) => files.follow(change));
  return { room, folder, files, restored, warned };
}

beforeEach(async () => {
  puppet = puppetPlatform();
  const dataDir = ownFolder('nodes');
  nodes = [await openNode(dataDir, 'one'), await openNode(dataDir, 'two')];
  const [{ room }] = nodes;
  ({ guid } = await room.createOne({ formats: FILE_FORMATS, options: { limit: ROWS } }));
  const items = Array.from({ length: ROWS + 40 }, (_, index) => comment(`c${index}`, index % 3 === 2 ? { parentId: `c${index - 1}` } : {}));
  (await puppet.next()).answer({ items, total: 1_000, notes: ['A remark of the platform.'] });
  await room.until(guid, 'finished');
});

const jobOf = ({ room }: Node): JobRecord => room.job(guid);

async function bytesOf({ files }: Node, job: JobRecord, format: FileFormat): Promise<Buffer> {
  const ask = async () => (await files.find(job, format)) ?? Promise.reject(new Error('there is none'));
  const { handle } = await openFile(await ask(), ask);
  return buffer(handle.createReadStream());
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a file that another node wrote', () => {
  it('is the same here, byte for byte, in each format', async () => {
    const [one, two] = nodes;
    const job = jobOf(two);
    expect(job.files.map(({ format }) => format)).toEqual(FILE_FORMATS);
    expect(readdirSync(two.folder)).toEqual([]);
    for (const { format, name, sha256: noted } of job.files) {
      expect(noted).toBe(sha256(readFileSync(join(one.folder, name))));
      expect(await two.files.has(job, format)).toBe(true);
      expect(sha256(await bytesOf(two, job, format))).toBe(noted);
    }
    expect(readdirSync(two.folder).toSorted()).toEqual(job.files.map(({ name }) => name).toSorted());
    expect(jobOf(one).files).toEqual(job.files);
    expect([one.restored, two.warned]).toEqual([[], []]);
  });

  it('is written once for all who ask meanwhile, and not again while it is here', async () => {
    const [, two] = nodes;
    const all = await Promise.all(Array.from({ length: 5 }, () => bytesOf(two, jobOf(two), 'xlsx')));
    expect(new Set(all.map(sha256)).size).toBe(1);
    await bytesOf(two, jobOf(two), 'xlsx');
    expect(two.restored).toHaveLength(1);
  });

  it('is found by its link, as long as its export is there', async () => {
    const [one, two] = nodes;
    const { name } = jobOf(two).files[0] ?? { name: '' };
    expect(await two.files.named(name)).toMatchObject({ name, path: join(two.folder, name) });
    await one.room.engine.remove(guid);
    // It still lies here: nobody is given it any more, and the next start removes it.
    expect(readdirSync(two.folder)).toEqual([name]);
    expect(await two.files.named(name)).toBeNull();
    two.room.engine.start();
    expect(readdirSync(two.folder)).toEqual([]);
  });

  it('is written from what took its place, where it was replaced while it was looked for', async () => {
    const [one, two] = nodes;
    const before = jobOf(two);
    const replaced = await one.room.engine.writeFiles(guid, ['csv']);
    const noted = replaced.files.find(({ format }) => format === 'csv');
    expect(sha256(await bytesOf(two, before, 'csv'))).toBe(noted?.sha256);
    expect(readdirSync(two.folder)).toEqual([noted?.name]);
  });

  it('is to be written anew where none is noted any more', async () => {
    const [one, two] = nodes;
    const before = jobOf(two);
    one.room.store.jobs.update(before.id, { status: 'progress', files: [] });
    expect(await two.files.find(before, 'csv')).toBeNull();
    expect(readdirSync(two.folder)).toEqual([]);
  });
});

describe('what lies here of an export', () => {
  it('goes where it is run anew elsewhere', async () => {
    const [, two] = nodes;
    const job = jobOf(two);
    await bytesOf(two, job, 'csv');
    await bytesOf(two, job, 'json');
    two.files.follow({ kind: 'started', job: { ...job, retry: 1, files: job.files.filter(({ format }) => format === 'json') } });
    expect(readdirSync(two.folder)).toEqual([job.files.find(({ format }) => format === 'json')?.name]);
  });

  it('goes where the export was deleted while it was on its way', async () => {
    const [one, two] = nodes;
    const job = jobOf(two);
    await one.room.engine.remove(guid);
    two.files.follow({ kind: 'removed', job });
    for (const { name } of job.files) writeFileSync(join(two.folder, name), 'of nobody');
    await two.files.written(job);
    expect(readdirSync(two.folder)).toEqual([]);
  });
});

it('a file that went from the folder comes again, and what is of another making is told', async () => {
  const [one] = nodes;
  const job = jobOf(one);
  for (const { name } of job.files) rmSync(join(one.folder, name));
  for (const { format, sha256: noted } of job.files) expect(sha256(await bytesOf(one, job, format))).toBe(noted);
  const [file] = job.files;
  if (file === undefined) throw new Error('no file');
  rmSync(join(one.folder, file.name));
  const files = job.files.map((each) => (each.name === file.name ? { ...each, sha256: sha256(Buffer.from('of another version')) } : each));
  const elsewhere = one.room.store.jobs.update(job.id, { files });
  expect(sha256(await bytesOf(one, elsewhere, file.format))).toBe(file.sha256);
  await bytesOf(one, elsewhere, file.format);
  expect(one.warned).toEqual([expect.stringContaining(file.name)]);
});
