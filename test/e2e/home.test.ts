import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo, shown } from '#test/e2e/steps.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 60;
const BUILD_MS = 120_000;
const REFUSED = 'https://nobody.example/x';
const STORY = 'https://news.ycombinator.com/item?id=1000000';
const APP = 'https://store.steampowered.com/app/10/';

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`Home ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 }), hackerNewsSimulator({ comments: 5 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('shows where work stands, and does what comes next with it, $width px wide', async (size) => {
    await deleteAll();
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    const running = page.getByRole('list', { name: 'Running' });
    const recent = page.getByRole('list', { name: 'Recent' });
    await page.getByRole('button', { name: /^YouTube/ }).waitFor();
    await look(page, 'home-empty');

    world.setLatency(1_500);
    const { guid } = await service.client().create(APP);
    await service.client().ask('PATCH', `/api/v3/job/${guid}/label`, { title: 'Counter-Strike' });
    // Nobody asks for it: the service tells.
    await running.getByRole('link', { name: 'Counter-Strike' }).waitFor();
    await running.getByRole('progressbar').waitFor();
    await running.getByText(/20 of 60/).waitFor();
    await look(page, 'home-running');
    await running.getByRole('button', { name: 'Stop' }).click();
    await recent.getByText('Stopped', { exact: true }).waitFor();
    await running.waitFor({ state: 'hidden' });
    world.setLatency(0);
    // Of these the simulated site has no reviews.
    for (let app = 20; app <= 60; app += 10) await service.client().export(`https://store.steampowered.com/app/${app}/`);
    await service.client().export(APP);
    await expect.poll(() => recent.getByText('Done', { exact: true }).count()).toBe(5);
    await recent.getByText('Rows: 60').first().waitFor();
    expect(await recent.getByRole('listitem').count()).toBe(5);
    await look(page, 'home-recent');

    const row = recent.getByRole('listitem').filter({ hasText: 'Rows: 60' });
    await row.getByRole('button', { name: 'Download' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await row.getByRole('button', { name: 'Again' }).click();
    await page.getByRole('menuitem', { name: 'Export again now' }).click();
    await shown(page, REVIEWS);
    await page.goBack();
    await row.first().getByRole('link').click();
    await shown(page, REVIEWS);
    await goTo(page, '');
    await page.getByRole('link', { name: 'All exports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(SCREENS)('calls an address by the title that an answer brought, and asks nobody for it, $width px wide', async (size) => {
    await deleteAll();
    await using opened = await reopenWindow(browser, service, size);
    const { page, foreign } = opened;
    const before = world.count('hn.algolia.com');
    const field = page.getByRole('textbox', { name: 'Addresses' });
    const rows = page.locator('.address-rows').getByRole('listitem');
    await field.fill(`${STORY}\n${APP}`);
    await page.getByText('Recognised: 2').waitFor();
    await rows.first().getByText('Hacker News', { exact: true }).waitFor();
    await expect.poll(() => rows.first().locator('svg.site-icon').textContent()).toBe('HN');
    expect(world.count('hn.algolia.com')).toBe(before);

    await field.fill('');
    const { guid } = await service.client().export(STORY);
    const asked = world.count('hn.algolia.com');
    await page.getByRole('list', { name: 'Recent' }).getByRole('link', { name: 'A story' }).waitFor();
    await field.fill(`${STORY}\n${APP}`);
    await rows.first().getByText('A story', { exact: true }).waitFor();
    expect(await rows.first().locator('svg.site-icon').textContent()).toBe('AS');
    await look(page, 'home-title');
    await service.client().ask('PATCH', `/api/v3/job/${guid}/label`, { title: 'What we said in spring' });
    await goTo(page, 'exports?q=a+story');
    await page.getByRole('list', { name: 'All exports' }).getByRole('link', { name: 'What we said in spring' }).waitFor();
    await page.reload();
    await goTo(page, '');
    await rows.first().getByText('What we said in spring', { exact: true }).waitFor();
    expect(world.count('hn.algolia.com')).toBe(asked);
    expect(foreign).toEqual([]);
  });

  it.each(SCREENS)('says its options in words, each with a way to change it, $width px wide', async (size) => {
    await optionsToChooseFrom();
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Addresses' }).fill('https://www.reddit.com/r/videos/comments/6rrwyj/');
    const said = page.getByRole('list', { name: 'What is going to be exported' });
    await expect.poll(() => wordsOf(said)).toEqual(['Comments', 'all there are', 'without replies', 'with the account main']);
    await said.getByRole('button', { name: 'all there are' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('number');
    await page.keyboard.type('50');
    await page.getByLabel('Not before').fill('2026-01-02');
    await page.getByLabel('Languages').fill('de, en, xq');
    await page.getByText('One of these is no code of a language.').waitFor();
    await page.getByLabel('Languages').fill('de, en');
    await page.getByText('German, English', { exact: true }).waitFor();
    await choose(page, 'Route', 'Berlin');
    await choose(page, 'Pool', 'Data centre');
    await choose(page, 'Account', 'press');
    await choose(page, 'Format preset', 'narrow');
    expect(await wordsOf(said)).toEqual([
      'Comments',
      'at most 50',
      'without replies',
      'from Jan 2, 2026',
      'only in German, English',
      'through Berlin',
      'through the pool Data centre',
      'with the account press',
      'files as narrow',
    ]);
    await look(page, 'home-options');
    await said.getByRole('button', { name: 'Take back: from Jan 2, 2026' }).press('Enter');
    await said.getByRole('button', { name: 'with the account press', exact: true }).press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('press');
    const created = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/job'));
    await page.route('**/api/v3/job', (route) => route.fulfill({ status: 201, json: { jobs: [] } }));
    await page.getByRole('button', { name: 'Start export' }).click();
    expect((await created).postDataJSON().options).toEqual({
      limit: 50,
      filter: { language: ['de', 'en'] },
      vpn: 'Berlin',
      pool: expect.any(String),
      account: 'press',
      layout: 'narrow',
    });
    await page.unrouteAll();
  });

  it.each(SCREENS)('keeps a hundred addresses on one screen, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Addresses' }).fill(manyAddresses().join('\n'));
    await page.getByText('Recognised: 98').waitFor();
    await page.getByText('Not supported: 2').waitFor();
    await page.getByText('Given more than once: 1').waitFor();
    const start = page.getByRole('button', { name: 'Start 98 exports', disabled: false });
    await start.waitFor();
    expect(await isInSight(start)).toBe(true);
    expect(await page.evaluate('{ const content = document.querySelector("main"); content.scrollHeight - content.clientHeight; }')).toBe(0);
    const list = page.locator('.address-groups');
    const heads = list.locator('[aria-expanded]');
    expect(await heads.allInnerTexts()).toEqual([
      expect.stringMatching(/^St\s+Steam\s+Reviews\s+60$/),
      expect.stringMatching(/^YT\s+YouTube\s+Comments\s+30$/),
      expect.stringMatching(/^YT\s+YouTube\s+Posts\s+8$/),
      expect.stringMatching(/^Not supported\s+2$/),
    ]);
    await list.getByText('The site nobody.example is not supported.').first().waitFor();
    await look(page, 'home-hundred');
    await heads.first().press('Enter');
    await list.getByText('app/1060/').waitFor();
    await list.getByText('2 times').waitFor();
    expect(await isInSight(start)).toBe(true);
    await page.getByRole('button', { name: 'Options', exact: true }).press('Enter');
    await page.getByLabel('At most').waitFor();
    expect(await isInSight(start)).toBe(true);
    await look(page, 'home-hundred-open');
    await list.getByRole('button', { name: 'Remove https://store.steampowered.com/app/1060/' }).press('Enter');
    await page.getByText('Recognised: 97').waitFor();
    await goTo(page, 'exports');
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    await goTo(page, '');
    await page.getByText('Recognised: 97').waitFor();
  });

  it('is used by keyboard alone', async () => {
    await deleteAll();
    await service.client().export(APP);
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await page.getByRole('list', { name: 'Recent' }).getByText('Done', { exact: true }).waitFor();
    await tabTo(page, 'Again');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Export again now' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Addresses' }).focus();
    await page.keyboard.insertText(`${manyAddresses().join('\n')}\n`);
    await page.getByText('Recognised: 98').waitFor();
    await tabTo(page, 'all there are');
    await page.keyboard.press('Enter');
    await page.keyboard.type('7');
    await tabTo(page, 'Start 98 exports');
    expect(await page.evaluate('document.activeElement.type')).toBe('submit');
  });
});

/** Sixty of one kind, one of them twice, others of other kinds, and two that nobody knows. */
function manyAddresses(): readonly string[] {
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => 1_001 + at);
  return [
    ...numbers(60).map((app) => `https://store.steampowered.com/app/${app}/`),
    ...numbers(30).map((video) => `https://www.youtube.com/watch?v=aaaaaaa${video}`),
    ...numbers(8).map((channel) => `https://www.youtube.com/@channel${channel}/community`),
    REFUSED,
    `${REFUSED}y`,
    'https://store.steampowered.com/app/1060/',
  ];
}

async function deleteAll(): Promise<void> {
  const client = service.client();
  for (;;) {
    const { list } = await client.get('/api/v3/jobs');
    if (list.length === 0) return;
    for (const { guid } of list) await client.ask('DELETE', `/api/v3/job/${String(guid)}`);
  }
}

/** Each once, for all sizes. */
async function optionsToChooseFrom(): Promise<void> {
  const client = service.client();
  if ((await client.get('/api/v1/routes')).list.length > 0) return;
  await client.post('/api/v1/routes', { name: 'Berlin', code: 'DE', url: 'http://127.0.0.1:9' });
  await client.post('/api/v1/proxies', { name: 'Data centre', proxies: [{ type: 'http', address: '127.0.0.1:9' }] });
  for (const name of ['main', 'press'])
    await client.post('/api/v1/accounts', { platform: 'reddit', cookies: { reddit_session: 'made up', token_v2: 'made up' }, name });
  await client.ask('PUT', '/api/v1/presets/narrow', { layout: { columns: ['Text'] } });
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: false }).and(page.locator('.choice-button')).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function wordsOf(said: Locator): Promise<readonly string[]> {
  return (await said.getByRole('listitem').allInnerTexts()).map((words) => words.trim());
}

async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const { height } = element.page().viewportSize() ?? { height: 0 };
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
