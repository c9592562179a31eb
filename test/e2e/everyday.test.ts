import ExcelJS from 'exceljs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look } from '#test/e2e/looking.ts';
import { reopenWindow, windowLink } from '#test/e2e/open-window.ts';
import { goTo, shown } from '#test/e2e/steps.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 60;
const APP = 'https://store.steampowered.com/app/10/';
const BUILD_MS = 120_000;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };
const WALL = { width: 2560, height: 1440 };

let world: World;
let service: ServiceProcess;
let browser: Browser;
/** What every answer of the sites waits for. */
let held: Promise<undefined> | null = null;

describe.skipIf(BROWSER_MISSING !== null)(`the window every day ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    const waiting = async (): Promise<null> => {
      await held;
      return null;
    };
    const reviews = steamSimulator({ reviews: REVIEWS, pageSize: 20 });
    world = await startWorld({ simulators: [waiting, reviews] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    await manyExports();
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it('stops an export by a button with a name, goes on with it, and makes it again', async () => {
    // The third page does not come.
    world.addFault({ match: /appreviews/, after: 2, fault: { kind: 'hang' } });
    const { body } = await service.client().post('/api/v3/job', { url: APP });
    const stopped = String(body['guid']);
    await using opened = await reopenWindow(browser, service, PHONE);
    const { page } = opened;
    await goTo(page, `exports/${stopped}`);
    await page.getByText('Running', { exact: true }).waitFor();
    await shown(page, 40);
    await page.getByRole('button', { name: 'Stop', exact: true }).getByText('Stop').click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    world.clearFaults();
    await look(page, 'stopped');
    await page.setViewportSize(LAPTOP);
    await goTo(page, 'exports');
    await page.getByRole('list', { name: 'All exports' }).getByRole('button', { name: 'Go on' }).waitFor();
    await look(page, 'stopped-list');
    const { total_exported: before } = await jobOf(stopped);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => guidIn(page.url())).not.toBe('');
    await page.getByRole('main').getByText('Done', { exact: true }).waitFor();
    const next = guidIn(page.url());
    expect([next === stopped, (await jobOf(stopped)).status]).toEqual([false, 'stopped']);
    expect(before + (await jobOf(next)).total_exported).toBe(REVIEWS);

    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByRole('menuitem', { name: 'Export again now' }).click();
    await shown(page, REVIEWS);
    const whole = guidIn(page.url());
    expect((await jobOf(whole)).options).toEqual({});
    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByRole('menuitem', { name: 'Only what is new' }).click();
    await expect.poll(() => guidIn(page.url())).not.toBe(whole);
    await page.getByRole('main').getByText('Done', { exact: true }).waitFor();
    expect((await jobOf(guidIn(page.url()))).incremental).toMatchObject({ previous_guid: whole, new: 0 });
    await page.getByRole('link', { name: 'Repeat on a schedule…' }).waitFor();
  });

  it.each([PHONE, LAPTOP, WALL])('finds exports among all of them, and keeps what was chosen, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const rows = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
    await goTo(page, 'exports');
    await expect.poll(() => rows.count()).toBe(30);
    await page.getByRole('searchbox', { name: 'Filter by address or site' }).fill('APP/4001/');
    await expect.poll(() => rows.count()).toBe(1);
    await look(page, 'exports-found');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByRole('link', { name: 'store.steampowered.com/app/4001/' }).click();
    await page.getByRole('tab', { name: 'Data' }).waitFor();
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No export fits this filter.').waitFor();
    await page.getByRole('button', { name: 'State' }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Site', exact: false }).click();
    await page.getByRole('option', { name: 'Steam', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(page.url()).toMatch(/#\/exports\?q=APP%2F4001%2F&platform=steam$/);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByText('No export fits this filter.').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('app/4001');
    await page.getByRole('menuitem', { name: /app\/4001/ }).click();
    await page.getByRole('heading', { level: 1, name: /app\/4001/ }).waitFor();
  });

  it.each([PHONE, WALL])('says of each address what becomes of it, and starts only what is known, $width px wide', async (size) => {
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

  it('reads the addresses of a dropped workbook, and refuses other files in words', async () => {
    await using opened = await reopenWindow(browser, service);
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

  it.each([PHONE, LAPTOP])('has in its address what one sees of an export, $width px wide', async (size) => {
    const { guid } = await service.client().create(APP);
    await service.client().waitFor(guid, 'done');
    await using opened = await reopenWindow(browser, service, size);
    const { page, context } = opened;
    const seen = async (tab: Page): Promise<void> => {
      await tab.getByRole('tab', { name: 'Data', selected: true }).waitFor();
      await expect.poll(() => tab.getByRole('searchbox').inputValue()).toBe('review');
      await tab.getByRole('button', { name: 'Remove the filter: Language' }).waitFor();
      await tab.getByRole('button', { name: /Newest first/ }).waitFor();
      // Every third is Chinese, and every seventh of these says nothing.
      await shown(tab, REVIEWS / 3 - 3);
    };
    await goTo(page, `exports/${guid}`);
    await shown(page, REVIEWS);
    await page.getByRole('searchbox').fill('review');
    await page.getByRole('button', { name: /As in the files/ }).click();
    await page.getByRole('option', { name: 'Newest first' }).click();
    await page.getByRole('tab', { name: 'Overview' }).click();
    const languages = page.getByRole('listbox', { name: 'Languages' });
    await languages.waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Language' }).click();
    await page.getByRole('dialog', { name: 'Language' }).getByText('Simplified Chinese').click();
    await page.keyboard.press('Escape');
    await seen(page);
    await page.reload();
    await seen(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await seen(second);

    await page.locator('.row-open').first().click();
    const text = await page.getByRole('dialog').locator('.item-text').textContent();
    await page.reload();
    expect(await page.getByRole('dialog').locator('.item-text').textContent()).toBe(text);
    await look(page, 'row-in-address');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await seen(page);
  });

  it('names what it deletes, and takes it back for ten seconds', async () => {
    const wish = { url: 'https://store.steampowered.com/app/730/', options: { limit: 3 } };
    const guid = String((await service.client().post('/api/v3/job', wish, { 'X-Sandbox': 'true' })).body['guid']);
    await service.client().waitFor(guid, 'done');
    await using opened = await reopenWindow(browser, service, PHONE);
    const { page } = opened;
    const link = page.getByRole('list', { name: 'All exports' }).getByRole('link', { name: 'store.steampowered.com/app/730/' });
    const remove = async (): Promise<void> => {
      await page.getByRole('listitem').filter({ hasText: 'app/730/' }).getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Delete store.steampowered.com/app/730/?' });
      await dialog.getByText('Its 3 rows', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('store.steampowered.com/app/730/ is deleted.').waitFor();
      await link.waitFor({ state: 'detached' });
    };
    await goTo(page, 'exports');
    await remove();
    await look(page, 'deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await link.waitFor();
    expect((await service.client().get(`/api/v3/job/${guid}`)).status).toBe(200);
    await remove();
    await page.reload();
    await expect.poll(async () => (await service.client().get(`/api/v3/job/${guid}`)).status).toBe(404);
  });

  it('says which export it tells of, words for ratings and languages, and the content alone on paper', async () => {
    await using opened = await reopenWindow(browser, service, LAPTOP);
    const { page } = opened;
    const rows = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
    await goTo(page, 'exports');
    await rows.first().waitFor();
    const answering = Promise.withResolvers<undefined>();
    held = answering.promise;
    const { guid } = await service.client().create(APP);
    // The service told of its beginning: so it will of its end.
    await rows.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    answering.resolve(undefined);
    await page.getByText('store.steampowered.com/app/10/ is done.').waitFor();
    await goTo(page, `exports/${guid}`);
    await shown(page, REVIEWS);
    const cells = page.getByRole('cell');
    await cells.getByText('Simplified Chinese').first().waitFor();
    await cells.getByText('Recommended', { exact: true }).first().waitFor();
    expect(await page.locator('[role=cell] .clipped:not([dir=auto])').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByRole('tablist').isVisible()).toBe(false);
    expect(await page.getByRole('table').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  it('says in the reader’s language how a browser without a pass gets in', async () => {
    const context = await browser.newContext({ baseURL: service.baseUrl, locale: 'fr-FR', viewport: PHONE });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByText('Cette commande en affiche un', { exact: false }).waitFor();
    await page.getByText('commentdock gui').waitFor();
    await look(page, 'no-pass');
    await context.close();
  });

  it('lets a browser in again in place, and goes on where it was', async () => {
    await using opened = await reopenWindow(browser, service, PHONE);
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

  it('says in the reader’s language what an error means, and never how the API calls it', async () => {
    await using opened = await reopenWindow(browser, service);
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

    await service.client().post('/api/v1/routes', { name: 'home', code: 'DE', url: 'socks5://127.0.0.1:1080' });
    await goTo(page, 'routes');
    await page.getByRole('button', { name: 'Route hinzufügen' }).click();
    const route = page.getByRole('dialog');
    await route.getByRole('textbox', { name: 'Name' }).fill('home');
    await route.getByRole('textbox', { name: 'Land' }).fill('DE');
    await route.getByRole('textbox', { name: 'Adresse des Proxys' }).fill('socks5://127.0.0.1:1081');
    await route.getByRole('button', { name: 'Speichern' }).click();
    await route.getByText('„home“ ist vergeben. Wählen Sie einen anderen Namen.').waitFor();
    await look(page, 'field-de');
  });

  it.each([PHONE, WALL])('keeps draws with their export, $width px wide', async (size) => {
    const { guid } = await service.client().create(APP);
    await service.client().waitFor(guid, 'done');
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const certificate = page.getByRole('region', { name: 'Certificate of the draw' });
    await goTo(page, `exports/${guid}?tab=winners`);
    for (const seed of ['first draw', 'second draw']) {
      await page.getByRole('textbox', { name: 'Seed' }).fill(seed);
      await page.getByRole('button', { name: /^Draw (?:winners|again)$/ }).click();
      await certificate.getByText(seed, { exact: true }).waitFor();
    }
    const said = await certificate.locator('.winner-list').textContent();
    await page.reload();
    await certificate.getByText('second draw', { exact: true }).waitFor();
    expect(await certificate.locator('.winner-list').textContent()).toBe(said);
    await look(page, 'winners-kept');
    await page.getByRole('button', { name: 'Draws that were kept' }).click();
    await page.getByRole('option', { name: /first draw/ }).click();
    await certificate.getByText('first draw', { exact: true }).waitFor();
    await page.reload();
    await certificate.getByText('first draw', { exact: true }).waitFor();
    expect((await service.client().get(`/api/v1/exports/${guid}/draws`)).list).toMatchObject([
      { rules: { seed: 'second draw' }, proof: { seed: 'second draw' } },
      { rules: { seed: 'first draw' } },
    ]);
  });
});

async function jobOf(guid: string): Promise<Job> {
  return (await service.client().get(`/api/v3/job/${guid}`)).body as unknown as Job;
}

function guidIn(url: string): string {
  return /exports\/([\w-]+)/.exec(url)?.[1] ?? '';
}

/** More than a list gives at once; the first of them are the oldest. */
async function manyExports(): Promise<void> {
  const urls = Array.from({ length: 35 }, (_, at) => `https://store.steampowered.com/app/${4_001 + at}/`);
  const { status } = await service.client().post('/api/v3/job', { urls, options: { limit: 1 } }, { 'X-Sandbox': 'true' });
  expect(status).toBe(201);
}
