import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { BROWSER_MISSING, launchBrowser } from '#test/clients/oauth/owner-browser.ts';
import { ownFolder } from '#test/own.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';
import { sampleItem } from '#test/writers/sample.ts';

const ROWS = 5_000;
const ATTACKS = ['</script><script>document.title="broken"</script>', '<img src=x onerror="document.title=\'broken\'">', '<!--<script>'];

let browser: Browser;

/** An exported page that is open, and all that it complained of or asked for elsewhere. */
async function opened(items: readonly Item[], folder = ownFolder('page')): Promise<{ page: Page; trouble: string[] }> {
  const about = aboutOf(items.length);
  const request = { rows: () => [items], about, exportType: 'comments', folder, baseName: 'rows', mediaFrom: folder } as const;
  await writeDataset({ ...request, formats: ['html'] });
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (asked) => {
    if (!/^(?:file|data):/.test(asked.url())) trouble.push(asked.url());
  });
  await page.goto(pathToFileURL(join(folder, 'rows.html')).href);
  return { page, trouble };
}

const shownRows = (page: Page): Promise<number> => page.locator('article.row:visible').count();

describe.skipIf(BROWSER_MISSING !== null)(`an exported page ${BROWSER_MISSING ?? ''}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows, searches, filters and sorts thousands of rows from the disk, a screen of them at a time', async () => {
    const rare = sampleItem({
      id: 'rare',
      kind: 'comment',
      author: { name: 'Zoë' },
      text: 'A needle in it',
      likes: 9_999_999,
      createdAt: '2030-01-01T00:00:00Z',
    });
    const { page, trouble } = await opened([...[...generatedItems(ROWS)].flat(), rare]);
    const count = page.locator('.count');
    await expect.poll(() => count.textContent()).toBe('5,001 of 5,001 rows');
    expect(await shownRows(page)).toBeLessThan(25);
    await page.locator('.list').evaluate((list) => ((list as unknown as { scrollTop: number }).scrollTop = 1e9));
    await page.locator('article.row').filter({ hasText: 'A needle in it' }).waitFor();
    expect(await shownRows(page)).toBeLessThan(25);
    await page.getByRole('searchbox').fill('NEEDLE zoë');
    await expect.poll(() => count.textContent()).toBe('1 of 5,001 rows');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('checkbox').check();
    await expect.poll(() => count.textContent()).toBe('1,001 of 5,001 rows');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('likes');
    await expect.poll(() => page.locator('article.row:visible strong').allTextContents()).toContain('Zoë');
    await page.getByRole('spinbutton').fill('9999999');
    await expect.poll(() => count.textContent()).toBe('1 of 5,001 rows');
    expect(await page.locator('.charts rect').count()).toBeGreaterThan(0);
    await page.locator('summary').click();
    await page.getByText('Started (UTC)').waitFor();
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows one thread by itself, and goes from light to dark', async () => {
    const { page, trouble } = await opened([...generatedItems(20)].flat());
    await page
      .getByRole('button', { name: /^More of/ })
      .nth(1)
      .click();
    await page.getByRole('button', { name: 'Show its thread' }).click();
    await expect.poll(() => page.locator('.count').textContent()).toBe('5 of 20 rows');
    await page.getByRole('button', { name: 'Leave the thread' }).click();
    await expect.poll(() => page.locator('.count').textContent()).toBe('20 of 20 rows');
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await ground();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await ground()).not.toBe(before);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('holds the pictures that were fetched, and links other files beside it', async () => {
    const folder = ownFolder('page');
    const [picture, film, missing] = ['a.gif', 'b.mp4', 'c.png'].map(
      (name) => `media/${name.replace(/^\w/, (letter) => letter.repeat(64))}`,
    );
    mkdirSync(join(folder, 'media'));
    writeFileSync(join(folder, picture ?? ''), Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    writeFileSync(join(folder, film ?? ''), 'a film');
    const media = [picture, film, missing].map((file) => ({ type: 'image' as const, url: `https://x.example/${file}`, file }));
    const { page, trouble } = await opened([sampleItem({ id: '1', text: 'ok', media: [...media, ...media.slice(0, 1)] })], folder);
    await page.getByRole('button', { name: /^More of/ }).click();
    const drawn = page.locator('dialog img');
    await expect.poll(() => drawn.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
    const paths = await page
      .locator('dialog a[href^="media/"]')
      .evaluateAll((links) => links.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')));
    expect(paths).toEqual([picture, film, missing]);
    expect(await page.locator('dialog a[href^="media/"]').allTextContents()).toEqual(['', film, missing]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('takes what strangers wrote as text, and links to the web alone', async () => {
    const items = ATTACKS.map((text, at) =>
      sampleItem({ id: `${at}`, text, title: text, author: { name: text, url: 'javascript:document.title="broken"' } }),
    );
    const link = sampleItem({
      id: 'link',
      text: 'ok',
      url: 'https://x.example/1',
      author: { url: 'data:text/html,x' },
      extra: { note: ATTACKS[0] },
    });
    const { page, trouble } = await opened([...items, link]);
    await expect.poll(() => shownRows(page)).toBe(4);
    for (const text of ATTACKS) await page.locator('article.row .text').filter({ hasText: text }).waitFor();
    await page
      .getByRole('button', { name: /^More of/ })
      .last()
      .click();
    const addresses = await page
      .locator('dialog a')
      .evaluateAll((links) => links.map((found) => (found as unknown as { href: string }).href));
    expect(addresses).toEqual(['https://x.example/1']);
    expect(await page.title()).toBe('Video Example: Comments');
    expect(await page.locator('img, iframe').count()).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });
});
