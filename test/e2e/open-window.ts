import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core';
import { readRunFile } from '#core/config/run-file.ts';
import type { ServiceProcess } from '#test/clients/rest/service-process.ts';

const PATIENCE_MS = 240_000;
const REGULAR = { width: 1024, height: 768 };

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
export async function openWindow(browser: Browser, service: RunningService, size = REGULAR): Promise<OpenWindow> {
  const context = await newContext(browser, service);
  const opened = await enter(await context.newPage(), service, size, 'known');
  return { ...opened, [Symbol.asyncDispose]: () => context.close() };
}

/**
 * The window as somebody has it who was never here, in the tab that the last one left at this service. What stays of that is the
 * code, compiled already: a new browser takes a second of processor for it, every time.
 */
export async function reopenWindow(
  browser: Browser,
  service: RunningService,
  size = REGULAR,
  owner: 'known' | 'new' = 'known',
): Promise<OpenWindow> {
  const left = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((page) => new URL(page.url()).origin === service.baseUrl);
  if (left === undefined) return enter(await (await newContext(browser, service)).newPage(), service, size, owner);
  await left.context().clearCookies();
  await left.evaluate('localStorage.clear(); sessionStorage.clear();');
  // What is there would ask again whether it is let in, and the next test would hear the refusal.
  await left.goto('about:blank');
  await left.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
  return enter(left, service, size, owner);
}

/** What is waited for comes sooner or later, as in the tests themselves. */
async function newContext(browser: Browser, { baseUrl }: RunningService): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Goes in by a link. Whoever is done with the window closes the tabs beside it. */
async function enter(page: Page, service: RunningService, size: typeof REGULAR, owner: 'known' | 'new'): Promise<OpenWindow> {
  // Who is new is shown the first steps.
  await service.client().ask('PATCH', '/api/v1/preferences', { welcomed: owner === 'known' });
  await page.setViewportSize(size);
  const context = page.context();
  const complaints: string[] = [];
  const foreign: string[] = [];
  const onMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error') complaints.push(message.text());
  };
  const onError = (error: Error): void => void complaints.push(error.message);
  const onRequest = (request: Request): void => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(service.baseUrl).host)
      foreign.push(request.url());
  };
  page.on('console', onMessage).on('pageerror', onError);
  context.on('request', onRequest);
  await page.goto(await windowLink(service));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return {
    context,
    page,
    complaints,
    foreign,
    async [Symbol.asyncDispose]() {
      page.off('console', onMessage).off('pageerror', onError);
      context.off('request', onRequest);
      for (const other of context.pages()) if (other !== page) await other.close();
    },
  };
}
