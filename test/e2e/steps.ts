import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Goes to a view by its entry, behind the menu where the window is narrow. */
export async function visit(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await expect.poll(() => page.title()).toBe(`${name} – Commentdock`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/** Goes to a place by its address. */
export function goTo(page: Page, place: string): Promise<unknown> {
  return page.evaluate(`location.hash = '#/${place}'`);
}

/** The box itself is hidden; its label is what people press. */
export function choose(control: Locator): Promise<void> {
  return control.locator('xpath=ancestor::label').click();
}

/** Rows that the table of an export says it has. */
export async function rowCount(page: Page): Promise<number> {
  const table = page.getByRole('table', { name: 'Rows of the export' });
  return (await table.count()) === 0 ? 0 : Number(await table.getAttribute('aria-rowcount')) - 1;
}

/** Waits until the table says that it has so many rows. */
export async function shown(page: Page, count: number): Promise<void> {
  await expect.poll(() => rowCount(page)).toBe(count);
}

/** Counts from now on how often people press a button of the mouse here, as long as the page is not loaded anew. Returns the way to ask. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('globalThis.clicks = 0; addEventListener("pointerdown", ({ isTrusted }) => (clicks += isTrusted ? 1 : 0), true)');
  return () => page.evaluate<number>('clicks');
}

/** What the page would do by itself after so long does not happen any more: what passes by stands still, however busy the machine is. */
export async function holdTimers(page: Page, leastMs: number): Promise<void> {
  await page.evaluate(`{
    const own = setTimeout;
    window.setTimeout = (run, delayMs = 0, ...rest) => (delayMs < ${leastMs} ? own(run, delayMs, ...rest) : 0);
  }`);
}
