import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { openWindow } from '#test/e2e/open-window.ts';
import { visit } from '#test/e2e/steps.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 120_000;
const REFUSED = 'https://store.steampowered.com/app/50/';
const THROTTLED = 'https://store.steampowered.com/app/40/';
/** Seconds that the site asks to wait: a hundredth of it is waited (COMMENTDOCK_RETRY_SCALE of the world), the second time more than an export does. */
const ASKED_S = [2_000, 60_000];
let throttled = 0;

/** Steam refuses the one app to us, and asks to wait at every other. */
const refusing: Simulator = ({ url }) => {
  if (!url.hostname.endsWith('steampowered.com')) return null;
  if (/\b50\b/.test(url.href)) return { status: 403, body: 'no' };
  const asked = ASKED_S[Math.min(throttled, ASKED_S.length - 1)];
  throttled += 1;
  return { status: 429, headers: { 'retry-after': String(asked) }, body: 'later' };
};

let world: World;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`exports that fail ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [refusing] });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it.each(SCREENS)('offer what helps: another route, an account, a time to try again, $width px wide', async (size) => {
    throttled = 0;
    // A site that asked to wait is left alone by the whole service: the next size would find none that refuses.
    await using service = await startServiceProcess({ world: world.env });
    const client = service.client();
    await client.ask('POST', '/api/v1/routes', { name: 'Lisbon', code: 'PT', url: 'http://127.0.0.1:9' });
    await client.ask('POST', '/api/v3/job', { url: REFUSED });
    await using opened = await openWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Exports');
    const list = page.getByRole('list', { name: 'All exports' });
    await list.getByRole('button', { name: 'Again through…' }).waitFor();
    await client.ask('POST', '/api/v3/job', { url: THROTTLED });
    await list.getByText(/^The site asked to wait until/).waitFor();
    const wait = list.getByRole('button', { name: /^Wait until .* and try again$/ });
    await wait.waitFor();
    await look(page, 'failures');
    await wait.press('Enter');
    await list.getByText(/^Is tried again at/).waitFor();
    await page.reload();
    await list.getByText(/^Is tried again at/).waitFor();
    await look(page, 'failures-tried-again');
    await list.getByRole('button', { name: 'Cancel' }).click();
    await wait.waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await page.getByText('Selected: 2').waitFor();
    await page.getByRole('button', { name: 'Pause all' }).click();
    await page.getByRole('button', { name: 'Resume all' }).click();
    await page.getByRole('button', { name: 'Pause all' }).waitFor();

    await list.getByRole('link', { name: 'store.steampowered.com/app/50/' }).click();
    const alert = page.getByRole('alert');
    await alert.getByRole('button', { name: 'Again through…' }).waitFor();
    await look(page, 'failure');
    await alert.getByRole('button', { name: 'Again through…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Lisbon (PT)' }).press('Enter');
    await expect
      .poll(async () => (await client.ask('GET', '/api/v3/jobs')).list.map(({ options }) => options))
      .toContainEqual({ vpn: 'Lisbon' });
    await visit(page, 'Exports');
    await list.getByText('through Lisbon').waitFor();
    await look(page, 'failures-elsewhere');
  });
});
