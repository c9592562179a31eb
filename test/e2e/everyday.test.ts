import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, holdTimers, shown } from '#test/e2e/steps.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 60;
/** As long as a deletion can be taken back. */
const UNDO_MS = 10_000;
/** As long as the window tells of an export. */
const TOLD_MS = 6_000;
const APP = 'https://store.steampowered.com/app/10/';
const BUILD_MS = 120_000;

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
    world = await startWorld({ simulators: [waiting, ...[10, ...SCREENS.map(({ width }) => width)].map(reviewsOf)] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    await manyExports();
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('stops an export by a button with a name, goes on with it, and makes it again, $width px wide', async (size) => {
    // What is new is looked for since the last such run of an address: each has its own.
    const url = `https://store.steampowered.com/app/${size.width}/`;
    // The third page does not come.
    world.addFault({ match: /appreviews/, after: 2, fault: { kind: 'hang' } });
    const { body } = await service.client().post('/api/v3/job', { url });
    const stopped = String(body['guid']);
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${stopped}`);
    await page.getByText('Running', { exact: true }).waitFor();
    await shown(page, 40);
    await page.getByRole('button', { name: 'Stop', exact: true }).getByText('Stop').click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    world.clearFaults();
    await look(page, 'stopped');
    await goTo(page, 'exports');
    const row = page
      .getByRole('list', { name: 'All exports' })
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href*="${stopped}"]`) });
    await row.getByRole('button', { name: 'Go on' }).waitFor();
    await look(page, 'stopped-list');
    const { total_exported: before } = await jobOf(stopped);
    await row.getByRole('button', { name: 'Go on' }).click();
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

  it.each(SCREENS)('finds exports among all of them, and keeps what was chosen, $width px wide', async (size) => {
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

  it.each(SCREENS)('has in its address what one sees of an export, $width px wide', async (size) => {
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

  it.each(SCREENS)('names what it deletes, and takes it back for ten seconds, $width px wide', async (size) => {
    const [first, second] = [await madeUp(`app/5${size.width}/`), await madeUp(`app/6${size.width}/`)];
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const linkTo = ({ name }: MadeUp) => page.getByRole('list', { name: 'All exports' }).getByRole('link', { name });
    const remove = async (made: MadeUp): Promise<void> => {
      const { name } = made;
      await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });
      await dialog.getByText('Its 3 rows', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText(`${name} is deleted.`).waitFor();
      await linkTo(made).waitFor({ state: 'detached' });
    };
    await goTo(page, 'exports');
    const pass = await holdTimers(page, UNDO_MS);
    await remove(first);
    await look(page, 'deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await linkTo(first).waitFor();
    await pass();
    expect(await statusOf(first)).toBe(200);
    await remove(first);
    await pass();
    await expect.poll(() => statusOf(first)).toBe(404);
    // Nothing waits where the tab is closed.
    await remove(second);
    expect(await statusOf(second)).toBe(200);
    await page.reload();
    await expect.poll(() => statusOf(second)).toBe(404);
  });

  it.each(SCREENS)('names the export it tells of, has words for ratings, and prints the content alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const rows = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
    await goTo(page, 'exports');
    await rows.first().waitFor();
    const answering = Promise.withResolvers<undefined>();
    held = answering.promise;
    const { guid } = await service.client().create(APP);
    // The service told of its beginning: so it will of its end.
    await rows.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    const pass = await holdTimers(page, TOLD_MS);
    const naming = Promise.withResolvers<undefined>();
    await page.route(`**/api/v3/job/${guid}`, async (route) => {
      await naming.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(`**/api/v3/job/${guid}`);
    answering.resolve(undefined);
    await asked;
    // What takes longer than it is shown is shown all the same.
    await pass();
    naming.resolve(undefined);
    await page.getByText('store.steampowered.com/app/10/ is done.').waitFor();
    await look(page, 'told');
    await pass();
    await page.getByText('store.steampowered.com/app/10/ is done.').waitFor({ state: 'detached' });
    await page.unrouteAll();
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

  it.each(SCREENS)('keeps draws with their export, $width px wide', async (size) => {
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

interface MadeUp {
  readonly guid: string;
  readonly name: string;
}

/** An export of three rows, as the list calls it. */
async function madeUp(app: string): Promise<MadeUp> {
  const name = `store.steampowered.com/${app}`;
  const wish = { url: `https://${name}`, options: { limit: 3 } };
  const guid = String((await service.client().post('/api/v3/job', wish, { 'X-Sandbox': 'true' })).body['guid']);
  await service.client().waitFor(guid, 'done');
  return { guid, name };
}

async function statusOf({ guid }: MadeUp): Promise<number> {
  return (await service.client().get(`/api/v3/job/${guid}`)).status;
}

/** Steam with reviews of one app. */
function reviewsOf(app: number): Simulator {
  const steam = steamSimulator({ app: String(app), reviews: REVIEWS, pageSize: 20 });
  return (request) => (request.url.pathname === `/appreviews/${app}` ? steam(request) : null);
}

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
