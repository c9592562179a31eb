import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Browser, Download } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { type OpenWindow, reopenWindow } from '#test/e2e/open-window.ts';
import { choose, goTo, holdTimers, shown } from '#test/e2e/steps.ts';
import { ownFolder } from '#test/own.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL } from '#test/schedules/comment-list.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const COMMENTS = 30;
const THREAD_URL = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const BUILD_MS = 120_000;

let world: World;
let service: ServiceProcess;
let browser: Browser;
let gate: Gate;
const list = { comments: commentsOf(COMMENTS) };

describe.skipIf(BROWSER_MISSING !== null)(`what people say of exports and rows ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    gate = gateBefore(commentListSimulator(list));
    world = await startWorld({ simulators: [gate.simulator, redditSimulator({ comments: 40 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser('all');
  }, BUILD_MS);
  afterEach(async () => {
    gate.open();
    list.comments = commentsOf(COMMENTS);
    const client = service.client();
    for (const { guid } of (await client.get('/api/v3/jobs')).list) await client.ask('DELETE', `/api/v3/job/${String(guid)}`);
    for (const { name } of (await client.get('/api/v1/views')).list) await client.ask('DELETE', `/api/v1/views/${String(name)}`);
  });
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('names and tags an export, finds it by that, and keeps the filters as a view, $width px wide', async (size) => {
    const { guid } = await service.client().export(LIST_URL);
    await service.client().export(LIST_URL, { limit: 3 });
    await using opened = await atList(size);
    const { page, complaints } = opened;
    const rows = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await rows
      .nth(1)
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Name, folder, tags…' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill('Launch of <Ärger>');
    await form
      .getByRole('combobox', { name: 'Folder or project' })
      .or(form.getByRole('textbox', { name: 'Folder or project' }))
      .fill('Spring');
    await form.getByRole('textbox', { name: 'Tags' }).fill('to read, mine');
    await look(page, 'label-form');
    await form.getByRole('textbox', { name: 'Tags' }).press('Enter');
    await rows.getByRole('link', { name: 'Launch of <Ärger>' }).waitFor();
    await look(page, 'labelled');
    expect(await service.client().job(guid)).toMatchObject({ title: 'Launch of <Ärger>', folder: 'Spring', tags: ['to read', 'mine'] });

    await page.getByRole('link', { name: 'Those with the tag mine' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(page.url()).toContain('tag=mine');
    await page.getByRole('button', { name: /^All folders/ }).click();
    await page.getByRole('option', { name: 'Spring' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Mine in spring');
    await page.keyboard.press('Enter');
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('link', { name: 'Mine in spring' }).and(page.locator('[aria-current=true]')).waitFor();
    await look(page, 'saved-view');
    await goTo(page, 'exports');
    await expect.poll(() => rows.count()).toBe(2);
    await views.getByRole('link', { name: 'Mine in spring' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    await views.getByRole('button', { name: 'Delete the view Mine in spring' }).click();
    await page.getByRole('button', { name: 'Save this view' }).waitFor();

    for (const words of ['ärger', 'to read', 'spring']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('searchbox').fill(words);
      await page.getByRole('menuitem', { name: /^Launch of <Ärger>/ }).waitFor();
      await page.keyboard.press('Escape');
    }
    await goTo(page, `exports/${guid}`);
    await page.getByRole('heading', { level: 1, name: 'Launch of <Ärger>' }).waitFor();
    await expect.poll(() => page.title()).toBe('Launch of <Ärger> – Commentdock');
    expect(complaints).toEqual([]);
  });

  it.each(SCREENS)('names an export and leaves the list by keyboard alone, $width px wide', async (size) => {
    const { guid } = await service.client().export(LIST_URL, { limit: 3 });
    await using opened = await atList(size);
    const { page } = opened;
    await tabTo(page, `More about ${LIST_URL.replace('https://', '')}`);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Name, folder, tags…' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(async () => (await service.client().job(guid))['title']).toBe('By hand');
    await tabTo(page, 'More about By hand');
  });

  it.each(SCREENS)('does to many at once what it does to one, $width px wide', async (size) => {
    const client = service.client();
    for (let made = 0; made < 5; made += 1) await client.export(LIST_URL, { limit: 2 + made });
    await using opened = await atList(size);
    const { page } = opened;
    const rows = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    const all = page.getByRole('checkbox', { name: 'Select all' });
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await all.locator('xpath=ancestor::label').click();
    await look(page, 'many');
    await more('Name, folder, tags…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill('batch');
    await look(page, 'label-many');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await client.get('/api/v3/jobs?tag=batch')).list.length).toBe(5);

    await more('Judge the sentiment: 5');
    await page.getByRole('alertdialog').getByText('Built-in analyzer', { exact: false }).waitFor();
    await look(page, 'judge-many');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start judging' }).click();
    const judged = async () =>
      (await client.get('/api/v3/jobs')).list.filter((job) => (job['sentiment'] as { state?: string })?.state === 'done').length;
    await expect.poll(judged).toBe(5);

    await all.locator('xpath=ancestor::label').click();
    await more('Export again now: 5');
    await expect.poll(() => rows.count()).toBe(10);
    // They are called and sorted by as those before.
    await expect.poll(async () => (await client.get('/api/v3/jobs?tag=batch&status=done')).list.length).toBe(10);

    await all.locator('xpath=ancestor::label').click();
    await holdTimers(page, 5_000);
    await more('Delete: 10');
    await look(page, 'delete-many');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => rows.count()).toBe(0);
    await page.getByText('10 exports are deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(10);
    expect((await client.get('/api/v3/jobs')).list).toHaveLength(10);
  });

  it.each(SCREENS)(
    'says in the title how far it is, saves what is there while it runs, and tells when it ends, $width px wide',
    async (size) => {
      gate.close(({ url }) => url.searchParams.get('page') === '1');
      list.comments = commentsOf(1_500);
      const created = await service.client().create(LIST_URL);
      await using opened = await atList(size);
      const { page, context } = opened;
      await context.grantPermissions(['notifications'], { origin: service.baseUrl });
      await expect.poll(() => page.title()).toMatch(/^\d+ % · Exports – Commentdock$/);
      const row = page.getByRole('list', { name: 'All exports' }).getByRole('listitem');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        // The row moves with what it tells of its export, and would do so under a pointer.
        row.getByRole('button', { name: 'Download what is there (JSON)' }).press('Enter'),
      ]);
      const items = JSON.parse(readFileSync(await saved(file), 'utf8')) as readonly { readonly text: string }[];
      expect(items.length).toBeGreaterThan(500);
      expect(items[0]?.text).toBe('Comment 1500');
      await look(page, 'running-list');

      await goTo(page, 'settings');
      const wish = page.getByRole('switch', { name: /^Notifications of the browser/ });
      await wish.locator('xpath=ancestor::label').click();
      await expect.poll(() => wish.isChecked()).toBe(true);
      await look(page, 'notifications');
      await page.evaluate(`{
      window.said = [];
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        constructor(title, options) { super(); window.said.push(options.body); }
        close() {}
      };
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    }`);
      gate.open();
      await service.client().waitFor(created.guid, 'done');
      await expect.poll(() => page.evaluate('said.join()')).toBe(`${LIST_URL.replace('https://', '')} is done.`);
      await expect.poll(() => page.title()).toBe('Settings – Commentdock');
      await page.reload();
      await expect.poll(() => wish.isChecked()).toBe(true);
    },
  );

  it.each(SCREENS)('stars, notes and tags a row, which stays in further runs and goes into files, $width px wide', async (size) => {
    const first = await service.client().export(LIST_URL);
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints } = opened;
    await goTo(page, `exports/${first.guid}`);
    await shown(page, COMMENTS);
    await page.getByRole('row').nth(2).locator('.row-open').click();
    const panel = page.getByRole('dialog');
    const mine = panel.getByRole('region', { name: 'What you say of it' });
    await mine.getByRole('button', { name: 'Star' }).click();
    await mine.getByRole('button', { name: 'Star', pressed: true }).waitFor();
    await mine.getByRole('textbox', { name: 'Note' }).fill('Ask her\nfor permission');
    // Keys that lead from row to row stay within the text.
    await mine.getByRole('textbox', { name: 'Note' }).press('ArrowLeft');
    await mine.getByRole('textbox', { name: 'Tags' }).fill('quote, x');
    await mine.getByRole('textbox', { name: 'Tags' }).press('Control+Enter');
    await mine.getByText('Saved').waitFor();
    await look(page, 'row-note');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('cell').getByText('★ quote, x ✎').waitFor();
    await look(page, 'row-badge');

    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Mine' }).click();
    const filter = page.getByRole('dialog', { name: 'Mine' });
    await choose(filter.getByRole('checkbox', { name: /^quote/ }));
    await look(page, 'filter-mine');
    await page.keyboard.press('Escape');
    await shown(page, 1);
    await page.reload();
    await shown(page, 1);
    // What is filtered is what is downloaded.
    const rowsOf = async (item: string): Promise<readonly Readonly<Record<string, string>>[]> => {
      await page.getByRole('button', { name: 'Download' }).click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item, exact: true }).click()]);
      return parse(readFileSync(await saved(file)), { columns: true, bom: true }) as Record<string, string>[];
    };
    const noted = { Comment: 'Comment 29', Starred: 'true', 'Own note': 'Ask her\nfor permission', 'Own tags': 'quote, x' };
    expect(await rowsOf('The rows shown: CSV')).toMatchObject([noted]);
    const all = await rowsOf('CSV');
    expect([all.length, all[1]]).toMatchObject([COMMENTS, noted]);

    list.comments = [commentAt(COMMENTS + 1), ...commentsOf(COMMENTS)];
    const second = await service.client().export(LIST_URL, { incremental: true });
    await goTo(page, `exports/${second.guid}`);
    await shown(page, COMMENTS + 1);
    await page.getByRole('cell').getByText('★ quote, x ✎').waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(SCREENS)('stars a row by keyboard alone, $width px wide', async (size) => {
    const { guid } = await service.client().export(LIST_URL, { limit: 3 });
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${guid}`);
    await shown(page, 3);
    await page.locator('.row-open').first().press('Enter');
    await page.getByRole('button', { name: 'Star' }).waitFor();
    await tabTo(page, 'Star');
    await page.keyboard.press('Space');
    await page.getByRole('cell').getByText('★').waitFor();
    await page.getByRole('textbox', { name: 'Note' }).focus();
    await page.keyboard.type('Said by hand');
    // What is typed is said, whether one saves it or goes.
    await page.keyboard.press('Escape');
    const said = async () => (await service.client().get(`/api/v1/exports/${guid}/remarks`)).body['remarks'];
    await expect.poll(said).toMatchObject([{ starred: true, note: 'Said by hand' }]);
    await page.getByRole('cell').getByText('★ ✎').waitFor();
  });

  it.each(SCREENS)('shows the whole thread around a row, $width px wide', async (size) => {
    const { guid } = await service.client().export(THREAD_URL, { replies: true });
    const { body } = await service.client().get(`/api/v1/exports/${guid}/search?offset=0&limit=100`);
    const rows = body['results'] as readonly {
      readonly row: number;
      readonly depth: number;
      readonly below: number;
      readonly item: { readonly text: string };
    }[];
    const deep = rows.find(({ depth }) => depth >= 2);
    const top = rows.findLast(({ row, depth }) => depth === 0 && row < (deep?.row ?? 0));
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, `exports/${guid}?row=${deep?.row ?? 0}`);
    await page.getByRole('button', { name: 'Show the whole thread' }).click();
    const thread = page.getByRole('region', { name: 'The whole thread' });
    await expect.poll(() => thread.getByRole('listitem').count()).toBe((top?.below ?? 0) + 1);
    expect(await thread.locator('[aria-current]').textContent()).toContain(deep?.item.text);
    await look(page, 'thread');
    await thread.getByRole('button').first().click();
    await expect.poll(() => page.url()).toContain(`row=${top?.row ?? 0}`);
    await page
      .getByRole('dialog')
      .locator('.item-text')
      .getByText(top?.item.text ?? '', { exact: true })
      .waitFor();
  });
});

async function atList(size: (typeof SCREENS)[number]): Promise<OpenWindow> {
  const opened = await reopenWindow(browser, service, size);
  await goTo(opened.page, 'exports');
  await opened.page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
  return opened;
}

async function saved(file: Download): Promise<string> {
  const path = `${ownFolder('downloaded')}/file`;
  await file.saveAs(path);
  return path;
}
