import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own, ownFolder } from '#test/own.ts';
import { programToStart } from '#test/program.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
const GARBAGE = Buffer.alloc(8_192, 'this is no database any more ');

const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 350 })] }));

describe('a damaged file that can be made anew', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess({ world: world.env, env: { COMMENTDOCK_LIMITS: 'on' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(['requests.sqlite', 'the index of a search, whole', 'the index of a search, in its midst'])(
    'is put aside, and told: %s',
    async (what) => {
      const { guid } = await service.client().export(APP);
      const search = `/api/v1/exports/${guid}/search?q=review&limit=5`;
      const before = await service.client().get(search);
      expect(before.status).toBe(200);
      const path = join(service.dataDir, what === 'requests.sqlite' ? what : `search/${guid}.sqlite`);
      const damaged = what.endsWith('midst') ? spoiled(readFileSync(path)) : GARBAGE;
      await service.end();
      writeFileSync(path, damaged);
      for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      await service.restart('quit');
      const after = await service.client().get(search);
      expect({ status: after.status, body: after.body }).toEqual({ status: 200, body: before.body });
      expect(readFileSync(`${path}.damaged`).equals(damaged)).toBe(true);
      expect(service.said).toContain(`${path}.damaged`);
      expect(await service.printed(['doctor'])).toContain(`${path}.damaged was damaged; it was put aside and made anew.`);
      expect((await service.client().delete(guid)).status).toBe(204);
      await expect.poll(() => readdirSync(join(service.dataDir, 'search'))).toEqual([]);
    },
  );
});

describe('a database that cannot be made anew', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = ownFolder('damaged');
  });

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [programToStart(), ...args], {
      env: { ...process.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0' },
      encoding: 'utf8',
    });

  it('is named when it is damaged, and left as it is', () => {
    const path = join(dataDir, 'commentdock.sqlite');
    writeFileSync(path, GARBAGE);
    const { status, stderr } = run('serve');
    expect(status).toBe(8);
    expect(stderr).toContain(`DISK: The database ${path} is damaged`);
    expect(stderr).toMatch(/Restore .* backup, or set COMMENTDOCK_DATA_DIR/);
    expect(run('doctor').stdout).toMatch(/not usable[\s\S]*is damaged/);
    expect(readFileSync(path).equals(GARBAGE)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['commentdock.sqlite']);
  });

  it.each(['closed', 'killed'] as const)('of a newer version that was %s is refused before anything is touched', (end) => {
    const maker = openDatabase(dataDir);
    maker.pragma('user_version = 9001');
    const path = join(dataDir, 'commentdock.sqlite');
    if (end === 'killed') {
      // As a kill leaves it: the change stands in the log alone.
      for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${path}${suffix}.kept`);
    }
    maker.close();
    if (end === 'killed') {
      for (const suffix of ['', '-wal']) {
        copyFileSync(`${path}${suffix}.kept`, `${path}${suffix}`);
        rmSync(`${path}${suffix}.kept`);
      }
    }
    writeFileSync(join(dataDir, 'version.json'), '{"version":"77.1.2"}\n');
    const before = contents();
    expect(existsSync(`${path}-wal`)).toBe(end === 'killed');
    for (const command of [['serve'], ['jobs']]) {
      const { status, stderr } = run(...command);
      expect(stderr).toMatch(
        /DATA_DIR_NEWER: The data folder .* was made by Commentdock 77\.1\.2, and this version is older\. .* Nothing was changed\./,
      );
      expect(status).toBe(8);
    }
    expect(run('doctor').stdout).toContain('77.1.2');
    expect(contents()).toEqual(before);
  });

  function contents(): Record<string, string> {
    return Object.fromEntries(readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]));
  }
});

/** All pages but the first: what says which index it is stays. */
function spoiled(file: Buffer): Buffer {
  const [first, second] = [8_192, file.length];
  return Buffer.concat([file.subarray(0, first), Buffer.alloc(second - first, 0xa5)]);
}
