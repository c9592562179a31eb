import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { type Held, whatIsHeld } from '#test/store/upgrades/kept-folder.ts';
import { startWorld, type World } from '#test/world/world.ts';

const KEPT = import.meta.dirname;
const folders = readdirSync(KEPT).filter((name) => existsSync(join(KEPT, name, 'expected.json')));

let world: World;
let dataDir: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'commentdock-upgrade-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));

it.each(folders)('the data folder that %s left is opened, and all of it is as it was', async (name) => {
  const expected = JSON.parse(readFileSync(join(KEPT, name, 'expected.json'), 'utf8')) as Held;
  cpSync(join(KEPT, name, 'data'), dataDir, { recursive: true });
  await using service = await startServiceProcess({ world: world.env, env: { COMMENTDOCK_VAULT: 'file' }, dataDir });
  const held = await whatIsHeld(service);
  expect(Object.keys(held)).toEqual(Object.keys(expected));
  // A later version may say more; what was said before stays.
  expect(held).toMatchObject(expected);
  expect(world.count()).toBe(0);
});

it('there is a folder of an earlier state', () => expect(folders.length).toBeGreaterThan(0));
