import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { look, SCREENS } from '#test/e2e/looking.ts';
import { reopenWindow } from '#test/e2e/open-window.ts';
import { goTo } from '#test/e2e/steps.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { buildRenderer } from '../../scripts/renderer.ts';

const BUILD_MS = 120_000;
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
/** Every fifth row has a picture of its own. */
const THREAD = 'https://social.example/@owner/1000';
const HOSTS = ['i.ytimg.com', 'far.example', 'files.example'];
/** A dot. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

let world: World;
let service: ServiceProcess;
let browser: Browser;

describe.skipIf(BROWSER_MISSING !== null)(`pictures in the window ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    await buildRenderer();
    const pictures = ({ url }: { readonly url: URL }) => (HOSTS.includes(url.hostname) ? { body: GIF } : null);
    world = await startWorld({ simulators: [pictures, youtubeSimulator({ comments: 5 }), mastodonSimulator({ comments: 10 })] });
    service = await startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } });
    browser = await launchBrowser();
  }, BUILD_MS);
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(SCREENS)('are letters until the owner wishes more, and come through the service then, $width px wide', async (size) => {
    const client = service.client();
    await client.ask('PATCH', '/api/v1/preferences', { pictures: false });
    await client.export(VIDEO, { limit: 2 });
    const { guid } = await client.export(THREAD);
    const { body } = await client.get(`/api/v1/exports/${guid}/search?has_media=true&limit=1`);
    const [pictured] = body['results'] as readonly Readonly<Record<string, unknown>>[];
    const asked = (): number => HOSTS.reduce((sum, host) => sum + world.count(host), 0);
    const before = asked();
    await using opened = await reopenWindow(browser, service, size);
    const { page, complaints, foreign } = opened;
    const address = page.locator('.address-rows').getByRole('listitem').first();
    await page.getByRole('textbox', { name: 'Addresses' }).fill(VIDEO);
    await address.getByText('A simulated video', { exact: true }).waitFor();
    expect(await address.locator('svg.site-icon').textContent()).toBe('AS');
    await goTo(page, `exports/${guid}?row=1`);
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { level: 2 }).waitFor();
    await panel.locator('.drawer-head svg.site-icon').waitFor();
    expect(asked()).toBe(before);

    await goTo(page, 'settings');
    const wished = page.getByRole('switch', { name: /^Show pictures/ });
    await wished.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => wished.isChecked()).toBe(true);
    await look(page, 'settings-pictures');
    await goTo(page, '');
    await page.getByRole('textbox', { name: 'Addresses' }).fill(VIDEO);
    await address.locator('img.round-picture[src^="data:image/gif"]').waitFor();
    await look(page, 'home-pictures');
    await goTo(page, `exports/${guid}?row=1`);
    await panel.locator('.drawer-head img.round-picture').waitFor();
    await goTo(page, `exports/${guid}?row=${String(pictured?.['row'])}`);
    await panel.getByRole('img', { name: 'Picture 1' }).waitFor();
    await look(page, 'row-pictures');
    await goTo(page, `exports/${guid}?tab=winners`);
    await page.getByRole('button', { name: 'Draw on the whole screen' }).click();
    await page.getByRole('dialog', { name: 'Draw on stage' }).getByRole('button', { name: 'Draw winners' }).click();
    await page.locator('.stage-winners img.round-picture').waitFor();
    await look(page, 'stage-pictures');
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
