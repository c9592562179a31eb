import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const REACH = readFileSync('test/e2e/reach.js', 'utf8');
/** Presses between two looks at where Tab led: one too many does no harm. */
const PRESSES = 20;

/** What can be clicked and no key leads to, as it is written in the page: neither Tab nor the arrows of a widget that Tab leads to. */
export function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(`${REACH}reach.outOfReach()`);
}

/** Presses Tab until it has led to all that it should, and to where it began again. Gives what it does not lead to. */
export async function missedByTab(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${REACH}reach.beginRound()`);
  for (let presses = PRESSES; ; presses += PRESSES) {
    for (let press = 0; press < PRESSES; press += 1) await page.keyboard.press('Tab');
    const missed = await page.evaluate<readonly string[] | null>(`${REACH}reach.missedInRound(${presses})`);
    if (missed !== null) return missed;
  }
}
