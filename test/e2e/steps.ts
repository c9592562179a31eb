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

/** Holds what the page puts off by so many milliseconds or more, however busy the machine is. Returns the way to have it pass. */
export async function holdTimers(page: Page, leastMs: number): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const { setTimeout: begin, clearTimeout: end } = window;
    const held = new Map();
    window.setTimeout = (work, delayMs = 0, ...given) => {
      if (delayMs < ${leastMs}) return begin(work, delayMs, ...given);
      const timer = begin(() => undefined, 2 ** 31 - 1);
      held.set(timer, work);
      return timer;
    };
    window.clearTimeout = (timer) => {
      held.delete(timer);
      end(timer);
    };
    window.passTimers = () => {
      for (const work of [...held.values()]) work();
    };
  }`);
  return () => page.evaluate('passTimers()');
}
