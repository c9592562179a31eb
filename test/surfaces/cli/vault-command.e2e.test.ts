import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own, ownFolder } from '#test/own.ts';
import { whatIsHeld } from '#test/store/upgrades/kept-folder.ts';
import { startWorld } from '#test/world/world.ts';

/** Of a version that bound secrets to their names. */
const FORMER = join(import.meta.dirname, '../../store/upgrades/0.1.0-0020/data');

it('gives a data folder another key, and all that it holds is there as before', async () => {
  const dataDir = ownFolder('vault-command');
  cpSync(FORMER, dataDir, { recursive: true });
  const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 1 })] }));
  const service = await own(startServiceProcess({ world: world.env, dataDir }));
  const { guid } = await service.client().export('https://store.steampowered.com/app/10/', { keepRaw: true });
  const rawOf = async (name: string) => {
    const path = join(ownFolder(name), 'package.zip');
    await service.printed(['evidence', guid, path]);
    return Object.entries(unzipSync(readFileSync(path))).filter(([each]) => each.startsWith('raw/'));
  };
  const raw = await rawOf('before');
  expect(raw.length).toBeGreaterThan(0);
  const held = await whatIsHeld(service);
  expect(JSON.parse(await service.printed(['vault', 'rotate', '--json']))).toMatchObject({ error_code: 'DATA_DIR_IN_USE' });
  await service.end();
  const key = readFileSync(join(dataDir, 'vault/key.json'), 'utf8');
  const { secrets, exchanges } = JSON.parse(await service.printed(['vault', 'rotate', '--json'])) as Record<string, number>;
  expect(secrets).toBeGreaterThanOrEqual(4);
  // Of a page that failed, and of each page whose answers are kept.
  expect(exchanges).toBeGreaterThanOrEqual(1 + raw.length);
  expect(readFileSync(join(dataDir, 'vault/key.json'), 'utf8')).not.toBe(key);
  await service.restart('quit');
  expect(await whatIsHeld(service)).toEqual(held);
  expect(await rawOf('after')).toEqual(raw);
});
