/**
 * Takes the pictures of docs/screenshots: `npm run screenshots`. A service of its own runs on made-up data in a simulated world, at a time that
 * is always the same. Names of views as arguments take only theirs, `--look light` one look, and `--into <folder>` puts them elsewhere.
 */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { openWindow, type RunningService } from '#test/e2e/open-window.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import { exampleWorld } from '#test/service/checked-world.ts';
import { startWorld } from '#test/world/world.ts';
import { ROOT } from './build.ts';
import { buildRenderer } from './renderer.ts';
import { type Looks, madeUpThread } from './screenshots/made-up-thread.ts';
import { refusal, seed } from './screenshots/seed.ts';
import { type PicturedView, picturedViews } from './screenshots/views.ts';

const CLOCK = new URL('screenshots/shifted-clock.js', import.meta.url);
const NOW_MS = Date.UTC(2026, 0, 16, 9, 30);
const NEWEST_MS = Date.UTC(2026, 0, 16, 8, 50);
const THREADS = 480;
const LONG_LIST = { reviews: 48_210, pageSize: 100 };
const DATA_FOLDER = '/home/ann/.local/share/commentdock';
const PROGRAM_FOLDER = '/opt/commentdock';
const PICTURES = [
  { name: 'light', scheme: 'light', size: { width: 1280, height: 800 } },
  { name: 'dark', scheme: 'dark', size: { width: 1280, height: 800 } },
  { name: 'narrow', scheme: 'light', size: { width: 390, height: 844 } },
] as const;

const { values, positionals } = parseArgs({
  options: { look: { type: 'string' }, into: { type: 'string', default: join(ROOT, 'docs/screenshots') } },
  allowPositionals: true,
});
if (BROWSER_MISSING === null) await takePictures(new Set(positionals));
else throw new Error(`No pictures without a browser: ${BROWSER_MISSING}`);

async function takePictures(wanted: ReadonlySet<string>): Promise<void> {
  await buildRenderer();
  const shiftMs = NOW_MS - Date.now();
  const looks: Looks = { count: null };
  await using world = await startWorld({
    simulators: [
      refusal,
      madeUpThread({ threads: THREADS, newestMs: NEWEST_MS, looks }),
      steamSimulator(LONG_LIST),
      ...exampleWorld(SIMULATED_EXPORTS),
    ],
  });
  await using inbox = await startWebhookInbox();
  await using service = await startServiceProcess({
    world: world.env,
    env: {
      NODE_OPTIONS: `--import ${CLOCK.href}`,
      SCREENSHOT_CLOCK_SHIFT: String(shiftMs),
      COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1',
      COMMENTDOCK_VAULT: 'file',
    },
  });
  await using browser = await launchBrowser();
  const views = picturedViews(await seed({ client: service.client(), world, inbox, looks }));
  await mkdir(values.into, { recursive: true });
  const foreign: readonly Name[] = [
    [inbox.url, 'https://hooks.example.com/exports'],
    [new URL(world.url).host, 'proxy.example.com:3128'],
    [world.caFile, '/etc/ssl/certs/office.pem'],
  ];
  const shown = views.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  const looked = PICTURES.filter(({ name }) => (values.look ?? name) === name);
  for (const picture of looked) await takeEach(shown, picture, { browser, service, shiftMs, foreign });
}

interface Studio {
  readonly browser: Browser;
  readonly service: RunningService;
  readonly shiftMs: number;
  /** Names of what is around the service, and what a picture says instead. */
  readonly foreign: readonly Name[];
}

type Name = readonly [here: string, there: string];

async function takeEach(
  views: readonly PicturedView[],
  picture: (typeof PICTURES)[number],
  { browser, service, shiftMs, foreign }: Studio,
) {
  await using opened = await openWindow(browser, service, picture.size);
  const { page } = opened;
  await page.emulateMedia({ colorScheme: picture.scheme });
  const clock = await readFile(CLOCK, 'utf8');
  await page.addInitScript(`globalThis.SCREENSHOT_CLOCK_SHIFT = ${shiftMs}; ${clock}`);
  const names = [
    ...foreign,
    [service.dataDir, DATA_FOLDER],
    [ROOT.replace(/\/$/, ''), PROGRAM_FOLDER],
    [process.execPath, '/usr/bin/node'],
    [new URL(service.baseUrl).host, '127.0.0.1:4780'],
  ] as const;
  for (const { name, place, prepare } of views) {
    // Another document, not another place of the same one: nothing of the last view shall be left.
    await page.goto('about:blank');
    await page.goto(`/#/${place}`);
    await prepare(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    await sayOther(page, names);
    const path = join(values.into, `${name}-${picture.name}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    console.log(`${path} ${Math.round((await stat(path)).size / 1024)} kB`);
  }
}

/** Says what is of this machine as it is on another one: the picture shall not change with the folder it was taken in. */
function sayOther(page: Page, names: readonly Name[]): Promise<unknown> {
  return page.evaluate(`{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const [here, there] of ${JSON.stringify(names)}) texts.currentNode.data = texts.currentNode.data.replaceAll(here, there);
  }`);
}
