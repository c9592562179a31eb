import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '#core/network/browser/find-browser.ts';

const run = promisify(execFile);

/** A home folder in which Chromium trusts a world's authority; the real one is never touched. */
interface TrustingHome extends AsyncDisposable {
  /** `HOME` for the process that starts the browser. */
  readonly home: string;
}

/**
 * Makes such a home (Linux: an NSS database, by `certutil` of libnss3-tools).
 * @param caFile PEM file of the authority
 */
export async function trustInBrowser(caFile: string): Promise<TrustingHome> {
  const home = await mkdtemp(join(tmpdir(), 'commentdock-home-'));
  const database = `sql:${join(home, '.pki', 'nssdb')}`;
  await mkdir(join(home, '.pki', 'nssdb'), { recursive: true, mode: 0o700 });
  await run('certutil', ['-d', database, '-N', '--empty-password']);
  await run('certutil', ['-d', database, '-A', '-t', 'C,,', '-n', 'test world', '-i', caFile]);
  return { home, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** Makes `home` the home of this process, and so of the browsers that it starts, until disposed of. */
export function moveHome(home: string): Disposable {
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete process.env['HOME'];
      else process.env['HOME'] = before;
    },
  };
}

/** What this machine lacks for tests with a browser in a world, in a sentence; null where it has everything. */
export async function lackingForBrowser(): Promise<string | null> {
  if (process.platform !== 'linux') return 'tests with a browser run on Linux alone: elsewhere no authority can be trusted for one process';
  const found = await findBrowser({ setting: process.env['COMMENTDOCK_BROWSER'] ?? null }).catch(() => null);
  if (found === null) return 'no Chrome, Edge or Chromium is installed (apt-get install chromium)';
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, 'certutil'))) ? null : 'there is no certutil (apt-get install libnss3-tools)';
}
