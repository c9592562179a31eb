import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { startService } from '#core/index.ts';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { ownFolder } from '#test/own.ts';

/** Electron's security checklist, held against what electron-vite built. What the page itself must do is in the service's answer. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILD_MS = 180_000;
const ALL_OF_ELECTRON = /from ["']electron["']|require\(["']electron["']\)/;

const folder = ownFolder('checklist');
let shell: string;

beforeAll(async () => {
  const built = join(folder, 'dist');
  shell = join(built, 'electron');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const script = `import { build } from './scripts/build.ts'; await build(process.argv[1]);`;
  await run(['--input-type=module-typescript', '--eval', script, built]);
}, BUILD_MS);

async function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', COMMENTDOCK_LOG: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ code: await exit, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('the built shell before a service', () => {
  let outcome: Record<string, unknown>;
  let page: Response;
  let baseUrl: string;

  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    const config = readConfig({
      COMMENTDOCK_DATA_DIR: dataDir,
      COMMENTDOCK_PORT: '0',
      COMMENTDOCK_LOG: 'silent',
      COMMENTDOCK_VAULT: 'file',
    });
    const service = await startService(config);
    try {
      ({ baseUrl } = service);
      const address = JSON.stringify({ baseUrl, ownerSecret: readRunFile(dataDir)?.owner_secret });
      const printed = await run([fileURLToPath(new URL('./built-shell.ts', import.meta.url)), join(shell, 'main/main.js'), address]);
      outcome = JSON.parse(printed) as Record<string, unknown>;
      page = await fetch(String(outcome['link']), { redirect: 'manual' });
    } finally {
      await service.close();
    }
  }, BUILD_MS);

  test('runs every page in the sandbox, isolated and without Node.js', () => {
    expect(outcome['isSandboxed']).toBe(true);
    const { preload, ...preferences } = outcome['webPreferences'] as Record<string, unknown>;
    expect(preferences).toEqual({ contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false, spellcheck: false });
    expect(preload).toBe(join(shell, 'preload/preload.cjs'));
    expect(existsSync(String(preload))).toBe(true);
  });

  test('opens the service by a one-time link, which the service honours', () => {
    expect(String(outcome['link'])).toMatch(new RegExp(`^${baseUrl}/open\\?code=`));
    expect(page.status).toBeLessThan(400);
    expect(page.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    expect(page.headers.get('content-security-policy') ?? '').not.toContain('unsafe-eval');
  });

  test('lets the page go nowhere, open nothing and ask for nothing', () => {
    expect(outcome).toMatchObject({
      navigation: true,
      webview: true,
      windowOpen: 'deny',
      permissions: [false, false, false, false],
      checks: [false, false],
    });
  });

  test('answers the page on one channel', () => {
    expect(outcome['channels']).toEqual(['commentdock:ask']);
  });

  test('starts the core from the built file, under the ceilings of everywhere, and finds its pictures', () => {
    const { modulePath, execArgv } = outcome['core'] as { readonly modulePath: string; readonly execArgv: readonly string[] };
    expect(modulePath).toBe(join(shell, 'main/core-process.js'));
    expect(execArgv).toEqual([`--js-flags=${NODE_FLAGS.join(' ')}`]);
    expect(existsSync((outcome['tray'] as { readonly path: string }).path)).toBe(true);
    expect(outcome['power']).toEqual(expect.arrayContaining(['suspend', 'resume', 'shutdown']));
  });
});

describe('the built files', () => {
  test('loosen nothing', async () => {
    for (const name of await readdir(join(shell, 'main'))) {
      const code = await readFile(join(shell, 'main', name), 'utf8');
      expect(code, name).not.toMatch(
        /nodeIntegration(InWorker|InSubFrames)?: true|contextIsolation: false|sandbox: false|webSecurity: false|allowRunningInsecureContent: true|experimentalFeatures: true|enableBlinkFeatures|allowpopups/,
      );
      expect(code, name).not.toMatch(/\beval\(|new Function\(/);
    }
  });

  test('the core knows nothing of Electron', async () => {
    const core = await readFile(join(shell, 'main/core-process.js'), 'utf8');
    expect(core).not.toMatch(ALL_OF_ELECTRON);
  });

  test('the preload script is one CommonJS file that gives the page two functions on two channels', async () => {
    const code = await readFile(join(shell, 'preload/preload.cjs'), 'utf8');
    const exposed = new Map<string, Record<string, (...args: readonly unknown[]) => unknown>>();
    const used: string[] = [];
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, api: never) => exposed.set(name, api) },
      ipcRenderer: {
        invoke: (channel: string) => used.push(`invoke ${channel}`),
        on: (channel: string) => used.push(`on ${channel}`),
        off: (channel: string) => used.push(`off ${channel}`),
      },
    };
    const asked: string[] = [];
    const require = (name: string): unknown => {
      asked.push(name);
      return electron;
    };
    runInNewContext(code, { require, module: { exports: {} }, exports: {} });
    expect(asked).toEqual(['electron']);
    expect([...exposed.keys()]).toEqual(['commentdockDesktop']);
    const api = exposed.get('commentdockDesktop') ?? {};
    expect(Object.keys(api)).toEqual(['ask', 'onState']);
    api['ask']?.({ type: 'state' });
    const stop = api['onState']?.(() => undefined) as () => void;
    stop();
    expect(used).toEqual(['invoke commentdock:ask', 'on commentdock:state', 'off commentdock:state']);
  });
});
