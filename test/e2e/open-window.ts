import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readRunFile } from '#core/config/run-file.ts';
import type { ServiceProcess } from '#test/clients/rest/service-process.ts';

/** Where a service runs, and on what. */
export type RunningService = Pick<ServiceProcess, 'baseUrl' | 'dataDir' | 'client'>;

/** The link that `commentdock gui` prints, asked for as the command does. */
export async function windowLink({ client, dataDir }: RunningService): Promise<string> {
  const { body, status } = await client({ 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '' }).post('/api/v1/login-code', {});
  if (status !== 201) throw new Error(`No link: ${JSON.stringify(body)}`);
  return String(body['window_url']);
}

export interface OpenWindow extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page said it could not do, a breach of its own policy included. */
  readonly complaints: readonly string[];
  /** Addresses elsewhere that the page asked for. */
  readonly foreign: readonly string[];
}

/** The window in a browser that was let in by a one-time link. */
export async function openWindow(
  browser: Browser,
  service: RunningService,
  size = { width: 1024, height: 768 },
  owner: 'known' | 'new' = 'known',
): Promise<OpenWindow> {
  // Who is new is shown the first steps.
  await service.client().ask('PATCH', '/api/v1/preferences', { welcomed: owner === 'known' });
  const context = await browser.newContext({ baseURL: service.baseUrl, viewport: size, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(service.baseUrl).host)
      foreign.push(request.url());
  });
  await page.goto(await windowLink(service));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { context, page, complaints, foreign, [Symbol.asyncDispose]: () => context.close() };
}
