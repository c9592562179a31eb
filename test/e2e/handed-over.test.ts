import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { placeOfDeepLink } from '#electron/deep-link.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

vi.mock('electron', () => ({ app: {} }));

const URL_OF_IT = 'https://store.steampowered.com/app/10/';
const BUILD_MS = 120_000;

let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`an address that is handed over ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    service = await startServiceProcess({ world: {} });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  it.each(SCREENS)('is filled in from every view, and nothing is started, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    const place = placeOfDeepLink(`commentdock://export?url=${encodeURIComponent(URL_OF_IT)}`);
    await page.goto('/#/exports');
    await page.getByRole('heading', { name: 'Exports', exact: true }).waitFor();
    await page.goto(`/${place}`);
    const field = page.getByRole('textbox', { name: 'Addresses' });
    await expect.poll(() => field.inputValue()).toBe(URL_OF_IT);
    await page.getByText('Recognised: 1').waitFor();
    await look(page, 'handed-over');
    expect(new URL(page.url()).hash).toBe('#/');
    await page.goto(`/#/?url=${encodeURIComponent('https://store.steampowered.com/app/20/')}`);
    await expect.poll(() => field.inputValue()).toBe('https://store.steampowered.com/app/20/');
    const { status, list } = await service.client().get('/api/v3/jobs');
    expect({ status, list }).toEqual({ status: 200, list: [] });
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
