import type { Page } from 'playwright-core';
import { MADE_UP_POST } from './made-up-thread.ts';
import type { Seeded } from './seed.ts';

/** A view as it is pictured. */
export interface PicturedView {
  /** Of the files: `<name>-light.png` and so on. */
  readonly name: string;
  /** What stands behind `#/`. */
  readonly place: string;
  /** Brings the view to where it is worth a look. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const ADDRESSES = [MADE_UP_POST, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://store.steampowered.com/app/10/'];
const PATIENCE_MS = 60_000;
const FIRST_STEPS = ['Comments as spreadsheets', 'A browser for some sites', 'Try it with made-up data'] as const;

/** Every view there is, in the order of the sidebar. */
export function picturedViews({ guid, run, webhook }: Seeded): readonly PicturedView[] {
  const place = `exports/${guid}`;
  const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
  return [
    { name: 'home', place: '', prepare: (page) => page.getByRole('list', { name: 'Recent' }).getByText('Done').first().waitFor() },
    { name: 'home-plan', place: '', prepare: pasteAddresses },
    { name: 'exports', place: 'exports', prepare: (page) => page.getByRole('progressbar').first().waitFor() },
    { name: 'search', place: 'search', prepare: searchEverything },
    {
      name: 'platforms',
      place: 'platforms',
      prepare: (page) => page.getByRole('list', { name: 'Platforms' }).getByText('Works', { exact: true }).first().waitFor(),
    },
    { name: 'export-data', place, prepare: (page) => page.getByRole('table').getByRole('row').nth(8).waitFor() },
    {
      name: 'export-overview',
      place,
      prepare: async (page) => {
        await tab(page, 'Overview');
        await page.getByRole('listbox', { name: 'Sentiment', exact: true }).waitFor({ timeout: PATIENCE_MS });
      },
    },
    {
      name: 'export-winners',
      place,
      prepare: async (page) => {
        await tab(page, 'Winners');
        const certificate = page.getByRole('region', { name: 'Certificate of the draw' });
        const seed = page.getByRole('textbox', { name: 'Seed' });
        await seed.or(certificate).first().waitFor();
        // The draw of the first picture is kept, and comes back with the others.
        await page.waitForLoadState('networkidle');
        if (await certificate.isHidden()) {
          await seed.fill('spring draw');
          await page.getByRole('button', { name: 'Draw winners' }).click();
        }
        await certificate.waitFor();
      },
    },
    {
      name: 'export-time',
      place: `exports/${run}`,
      prepare: async (page) => {
        await tab(page, 'Over the runs');
        await page.getByRole('list', { name: 'Rows of this run' }).locator('ins').first().waitFor();
      },
    },
    { name: 'export-completeness', place, prepare: (page) => tab(page, 'Completeness') },
    { name: 'schedules', place: 'schedules', prepare: (page) => page.getByRole('list', { name: 'All schedules' }).waitFor() },
    { name: 'schedule-new', place: 'schedules/new', prepare: nothingFurther },
    { name: 'webhooks', place: 'webhooks', prepare: (page) => page.getByRole('list', { name: 'All webhooks' }).waitFor() },
    { name: 'webhook', place: `webhooks/${webhook}`, prepare: (page) => page.getByRole('list', { name: 'Deliveries' }).waitFor() },
    { name: 'api', place: 'api', prepare: (page) => page.getByRole('list', { name: 'Reference' }).getByRole('listitem').nth(5).waitFor() },
    { name: 'assistants', place: 'assistants', prepare: (page) => page.getByText('export_comments', { exact: true }).waitFor() },
    { name: 'accounts', place: 'accounts', prepare: (page) => page.getByRole('list', { name: 'Saved accounts' }).waitFor() },
    { name: 'routes', place: 'routes', prepare: (page) => page.getByRole('list', { name: 'Routes' }).waitFor() },
    { name: 'sentiment', place: 'sentiment', prepare: nothingFurther },
    { name: 'settings', place: 'settings', prepare: nothingFurther },
    { name: 'about', place: 'about', prepare: nothingFurther },
    // Last: nothing else is shown until they are done.
    ...FIRST_STEPS.map((_heading, step) => ({
      name: `welcome-${step + 1}`,
      place: 'about',
      prepare: (page: Page) => walkFirstSteps(page, step),
    })),
  ];
}

async function pasteAddresses(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Addresses' }).fill(ADDRESSES.join('\n'));
  await page.getByText(`Recognised: ${ADDRESSES.length}`).waitFor();
}

async function searchEverything(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Words in any export' }).fill('wonderful OR colour');
  await page.getByRole('list', { name: 'Exports with these words' }).locator('mark').first().waitFor();
  await page.getByText('are still being read', { exact: false }).waitFor({ state: 'hidden' });
}

/** To the step of this number. The first picture has them shown again, for all that come after it. */
async function walkFirstSteps(page: Page, step: number): Promise<void> {
  const again = page.getByRole('button', { name: 'Show the first steps again' });
  const begun = page.getByRole('heading', { name: FIRST_STEPS[0] });
  await again.or(begun).waitFor();
  if (await again.isVisible()) await again.click();
  await begun.waitFor();
  for (const heading of FIRST_STEPS.slice(1, step + 1)) {
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
}

/** Waits for what every view has; its data come with it. */
function nothingFurther(page: Page): Promise<void> {
  return page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}
