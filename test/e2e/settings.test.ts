import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { openWindow, reopenWindow } from '#test/e2e/open-window.ts';
import { look, SIZES, tabTo } from '#test/e2e/looking.ts';
import { holdTimers, visit } from '#test/e2e/steps.ts';
import { type LocalModelServer, startLocalModelServer } from '#test/world/local-model-server.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 120_000;
const CANARY = 'canary-in-the-coal-mine';
const COOKIES = `reddit_session=${CANARY}; token_v2=${CANARY}`;

/** A desktop app around the page that notes what it is asked. */
const DESKTOP = `
  window.asked = [];
  window.commentdockDesktop = {
    ask: async (request) => {
      asked.push(request);
      if (request.type === 'logIn') return { outcome: 'closed' };
      return { version: '1.0.0', startAtLogin: request.to ?? 'off', updates: 'unavailable', update: { state: 'none' } };
    },
    onState: () => () => {},
  };
`;

let world: World;
let service: ServiceProcess;
let browser: Browser;
let folder: string;
let models: LocalModelServer;

describe.skipIf(BROWSER_MISSING !== null)(`setting up ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    folder = mkdtempSync(join(tmpdir(), 'commentdock-settings-'));
    world = await startWorld({ simulators: [] });
    models = await startLocalModelServer();
    const env = { ...world.env, HTTPS_PROXY: '', COMMENTDOCK_LANES: '3', COMMENTDOCK_LOCAL_MODEL_PORTS: String(models.port) };
    service = await startServiceProcess({ world: env });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
    await models[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it.each(SIZES)('leads a new owner through three steps, once, by keyboard, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size, 'new');
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Comments as spreadsheets' }).waitFor();
    await look(page, 'welcome-what');
    await tabTo(page, 'Next');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('A browser for some sites');
    await page.getByText(/chrom/i).first().waitFor();
    await look(page, 'welcome-browser');
    await tabTo(page, 'Next');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^YouTube/ }).waitFor();
    await look(page, 'welcome-sample');
    await tabTo(page, 'Begin');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
  });

  it.each(SIZES)('saves an account by pasted cookies and by a file, and shows no value, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints } = opened;
    await visit(page, 'Accounts');
    await page.getByRole('searchbox', { name: 'Find a site' }).fill('redd');
    await look(page, 'accounts-empty');
    await page.getByRole('button', { name: 'Add an account of Reddit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('commentdock login reddit').waitFor();
    await look(page, 'accounts-add');
    await drawer.getByRole('textbox', { name: 'Cookies' }).fill('nothing of the kind');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText(/cannot be used/).waitFor();
    await drawer.getByRole('textbox', { name: 'Cookies' }).fill(COOKIES);
    await drawer.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('list', { name: 'Saved accounts' });
    await saved.getByText('Reddit · main').waitFor();
    await saved.getByText('reddit_session, token_v2').waitFor();
    await drawer.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Add an account of Reddit' }).click();
    await drawer.getByRole('textbox', { name: 'Name' }).fill('second');
    const file = join(folder, 'cookies.txt');
    writeFileSync(
      file,
      `.reddit.com\tTRUE\t/\tTRUE\t1000000000\treddit_session\t${CANARY}\n.reddit.com\tTRUE\t/\tTRUE\t4000000000\ttoken_v2\t${CANARY}\n`,
    );
    const chooser = page.waitForEvent('filechooser');
    await drawer.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles(file);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await saved.getByText('Reddit · second').waitFor();
    await saved.getByText(/Missing for a whole session: reddit_session/).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await look(page, 'accounts');
    expect(await page.content()).not.toContain(CANARY);
    for (const name of ['Reddit · second', 'Reddit · main']) {
      await page.getByRole('button', { name: `Remove ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await saved.getByText(name).waitFor({ state: 'hidden' });
    }
    // The cookies that were none were refused, which browsers note.
    expect(complaints.filter((words) => !words.includes('status of 422'))).toEqual([]);
  });

  it.each(SIZES)('adds, imports, checks and removes routes and pools, $width px wide', async (size) => {
    for (const { uuid } of (await service.client().get('/api/v1/routes')).list)
      await service.client().ask('DELETE', `/api/v1/routes/${String(uuid)}`);
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Routes');
    await look(page, 'routes-empty');
    await page.getByRole('button', { name: 'Add a route' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Berlin');
    await drawer.getByRole('textbox', { name: 'Country' }).fill('de');
    await drawer.getByText('Germany').waitFor();
    await drawer.getByRole('textbox', { name: 'Address of the proxy' }).fill(`http://someone:${CANARY}@127.0.0.1:9`);
    await look(page, 'routes-add');
    await drawer.getByRole('button', { name: 'Save' }).click();
    const routes = page.getByRole('list', { name: 'Routes' });
    await routes.getByText('Not checked yet').waitFor();
    await page.getByRole('button', { name: 'Import a list' }).click();
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Office');
    await drawer.getByRole('textbox', { name: 'List' }).fill('nonsense');
    await drawer.getByRole('button', { name: 'Import a list' }).click();
    await drawer.getByText(/line 1/).waitFor();
    await look(page, 'routes-import');
    await drawer.getByRole('textbox', { name: 'List' }).fill(`socks5://user:${CANARY}@127.0.0.1:9\n127.0.0.1:10`);
    await drawer.getByRole('button', { name: 'Import a list' }).click();
    const pools = page.getByRole('list', { name: 'Pools' });
    await pools.getByText('2 proxies').waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Check all' }).click();
    await routes.locator('.bad').waitFor();
    await page.getByRole('button', { name: 'Check Office' }).click();
    await pools.getByText('0 of 2 work').click();
    await look(page, 'routes');
    expect(await page.content()).not.toContain(CANARY);
    for (const name of ['Berlin', 'Office']) {
      const button = page.getByRole('button', { name: `Remove ${name}` });
      await button.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      // What follows moves up, and away from under a pointer.
      await button.waitFor({ state: 'hidden' });
    }
    await page.getByRole('heading', { name: 'No routes yet' }).waitFor();
  });

  it.each(SIZES)('sets up who judges sentiment, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Sentiment');
    const card = page.getByRole('region', { name: /chat completions/ });
    await card.getByLabel('Key').fill(CANARY);
    await card.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await card.getByLabel('Price of a million units read').fill('0,4');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('In use').waitFor();
    await card.getByRole('button', { name: 'Try it' }).click();
    await card.locator('.trial .bad').waitFor();
    await look(page, 'sentiment');
    expect(await page.content()).not.toContain(CANARY);
    await page.getByRole('button', { name: 'Who judges' }).click();
    await page.getByRole('option', { name: 'The analyzer on this machine' }).click();
    await page.getByText('Texts stay on this machine.').waitFor();
    await card.getByLabel('Price of a million units read').fill('');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => card.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await card.getByText('Goes to the vault').waitFor();
    await service.client().ask('POST', '/api/v1/sentiment-providers/automatic/choose');
  });

  it.each(SIZES)('takes a model that runs on this machine, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Sentiment');
    const found = page.getByRole('region', { name: 'Models on this machine' });
    await found.getByRole('button', { name: 'Use tiny:1b' }).click();
    await found.getByRole('button', { name: 'tiny:1b judges' }).waitFor();
    const card = page.getByRole('region', { name: 'Model on this machine' });
    await card.getByRole('button', { name: 'Try it' }).click();
    await card.getByText('Answered in').waitFor();
    await look(page, 'sentiment-local');
    await service.client().ask('DELETE', '/api/v1/sentiment-providers/local-model');
  });

  it.each(SIZES)('changes settings, and says what the environment has fixed, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await visit(page, 'Settings');
    await page.getByText('COMMENTDOCK_LANES').waitFor();
    await look(page, 'settings');
    const main = page.getByRole('main');
    const plan = async (): Promise<unknown> => (await service.client().ask('GET', '/api/v1/user/profile')).body['plan'];
    // Chosen, and taken back before the window has heard of it.
    const heard = Promise.withResolvers<void>();
    await page.route('**/api/v1/user/profile', (route) =>
      route.request().method() === 'GET' ? heard.promise.then(() => route.continue()) : route.continue(),
    );
    await main.getByRole('button', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Premium' }).click();
    await expect.poll(plan).toBe('premium');
    await main.getByRole('button', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Business' }).click();
    await expect.poll(plan).toBe('business');
    heard.resolve();
    const gentle = main.getByRole('switch', { name: 'Gentle pace' });
    await gentle.press('Space');
    await expect.poll(() => gentle.isChecked()).toBe(true);
    await expect.poll(async () => (await service.client().ask('GET', '/api/v1/preferences')).body['gentle']).toBe(true);
    await gentle.press('Space');
    await expect.poll(async () => (await service.client().ask('GET', '/api/v1/preferences')).body['gentle']).toBe(false);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('COMMENTDOCK_VAULT_PASSPHRASE').waitFor();
    await main.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    await look(page, 'settings-german');
  });

  it.each(SIZES)('tells about itself, and puts diagnostics together, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    if (size.width < 720) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      await look(page, 'menu');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
    }
    await visit(page, 'About');
    await page.getByText(service.dataDir).first().waitFor();
    await page.getByRole('button', { name: 'Put together' }).click();
    await page.getByRole('region', { name: 'Diagnostics' }).getByText('"made_at"').waitFor();
    await look(page, 'about');
    await page.evaluate(
      '{ const free = URL.revokeObjectURL; globalThis.freed = []; URL.revokeObjectURL = (url) => void freed.push(free.call(URL, url)); }',
    );
    const passTime = await holdTimers(page, 10_000);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    // A browser that is busy reads it after the click, and still finds it; later the memory is given back.
    expect(await page.evaluate('freed.length')).toBe(0);
    await passTime();
    expect(await page.evaluate('freed.length')).toBe(1);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(service.dataDir);
    expect(JSON.parse(text)).toMatchObject({ plan: 'business' });
  });

  it('does from the palette what can be done from anywhere', async () => {
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Pause all');
    await page.getByRole('menuitem', { name: /^Pause all/ }).click();
    await expect.poll(async () => (await service.client().ask('GET', '/api/v1/pause')).body['paused']).toBe(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Resume all');
    await page.getByRole('menuitem', { name: /^Resume all/ }).click();
    await expect.poll(async () => (await service.client().ask('GET', '/api/v1/pause')).body['paused']).toBe(false);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Deutsch');
    await page.getByRole('menuitem', { name: /^Deutsch/ }).click();
    await page.getByRole('heading', { name: 'Was möchten Sie exportieren?' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Abmelden');
    await page.getByRole('menuitem', { name: /^Abmelden/ }).click();
    await page.getByText('commentdock gui').waitFor();
  });

  it('has what the desktop app adds, where there is one', async () => {
    await using opened = await openWindow(browser, service);
    const { page, context } = opened;
    await visit(page, 'Settings');
    expect(await page.getByRole('region', { name: 'Desktop app' }).count()).toBe(0);
    await context.addInitScript(DESKTOP);
    await page.reload();
    const panel = page.getByRole('region', { name: 'Desktop app' });
    await panel.getByText('Updates: not in this copy of the app.').waitFor();
    await panel.getByRole('switch', { name: 'Start at login' }).press('Space');
    await expect.poll(() => page.evaluate('asked.at(-1)')).toEqual({ type: 'startAtLogin', to: 'on' });
    await look(page, 'settings-desktop');
    await page.goto('/#/accounts/reddit');
    await page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('The window was closed before you were logged in.').waitFor();
    expect(await page.evaluate('asked.at(-1)')).toEqual({ type: 'logIn', platform: 'reddit', name: 'main' });
    await page.goto('/#/settings');
    await panel.waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    // A pass that has ended: the app is asked for a new one.
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText('commentdock gui').waitFor();
    await expect.poll(() => page.evaluate('asked.at(-1)')).toEqual({ type: 'enter' });
  });

  it('invites somebody, whose browser is signed out when that is taken back', async () => {
    await using opened = await openWindow(browser, service);
    const { page } = opened;
    // As a service with a public address tells it.
    await page.route('**/api/v1/service', async (route) => {
      const response = await route.fetch();
      const told = (await response.json()) as { settings: { variable: string }[] };
      const settings = told.settings.map((one) => (one.variable === 'COMMENTDOCK_PUBLIC_URL' ? { ...one, is_set: true } : one));
      await route.fulfill({ response, json: { ...told, settings } });
    });
    await visit(page, 'Settings');
    const panel = page.getByRole('region', { name: 'Invitations' });
    await panel.getByRole('textbox', { name: 'For whom' }).fill('Ada');
    await panel.getByRole('button', { name: 'Make a link' }).click();
    const link = await panel.getByText(/\/invitation\?code=/).textContent();
    await look(page, 'settings-invitations');
    await using guest = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    const theirs = await guest.newPage();
    await theirs.goto(link ?? '');
    await theirs.getByRole('button', { name: 'Open Commentdock' }).click();
    await theirs.getByRole('heading', { name: 'What would you like to export?' }).waitFor();
    await panel.getByRole('button', { name: 'Revoke Ada' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await panel.getByText('Ada', { exact: true }).waitFor({ state: 'hidden' });
    expect(await panel.getByText(/\/invitation\?code=/).count()).toBe(0);
    await theirs.reload();
    await theirs.getByText('commentdock gui').waitFor();
  });

  it('signs its window out', async () => {
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await visit(page, 'Settings');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('commentdock gui').waitFor();
    await page.goto('/');
    await page.getByText('commentdock gui').waitFor();
  });
});
