import ExcelJS from 'exceljs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { reopenWindow, windowLink } from '#test/e2e/open-window.ts';
import { goTo, shown } from '#test/e2e/steps.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const APP = 'https://store.steampowered.com/app/10/';
const BUILD_MS = 120_000;

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`what the window says ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: 20, pageSize: 20 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('says of each address what becomes of it, and starts only what is known, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const field = page.getByRole('textbox', { name: 'Addresses' });
    const start = page.getByRole('button', { name: /^Start/ });
    await field.fill('hello world');
    await page.getByText('There is no address in this text.', { exact: false }).waitFor();
    await look(page, 'home-no-address');

    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/platforms\/detect\?url=.*440/, async (route) => {
      await held;
      await route.continue();
    });
    await field.fill(`${APP}\n${APP}\nhttps://store.steampowered.com/app/440/\nhttps://nobody.example/x`);
    await page.getByText('Being looked at: 1').waitFor();
    await page.getByText('Not supported: 1').waitFor();
    await page.getByText('2 times').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'nobody.example' }).locator('.refusal').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await look(page, 'home-states');
    letGo();
    await page.getByText('Recognised: 2').waitFor();
    await page.unrouteAll();
    await expect.poll(() => start.isDisabled()).toBe(false);

    await goTo(page, 'exports');
    await page.getByRole('heading', { name: 'Exports', exact: true }).waitFor();
    await goTo(page, '');
    await expect.poll(() => field.inputValue()).toContain('app/440');
    await page.reload();
    await expect.poll(() => field.inputValue()).toContain('app/440');
  });

  it.each(SCREENS)('reads the addresses of a dropped workbook, and refuses other files in words, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Posts');
    sheet.addRow(['Name', 'Address']);
    sheet.addRow(['Counter-Strike', APP]);
    sheet.addRow(['Linked', { text: 'here', hyperlink: 'https://store.steampowered.com/app/20/' }]);
    const workbook = Buffer.from(await book.xlsx.writeBuffer());
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'posts.xlsx', mimeType: '', buffer: workbook });
    await page.getByText('Recognised: 2').waitFor();
    await input.setInputFiles([
      { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 0, 1]) },
      { name: 'broken.xlsx', mimeType: '', buffer: workbook.subarray(0, 200) },
    ]);
    const refusal = page.getByRole('alert').filter({ hasText: 'picture.png cannot be read' });
    await refusal.getByText('broken.xlsx cannot be read', { exact: false }).waitFor();
    await look(page, 'home-files');
    await page.getByText('Recognised: 2').waitFor();
  });

  it.each(SCREENS)('says in the reader’s language how a browser without a pass gets in, $width px wide', async (size) => {
    const context = await browser.newContext({ baseURL: service.baseUrl, locale: 'fr-FR', viewport: size });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByText('Cette commande en affiche un', { exact: false }).waitFor();
    await page.getByText('commentdock gui').waitFor();
    await look(page, 'no-pass');
    await context.close();
  });

  it.each(SCREENS)('lets a browser in again in place, and goes on where it was, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, context } = opened;
    await page.getByRole('textbox', { name: 'Addresses' }).fill(APP);
    await page.getByText('Recognised: 1').waitFor();
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByLabel('At most').fill('4');
    await context.clearCookies();
    // Whatever asks next finds that the pass has ended: that may be before the button is pressed.
    await page.getByRole('button', { name: 'Start export', includeHidden: true }).dispatchEvent('click');
    await page.getByRole('heading', { name: 'This browser is not let in any more' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Addresses' }).isVisible()).toBe(false);
    await look(page, 'signed-out');
    const second = await context.newPage();
    await second.goto(await windowLink(service));
    await second.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('spinbutton', { name: 'At most' }).inputValue()).toBe('4');
    await page.getByRole('heading', { name: 'This browser is not let in any more' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Start export' }).click();
    await shown(page, 4);
  });

  it.each(SCREENS)('says in the reader’s language what an error means, and never how the API calls it, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await page.evaluate('localStorage.setItem("commentdock.language", "de")');
    await page.reload();
    await page.getByRole('textbox', { name: 'Adressen' }).fill('https://nobody.example/x');
    await page.locator('.refusal').getByText('Diese Adresse ist fehlerhaft oder wird nicht unterstützt.').waitFor();
    await goTo(page, 'exports/7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21');
    const alert = page.getByRole('alert').filter({ hasText: 'Das gibt es nicht, oder nicht mehr.' });
    await alert.getByText('Was der Dienst sagt').click();
    await alert.getByText('There is no export', { exact: false }).waitFor();
    await look(page, 'problem-de');

    world.addFault({ match: /appreviews\/50/, fault: { kind: 'status', status: 451 } });
    const { guid } = await service.client().create('https://store.steampowered.com/app/50/');
    await service.client().waitFor(guid, 'error');
    world.clearFaults();
    await goTo(page, `exports/${guid}`);
    await page.getByRole('alert').getByText('(store.steampowered.com · 451)', { exact: false }).waitFor();

    await service.client().post('/api/v1/routes', { name: `home-${size.width}`, code: 'DE', url: 'socks5://127.0.0.1:1080' });
    await goTo(page, 'routes');
    await page.getByRole('button', { name: 'Route hinzufügen' }).click();
    const route = page.getByRole('dialog');
    await route.getByRole('textbox', { name: 'Name' }).fill(`home-${size.width}`);
    await route.getByRole('textbox', { name: 'Land' }).fill('DE');
    await route.getByRole('textbox', { name: 'Adresse des Proxys' }).fill('socks5://127.0.0.1:1081');
    await route.getByRole('button', { name: 'Speichern' }).click();
    await route.getByText(`„home-${size.width}“ ist vergeben. Wählen Sie einen anderen Namen.`).waitFor();
    await look(page, 'field-de');
  });
});
