import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { rowCount, visit } from '#test/e2e/steps.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 40;
const APP = 'https://store.steampowered.com/app/10/';
const EXPORTS = 3;
const BUILD_MS = 240_000;
/** Below that the views stand behind a button. */
const LEAST_WIDTH_OF_MENU = 720;

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`the search in all exports ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
    for (let at = 0; at < EXPORTS; at += 1) await exported(APP);
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('finds words in every export, and leads to the rows, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    await visit(page, 'Search');
    await look(page, 'search-empty');
    const field = page.getByRole('searchbox', { name: 'Words in any export' });
    await field.fill('review 3');
    const found = page.getByRole('list', { name: 'Exports with these words' });
    await expect.poll(() => found.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(EXPORTS);
    await found.locator('mark').first().waitFor();
    await look(page, 'search-found');
    expect(await found.locator('mark').first().textContent()).toMatch(/review|3/i);
    const all = await page.locator('.search-export').filter({ hasText: 'app/10' }).first().textContent();
    const total = Number(/(\d+) of \d+ rows/.exec(all ?? '')?.[1]);
    await found.getByRole('link', { name: 'app/10' }).first().click();
    await page.getByRole('table', { name: 'Rows of the export' }).waitFor();
    await expect.poll(() => rowCount(page)).toBe(total);
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('review 3');
    await field.fill('nobody wrote this');
    await page.getByText(/^Nothing found in \d+ exports/).waitFor();
    await field.fill('"open');
    await page.getByRole('alert').waitFor();
    await look(page, 'search-refused');
    // The refusal is what the service says, and the browser notes it.
    expect([complaints.filter((words) => !words.includes('400')), foreign]).toEqual([[], []]);
  });

  it.each(SCREENS)('is found, asked and followed by keys alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    if (size.width < LEAST_WIDTH_OF_MENU) {
      await tabTo(page, 'Menu');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    }
    await tabTo(page, 'Search');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    // The field has the focus.
    await page.keyboard.type('"review 3"');
    // Not what was found while it was being typed.
    await page.locator('.search-row').filter({ hasText: 'Review 3' }).first().waitFor();
    await expect.poll(() => page.locator('.search-row').count()).toBe(EXPORTS);
    for (let presses = 0; presses < 40 && !(await page.evaluate('document.activeElement.matches(".search-row")')); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.table-scroll').waitFor();
    // Beside the table, or above it.
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).hash).toMatch(/row=\d+/);
  });

  it.each(SCREENS)('finds what ends meanwhile, and speaks the language of the window, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await page.evaluate("localStorage.setItem('commentdock.language', 'de')");
    await page.evaluate("location.hash = '#/search?q=review'");
    await page.reload();
    await page.getByRole('searchbox', { name: 'Wörter in allen Exporten' }).waitFor();
    const list = page.locator('.search-export');
    await expect.poll(() => list.count()).toBe(EXPORTS);
    const guid = await exported(APP);
    await page.reload();
    await expect.poll(() => list.count()).toBe(EXPORTS + 1);
    await look(page, 'search-german');
    await service.client().ask('DELETE', `/api/v3/job/${guid}`);
  });
});

async function exported(url: string): Promise<string> {
  const { body } = await service.client().post('/api/v3/job', { url });
  return (await service.client().waitFor(String(body['guid']), 'done')).guid;
}
