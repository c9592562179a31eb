import { access, constants, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type Config, withoutPassword } from '#core/config/config.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import { PACKS_FOLDER } from '#core/installed-packs/state.ts';
import { troublesIn } from '#core/installed-packs/troubles.ts';
import type { BrowserDownload, BrowserOnMachine, Finding, Machine } from '#core/service/ports.ts';
import { platformIds } from '#core/platforms/registry.ts';
import { databasePath } from '#core/store/database.ts';
import { filesAside } from '#core/store/put-aside.ts';
import { SEARCH_FOLDER } from '#core/insight/ports.ts';
import { describeVault } from '#core/vault/describe-vault.ts';
import { vaultFolder } from '#core/vault/vault.ts';

const NO_DOWNLOAD: BrowserDownload = { state: 'none', percent: null, error: null };

/** The machine of a running service. Disposed of, it ends its download. */
export function thisMachine(config: Config, exportsFolder: string): Machine & Disposable {
  const closing = new AbortController();
  let download = NO_DOWNLOAD;
  return {
    findings: () => look(config),
    sizes: () => sizesOf(config.dataDir, exportsFolder),
    findBrowser: () => findBrowser(config),
    download: () => download,
    startDownload() {
      if (download.state === 'running') return;
      download = { state: 'running', percent: 0, error: null };
      installBrowser((percent) => (download = { state: 'running', percent, error: null }), closing.signal).then(
        () => (download = NO_DOWNLOAD),
        (error: unknown) => (download = { state: 'failed', percent: null, error: asCommentdockError(error).message }),
      );
    },
    [Symbol.dispose]: () => closing.abort(new Error('the core is closing')),
  };
}

/** Loaded when it is asked for, as below: most of the time no browser is needed. @throws CommentdockError BROWSER_MISSING */
export async function findBrowser({ browser: setting }: Pick<Config, 'browser'>): Promise<BrowserOnMachine> {
  const { findBrowser: find } = await import('#core/network/browser/find-browser.ts');
  return find({ setting });
}

/** @param onProgress percent of the download. @throws CommentdockError NETWORK; the signal's reason */
export async function installBrowser(onProgress: (percent: number) => void, signal: AbortSignal): Promise<BrowserOnMachine> {
  const { installBrowser: install } = await import('#core/network/browser/install-browser.ts');
  return install({ onProgress, signal });
}

function asideHint(dataDir: string): string | null {
  const names = dataFilesAside(dataDir).map((path) => relative(dataDir, path));
  return names.length === 0
    ? null
    : `Damaged files were put aside and made anew: ${names.join(', ')}. Delete them when you need them no more.`;
}

/** Damaged files that were put aside and made anew. */
export function dataFilesAside(dataDir: string): readonly string[] {
  return ['', SEARCH_FOLDER, PACKS_FOLDER].flatMap((folder) => filesAside(join(dataDir, folder)));
}

/** Whether the program may do this with the file or folder. */
export async function mayAccess(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function look(config: Config): Promise<readonly Finding[]> {
  const { dataDir, extraCaFile } = config;
  const isWritable = await mayAccess(dataDir, constants.W_OK);
  const { why, hint, kind } = await describeVault(config);
  const browser = await findBrowser(config).catch((error: unknown) => asCommentdockError(error).message);
  const proxy = withoutPassword(config.httpsProxy ?? config.httpProxy);
  const isReadable = extraCaFile === null || (await mayAccess(extraCaFile, constants.R_OK));
  const platforms = await platformIds();
  const troubles = troublesIn(dataDir, platforms);
  return [
    {
      subject: 'data_folder',
      ok: isWritable,
      words: isWritable ? dataDir : `${dataDir} (not writable)`,
      hint: isWritable ? asideHint(dataDir) : 'Set COMMENTDOCK_DATA_DIR to a folder that you may write.',
    },
    { subject: 'secrets', ok: hint === null, words: `${kind === 'file' ? 'encrypted files' : 'keychain'} (${why})`, hint },
    typeof browser === 'string'
      ? { subject: 'browser', ok: false, words: 'none', hint: browser }
      : { subject: 'browser', ok: true, words: browser.name === null ? browser.path : `${browser.name} (${browser.path})`, hint: null },
    { subject: 'proxy', ok: true, words: proxy ?? 'none', hint: null },
    {
      subject: 'certificates',
      ok: isReadable,
      words: extraCaFile ?? 'none',
      hint: isReadable ? null : 'Set NODE_EXTRA_CA_CERTS to a PEM file that you may read, or leave it out.',
    },
    {
      subject: 'platforms',
      ok: troubles.length === 0,
      words: String(platforms.length),
      hint: troubles.length === 0 ? null : troubles.join(' '),
    },
  ];
}

async function sizesOf(dataDir: string, exportsFolder: string): ReturnType<Machine['sizes']> {
  const [whole, exports, secrets] = await Promise.all([bytesBelow(dataDir), bytesBelow(exportsFolder), bytesBelow(vaultFolder(dataDir))]);
  const files = await readdir(dataDir).catch(() => []);
  const parts = files.filter((name) => name.startsWith(basename(databasePath(dataDir))));
  const database = sum(await Promise.all(parts.map((name) => bytesOf(join(dataDir, name)))));
  const other = Math.max(0, whole - exports - secrets - database);
  return [
    { part: 'database', bytes: database },
    { part: 'exports', bytes: exports },
    { part: 'secrets', bytes: secrets },
    { part: 'other', bytes: other },
  ];
}

/** Files that come and go meanwhile count as nothing. */
async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return sum(await Promise.all(files.map(({ parentPath, name }) => bytesOf(join(parentPath, name)))));
}

async function bytesOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
