import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own, ownFolder } from '#test/own.ts';
import { type Held, whatIsHeld } from '#test/store/upgrades/kept-folder.ts';
import { startWorld } from '#test/world/world.ts';

const KEPT = import.meta.dirname;
const folders = readdirSync(KEPT).filter((name) => existsSync(join(KEPT, name, 'expected.json')));

let dataDir: string;
const world = await own(startWorld());
beforeEach(() => {
  dataDir = ownFolder('upgrade');
});

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
