import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { programToStart } from '#test/program.ts';
import type { ServiceProcess } from '#test/clients/rest/service-process.ts';

const CHROMIUM = process.env['COMMENTDOCK_BROWSER'] ?? '/usr/bin/chromium';
/** The same engine without what surrounds a page: it takes a fifth less of the processor. Debian has it in a package of its own. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const run = promisify(execFile);

/** Why there is no browser; null where there is one. */
export const BROWSER_MISSING = existsSync(CHROMIUM) ? null : `${CHROMIUM} is not there (COMMENTDOCK_BROWSER names another one)`;

/** @param needs what of a browser is looked at: `all` where that is more than its pages, as notifications are */
export function launchBrowser(needs: 'pages' | 'all' = 'pages'): Promise<Browser> {
  const isNamed = process.env['COMMENTDOCK_BROWSER'] !== undefined;
  const executablePath = needs === 'pages' && !isNamed && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;
  return chromium.launch({ executablePath, args: FLAGS });
}

/** What `commentdock login-code` prints last, beside the running service. */
export async function loginCode({ dataDir }: ServiceProcess): Promise<string> {
  const env = { ...process.env, COMMENTDOCK_DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, [programToStart(), 'login-code'], { env });
  return stdout.trim().split(/\s+/).at(-1) ?? '';
}

/** The program on this machine that waits for the answer, as a native client does. */
export interface Callback extends AsyncDisposable {
  readonly url: string;
  /** The next answer, as the browser brought it. */
  next(): Promise<URL>;
}

export async function startCallback(): Promise<Callback> {
  const arrived: URL[] = [];
  const waiting: ((url: URL) => void)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Back at the client</title>');
    if (url.pathname !== '/callback') return;
    const take = waiting.shift();
    if (take === undefined) arrived.push(url);
    else take(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    next() {
      const { promise, resolve } = Promise.withResolvers<URL>();
      const url = arrived.shift();
      if (url === undefined) waiting.push(resolve);
      else resolve(url);
      return promise;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens an authorization request and signs in where asked, by keyboard alone: the field has the focus, Enter submits. */
export async function openConsent(page: Page, address: URL, service: ServiceProcess): Promise<void> {
  await page.goto(address.href);
  if (!page.url().includes('/login')) return;
  await page.keyboard.type(await loginCode(service));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
}
