import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentsOf, type BackupManifest } from '#core/backup/contents.ts';
import { makeBackup } from '#core/backup/make.ts';
import { restoreBackup } from '#core/backup/restore.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { openDatabase } from '#core/store/database.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own, ownFolder } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const KEPT = 4;
const PASSING = 12;
const FORMATS = ['xlsx', 'csv', 'json'];
const NEVER = new AbortController().signal;

const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 120 })] }));
const service = await own(startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } }));
const client = service.client();
const app = (at: number): string => `https://store.steampowered.com/app/${10 + at}/`;

let guids: string[];
/** One that was made while exports came and went. */
let backup: string;

function make(to: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  const wish = { dataDir: service.dataDir, key: 'with', program: 'test', now: Date.now, signal: NEVER, onFile: () => undefined } as const;
  return makeBackup({ ...wish, to, ...more });
}

function restore(from: string, dataDir: string, signal = NEVER) {
  return restoreBackup({ from, dataDir, signal, onFile: () => undefined });
}

async function filesOf(asked: RestClient): Promise<readonly (readonly [string, Buffer])[]> {
  const files: [string, Buffer][] = [];
  for (const guid of guids)
    for (const format of FORMATS) {
      const { status, bytes } = await asked.get(`/api/v3/job/${guid}/download?format=${format}`);
      expect(status, `${guid} ${format}`).toBe(200);
      files.push([`${guid} ${format}`, bytes]);
    }
  return files;
}

function manifestOf(folder: string): BackupManifest {
  return JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as BackupManifest;
}

beforeAll(async () => {
  guids = [];
  for (let at = 0; at < KEPT; at += 1) guids.push((await client.export(app(at))).guid);
  await client.post('/api/v1/webhooks', {
    url: 'https://hook.example/x',
    events: ['export.finished'],
    signingSecret: 'a secret of the vault',
  });
  backup = join(ownFolder('backups'), 'first');
  const making = make(backup);
  // Exports come, and go with their files, all along.
  for (let at = 0; at < PASSING; at += 1) {
    const { guid } = await client.export(app(KEPT + at));
    if (at % 2 === 0) await client.delete(guid);
  }
  const made = await making;
  expect(made.folder).toBe(backup);
  // An export that goes after the moment of the database takes its files along; what the kept ones have is compared below.
  expect(made.left.filter(({ path }) => !path.startsWith('exports/'))).toEqual([]);
}, 300_000);

describe('a backup of a folder that a service uses', () => {
  it('restores to the same bytes of every file, and a service goes on from it', async () => {
    const dataDir = join(ownFolder('restored'), 'data');
    const restored = await restore(backup, dataDir);
    expect(restored).toMatchObject({ data_dir: dataDir, program: 'test', files: manifestOf(backup).files.length });
    const before = await filesOf(client);
    await using again = await startServiceProcess({ world: world.env, dataDir });
    const after = await filesOf(again.client());
    expect(after.filter(([, bytes], at) => !bytes.equals(before[at]?.[1] as Buffer)).map(([name]) => name)).toEqual([]);
    const { list } = await again.client().get('/api/v3/jobs');
    expect(list.length).toBeGreaterThanOrEqual(KEPT);
    for (const { guid } of list) {
      const job = await again.client().waitFor(String(guid), 'done');
      const rows = JSON.parse(
        (await again.client().get(`/api/v3/job/${job.guid}/download?format=json`)).bytes.toString('utf8'),
      ) as unknown[];
      expect(rows, job.guid).toHaveLength(job.total_exported);
    }
    expect((await again.client().export(app(99))).status).toBe('done');
  });

  it('has the rows of one moment: no row speaks of one that is not there', async () => {
    const dataDir = join(ownFolder('restored'), 'data');
    await restore(backup, dataDir);
    const connection = openDatabase(dataDir);
    const broken = connection.pragma('foreign_key_check');
    connection.close();
    expect(broken).toEqual([]);
  });

  it('knows all that a data folder holds', async () => {
    expect((await contentsOf(service.dataDir)).left).toEqual([]);
    const strange = ownFolder('strange');
    writeFileSync(join(strange, 'notes.txt'), '');
    mkdirSync(join(strange, 'windows'));
    expect((await contentsOf(strange)).left.map(({ path }) => path).toSorted()).toEqual(['notes.txt', 'windows']);
  });

  it('has the key of the secrets on wish alone', async () => {
    const folder = ownFolder('backups');
    const without = await make(join(folder, 'without'), { key: 'without' });
    expect(without.left.map(({ path }) => path)).toEqual(['vault/key.json']);
    expect(existsSync(join(without.folder, 'vault', 'key.json'))).toBe(false);
    expect(existsSync(join(backup, 'vault', 'key.json'))).toBe(true);
    const { advice } = await restore(without.folder, join(folder, 'data'));
    expect(advice[0]).toContain('key.json');
  });

  it('leaves nothing where it is stopped', async () => {
    const folder = ownFolder('backups');
    const stopping = new AbortController();
    const onFile = (): void => stopping.abort(new Error('enough'));
    await expect(make(join(folder, 'stopped'), { signal: stopping.signal, onFile })).rejects.toMatchObject({ code: 'STOPPED' });
    await expect(restore(backup, join(folder, 'data'), stopping.signal)).rejects.toMatchObject({ code: 'STOPPED' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes nowhere where something is', async () => {
    const folder = ownFolder('backups');
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    for (const [to, words] of [
      [folder, 'not empty'],
      [join(service.dataDir, 'copy'), 'within the data folder'],
    ] as const)
      await expect(make(to)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) });
    await expect(make(join(folder, 'x'), { dataDir: folder })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(restore(backup, folder)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('not empty') });
    await expect(restore(folder, join(folder, 'x'))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });
});

describe('a backup that is not as it was', () => {
  it('is refused for a changed byte of any file, and for one that is missing', async () => {
    const folder = ownFolder('changed');
    const { files } = manifestOf(backup);
    const target = join(folder, 'data');
    for (const { path, bytes } of files) {
      if (bytes === 0) continue;
      const file = join(backup, path);
      const whole = readFileSync(file);
      const changed = Buffer.from(whole);
      changed[changed.length >> 1] = (changed[changed.length >> 1] as number) ^ 1;
      for (const harm of [() => writeFileSync(file, changed), () => rmSync(file)]) {
        harm();
        await expect(restore(backup, target), path).rejects.toMatchObject({ code: 'DISK', message: expect.stringContaining(file) });
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, whole);
      }
    }
    expect(readdirSync(folder)).toEqual([]);
    await restore(backup, target);
  });

  it('leads nowhere out of the folder', async () => {
    const folder = ownFolder('led');
    const manifest = manifestOf(backup);
    for (const path of ['../outside', 'exports/../../outside', '/etc/outside', 'a\\..\\b', '']) {
      writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, files: [{ ...manifest.files[0], path }] }));
      await expect(restore(folder, join(folder, 'data')), path).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect(readdirSync(folder)).toEqual(['backup.json']);
  });
});
