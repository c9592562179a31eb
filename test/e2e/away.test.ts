import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { openWindow, reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, visit } from '#test/e2e/steps.ts';
import { freePort } from '#test/fuzz/service-memory.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const URL_OF_APP = 'https://store.steampowered.com/app/10/';
const BUILD_MS = 120_000;

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`the window without its service ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: 20, pageSize: 20 })] });
    service = await startServiceProcess({
      world: { ...world.env, COMMENTDOCK_PACE: 'off' },
      // A service that comes back is found where it was.
      env: { COMMENTDOCK_PORT: String(await freePort()) },
    });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('says that the service is away, calls no address unsupported, and goes on by itself, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const banner = page.getByText('The service does not answer.');
    await page.getByRole('button', { name: /^YouTube/ }).waitFor();
    await service.end();
    await banner.waitFor();
    await page.getByRole('textbox', { name: 'Addresses' }).fill(URL_OF_APP);
    await page.getByRole('button', { name: /store\.steampowered\.com/ }).waitFor();
    await look(page, 'silence');
    expect(await page.getByText('Not supported').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Start export' }).isDisabled()).toBe(true);
    await service.restart('quit');
    await banner.waitFor({ state: 'hidden' });
    await page.getByText('Recognised: 1').waitFor();
    expect(await page.getByText('Not supported').count()).toBe(0);
  });

  it.each(SCREENS)(
    'keeps the field of Home where what stands below it could not come, and all that was typed, $width px wide',
    async (size) => {
      await using opened = await reopenWindow(browser, service, size);
      const { page } = opened;
      let asked = 0;
      await page.route(/assets\/below-field/, (route) => {
        asked += 1;
        return asked === 1 ? route.abort() : route.continue();
      });
      await page.reload();
      const field = page.getByRole('textbox', { name: 'Addresses' });
      await field.fill(URL_OF_APP);
      await page.getByText('Recognised: 1').waitFor();
      await look(page, 'below-came-late');
      expect([asked > 1, await field.inputValue()]).toEqual([true, URL_OF_APP]);
      await page.unroute(/assets\/below-field/);
      await field.fill('');
    },
  );

  it.each(SCREENS)('fetches a view that could not come as soon as the service is back, $width px wide', async (size) => {
    // One that has the view's code from an earlier visit needs no service for it.
    await using opened = await openWindow(browser, service, size);
    const { page } = opened;
    await service.end();
    await goTo(page, 'webhooks');
    await page.getByRole('heading', { level: 1, name: 'This view cannot be shown' }).waitFor();
    await page.getByText('The service does not answer.').waitFor();
    await look(page, 'broken');
    await service.restart('quit');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  });

  it.each(SCREENS)('loads itself anew where an update took a part away, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    let asked = 0;
    await page.route(/assets\/routes-view/, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
    });
    await goTo(page, 'routes');
    await page.getByRole('heading', { level: 1, name: 'Routes' }).waitFor();
    expect(asked).toBeGreaterThan(1);
    await page.unroute(/assets\/routes-view/);
  });

  it.each(SCREENS)('keeps everything else where a view breaks, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await page.route(/\/api\/v3\/jobs/, (route) => route.fulfill({ json: [{ guid: 'x', platform: 'steam' }] }));
    await goTo(page, 'exports');
    await page.getByRole('heading', { level: 1, name: 'This view cannot be shown' }).waitFor();
    await look(page, 'broken-view');
    await page.unroute(/\/api\/v3\/jobs/);
    await visit(page, 'Home');
    await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
  });
});
