import { spawn } from 'node:child_process';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommentdockError } from '#core/contract/error.ts';
import { thisMachine, type FoundBrowser } from '#core/network/browser/find-browser.ts';
import { cachedPlaces, playwrightCache, type MachinePlaces } from '#core/network/browser/browser-places.ts';

/** The last words of the installer that are passed on. */
const LAST_WORDS = 400;
/** `|■■■■    |  40% of 170.2 MiB` and `170.2 MiB [====    ] 40% 12.3s`. */
const PROGRESS = /(\d{1,3})%/;

export interface BrowserInstallation {
  /** 0 to 100, growing; the download alone. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
  /** Default: this process's own. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Downloads the Chromium that belongs to our playwright-core, by its own installer, into its cache, where the search finds it. Proxy
 * settings hold for the download; `PLAYWRIGHT_DOWNLOAD_HOST` names another source.
 * @throws CommentdockError NETWORK where it could not be downloaded, with the installer's last words; the signal's reason
 */
export async function installBrowser(request: BrowserInstallation): Promise<FoundBrowser> {
  request.signal.throwIfAborted();
  // An installer that is broken off leaves what it had of the archive.
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-download-'));
  try {
    return await install(request, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function install({ onProgress, signal, env = process.env }: BrowserInstallation, folder: string): Promise<FoundBrowser> {
  const installer = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const child = spawn(process.execPath, [installer, 'install', 'chromium', '--no-shell', '--no-remove'], {
    env: {
      ...env,
      TMPDIR: folder,
      TEMP: folder,
      TMP: folder,
      ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let words = '';
  let percent = -1;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const told = Number(PROGRESS.exec(line)?.[1] ?? Number.NaN);
      if (Number.isNaN(told)) words = `${words}\n${line}`.slice(-LAST_WORDS * 10);
      else if (told > percent) onProgress((percent = Math.min(told, 100)));
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)).catch(
    (error: unknown) => {
      if (signal.aborted) throw signal.reason;
      words += String(error);
      return null;
    },
  );
  const machine: MachinePlaces = { ...thisMachine(), env };
  const installed = await newestInCache(machine);
  // The installer also wants a codec that we have no use for; without it the browser is there all the same.
  if (installed !== null) return installed;
  throw new CommentdockError(
    'NETWORK',
    `Chromium could not be downloaded${code === null ? '' : ` (the installer ended with ${code})`}: ${reasonIn(words)} Check the connection and the proxy, or install Chrome, Edge or Chromium by hand.`,
  );
}

async function newestInCache(machine: MachinePlaces): Promise<FoundBrowser | null> {
  const folder = playwrightCache(machine);
  const entries = await readdir(folder).catch(() => []);
  for (const { path, name } of cachedPlaces(machine, entries)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return { name, path, by: 'cache' };
  }
  return null;
}

/** The line that says why, without the installer's stack and boxes. */
function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(Error: |.*\b(E[A-Z]{4,}|failed)\b)/.test(line) && !/^(at |code: )/.test(line));
  const why = errors.findLast((line) => !/Download failure, code=|, caused by$/.test(line)) ?? errors.at(-1);
  return `${(why ?? lines.findLast((line) => line !== '') ?? 'no reason given').slice(0, LAST_WORDS).replace(/\.$/, '')}.`;
}
