import ExcelJS from 'exceljs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { SIZES, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { shown, visit } from '#test/e2e/steps.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 120;
const APPS = [10, 20, 30].map((app) => `https://store.steampowered.com/app/${app}/`);
const FIRST = 'store.steampowered.com/app/10/';
const BUILD_MS = 120_000;

let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`the whole path of a new owner ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(() => browser.close());

  it.each(SIZES)('leads from the first run to rows, files, winners, a schedule and a webhook, $width px wide', async (size) => {
    await using world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] });
    await using inbox = await startWebhookInbox();
    await using service = await serviceIn(world.env);
    await using opened = await reopenWindow(browser, service, size, 'new');
    const { page, complaints, foreign } = opened;
    await firstRun(page);
    world.setLatency(1_000);
    await pasteAndStart(page);
    world.setLatency(0);
    await openTheData(page);
    await filter(page);
    await downloadWorkbook(page);
    await judgeTheTone(page);
    await drawWinners(page);
    await createSchedule(page);
    await createWebhook(page, inbox.url);
    expect(await service.client().get('/api/v1/schedules')).toMatchObject({ list: [{ frequency: 'daily', url: APPS[0] }] });
    expect(await service.client().get('/api/v1/webhooks')).toMatchObject({ list: [{ url: inbox.url }] });
    await changeThemeAndLanguage(page);
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it('leads from rows to a file, the sentiment, winners, and another theme and language by keyboard alone', async () => {
    await using world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] });
    await using service = await serviceIn(world.env);
    const { body } = await service.client().post('/api/v3/job', { url: APPS[0] });
    const { guid } = await service.client().waitFor(String(body['guid']), 'done');
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await page.goto(`/#/exports/${guid}`);
    await shown(page, REVIEWS);
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, 'Judge the sentiment');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: /Built-in analyzer/ }).waitFor();
    await tabTo(page, 'Start judging');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Sentiment' }).waitFor();

    await page.getByRole('heading', { level: 1 }).focus();
    const download = page.waitForEvent('download');
    await tabTo(page, 'Download');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

    await tabTo(page, 'Data');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Winners', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Draw winners' }).waitFor();
    await tabTo(page, 'Draw winners');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Certificate of the draw' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Dark');
    await page.getByRole('menuitem', { name: /^Dark/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.style.colorScheme')).toBe('dark');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Español');
    await page.getByRole('menuitem', { name: /^Español/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('es');
  });
});

function serviceIn(world: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  return startServiceProcess({ world, env: { COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1', COMMENTDOCK_VAULT: 'file' } });
}

async function firstRun(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'A browser for some sites' }).waitFor();
  // The browser that is found may be told only now, and push the button down.
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await page.getByRole('button', { name: /^YouTube/ }).waitFor();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
}

async function pasteAndStart(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Addresses' }).fill(APPS.join('\n'));
  await page.getByText('Recognised: 3').waitFor();
  await page.getByRole('button', { name: 'Start 3 exports' }).click();
  await page.getByRole('heading', { name: 'Exports' }).waitFor();
  await page.getByRole('progressbar').first().waitFor();
}

async function openTheData(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'All exports' });
  await expect.poll(() => list.getByText('Done', { exact: true }).count()).toBe(3);
  await list.getByRole('link', { name: FIRST }).click();
  await shown(page, REVIEWS);
}

async function filter(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Language' }).click();
  await page.getByRole('dialog', { name: 'Language' }).getByText('Simplified Chinese').click();
  await shown(page, REVIEWS / 3);
  await page.keyboard.press('Escape');
}

async function downloadWorkbook(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)', exact: true }).click();
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await (await download).path());
  expect(workbook.worksheets[0]?.actualRowCount).toBeGreaterThan(REVIEWS);
}

async function judgeTheTone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Judge the sentiment' }).click();
  await page.getByRole('radio', { name: /Built-in analyzer/ }).waitFor();
  await page.getByRole('button', { name: 'Start judging' }).click();
  await page.getByRole('columnheader', { name: 'Sentiment' }).waitFor();
}

async function drawWinners(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Winners' }).click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('spring draw');
  await page.getByRole('button', { name: 'Draw winners' }).click();
  const certificate = page.getByRole('region', { name: 'Certificate of the draw' });
  await certificate.waitFor();
  expect(await certificate.getByRole('listitem').count()).toBe(1);
}

async function createSchedule(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Repeat' }).click();
  await page.getByRole('heading', { name: 'New schedule' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(APPS[0]);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByRole('list', { name: 'All schedules' }).getByRole('link', { name: FIRST }).waitFor();
}

async function createWebhook(page: Page, address: string): Promise<void> {
  await visit(page, 'Webhooks');
  await page.getByRole('link', { name: 'Create the first one' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('Copy the signing secret now.').waitFor();
}

async function changeThemeAndLanguage(page: Page): Promise<void> {
  await visit(page, 'Settings');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect.poll(() => page.evaluate('document.documentElement.style.colorScheme')).toBe('dark');
  await main.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
}
