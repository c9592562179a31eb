import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { isWithin } from '#core/accounts/own-cookies.ts';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';
import { findBrowser } from '#core/network/browser/find-browser.ts';
import { launchOptions } from '#core/network/browser/launch.ts';
import { routeOfSettings } from '#core/network/browser/route.ts';
import { isWithoutScreen } from '#core/network/window/screen.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

const LOOK_EVERY_MS = 500;
/** A page that has just logged in may still be setting cookies. */
const SETTLING_MS = 1_500;

/** A session as the window leaves it. */
export interface LoggedIn {
  readonly cookies: readonly SavedCookie[];
  /** As the window's browser called itself: the site knows the session by it. */
  readonly userAgent: string;
}

export interface LoginWindow {
  readonly config: Pick<Config, 'browser' | 'httpsProxy' | 'httpProxy' | 'noProxy'>;
  readonly platform: Pick<PlatformDefinition, 'name' | 'homepage' | 'cookies'>;
  /** Closes the window. */
  readonly signal: AbortSignal;
  /** Called once the login page is open. */
  readonly onOpen: () => void;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens a window at the platform's login page, in a profile that is thrown away afterwards, and waits until the owner has logged in there:
 * until all cookies that the platform names are set, or where it names none until the window is closed. Nothing is typed or clicked for them.
 * @returns the cookies of the platform's domains, and the window's own user agent
 * @throws CommentdockError BROWSER_MISSING; INVALID_REQUEST where there is no screen, or the window was closed too early; the signal's reason
 */
export async function logInWithWindow({ config, platform, signal, onOpen, env = process.env }: LoginWindow): Promise<LoggedIn> {
  expectScreen(env);
  const { path } = await findBrowser({ setting: config.browser });
  const { chromium } = await import('playwright-core');
  const options = launchOptions(routeOfSettings(config), { executable: path, isRoot: process.getuid?.() === 0 });
  // The page would else tell that a program has the window, though a person does.
  const browser = await chromium.launch({ ...options, headless: false, ignoreDefaultArgs: ['--enable-automation'] });
  const close = (): void => void browser.close().catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  try {
    const context = await browser.newContext({ viewport: null });
    const page = await context.newPage();
    await page.goto(platform.cookies.login ?? platform.homepage, { waitUntil: 'commit' }).catch(ignoreFailure);
    onOpen();
    // Asked of the browser: the page is left alone.
    const { userAgent } = await (await browser.newBrowserCDPSession()).send('Browser.getVersion');
    const isClosed = (): boolean => signal.aborted || !browser.isConnected() || context.pages().length === 0;
    return { cookies: await untilLoggedIn(context, platform, isClosed), userAgent };
  } finally {
    signal.removeEventListener('abort', close);
    await browser.close().catch(ignoreFailure);
    signal.throwIfAborted();
  }
}

async function untilLoggedIn(
  context: BrowserContext,
  { name, cookies: { names = [], domains } }: LoginWindow['platform'],
  isClosed: () => boolean,
): Promise<readonly SavedCookie[]> {
  let seen: readonly SavedCookie[] = [];
  const missing = (): readonly string[] => names.filter((wanted) => !seen.some((cookie) => cookie.name === wanted));
  const look = async (): Promise<void> => {
    // A window that closes meanwhile leaves what was seen before.
    seen = await context.cookies().then(
      (all) => all.map(asSavedCookie).filter((cookie) => isWithin(cookie.domain ?? '', domains)),
      () => seen,
    );
  };
  while (!isClosed()) {
    await look();
    if (names.length > 0 && missing().length === 0) {
      await delay(SETTLING_MS);
      await look();
      return seen;
    }
    await delay(LOOK_EVERY_MS);
  }
  if (seen.length > 0 && missing().length === 0) return seen;
  const lacking = missing().length === 0 ? '' : ` (it has no ${missing().join(', ')})`;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `The window was closed before ${name} was logged in${lacking}. Try again and leave it open: it closes by itself. Where ${name} does not let you in there, log in in your usual browser and use \`commentdock accounts import\`.`,
  );
}

function asSavedCookie(cookie: Awaited<ReturnType<BrowserContext['cookies']>>[number]): SavedCookie {
  const { name, value, domain, path, httpOnly, expires, sameSite } = cookie;
  const hostOnly = !domain.startsWith('.');
  return {
    name,
    value,
    domain: hostOnly ? domain : domain.slice(1),
    hostOnly,
    path,
    httpOnly,
    expiresAt: expires < 0 ? null : expires,
    sameSite,
  };
}

/** @throws CommentdockError INVALID_REQUEST */
function expectScreen(env: Readonly<Record<string, string | undefined>>): void {
  if (!isWithoutScreen(env)) return;
  throw new CommentdockError(
    'INVALID_REQUEST',
    'There is no screen for a window here. Log in on another machine, export the cookies of the site with a cookie extension, and give the file: `commentdock accounts add <platform> --cookies FILE`.',
  );
}

function ignoreFailure(): void {}
