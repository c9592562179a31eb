import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { choose, goTo } from '#test/e2e/steps.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const COMMENTS = 12;
const BUILD_MS = 240_000;

let world: World;
let service: ServiceProcess;
let browser: Browser;
const runs: string[] = [];
const list = { comments: commentsOf(COMMENTS) };

describe.skipIf(BROWSER_MISSING !== null)(`the time machine ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [commentListSimulator(list)] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
    await run();
    list.comments.unshift(commentAt(COMMENTS + 1));
    await run();
    const edited = list.comments[2] as ListedComment;
    edited.text = `${edited.text.replace('Comment', 'Remark')}, in other words`;
    list.comments.splice(5, 1);
    await run();
    await run();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('goes through the runs of an address by keys alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    await goTo(page, `exports/${runs[3]}`);
    await page.getByRole('tab', { name: 'Data' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Over the runs', selected: true }).waitFor();
    await page.getByText('Nothing changed in this run.').waitFor();
    await look(page, 'time-last');
    const slider = page.getByRole('slider', { name: 'Run' });
    await slider.press('ArrowLeft');
    await standing(page, '12 rows. New 0, edited 1, gone 1.');
    const rows = page.getByRole('list', { name: 'Rows of this run' });
    await rows.locator('li').filter({ hasText: 'Edited' }).locator('del').getByText('Comment', { exact: true }).waitFor();
    expect(await rows.locator('li').filter({ hasText: 'Edited' }).locator('ins').allTextContents()).toEqual(['Remark', ', in other words']);
    expect(await rows.locator('li').filter({ hasText: 'Gone' }).locator('del').allTextContents()).toEqual(['Comment 8']);
    await look(page, 'time-changes');
    await choose(page.getByRole('switch', { name: 'Only what changed' }));
    await expect.poll(() => rows.getByRole('listitem').count()).toBe(COMMENTS + 1);
    await look(page, 'time-all');
    await page.reload();
    await standing(page, 'New 0, edited 1, gone 1.');
    await slider.press('Home');
    await standing(page, '12 rows. New 12, edited 0, gone 0.');
    await slider.press('ArrowRight');
    await standing(page, '13 rows. New 1, edited 0, gone 0.');
    await page.getByText('All runs as a table').click();
    await expect.poll(() => page.locator('.run-table tbody tr').count()).toBe(runs.length);
    await look(page, 'time-table');
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it.each(SCREENS)('lets rows fade in, unless motion is reduced, and is there for runs alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${runs[1]}?tab=time`);
    const fresh = page.locator('.run-row-new').first();
    await fresh.waitFor();
    const motion = (): Promise<string> => page.evaluate('getComputedStyle(document.querySelector(".run-row-new")).animationName');
    expect(await motion()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).toBe('come');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { guid } = await service.client().export(LIST_URL);
    await goTo(page, `exports/${guid}`);
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Over the runs' }).count()).toBe(0);
  });
});

async function run(): Promise<void> {
  runs.push((await service.client().export(LIST_URL, { incremental: true })).guid);
}

async function standing(page: Page, words: string): Promise<void> {
  await page.getByRole('status').getByText(words).waitFor();
}
