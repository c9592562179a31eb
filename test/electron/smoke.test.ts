import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { startService } from '#core/index.ts';
import { freshElectron } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { heldExport } from '#test/electron/smoke/held-export.ts';
import { type DesktopUnderTest, smoke } from '#test/electron/smoke/smoke.ts';
import { own, ownFolder } from '#test/own.ts';

/** The steps of `npm run desktop:smoke`, before the stand-in for Electron with a real service: real Electron goes through them on hosted systems. */

const TURN_MS = 5;

const held = await own(heldExport());

afterEach(() => vi.doUnmock('electron'));

test('the smoke test goes through all of its steps', async () => {
  const folder = ownFolder('smoke');
  mkdirSync(join(folder, 'Commentdock Desktop'));
  const steps: string[] = [];
  await smoke(fakeDesktop(folder), held, (step) => steps.push(step));
  expect(steps).toEqual([
    'the window shows the service',
    'a link fills its address in',
    'a login window opens, and closing it gives nothing',
    'closed, the app stays in the tray and opens from there',
    'it quits with an export running',
    'started again, the export goes on and is whole',
  ]);
});

function fakeDesktop(folder: string): DesktopUnderTest {
  const dataDir = join(folder, 'data');
  return {
    dataDir,
    async start() {
      const electron = await freshElectron();
      const { app, fake } = electron;
      app.paths['appData'] = folder;
      await import('#electron/main.ts');
      app.ready.resolve();
      await serveFor(await until(() => fake.processes[0]), dataDir);
      return {
        inMain: async (work, argument) => work(electron as never, argument),
        async ask(request) {
          const ask = fake.handlers.get('commentdock:ask');
          return ask?.({ senderFrame: electron.BrowserWindow.getAllWindows()[0]?.webContents.mainFrame }, request);
        },
        ended: until(() => (app.hasQuit ? true : undefined)).then(() => undefined),
      };
    },
  };
}

/** What the process of the core does. */
async function serveFor(child: FakeElectron.FakeProcess, dataDir: string): Promise<void> {
  const env = { ...held.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'silent', COMMENTDOCK_VAULT: 'file' };
  const service = await startService(readConfig(env));
  child.postMessage = () => void service.close().then(() => child.emit('exit', 0));
  child.emit('message', { type: 'ready', baseUrl: service.baseUrl, ownerSecret: readRunFile(dataDir)?.owner_secret });
}

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await delay(TURN_MS);
  }
}
