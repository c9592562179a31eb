import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { openWindow } from '#test/e2e/open-window.ts';
import { look } from '#test/e2e/looking.ts';
import { visit } from '#test/e2e/steps.ts';
import { MAKER, workingPack } from '#test/installed-packs/made-pack.ts';
import { ownFolder } from '#test/own.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 120_000;
/** What fits there fits everywhere. */
const NARROW = { width: 320, height: 720 };
const ADDRESS = 'https://packs.example/platforms.pack';
const GROUPED = MAKER.publicKey.replace(/(.{4})(?=.)/g, '$1 ');

const folder = ownFolder('packs');
let world: World;
let service: ServiceProcess;
let browser: Browser;
let served: Buffer;

const shop: Simulator = ({ url }) =>
  url.href === ADDRESS ? { headers: { 'content-type': 'application/octet-stream' }, body: served } : null;

describe.skipIf(BROWSER_MISSING !== null)(`packs in the window ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    writeFileSync(join(folder, 'steam.pack'), await workingPack({ version: '2099.1.1.1' }));
    served = Buffer.from(await workingPack({ version: '2099.1.1.2' }));
    world = await startWorld({ simulators: [shop] });
    service = await startServiceProcess({ world: world.env });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it('are trusted, taken, gone back from and looked for', async () => {
    await using opened = await openWindow(browser, service, NARROW);
    const { page } = opened;
    await visit(page, 'Settings');
    const panel = page.getByRole('region', { name: 'Packs of platforms' });
    await panel.getByText('No key is trusted').waitFor();
    await panel.getByText(/platforms are the built-in ones/).waitFor();
    await look(page, 'packs-none');
    const load = async (): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Load a pack' }).click();
      await (await chooser).setFiles(join(folder, 'steam.pack'));
    };
    await load();
    await panel.getByText(`signed by a key that is not trusted: ${MAKER.publicKey}`).waitFor();
    await look(page, 'packs-refused');

    await panel.getByRole('textbox', { name: 'Public key' }).fill(GROUPED.toUpperCase());
    await panel.getByRole('button', { name: 'Trust' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText(GROUPED).waitFor();
    await asked.getByRole('button', { name: 'Trust' }).click();
    await panel.getByRole('list', { name: 'Trusted keys' }).getByText(GROUPED).waitFor();
    await load();
    await panel.getByText('2099.1.1.1 is in use: steam').waitFor();
    const taken = panel.getByRole('list', { name: 'Platforms from packs' });
    await taken.getByText('2099.1.1.1, made on').waitFor();

    expect(world.count()).toBe(0);
    await panel.getByRole('textbox', { name: 'Address of packs' }).fill(ADDRESS);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Load from the address' }).waitFor();
    expect(world.count()).toBe(0);
    await panel.getByRole('switch', { name: 'Look once a day' }).press('Space');
    const versionInUse = async (): Promise<unknown> =>
      (await service.client().ask('GET', '/api/v1/packs')).list.find(({ id }) => id === 'steam')?.['version'];
    await expect.poll(versionInUse).toBe('2099.1.1.2');
    expect(world.count()).toBe(1);
    await page.reload();
    await taken.getByText('2099.1.1.2, made on').waitFor();
    await panel.getByText('Last asked on').waitFor();
    await look(page, 'packs');

    for (const before of ['Exports that start afterwards use the pack 2099.1.1.1', 'use the built-in platform']) {
      await panel.getByRole('button', { name: 'Go back: Steam' }).click();
      await asked.getByText(before).waitFor();
      await asked.getByRole('button', { name: 'Go back' }).click();
      await asked.waitFor({ state: 'hidden' });
    }
    await taken.getByText('You went back from 2099.1.1.1').waitFor();
    await panel.getByRole('switch', { name: 'Look once a day' }).press('Space');
    await panel.getByRole('button', { name: `Remove ${GROUPED}` }).click();
    await asked.getByRole('button', { name: 'Remove' }).click();
    await panel.getByText('No key is trusted').waitFor();
  });
});
