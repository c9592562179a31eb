import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { _electron } from 'playwright-core';
import type { DesktopRequest } from '#core/contract/desktop.ts';
import type { DesktopUnderTest } from '#test/electron/smoke/smoke.ts';

/** Chromium's own switch: pages of platforms are looked for and not found. */
const NO_NET = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

/** What a page of the app finds. */
type InApp = typeof globalThis & { readonly commentdockDesktop: { ask(request: DesktopRequest): Promise<unknown> } };

/**
 * Electron's own program, driven by Playwright.
 * @param app folder of the built app
 */
export function realDesktop(app: string, dataDir: string, env: Readonly<Record<string, string>>): DesktopUnderTest & Disposable {
  let newest: ChildProcess | null = null;
  return {
    dataDir,
    // What a step that did not hold left running.
    [Symbol.dispose]: () => void newest?.kill('SIGKILL'),
    async start() {
      const running = await _electron.launch({
        executablePath: createRequire(import.meta.url)('electron') as string,
        args: [app, NO_NET],
        env: {
          ...(process.env as Record<string, string>),
          ...env,
          COMMENTDOCK_DATA_DIR: dataDir,
          COMMENTDOCK_PORT: '0',
          COMMENTDOCK_VAULT: 'file',
        },
      });
      newest = running.process();
      return {
        inMain: (work, argument) => running.evaluate(work as never, argument),
        async ask(request) {
          const page = running.windows().find((window) => window.url().startsWith('http://127.0.0.1:'));
          if (page === undefined) throw new Error('There is no window of the service.');
          return page.evaluate((asked) => (globalThis as InApp).commentdockDesktop.ask(asked), request);
        },
        ended: once(newest, 'exit').then(() => undefined),
      };
    },
  };
}
