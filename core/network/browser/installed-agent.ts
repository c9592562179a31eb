import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { promisify } from 'node:util';
import { clientHintsOf, userAgentOf } from '#core/accounts/user-agent.ts';
import { findBrowser, type BrowserSearch, type FoundBrowser, thisMachine } from '#core/network/browser/find-browser.ts';

/** What a browser says of itself in every request. */
export interface ClientIdentity {
  readonly userAgent: string;
  readonly hints: Readonly<Record<string, string>>;
}

/** A question to a program that hangs must not hold up an export. */
const ANSWER_TIMEOUT_MS = 5_000;
const VERSION = /\b(\d+)\.\d+\.\d+\.\d+\b/;
const VERSION_FOLDER = /^(\d+)\.\d+\.\d+\.\d+(?:\.manifest)?$/;
const BUNDLE_VERSION = /<key>CFBundleShortVersionString<\/key>\s*<string>(\d+)\./;
/** Where no browser is installed: what most of the web's visitors have. */
const NONE_INSTALLED = { engine: 'chromium', brand: 'Google Chrome', major: 156, platform: 'win32' } as const;

/**
 * How the browser of this machine names itself, looked up with the first question and never started for it: several sites refuse names of
 * programs, and cookies that a browser was given are taken from its like alone.
 */
export function createInstalledAgent(search: BrowserSearch): () => Promise<ClientIdentity> {
  let known: Promise<ClientIdentity> | null = null;
  return () => (known ??= installedAgent(search));
}

async function installedAgent(search: BrowserSearch): Promise<ClientIdentity> {
  const platform = (search.machine ?? thisMachine()).platform;
  const found = await findBrowser(search).catch(() => null);
  const major = found === null ? null : await majorOf(found.path, platform);
  const build =
    found === null || major === null ? NONE_INSTALLED : ({ engine: 'chromium', brand: brandOf(found), major, platform } as const);
  const userAgent = userAgentOf(build);
  return { userAgent, hints: clientHintsOf(userAgent, build.brand) };
}

function brandOf({ name, path }: FoundBrowser): string | null {
  if (name === 'Chromium' || name === 'Chrome for Testing') return null;
  if (name !== null) return name;
  return /edge/i.test(path) ? 'Microsoft Edge' : /chromium/i.test(path) ? null : 'Google Chrome';
}

/** Each system tells it in its own way; only on Linux does the program itself. Null where it is not told. */
async function majorOf(path: string, platform: NodeJS.Platform): Promise<number | null> {
  try {
    const text = await (platform === 'darwin' ? ofBundle(path) : platform === 'win32' ? ofFolder(path) : ofProgram(path));
    return text === undefined ? null : Number(text);
  } catch {
    return null;
  }
}

async function ofBundle(path: string): Promise<string | undefined> {
  return BUNDLE_VERSION.exec(await readFile(posix.join(posix.dirname(path), '..', 'Info.plist'), 'utf8'))?.[1];
}

/** Beside the program lies a folder for each version that is installed. */
async function ofFolder(path: string): Promise<string | undefined> {
  const majors = (await readdir(win32.dirname(path))).flatMap((name) => VERSION_FOLDER.exec(name)?.[1] ?? []);
  return majors.toSorted((one, other) => Number(other) - Number(one))[0];
}

async function ofProgram(path: string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: ANSWER_TIMEOUT_MS, killSignal: 'SIGKILL' });
  return VERSION.exec(stdout)?.[1];
}
