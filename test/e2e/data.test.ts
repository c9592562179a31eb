import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { outOfReach } from '#test/e2e/keys.ts';
import { accessComplaints, look, SCREENS, tabTo } from '#test/e2e/looking.ts';
import { type OpenWindow, reopenWindow } from '#test/e2e/open-window.ts';
import { holdTimers, rowCount, shown } from '#test/e2e/steps.ts';
import { type LocalModelServer, startLocalModelServer } from '#test/world/local-model-server.ts';
import { chatCompletionsProvider } from '#test/world/simulators/sentiment-providers.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const REVIEWS = 600;
const APP = 'https://store.steampowered.com/app/10/';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const BUILD_MS = 240_000;
const KEY = 'sk-test-1';
const REGULAR = SCREENS[1];

let world: World;
let service: ServiceProcess;
let browser: Browser;
let reviews: string;
let sample: string;
let models: LocalModelServer;

describe.skipIf(BROWSER_MISSING !== null)(`the view of an export ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    const provider = chatCompletionsProvider({ key: KEY });
    world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 100 }), provider.simulator] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off', COMMENTDOCK_VAULT: 'file' } });
    models = await startLocalModelServer();
    browser = await launchBrowser();
    reviews = await exported(APP);
    sample = await exported(VIDEO, { 'X-Sandbox': 'true' }, { replies: true });
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await models[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('narrows rows down by what they are like, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page, complaints, foreign } = opened;
    await shown(page, REVIEWS);
    await page.getByRole('group', { name: 'Filters' }).waitFor();
    await look(page, 'data-rows');
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Language' }).click();
    await page.getByRole('dialog', { name: 'Language' }).getByText('Simplified Chinese').click();
    await shown(page, REVIEWS / 3);
    await look(page, 'data-filter');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('"review 3"');
    await shown(page, 1);
    await page.getByRole('searchbox').fill('');
    await shown(page, REVIEWS / 3);
    await page.getByRole('button', { name: 'Replies', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Replies' })
      .getByRole('button', { name: /Replies/ })
      .click();
    await page.getByRole('option', { name: 'With replies' }).click();
    await expect.poll(() => rowCount(page)).toBeLessThan(REVIEWS / 3);
    await page.keyboard.press('Escape');
    await look(page, 'data-filters');
    await page.getByRole('button', { name: 'Remove the filter: Replies' }).click();
    await shown(page, REVIEWS / 3);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await shown(page, REVIEWS);
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it.each(SCREENS)('loads rows wherever one jumps to, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await shown(page, REVIEWS);
    await page.evaluate('document.querySelector(".table-scroll").scrollTop = 36 * 450');
    await expect.poll(() => page.getByRole('row').filter({ hasText: '76561190000000455' }).count()).toBe(1);
    await look(page, 'data-amid');
    await page.getByRole('group', { name: 'Rows of the export' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.getByRole('row').filter({ hasText: '76561190000000599' }).count()).toBe(1);
    await page.keyboard.press('Home');
    await expect.poll(() => page.getByRole('row').filter({ hasText: '76561190000000000' }).count()).toBe(1);
  });

  it.each(SCREENS)('folds all threads, and opens one of them, $width px wide', async (size) => {
    await using opened = await at(sample, size);
    const { page } = opened;
    await page
      .getByRole('button', { name: /^Fold the replies to/ })
      .first()
      .waitFor();
    const all = await rowCount(page);
    await page.getByRole('button', { name: 'Fold replies' }).click();
    await expect.poll(() => rowCount(page)).toBeLessThan(all);
    const tops = await rowCount(page);
    const first = page.getByRole('button', { name: /^Show the replies to/ }).first();
    await first.waitFor();
    await look(page, 'data-folded');
    await first.click();
    await expect.poll(() => rowCount(page)).toBeGreaterThan(tops);
    await page.getByRole('button', { name: 'Fold replies' }).click();
    await expect.poll(() => rowCount(page)).toBe(all);
  });

  it.each(SCREENS)('counts what there is, and leads to the rows behind a count, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Overview' }).click();
    const languages = page.getByRole('listbox', { name: 'Languages' });
    await languages.waitFor();
    await look(page, 'data-overview');
    await page.getByRole('listbox', { name: 'Over time' }).getByRole('option').nth(1).focus();
    await page.getByText(/: 24$/).first().waitFor();
    await languages.getByRole('option', { name: /Simplified Chinese/ }).click();
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor();
    await shown(page, REVIEWS / 3);
  });

  it.each(SCREENS)('shows each chart as a table too, and saves pictures and a report of it, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page, complaints } = opened;
    await page.getByRole('tab', { name: 'Overview' }).click();
    const more = page.getByRole('button', { name: 'Languages: table and pictures' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Show as a table' }).waitFor();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Languages' });
    await expect.poll(() => table.getByRole('row').filter({ hasText: 'Simplified Chinese' }).textContent()).toContain(String(REVIEWS / 3));
    await look(page, 'data-chart-table');
    for (const [way, beginning] of [
      ['Save as SVG', '<svg xmlns='],
      ['Save as PNG', '\u2030PNG'],
    ] as const) {
      const download = page.waitForEvent('download');
      await more.click();
      await page.getByRole('menuitem', { name: way }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`Languages.${way.slice(-3).toLowerCase()}`);
      const bytes = readFileSync(await file.path());
      expect(new TextDecoder('windows-1252').decode(bytes.subarray(0, 20))).toContain(beginning);
      expect(bytes.length).toBeGreaterThan(500);
    }
    await page.getByRole('button', { name: 'Report' }).click();
    await look(page, 'data-report');
    await page.getByRole('textbox', { name: 'Title' }).fill('What people say: "spring" <b>');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('What people say- -spring- -b-.html');
    expect(complaints).toEqual([]);
    const report = await opened.context.newPage();
    await report.setContent(readFileSync(await file.path(), 'utf8'));
    await report.getByRole('heading', { level: 1, name: 'What people say: "spring" <b>' }).waitFor();
    await report.getByText('Languages', { exact: true }).click();
    await report.getByRole('cell', { name: 'Simplified Chinese' }).waitFor();
    const widths = await report.evaluate<readonly number[]>('[...document.images].map(({ naturalWidth }) => naturalWidth)');
    expect(widths.length).toBeGreaterThan(2);
    expect(new Set(widths)).toEqual(new Set([800]));
    expect(await accessComplaints(report)).toEqual([]);
    await report.close();
  });

  it.each(SCREENS)('draws winners that anyone can check, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Winners' }).click();
    await page.getByLabel('Winners', { exact: true }).first().waitFor();
    await look(page, 'data-winners');
    await page.getByRole('textbox', { name: 'Seed' }).fill('summer draw');
    await page.getByRole('spinbutton', { name: 'Winners' }).or(page.getByLabel('Winners').locator('input')).first().fill('3');
    await page.getByRole('button', { name: /^Draw (winners|again)$/ }).click();
    const certificate = page.getByRole('region', { name: 'Certificate of the draw' });
    await certificate.waitFor();
    await look(page, 'data-certificate');
    const { body } = await service.client().post(`/api/v1/exports/${reviews}/winners`, { count: 3, seed: 'summer draw' });
    const { winners, proof } = body as unknown as { winners: { username: string | null; id: string }[]; proof: { entries_sha256: string } };
    const said = (await certificate.textContent()) ?? '';
    expect(said).toContain(proof.entries_sha256);
    expect(await certificate.getByRole('listitem').count()).toBe(3);
    for (const { id, username } of winners) expect(said).toContain(username ?? id);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('tablist').isVisible()).toBe(false);
    expect(await certificate.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  it.each(SCREENS)('shows how a draw comes about to those who like motion, and lets them skip it, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await holdTimers(page, 1_000);
    await page.getByRole('tab', { name: 'Winners' }).click();
    await page.getByRole('button', { name: /^Draw (winners|again)$/ }).click();
    await page.getByRole('region', { name: 'How the draw came about' }).waitFor();
    // Colours that pass into others with motion are none to judge.
    expect(await outOfReach(page)).toEqual([]);
    await page.getByRole('button', { name: 'Skip' }).press('Enter');
    await page.getByRole('region', { name: 'Certificate of the draw' }).waitFor();
  });

  it.each(SCREENS)('judges the sentiment, and shows it, $width px wide', async (size) => {
    const guid = await exported(APP, {}, { limit: 120 });
    await using opened = await at(guid, size);
    const { page } = opened;
    await shown(page, 120);
    await page.getByRole('button', { name: 'Judge the sentiment' }).click();
    await page.getByRole('radio', { name: /Built-in analyzer/ }).waitFor();
    await look(page, 'data-tone');
    await page.getByRole('button', { name: 'Start judging' }).click();
    await page.getByRole('columnheader', { name: 'Sentiment' }).waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('listbox', { name: 'Sentiment', exact: true }).waitFor();
    await look(page, 'data-tones');
  });

  it.each(SCREENS)('has a model on this machine say what rows are about, beside these rows, $width px wide', async (size) => {
    const guid = await exported(APP, {}, { limit: 40 });
    const taken = { base_url: models.baseUrl, model: 'tiny:1b' };
    await service.client().ask('PATCH', '/api/v1/sentiment-providers/local-model', taken);
    await using opened = await at(guid, size);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Overview' }).click();
    const digest = page.getByRole('region', { name: 'In short' });
    await digest.getByRole('button', { name: 'Have tiny:1b read it' }).click();
    await digest.getByText(/tiny:1b read \d+ of 40 rows/).waitFor();
    await digest
      .getByText(/^Some speak of/)
      .first()
      .click();
    await digest.locator('q:visible').first().waitFor();
    await look(page, 'data-digest');
  });

  it.each(SCREENS)('says what a paid judge takes before anything is sent, $width px wide', async (size) => {
    const settings = { key: KEY, input_price: 2, output_price: 8 };
    await service.client().ask('PATCH', '/api/v1/sentiment-providers/chat-completions', settings);
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.getByRole('button', { name: 'Judge the sentiment' }).click();
    await page.getByText(/^Language model/).click();
    const estimate = page.getByRole('region', { name: 'Estimate' });
    await estimate.getByText('≈').waitFor();
    expect(await estimate.textContent()).toMatch(/Tokens read[\d,]+/);
    await look(page, 'data-estimate');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  it.each(SCREENS)('shows the rows of an export that runs, and tells of new ones, $width px wide', async (size) => {
    world.setLatency(1_500);
    const { body } = await service.client().post('/api/v3/job', { url: APP });
    await using opened = await at(String(body['guid']), size);
    const { page } = opened;
    await expect.poll(() => rowCount(page)).toBeGreaterThanOrEqual(100);
    const before = await page.getByRole('row').nth(3).textContent();
    await page.getByRole('button', { name: /^New rows/ }).waitFor();
    await look(page, 'data-running');
    expect(await page.getByRole('row').nth(3).textContent()).toBe(before);
    world.setLatency(0);
    await page.getByRole('main').getByText('Done', { exact: true }).waitFor();
    await shown(page, REVIEWS);
  });

  it.each(SCREENS)('saves every format that there is, and the evidence, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    for (const [name, ending] of [
      ['Excel (XLSX)', 'xlsx'],
      ['CSV', 'csv'],
      ['JSON', 'json'],
      ['JSON Lines', 'jsonl'],
      ['Parquet', 'parquet'],
      ['SQLite', 'sqlite'],
      ['Page to read and search (HTML)', 'html'],
      ['Markdown', 'md'],
      ['Text (TXT)', 'txt'],
      ['Network for Gephi (GEXF)', 'gexf'],
      ['Network as a table (CSV)', 'edges\\.csv'],
      ['Evidence (ZIP)', 'zip'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
      // Reviews answer nobody: of their network there is a head alone.
      expect(readFileSync(await file.path()).length).toBeGreaterThan(name.startsWith('Network as') ? 50 : 1_000);
    }
  });

  it.each(SCREENS)('saves a file as one wants it, and remembers that as a preset, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page, complaints, foreign } = opened;
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('menuitem', { name: 'As I want it…' }).click();
    };
    await shown(page, REVIEWS);
    await page.getByRole('searchbox').fill('"review 3"');
    await shown(page, 1);
    await open();
    await page.getByRole('textbox', { name: 'Columns' }).fill('Comment = Text, ID');
    await page.getByRole('textbox', { name: 'File name' }).fill('mine-{platform}.{ext}');
    await page.getByRole('textbox', { name: 'Name of the preset' }).fill('two columns');
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await page.getByRole('button', { name: 'Delete preset' }).waitFor();
    await look(page, 'data-layout');
    const fetched = async (): Promise<readonly string[]> => {
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('mine-steam.csv');
      return readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');
    };
    expect(await fetched()).toEqual(['Text,ID', expect.stringContaining('Review 3')]);
    await page.goto(`/#/exports/${reviews}`);
    await page.reload();
    await shown(page, REVIEWS);
    await open();
    await page
      .getByRole('button', { name: /Preset/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'two columns' }).click();
    await page.getByText('Only the rows shown').click();
    expect(await fetched()).toHaveLength(REVIEWS + 1);
    await page.getByRole('button', { name: 'Delete preset' }).click();
    await page.getByRole('button', { name: 'Delete preset' }).waitFor({ state: 'detached' });
    expect([complaints, foreign]).toEqual([[], []]);
  });

  it.each(SCREENS)('says in every language where the others are, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.evaluate('localStorage.setItem("commentdock.language", "de")');
    await page.reload();
    await page.getByRole('tab', { name: 'Vollständigkeit' }).click();
    await page.getByText('Exportiert: 600. Die Plattform nennt 600. Soweit bekannt, fehlt nichts.').waitFor();
    await look(page, 'data-ledger-de');
    await page.getByRole('tab', { name: 'Überblick' }).click();
    await page.getByRole('listbox', { name: 'Sprachen' }).waitFor();
    await look(page, 'data-overview-de');
    await page.getByRole('tab', { name: 'Gewinner' }).click();
    await look(page, 'data-winners-de');
  });

  it.each(SCREENS)('is used by keyboard alone, $width px wide', async (size) => {
    await using opened = await at(reviews, size);
    const { page } = opened;
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('listbox', { name: 'Languages' }).waitFor();
    await page.getByRole('listbox', { name: 'Languages' }).getByRole('option').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(page, REVIEWS / 3);
    await page.getByRole('searchbox').focus();
    await tabTo(page, 'Clear all');
    await page.keyboard.press('Enter');
    await shown(page, REVIEWS);
  });
});

async function at(guid: string, size: { readonly width: number; readonly height: number } = REGULAR): Promise<OpenWindow> {
  const opened = await reopenWindow(browser, service, size);
  await opened.page.goto(`/#/exports/${guid}`);
  await opened.page.getByRole('tab').first().waitFor();
  return opened;
}

async function exported(url: string, headers: Readonly<Record<string, string>> = {}, options: object = {}): Promise<string> {
  const { body } = await service.client().post('/api/v3/job', { url, options }, headers);
  return (await service.client().waitFor(String(body['guid']), 'done')).guid;
}
