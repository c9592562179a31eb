import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, shown } from '#test/e2e/steps.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const COMMENTS = 30;
const BUILD_MS = 120_000;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };

let world: World;
let service: ServiceProcess;
let browser: Browser;
/** What stands in the list of a site that one can go on with. */
const list = { comments: commentsOf(COMMENTS) };

describe.skipIf(BROWSER_MISSING !== null)(`the rows of an export ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [commentListSimulator(list)] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each([PHONE, LAPTOP])('shows what an update found, and those rows alone, $width px wide', async (size) => {
    await service.client().export(LIST_URL);
    list.comments.unshift(commentAt(list.comments.length + 1));
    const edited = list.comments[4] as ListedComment;
    edited.text = `${edited.text.replace('Comment', 'Remark')}, better words at ${size.width}`;
    const { guid } = await service.client().export(LIST_URL, { incremental: true });
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${guid}`);
    await page.getByRole('cell').getByText('New', { exact: true }).waitFor();
    await page.getByRole('cell').getByText('Edited', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog', { name: 'Change' }).getByText('Edited').click();
    await page.keyboard.press('Escape');
    await shown(page, 1);
    await page.getByRole('cell').getByText(`better words at ${size.width}`).waitFor();
    await look(page, 'changes');
    await page.locator('.row-open').first().click();
    const before = page.getByRole('dialog').getByRole('region', { name: 'What it said before' });
    await before.locator('del').getByText('Comment', { exact: true }).waitFor();
    expect(await before.locator('ins').allTextContents()).toEqual(['Remark', `, better words at ${size.width}`]);
    await look(page, 'row-earlier');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Overview' }).click();
    const facts = page.getByRole('tabpanel').locator('dl').first();
    await facts.getByText('Edited').waitFor();
    await look(page, 'changes-overview');
  });
});
