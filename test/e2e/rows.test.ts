import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { accessComplaints, look, SCREENS } from '#test/e2e/looking.ts';
import { type OpenWindow, reopenWindow } from '#test/e2e/open-window.ts';
import { choose, goTo, rowCount, shown } from '#test/e2e/steps.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { ownFolder } from '#test/own.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const COMMENTS = 30;
/** Pixels of a window from which on a row has room beside the table. */
const ROOM_BESIDE = 1_100;
const BUILD_MS = 120_000;

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

  it.each(SCREENS)('opens a row by a click anywhere, beside the table or above it, and leads on, $width px wide', async (size) => {
    await using opened = await atWhole(size);
    const { page } = opened;
    const panel = page.getByRole('dialog');
    await page.getByRole('cell', { name: 'Comment 28', exact: true }).click();
    await panel.getByText('Comment 28', { exact: true }).waitFor();
    // A table beside it can still be used; one below it is out of reach of keys, too.
    const isCovered = () =>
      page.evaluate<boolean>('document.querySelector(".table-scroll").closest("[inert], [aria-hidden=true]") !== null');
    await expect.poll(isCovered).toBe(size.width < ROOM_BESIDE);
    await page.locator('[role=table]').getByText('Comment 27', { exact: true }).waitFor();
    await look(page, 'row-beside');
    await panel.getByRole('button', { name: 'The next row' }).click();
    await panel.getByText('Comment 27', { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await panel.getByText('Comment 28', { exact: true }).waitFor();
    expect(await page.locator('[aria-current="true"]').getByText('Comment 28', { exact: true }).count()).toBe(1);
    await page.reload();
    await panel.getByText('Comment 28', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('row-open');
  });

  it.each(SCREENS)('puts rows in order by heads, and keeps in this browser which columns there are, $width px wide', async (size) => {
    await using opened = await atWhole(size);
    const { page } = opened;
    // More than any of these windows has room for, while what stays has it, but on a phone.
    const wide = { Text: 1_200, Date: Math.max(120, size.width - 1_360) };
    const isPhone = size.width < 720;
    const heads = page.getByRole('columnheader');
    const first = page.getByRole('row').nth(1);
    await heads.getByRole('button', { name: 'Date' }).click();
    await page.getByRole('columnheader', { name: 'Date' }).and(page.locator('[aria-sort="descending"]')).waitFor();
    await heads.getByRole('button', { name: 'Date' }).click();
    await first.getByText('Comment 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Oldest first/ }).waitFor();
    // The next row is that of the table, and not that of the file.
    await first.click();
    await page.getByRole('dialog').getByRole('button', { name: 'The next row' }).click();
    await page.getByRole('dialog').getByText('Comment 2', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'The next row' }).click();
    await page.getByRole('dialog').getByText('Comment 3', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
    await first.getByText(`Comment ${COMMENTS}`, { exact: true }).waitFor();

    expect(await heads.allInnerTexts()).toEqual(['Author', 'Text', 'Date']);
    const edge = page.getByRole('columnheader', { name: 'Text' }).locator('.head-edge');
    await edge.scrollIntoViewIfNeeded();
    const box = await edge.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) - 196, (box?.y ?? 0) + 4);
    await page.mouse.up();
    const width = async () => Math.round((await page.getByRole('columnheader', { name: 'Text' }).boundingBox())?.width ?? 0);
    const narrow = await width();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const columns = page.getByRole('dialog', { name: 'Columns' });
    expect(await columns.getByRole('spinbutton', { name: 'Width of Text in pixels' }).inputValue()).toBe(String(narrow));
    await look(page, 'columns');
    await columns.getByRole('button', { name: 'Move Date to the left' }).press('Enter');
    for (let at = 0; at < 8; at += 1) await page.keyboard.press('Enter');
    for (const [name, px] of Object.entries(wide))
      await columns.getByRole('spinbutton', { name: `Width of ${name} in pixels` }).fill(`${px}`);
    await columns.getByRole('button', { name: /Columns that stay/ }).click();
    await page.getByRole('option', { name: '2' }).click();
    await columns.getByText('Several lines').click();
    await page.keyboard.press('Escape');
    const asLaidOut = async () => {
      await expect.poll(() => heads.allInnerTexts()).toEqual(['Author', 'Date', 'Text']);
      expect(await width()).toBe(wide.Text);
      expect((await first.boundingBox())?.height).toBe(92);
    };
    await asLaidOut();
    await page.reload();
    await first.waitFor();
    await asLaidOut();
    const places = () =>
      page.evaluate<number[]>(
        '[...document.querySelectorAll("[role=columnheader]")].map((head) => Math.round(head.getBoundingClientRect().x))',
      );
    const [author = 0, date = 0, text = 0] = await places();
    await page.evaluate('document.querySelector(".table-scroll").scrollLeft = 100');
    // There both together would leave the text no room.
    await expect.poll(places).toEqual([author, isPhone ? date - 100 : date, text - 100]);
    const seen = `{
      const { right, y } = document.querySelector('[role=columnheader]').getBoundingClientRect();
      document.elementFromPoint(right - 20, y + 10).closest('[role=columnheader]').textContent;
    }`;
    expect(await page.evaluate(seen)).toBe('Author');
    await look(page, 'columns-stay');
    await page.getByRole('button', { name: 'Columns' }).click();
    await columns.getByRole('checkbox', { name: 'Date' }).press('Space');
    await expect.poll(() => heads.allInnerTexts()).toEqual(['Author', 'Text']);
    await columns.getByRole('button', { name: 'As usual' }).click();
    await expect.poll(() => heads.allInnerTexts()).toEqual(['Author', 'Text', 'Date']);
  });

  it.each(SCREENS)('shows a sample on the first run, which is no export before it is opened, $width px wide', async (size) => {
    const count = async () => (await service.client().get('/api/v3/jobs')).list.length;
    const before = await count();
    await using opened = await reopenWindow(browser, service, size, 'new');
    const { page } = opened;
    for (const heading of ['A browser for some sites', 'Try it with made-up data']) {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    const sample = page.getByRole('table', { name: 'A sample of YouTube: the first rows' });
    const told = await sample.locator('td:nth-child(2)').allTextContents();
    expect(told).toHaveLength(5);
    await page.getByRole('button', { name: /^YouTube/ }).waitFor();
    await look(page, 'welcome-shown');
    expect(await count()).toBe(before);
    await page.getByRole('button', { name: 'Open this sample' }).click();
    await page.getByRole('tab', { name: 'Data' }).waitFor();
    expect(await count()).toBe(before + 1);
    await expect.poll(() => rowCount(page)).toBeGreaterThan(5);
    const { body } = await service.client().get(`/api/v1/exports/${guidOf(page)}/search?limit=5`);
    expect((body['results'] as { item: { text: string } }[]).map(({ item }) => item.text)).toEqual(told);
  });

  it.each(SCREENS)('shows what an update found, and those rows alone, $width px wide', async (size) => {
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

  it.each(SCREENS)('draws on the whole screen by a sealed seed, into a page that draws again offline, $width px wide', async (size) => {
    await using opened = await atWhole(size);
    const { page, complaints, foreign } = opened;
    await page.getByRole('tab', { name: 'Winners' }).click();
    await choose(page.getByRole('switch', { name: 'Each person once' }));
    await page.getByRole('spinbutton', { name: 'Winners' }).fill('2');
    await page.getByRole('button', { name: 'Draw on the whole screen' }).click();
    const stage = page.getByRole('dialog', { name: 'Draw on stage' });
    await expect.poll(() => stage.locator('code').textContent()).toMatch(/^[\da-f]{64}$/);
    const sealed = await stage.locator('code').textContent();
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
    await look(page, 'stage');
    expect((await service.client().get(`/api/v1/exports/${guidOf(page)}/draws`)).list).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await stage.getByRole('button', { name: 'Draw winners' }).click();
    await stage.locator('.stage-rolling').getByText('writer').waitFor();
    await stage.locator('.stage-rolling svg.site-icon').waitFor();
    await stage.getByRole('button', { name: 'Skip' }).press('Enter');
    await expect.poll(() => stage.getByRole('listitem').count()).toBe(2);
    const seed = (await stage.locator('code').last().textContent()) ?? '';
    expect(hash('sha256', seed, 'hex')).toBe(sealed);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await look(page, 'stage-over');
    await stage.getByRole('button', { name: 'To the certificate' }).click();
    const certificate = page.getByRole('region', { name: 'Certificate of the draw' });
    await certificate.getByText(seed, { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBeNull();

    const download = page.waitForEvent('download');
    await certificate.getByRole('button', { name: 'Save as a page' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Certificate of the draw \d{4}-\d\d-\d\d\.html$/);
    const folder = ownFolder('certificate');
    const whole = join(folder, 'whole.html');
    await file.saveAs(whole);
    const [first = ''] = /"ids":\["([^"]+)"/.exec(readFileSync(whole, 'utf8'))?.slice(1) ?? [];
    writeFileSync(join(folder, 'changed.html'), readFileSync(whole, 'utf8').replace(`"ids":["${first}"`, '"ids":["of somebody else"'));
    const context = await browser.newContext({ offline: true, locale: 'en-GB' });
    const offline = await context.newPage();
    await offline.goto(pathToFileURL(whole).href);
    await offline.getByText(`drawn again among its ${list.comments.length} entries, and the same came out`, { exact: false }).waitFor();
    expect(await accessComplaints(offline)).toEqual([]);
    await offline.goto(pathToFileURL(join(folder, 'changed.html')).href);
    await offline.getByText('something else came out', { exact: false }).waitFor();
    await context.close();

    await page.getByRole('button', { name: 'Draw on the whole screen' }).click();
    await stage.getByRole('button', { name: 'Draw winners' }).click();
    await expect.poll(() => stage.getByRole('listitem').count()).toBe(2);
    expect(await stage.locator('.stage-rolling').count()).toBe(0);
    await look(page, 'stage-still');
    await page.keyboard.press('Escape');
    await stage.waitFor({ state: 'hidden' });
    expect([complaints, foreign]).toEqual([[], []]);
  });
});

/** The window at an export of all comments. */
async function atWhole(size: (typeof SCREENS)[number]): Promise<OpenWindow> {
  const { guid } = await service.client().export(LIST_URL);
  const opened = await reopenWindow(browser, service, size);
  await goTo(opened.page, `exports/${guid}`);
  await shown(opened.page, list.comments.length);
  return opened;
}

/** Of the export that is open. */
function guidOf(page: Page): string {
  return /exports\/([\w-]+)/.exec(page.url())?.[1] ?? '';
}
