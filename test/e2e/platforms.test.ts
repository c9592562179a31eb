import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, visit } from '#test/e2e/steps.ts';
import type { FaultRule } from '#test/world/fault.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 120_000;
/** The example of Steam. */
const APP = '573170';
const REFUSED: FaultRule = { match: /hacker|algolia/, fault: { kind: 'status', status: 403 } };

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`the platforms ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({
      simulators: [steamSimulator({ app: APP })],
      faults: [REFUSED],
    });
    service = await startServiceProcess({ world: world.env });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterEach(() => {
    world.clearFaults();
    world.addFault(REFUSED);
  });
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('are found, checked one by one, and tried on Home, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints } = opened;
    await visit(page, 'Platforms');
    const list = page.getByRole('list', { name: 'Platforms', exact: true });
    const rows = list.locator(':scope > li');
    await page.getByRole('heading', { name: '88 of 88' }).waitFor();
    const find = page.getByRole('searchbox', { name: 'Find a platform' });

    await find.fill('hacker');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Check Hacker News' }).click();
    await list.getByText('Refuses', { exact: true }).waitFor();
    await list.getByText(/BLOCKED/).waitFor();

    await find.fill('store.steampowered.com');
    await expect.poll(() => rows.count()).toBe(1);
    await tabTo(page, 'Check Steam');
    await page.keyboard.press('Enter');
    await list.getByText('Works', { exact: true }).waitFor();
    await list.getByText(/5 items in/).waitFor();
    await list.getByText('What it gives and needs').click();
    await list.getByRole('list', { name: 'Addresses of Steam' }).getByText('Reviews').waitFor();
    await look(page, 'platforms-one');

    await find.fill('');
    await page.getByRole('button', { name: /Last check/ }).click();
    await page.getByRole('option', { name: 'Fails' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await list.getByText('Hacker News').waitFor();

    await goTo(page, 'platforms/steam');
    await page.getByRole('link', { name: 'Try it: an example of Steam', exact: true }).click();
    await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
    expect(await page.getByRole('textbox').first().inputValue()).toContain(`/app/${APP}/`);
    expect(complaints).toEqual([]);
  });

  it.each(SCREENS)('shows the last export of each, and ends a check of all, $width px wide', async (size) => {
    const client = service.client();
    const { body } = await client.post('/api/v3/job', { url: `https://store.steampowered.com/app/${APP}/` });
    await expect.poll(async () => (await client.get(`/api/v3/job/${String(body['guid'])}`)).body['status']).toBe('done');
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, 'platforms/steam');
    const list = page.getByRole('list', { name: 'Platforms', exact: true });
    await list.getByRole('link', { name: /^Done/ }).waitFor();
    await list.getByText(/^\d+ for \d+ rows$/).waitFor();
    await list.getByText('Requests of the last export').waitFor();
    await page.getByRole('searchbox', { name: 'Find a platform' }).fill('live chat');
    await list.getByText('Twitch', { exact: true }).waitFor();
    await expect.poll(() => list.getByText('Steam', { exact: true }).count()).toBe(0);
    await list.getByText('What it gives and needs').first().click();
    await look(page, 'platforms-gives');
    await list.getByRole('link', { name: /^Try / }).first().click();
    await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
    await page.getByText('Recognised: 1').waitFor();
    await goTo(page, 'platforms');
    await page.getByRole('searchbox', { name: 'Find a platform' }).fill('');
    await look(page, 'platforms');

    world.addFault({ fault: { kind: 'hang' } });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Check all platforms');
    await page.getByRole('menuitem', { name: /^Check all platforms/ }).click();
    await page.getByText(/^Still to be checked: \d+$/).waitFor();
    await page.getByRole('button', { name: 'End the check' }).click();
    await page.getByRole('button', { name: 'Check all platforms' }).waitFor();
    await expect.poll(async () => (await client.get('/api/v1/platforms/checks')).body['open']).toBe(0);
  });

  it.each(SCREENS)('are checked once a week where the owner wants it, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Settings');
    const weekly = page.getByRole('switch', { name: 'Once a week' });
    expect(await weekly.isChecked()).toBe(false);
    await weekly.press('Space');
    await expect.poll(async () => (await service.client().get('/api/v1/platforms/checks')).body['weekly']).toBe(true);
    await weekly.press('Space');
    await expect.poll(async () => (await service.client().get('/api/v1/platforms/checks')).body['weekly']).toBe(false);
  });
});
