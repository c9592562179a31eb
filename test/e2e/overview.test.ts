import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { addressOf, discussionSimulator, titleOf } from '#test/e2e/discussion.ts';
import { accessComplaints, look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, shown } from '#test/e2e/steps.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 240_000;
const LARGE = { story: 1_000_000, threads: 20, asks: 'ann', answers: 'bob', from: 1_700_000_000 };
const SMALL = { story: 2_000_000, threads: 6, asks: 'cleo', answers: 'ann', from: 1_702_000_000 };
const OPTIONS = { replies: true, filter: { sentiment: true } };

let world: World;
let service: ServiceProcess;
let browser: Browser;
let large: string;
let small: string;

describe.skipIf(BROWSER_MISSING !== null)(`the overview of an export ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [discussionSimulator([LARGE, SMALL])] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
    ({ guid: large } = await service.client().export(addressOf(LARGE), OPTIONS));
    ({ guid: small } = await service.client().export(addressOf(SMALL), OPTIONS));
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('leads from each chart to the rows behind a bar, by keys alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    await goTo(page, `exports/${large}`);
    await page.getByRole('tab', { name: 'Data' }).press('ArrowRight');
    const overTime = chart(page, 'Sentiment over time');
    await overTime.waitFor();
    await look(page, 'overview');
    // Each day has three rows of one sentiment.
    expect(await overTime.getByRole('option').count()).toBe(LARGE.threads);
    await overTime.getByRole('option').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await shown(page, 3);
    expect(page.url()).toMatch(/since=\d+&until=\d+&sentiment=negative/);
    await page.goBack();
    for (const [name, bar, rows] of [
      ['Words of positive rows', 'concert 30', 30],
      ['Words of negative rows', 'refund 30', 30],
      ['Emoji of negative rows', '😡 30', 30],
      ['Who is answered most', 'bob answers ann 20', 20],
      ['Depth of replies', '2 deep 20', 20],
    ] as const) {
      await press(page, chart(page, name).getByRole('option', { name: bar, exact: true }));
      await shown(page, rows);
      await page.goBack();
    }
    await press(page, chart(page, 'Depth of replies').getByRole('option', { name: 'Replies 20' }));
    await shown(page, 20);
    await page.getByRole('button', { name: 'Depth 1', exact: true }).waitFor();
    await look(page, 'overview-depth');
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it.each(SCREENS)('has a table and pictures of each, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${large}?tab=overview`);
    for (const [name, row] of [
      ['Sentiment over time', 'Nov 14, 202330'],
      ['Words of positive rows', 'concert300'],
      ['Who is answered most', 'bob answers ann20'],
      ['Depth of replies', 'At the top20'],
    ] as const) {
      const more = page.getByRole('button', { name: `${name}: table and pictures` });
      const download = page.waitForEvent('download');
      await more.click();
      await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
      expect(readFileSync(await (await download).path(), 'utf8')).toContain(`aria-label="${name}"`);
      await more.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Show as a table' }).waitFor();
      await page.keyboard.press('Enter');
      const rows = page.getByRole('table', { name }).getByRole('row');
      await expect.poll(async () => (await rows.allTextContents()).join('\n')).toContain(row);
    }
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Who is answered most: table and pictures' }).click();
    await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
    expect(
      readFileSync(await (await download).path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await look(page, 'overview-tables');
  });

  it.each(SCREENS)('stands beside that of another export, which the address names, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    await goTo(page, `exports/${large}?tab=overview`);
    await chart(page, 'Over time').waitFor();
    await tabTo(page, 'Compare');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox', { name: 'Find an export' }).fill(String(SMALL.story));
    await page.getByRole('option', { name: titleOf(SMALL) }).waitFor();
    await look(page, 'overview-compare');
    await page.keyboard.press('ArrowDown');
    await press(page, page.getByRole('option', { name: titleOf(SMALL) }));
    await expect.poll(() => page.url()).toContain(`with=${small}`);
    const facts = page.getByRole('table', { name: 'Compare' });
    await expect.poll(() => facts.getByRole('row').nth(1).textContent()).toBe('Rows6018');
    await page.reload();
    await facts.waitFor();
    await look(page, 'overview-compared');
    const names = [LARGE, SMALL].map(titleOf);
    for (const name of names) await chart(page, `Over time, ${name}`).waitFor();
    const depth = (level: string, at: 0 | 1, told: string): Locator =>
      chart(page, 'Depth of replies').getByRole('option', { name: `${level}, ${names[at]} ${told}`, exact: true });
    for (const level of ['At the top', 'Replies', '2 deep']) {
      await depth(level, 0, '33% · 20').waitFor();
      await depth(level, 1, '33% · 6').waitFor();
    }
    await reportOfBoth(page);
    await press(page, depth('Replies', 1, '33% · 6'));
    await shown(page, SMALL.threads);
    expect(page.url()).toContain(`exports/${small}?`);
    await page.goBack();
    await press(page, depth('Replies', 0, '33% · 20'));
    await shown(page, LARGE.threads);
    await page.goBack();
    await facts.waitFor();
    await tabTo(page, 'End the comparison');
    await page.keyboard.press('Enter');
    await facts.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('with=');
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it('says where the other export is gone, and offers another one', async () => {
    await using opened = await reopenWindow(browser, service, SCREENS[1]);
    const { page } = opened;
    await goTo(page, `exports/${large}?tab=overview&with=00000000-0000-4000-8000-000000000000`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Compare' }).waitFor();
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await chart(page, 'Over time').waitFor();
  });
});

function chart(page: Page, name: string): Locator {
  return page.getByRole('listbox', { name, exact: true });
}

async function press(page: Page, bar: Locator): Promise<void> {
  await bar.focus();
  await page.keyboard.press('Enter');
}

async function reportOfBoth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the report' }).click();
  const report = await page.context().newPage();
  await report.setContent(readFileSync(await (await download).path(), 'utf8'));
  for (const { story } of [LARGE, SMALL]) await report.getByText(addressOf({ story }), { exact: true }).waitFor();
  expect(await report.getByRole('row').filter({ hasText: /^Rows/ }).first().textContent()).toBe('Rows6018');
  expect(await accessComplaints(report)).toEqual([]);
  await report.close();
}
