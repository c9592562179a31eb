import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
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

describe.skipIf(BROWSER_MISSING !== null)(`the window every day ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it('stops an export by a button with a name, goes on with it, and makes it again', async () => {
    world.setLatency(1_500);
    const { body } = await service.client().post('/api/v3/job', { url: APP });
    const stopped = String(body['guid']);
    await using opened = await reopenWindow(browser, service, PHONE);
    const { page } = opened;
    await goTo(page, `exports/${stopped}`);
    await page.getByText('Running', { exact: true }).waitFor();
    await shown(page, 20);
    await page.getByRole('button', { name: 'Stop', exact: true }).getByText('Stop').click();
    world.setLatency(0);
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await look(page, 'stopped');
    await page.setViewportSize(LAPTOP);
    await goTo(page, 'exports');
    await page.getByRole('list', { name: 'All exports' }).getByRole('button', { name: 'Go on' }).waitFor();
    await look(page, 'stopped-list');
    const { total_exported: before } = await jobOf(stopped);
    await page.getByRole('button', { name: 'Go on' }).click();
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
});

async function jobOf(guid: string): Promise<Record<string, unknown> & { readonly total_exported: number; readonly status: string }> {
  return (await service.client().get(`/api/v3/job/${guid}`)).body as never;
}

function guidIn(url: string): string {
  return /exports\/([\w-]+)/.exec(url)?.[1] ?? '';
}
