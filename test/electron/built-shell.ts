/**
 * Runs the built shell before the fake Electron, with a service that runs already, and prints what it did as one line of JSON.
 * Started by checklist.test.ts as a process of its own: `node built-shell.ts <main.js> <address of the service as JSON>`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , main = '', address = '{}'] = process.argv;
const FAKE = new URL('./fake-electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => (specifier === 'electron' ? { url: FAKE, shortCircuit: true } : next(specifier, context)),
});

const { app, fake, powerMonitor, preventable } = (await import(FAKE)) as typeof import('#test/electron/fake-electron.ts');
const folder = mkdtempSync(join(tmpdir(), 'commentdock-checklist-'));
app.paths['appData'] = folder;
mkdirSync(join(folder, 'Commentdock Desktop'));

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

await import(pathToFileURL(main).href);
app.ready.resolve();
const child = await until(() => fake.processes[0]);
child.emit('message', { ...(JSON.parse(address) as object), type: 'ready' });
const window = await until(() => fake.windows[0]);
const link = await until(() => window.loaded.find((loaded) => loaded.startsWith('http')));
const { webContents } = window;
const answers: boolean[] = [];
for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read'])
  webContents.session.askPermission(webContents, permission, (answer) => answers.push(answer));
const elsewhere = webContents.navigate('will-frame-navigate', 'https://example.com/');
const webview = preventable({});
webContents.emit('will-attach-webview', webview);
const outcome = {
  isSandboxed: app.isSandboxed,
  webPreferences: window.options.webPreferences,
  core: { modulePath: child.modulePath, execArgv: child.options['execArgv'] },
  tray: fake.trays[0]?.image,
  link,
  permissions: answers,
  checks: ['media', 'clipboard-read'].map((permission) => webContents.session.checkPermission(webContents, permission)),
  navigation: elsewhere.defaultPrevented,
  webview: webview.defaultPrevented,
  windowOpen: webContents.openHandler({ url: 'https://example.com/' }).action,
  channels: [...fake.handlers.keys()],
  power: powerMonitor.eventNames(),
};
app.quit();
await until(() => (app.hasQuit ? true : undefined));
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
console.log(JSON.stringify(outcome));
process.exit(0);
