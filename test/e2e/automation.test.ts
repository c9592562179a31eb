import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_MISSING, launchBrowser, openConsent } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { startWebhookInbox, type WebhookInbox } from '#test/contract/webhook-inbox.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { look, SCREENS, SIZES, tabTo } from '#test/e2e/looking.ts';
import { choose, goTo } from '#test/e2e/steps.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { ownFolder } from '#test/own.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const URL_OF_APP = 'https://store.steampowered.com/app/10/';
const REVIEWS = 40;
const BUILD_MS = 120_000;
/** As core/contract/webhook.ts has it. */
const FAILURES_THAT_SUSPEND = 30;
const PYTHON = '/usr/bin/python3';
const run = promisify(execFile);

let world: World;
let inbox: WebhookInbox;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`automation in the window ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    world = await startWorld({ simulators: [steamSimulator({ reviews: REVIEWS, pageSize: 20 })] });
    inbox = await startWebhookInbox();
    service = await startServiceProcess({
      world: { ...world.env, COMMENTDOCK_PACE: 'off' },
      env: { COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1' },
    });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await inbox[Symbol.asyncDispose]();
    await world.close();
  });
  // Each begins with none of them; what one that failed left behind would fail the next as well.
  afterEach(async () => {
    for (const noun of ['schedules', 'webhooks'])
      for (const { uuid } of (await service.client().get(`/api/v1/${noun}`)).list)
        await service.client().ask('DELETE', `/api/v1/${noun}/${String(uuid)}`);
  });

  it.each(SIZES)('repeats an export, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, foreign } = opened;
    await goTo(page, 'schedules');
    await page.getByRole('heading', { name: 'Nothing repeats yet' }).waitFor();
    await look(page, 'schedules-empty');
    await page.getByRole('link', { name: 'Create the first one' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(URL_OF_APP);
    await page.getByText('Steam', { exact: true }).waitFor();
    await choose(page.getByRole('radio', { name: 'Weekly' }));
    await page.getByLabel('Time', { exact: true }).fill('07:45');
    await page.getByRole('button', { name: 'Weekday' }).click();
    await page.getByRole('option', { name: 'Friday' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tok');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByText('Every Friday at 7:45 AM · Asia/Tokyo').waitFor();
    await page.getByLabel('At most').fill('25');
    await look(page, 'schedule-form');
    await choose(page.getByRole('radio', { name: 'Expression' }));
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('now and then');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page
      .getByRole('alert')
      .getByText(/no cron expression/)
      .waitFor();
    await look(page, 'schedule-refused');
    await choose(page.getByRole('radio', { name: 'Weekly' }));
    await page.getByRole('button', { name: 'Create schedule' }).click();

    const list = page.getByRole('list', { name: 'All schedules' });
    await list.getByText('Every Friday at 7:45 AM · Asia/Tokyo').waitFor();
    await list.getByText('Not yet').waitFor();
    await list.getByRole('button', { name: 'Run now' }).click();
    await list.getByText('Done', { exact: true }).waitFor();
    await look(page, 'schedules');
    await list.getByRole('button', { name: 'Pause' }).click();
    await list.getByText('Paused', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'Resume' }).click();
    await list.getByRole('button', { name: 'Pause' }).waitFor();

    await list.getByRole('link', { name: 'store.steampowered.com/app/10/' }).click();
    await page.getByText('25 items').first().waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fridays');
    await look(page, 'schedule');
    await page.getByRole('button', { name: 'Save' }).click();
    await list.getByRole('link', { name: 'Fridays' }).waitFor();
    // What was not touched stays as it is.
    expect((await service.client().get('/api/v1/schedules')).list).toMatchObject([
      { name: 'Fridays', frequency: 'weekly', timezone: 'Asia/Tokyo', options: { limit: 25 }, runsCount: 1 },
    ]);
    await list.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Nothing repeats yet' }).waitFor();
    expect(foreign).toEqual([]);
  });

  it('takes an export over, from Home and from its own view', async () => {
    const { body } = await service.client().post('/api/v3/job', { url: URL_OF_APP, options: { limit: 7 } });
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Addresses' }).fill(URL_OF_APP);
    await page.getByText('Recognised: 1').waitFor();
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByLabel('At most').fill('9');
    await page.getByRole('link', { name: 'Repeat' }).click();
    await page.getByRole('heading', { name: 'New schedule' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(URL_OF_APP);
    await expect.poll(() => page.getByLabel('At most').inputValue()).toBe('9');
    await goTo(page, `exports/${String(body['guid'])}`);
    await page.getByRole('link', { name: 'Repeat' }).click();
    await expect.poll(() => page.getByLabel('At most').inputValue()).toBe('7');
  });

  it.each(SCREENS)('is refused nothing by a plan, and says what tokens are, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    const plan = (name: string) =>
      page.evaluate(
        `fetch('/api/v1/user/profile', { method: 'PATCH', headers: { 'content-type': 'application/json', 'x-commentdock-window': localStorage.getItem('commentdock.window-key') }, body: JSON.stringify({ plan: '${name}' }) }).then((answer) => answer.status)`,
      );
    expect(await plan('free')).toBe(200);
    try {
      await page.reload();
      await goTo(page, 'schedules/new');
      await page.getByText('Hourly', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill(URL_OF_APP);
      await page.getByRole('button', { name: 'Create schedule' }).click();
      await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
      const [made, ...more] = (await service.client().get('/api/v1/schedules')).list;
      expect([made?.['frequency'], more]).toEqual(['hourly', []]);
      await service.client().ask('DELETE', `/api/v1/schedules/${String(made?.['uuid'])}`);
      await goTo(page, 'api');
      await page.getByText(/The free plan has no API access/).waitFor();
      await look(page, 'api-without-access');
    } finally {
      expect(await plan('business')).toBe(200);
    }
  });

  it.each(SIZES)('tells others by webhooks, $width px wide', async (size) => {
    inbox.status = 200;
    await using opened = await reopenWindow(browser, service, size);
    const { page, foreign } = opened;
    await goTo(page, 'webhooks');
    await page.getByRole('heading', { name: 'Nobody is told yet' }).waitFor();
    await look(page, 'webhooks-empty');
    await page.getByRole('link', { name: 'Create the first one' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com');
    await look(page, 'webhook-form');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(inbox.url);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Copy the signing secret now.').waitFor();
    expect(await page.getByRole('group', { name: 'Signing secret' }).last().textContent()).toMatch(/^whsec_[\w+/]{32}$/);
    await page.getByText('Nothing was sent yet.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/Answered 200 in \d+ ms/).waitFor();
    const log = page.getByRole('list', { name: 'Deliveries' });
    await log.getByText('Delivered', { exact: true }).waitFor();
    await look(page, 'webhook-secret');

    inbox.status = 500;
    const sent = inbox.deliveries.length;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await log.getByText('Failed', { exact: true }).waitFor();
    // These words stand above the list and may come after its row, which moves down then under a pointer.
    await page
      .getByRole('status')
      .getByText(/\b500\b/)
      .waitFor();
    await log.getByRole('button', { name: 'Export done' }).first().click();
    await log.getByRole('group', { name: 'Message' }).getByText('"event": "export.finished"', { exact: false }).waitFor();
    inbox.status = 200;
    await log.getByRole('button', { name: 'Send again' }).first().click();
    await expect.poll(() => log.getByText('Delivered', { exact: true }).count()).toBe(2);
    expect(inbox.deliveries.length).toBe(sent + 2);
    await look(page, 'webhook-deliveries');

    await page.getByRole('tab', { name: 'Settings' }).click();
    await choose(page.getByRole('checkbox', { name: /Export started/ }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await look(page, 'webhook-settings');
    await goTo(page, 'webhooks');
    await page.getByRole('list', { name: 'All webhooks' }).getByText('Export started, Export done, Export failed').waitFor();
    const remove = page.getByRole('list', { name: 'All webhooks' }).getByRole('button', { name: 'Delete' });
    await remove.hover();
    await page.getByRole('tooltip', { name: 'Delete' }).waitFor();
    await look(page, 'webhooks');
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Nobody is told yet' }).waitFor();
    expect(foreign).toEqual([]);
  });

  it('starts a suspended webhook again', async () => {
    const hook = { url: inbox.url, events: ['export.finished'], signingSecret: 'secret' };
    const { body } = await service.client().post('/api/v1/webhooks', hook);
    inbox.status = 500;
    for (let failure = 0; failure < FAILURES_THAT_SUSPEND; failure += 1)
      await service.client().post(`/api/v1/webhooks/${String(body['uuid'])}/test`, {});
    inbox.status = 200;
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await goTo(page, `webhooks/${String(body['uuid'])}`);
    await page.getByRole('alert').getByText('Too many tries in a row failed.', { exact: false }).waitFor();
    await look(page, 'webhook-suspended');
    await page.getByRole('alert').getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    await service.client().ask('DELETE', `/api/v1/webhooks/${String(body['uuid'])}`);
  });

  it.each(SIZES)('hands out tokens and examples that run, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, foreign } = opened;
    await goTo(page, 'api');
    await page.getByRole('list', { name: 'Reference' }).getByText('/api/v3/job', { exact: true }).waitFor();
    await look(page, 'api');
    await page.getByRole('textbox', { name: 'Name' }).fill(`Reports ${size.width}`);
    await page.getByRole('button', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Copy the token now.').waitFor();
    const token = (await page.getByRole('group', { name: 'API token' }).textContent()) ?? '';
    expect(token).toMatch(/^\w{120}$/);
    await page.getByRole('textbox', { name: 'Exports' }).fill(URL_OF_APP);
    await look(page, 'api-token');

    const folder = ownFolder('examples');
    const programs = [
      ['curl', 'bash', 'example.sh'],
      ['JavaScript', process.execPath, 'example.mjs'],
      ...(existsSync(PYTHON) ? [['Python', PYTHON, 'example.py'] as const] : []),
    ] as const;
    for (const [language, program, file] of programs) {
      await choose(page.getByRole('radio', { name: language }));
      const code = (await page.getByRole('group', { name: `${language}: Create, wait, download` }).textContent()) ?? '';
      expect(code).toContain(token);
      // Five seconds between two looks are for platforms that take longer.
      writeFileSync(
        join(folder, file),
        code.replace(/sleep 5|sleep\(5\)|, 5000\)/, (wait) => wait.replace(/5(000)?/, '1$1')),
      );
      await run(program, [join(folder, file)], { cwd: folder, env: { PATH: process.env['PATH'] } });
      expect(readFileSync(join(folder, 'export.csv'), 'utf8').split('\n').length, language).toBeGreaterThan(REVIEWS);
      rmSync(join(folder, 'export.csv'));
    }
    await page.getByRole('searchbox', { name: 'Filter routes' }).fill('webhooks/events');
    await expect.poll(() => page.getByRole('list', { name: 'Reference' }).getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: `Revoke Reports ${size.width}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(async () => (await service.client({ 'X-AUTH-TOKEN': token }).get('/api/v1/ping')).status).toBe(401);
    expect(foreign).toEqual([]);
  });

  it.each(SIZES)('sets assistants up, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page, foreign } = opened;
    await goTo(page, 'assistants');
    await page.getByRole('list', { name: 'Tools' }).getByText('export_comments', { exact: true }).waitFor();
    await look(page, 'assistants');
    await choose(page.getByRole('radio', { name: 'Cursor' }));
    await page.getByRole('button', { name: 'Make a token for Cursor' }).click();
    await page.getByText('The token for Cursor is filled in.', { exact: false }).waitFor();
    await look(page, 'assistants-token');
    const code = page.getByRole('group', { name: 'Cursor' });
    const { mcpServers } = JSON.parse((await code.textContent()) ?? '') as {
      mcpServers: { commentdock: { command: string; args: string[]; env: Record<string, string> } };
    };
    const client = new Client({ name: 'as Cursor would', version: '1' });
    await client.connect(new StdioClientTransport({ ...mcpServers.commentdock, cwd: tmpdir() }));
    const { tools } = await client.listTools();
    await client.close();
    expect(await page.getByRole('list', { name: 'Tools' }).getByRole('listitem').count()).toBe(tools.length);

    await choose(page.getByRole('radio', { name: 'Over HTTP' }));
    await expect.poll(() => code.textContent()).toContain(`${service.baseUrl}/mcp`);
    for (const name of ['Claude Desktop', 'Claude Code', 'VS Code', 'Zed', 'Codex', 'Gemini CLI', 'Others']) {
      await choose(page.getByRole('radio', { name, exact: true }));
      await expect.poll(() => page.getByRole('group', { name, exact: true }).textContent()).toContain('commentdock');
    }
    expect(foreign).toEqual([]);
  });

  it.each(SCREENS)('gives the bundle that an assistant installs, which needs no token, by keys alone, $width px wide', async (size) => {
    await using opened = await reopenWindow(browser, service, size);
    const { page } = opened;
    await goTo(page, 'assistants');
    await page.getByRole('button', { name: 'Download the bundle' }).waitFor();
    await tabTo(page, 'Download the bundle');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^commentdock-\d+\.\d+\.\d+\.mcpb$/);
    const parts = unzipSync(readFileSync(await file.path()));
    const { server, tools } = JSON.parse(strFromU8(parts['manifest.json'] ?? new Uint8Array())) as {
      server: { entry_point: string; mcp_config: { command: string; args: string[]; env: Record<string, string> } };
      tools: unknown[];
    };
    const folder = ownFolder('bundle');
    writeFileSync(join(folder, 'index.cjs'), parts[server.entry_point] ?? '');
    for (const start of [server.mcp_config, { command: process.execPath, args: [join(folder, 'index.cjs')] }]) {
      const client = new Client({ name: 'as Claude Desktop would', version: '1' });
      await client.connect(new StdioClientTransport({ ...start, cwd: tmpdir() }));
      expect((await client.listTools()).tools.length).toBe(tools.length);
      await client.close();
    }
  });

  it('takes back what a client was allowed', async () => {
    await using opened = await reopenWindow(browser, service);
    const { page, context } = opened;
    const asked = new URL('/oauth/authorize', service.baseUrl);
    asked.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'mcp',
      redirect_uri: `${service.baseUrl}/health`,
      scope: 'read',
      state: 'x',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }).toString();
    const consent = await context.newPage();
    await openConsent(consent, asked, service);
    await consent.getByRole('button', { name: 'Allow', exact: true }).click();
    await consent.waitForURL(/\/health/);
    await goTo(page, 'assistants');
    await page.getByText('MCP client').waitFor();
    await look(page, 'assistants-clients');
    await page.getByRole('button', { name: 'Revoke MCP client' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('None at the moment.').waitFor();
  });

  it('makes a schedule and a webhook by keyboard alone', async () => {
    inbox.status = 200;
    await using opened = await reopenWindow(browser, service);
    const { page } = opened;
    await goTo(page, 'schedules/new');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.tagName');
    await expect.poll(focused).toBe('INPUT');
    await page.keyboard.insertText(URL_OF_APP);
    await page.getByText('Steam', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Weekly', checked: true }).waitFor();
    await tabTo(page, 'Create schedule');
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'All schedules' });
    await list.getByRole('listitem').first().waitFor();
    await tabTo(page, 'Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing repeats yet' }).waitFor();

    await goTo(page, 'webhooks/new');
    await expect.poll(focused).toBe('INPUT');
    await page.keyboard.insertText(inbox.url);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('Copy the signing secret now.').waitFor();
    await tabTo(page, 'Send a test');
    await page.keyboard.press('Enter');
    await page.getByText(/Answered 200/).waitFor();
    const { list: webhooks } = await service.client().get('/api/v1/webhooks');
    expect(webhooks).toMatchObject([{ events: ['export.created', 'export.finished', 'export.failed'] }]);
    await service.client().ask('DELETE', `/api/v1/webhooks/${String(webhooks[0]?.['uuid'])}`);
  });
});
