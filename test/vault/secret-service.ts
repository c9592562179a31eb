import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon'];

/** What a Secret Service of the test's own lacks on this machine; null where it can run. */
export function missingForSecretService(): string | null {
  if (process.platform !== 'linux') return 'the Secret Service is part of Linux desktops';
  const missing = NEEDED.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
  const library = spawnSync('sh', ['-c', 'ldconfig -p | grep -q libsecret-1.so.0 || ls /usr/lib/*/libsecret-1.so.0']).status === 0;
  const all = [...missing, ...(library ? [] : ['libsecret-1'])];
  return all.length === 0 ? null : `missing here: ${all.join(', ')} (Debian: apt install dbus gnome-keyring libsecret-1-0)`;
}

/** Null where `secret-tool` is here. */
export function missingSecretTool(): string | null {
  return spawnSync('sh', ['-c', 'command -v secret-tool']).status === 0
    ? null
    : 'missing here: secret-tool (Debian: apt install libsecret-tools)';
}

/** Runs a script of ours beside a Secret Service that is made for it, with an unlocked keyring in a home of its own. Returns what it printed. */
export function runBesideSecretService(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const home = mkdtempSync(join(tmpdir(), 'commentdock-home-'));
  const inner =
    'printf %s "a password" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; "$0" --disable-warning=ExperimentalWarning "$@"';
  try {
    for (const folder of ['data', 'config', 'cache', 'run']) mkdirSync(join(home, folder), { mode: 0o700 });
    return execFileSync('dbus-run-session', ['--', 'sh', '-c', inner, process.execPath, script, ...args], {
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        XDG_DATA_HOME: join(home, 'data'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_RUNTIME_DIR: join(home, 'run'),
        LANG: 'C.UTF-8',
        ...env,
      },
    });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}
