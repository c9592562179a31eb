import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { outOfReach } from '#test/e2e/keys.ts';

export const SIZES = [
  { width: 320, height: 720 },
  { width: 1024, height: 768 },
  { width: 2560, height: 1440 },
] as const;
/** A phone, a laptop, and a large screen. */
export const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;
/** The other colours change nothing but colours: what else is wrong was found in the first ones. */
const SCHEMES = [
  ['light', null],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const;
/** Folder for pictures of the views, where somebody wants to look at them. */
const PICTURES = process.env['COMMENTDOCK_TEST_PICTURES'];
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
/** Where the pointer happens to rest one may show. It says the name of the button beside it, which stands in a landmark. */
const TOOLTIP = /^<div [^>]*data-overlay-container[^>]*><div [^>]*role="tooltip"/;
const MAX_TABS = 80;

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Looks at the page as it stands, in both schemes: it fits its window, keys lead to all that can be clicked, and a checker of accessibility finds nothing. */
export async function look(page: Page, name: string): Promise<void> {
  expect(await excessWidth(page), name).toBeLessThanOrEqual(0);
  expect(await outOfReach(page), `${name}: out of reach for keys`).toEqual([]);
  const { width } = page.viewportSize() ?? { width: 0 };
  for (const [scheme, rules] of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await accessComplaints(page, rules), `${name} ${scheme}`).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}-${width}-${scheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What a checker of accessibility finds wrong with the page as it stands. @param rules null: all */
export async function accessComplaints(page: Page, rules: readonly string[] | null = null): Promise<readonly string[]> {
  // The page allows no script from elsewhere: the checker comes through the debugger, once for each page.
  if (!(await page.evaluate<boolean>('typeof axe !== "undefined"'))) await page.evaluate(AXE);
  // Style sheets are fetched and read for rules that are not asked.
  const options = { resultTypes: ['violations'], preload: false, ...(rules === null ? {} : { runOnly: rules }) };
  const result = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === 'region' && TOOLTIP.test(html)))
      .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** Pixels that the page is wider than its window, or its content than the place for it. */
function excessWidth(page: Page): Promise<number> {
  return page.evaluate(`{
    const content = document.querySelector('main');
    Math.max(document.documentElement.scrollWidth - innerWidth, content === null ? 0 : content.scrollWidth - content.clientWidth);
  }`);
}

/** Presses Tab until what has the focus has this name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent ?? ""',
    );
    if (label.trim() === name) return;
  }
  throw new Error(`Tab does not lead to ${name}.`);
}
