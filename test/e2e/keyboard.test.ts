import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { missedByTab, outOfReach } from '#test/e2e/keys.ts';
import { SCREENS, tabTo } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo } from '#test/e2e/steps.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL } from '#test/schedules/comment-list.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const COMMENTS = 12;
const BUILD_MS = 240_000;
const TABS = ['data', 'overview', 'time', 'winners', 'ledger'];
const [PHONE, LAPTOP] = SCREENS;

let world: World;
let service: ServiceProcess;
let browser: Browser;
/** What has a page of its own. */
const places: string[] = [];
const list = { comments: commentsOf(COMMENTS) };

describe.skipIf(BROWSER_MISSING !== null)(`the window by keys ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [commentListSimulator(list)] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
    await fill();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each([PHONE, LAPTOP])('leads with Tab to all of every view, and round again, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints } = opened;
    const missed: Record<string, readonly string[]> = {};
    for (const place of [...(await entries(page, size)), ...places]) {
      await goTo(page, place);
      await settled(page);
      const found = [...(await outOfReach(page)), ...(await missedByTab(page))];
      if (found.length > 0) missed[place] = found;
    }
    expect(missed).toEqual({});
    expect(complaints).toEqual([]);
  });

  it.each(SCREENS)('takes the focus from the menu into the view, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const focused = (): Promise<string> => page.evaluate('document.activeElement.outerHTML.slice(0, 100)');
    for (const [name, taken] of [
      ['Exports', /^<h1/],
      ['Search', /^<input/],
      ['Exports', /^<h1/],
    ] as const) {
      if (size === PHONE) {
        await tabTo(page, 'Menu');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      }
      await tabTo(page, name);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(focused).toMatch(taken);
    }
  });

  it.each([
    ['<button>1</button><button tabindex="-1">2</button>', ['<button tabindex="-1">2</button>']],
    ['<button>1</button><span role="button">2</span>', ['<span role="button">2</span>']],
    ['<a>1</a><a href="#x" tabindex="-1">2</a>', ['<a href="#x" tabindex="-1">2</a>']],
    ['<label>1<input type="checkbox" tabindex="-1" style="opacity: 0"></label>', [expect.stringContaining('<input')]],
    ['<div role="menu"><span role="menuitem" tabindex="-1">1</span></div>', [expect.stringContaining('role="menuitem"')]],
    ['<div aria-hidden="true"><button>1</button></div>', ['<button>1</button>']],
    ['<button>1</button><button disabled>2</button><div inert><button>3</button></div>', []],
    ['<div role="menu" tabindex="0"><span role="menuitem" tabindex="-1">1</span></div>', []],
    ['<input role="combobox" aria-controls="x"><ul role="listbox" id="x"><li role="option">1</li></ul>', []],
  ])('finds what keys do not lead to: %s', async (written, found) => {
    const page = await browser.newPage();
    await page.setContent(written);
    expect(await outOfReach(page)).toEqual(found);
    await page.close();
  });

  it.each([
    ['<button>1</button><input onkeydown="event.preventDefault()"><button>2</button>', ['<button>2</button>', 'the first one, again']],
    [
      '<button onblur="this.nextSibling.nextSibling.focus()">1</button><button>2</button><button>3</button>',
      ['<button>2</button>', 'the first one, again'],
    ],
    [
      '<button>1</button><button>2</button><button onkeydown="event.key === \'Tab\' && event.preventDefault()">3</button>',
      ['the first one, again'],
    ],
    ['<button>1</button><button>2</button><button>3</button>', []],
  ])('finds where Tab ends or leaves something out: %s', async (written, found) => {
    const page = await browser.newPage();
    await page.setContent(written);
    expect(await missedByTab(page)).toEqual(found);
    await page.close();
  });
});

/** Two runs of an address, and what else fills the lists. */
async function fill(): Promise<void> {
  const client = service.client();
  await client.export(LIST_URL, { incremental: true });
  list.comments.unshift(commentAt(COMMENTS + 1));
  const { guid } = await client.export(LIST_URL, { incremental: true });
  const { body: schedule } = await client.post('/api/v1/schedules', { url: LIST_URL, frequency: 'daily' });
  const { body: webhook } = await client.post('/api/v1/webhooks', {
    url: 'https://example.com/hook',
    events: ['export.finished'],
    signingSecret: 'secret',
  });
  await client.ask('POST', '/api/v1/routes', { name: 'Lisbon', code: 'PT', url: 'http://127.0.0.1:9' });
  places.push(...TABS.map((tab) => `exports/${guid}?tab=${tab}`));
  places.push('schedules/new', `schedules/${String(schedule['uuid'])}`, 'webhooks/new', `webhooks/${String(webhook['uuid'])}`);
}

/** What the menu leads to, as it stands behind `#/`. */
async function entries(page: Page, size: typeof PHONE | typeof LAPTOP): Promise<readonly string[]> {
  if (size === PHONE) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const found = await page.evaluate<string[]>('[...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href"))');
  expect(found.length).toBeGreaterThan(12);
  await page.keyboard.press('Escape');
  return found.map((href) => href.replace('#/', ''));
}

/** The view is drawn, and what it asked for has come. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Loading').count()).toBe(0);
}
