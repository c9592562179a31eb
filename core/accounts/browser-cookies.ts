import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { COOKIE_BROWSERS, cookieFiles, type CookieBrowser, profileRoots, type ProfileMachine } from '#core/accounts/browser-profiles.ts';
import { chromiumCookies, firefoxCookies, versionsIn } from '#core/accounts/browser-rows.ts';
import { isWithin } from '#core/accounts/own-cookies.ts';
import { userAgentOf } from '#core/accounts/user-agent.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';

/** A table that was read from a copy of a database. */
export type ReadTables = (path: string, tables: readonly string[]) => Promise<Readonly<Record<string, readonly unknown[]>>>;

export interface BrowserGround {
  readonly machine: ProfileMachine;
  readonly readTables: ReadTables;
  /**
   * The password that the system's keychain has for a browser; null where it has none.
   * @throws CommentdockError INVALID_REQUEST where it cannot be asked, with what to do
   */
  readonly keyOf: (key: NonNullable<CookieBrowser['key']>) => Promise<string | null>;
}

/** A profile that has cookies. */
interface Profile {
  readonly browser: CookieBrowser;
  readonly name: string;
  /** Where it lies. */
  readonly folder: string;
  readonly file: string;
  readonly changedMs: number;
}

const INSTEAD =
  'Use `commentdock login <platform>`, or export the cookies of the site with a cookie extension (Cookie-Editor, Get cookies.txt) and give the file: `commentdock accounts add <platform> --cookies FILE`.';
const WINDOWS_OBSTACLE = `On Windows this browser binds its cookies to itself (app-bound encryption): no other program can read them. ${INSTEAD}`;

/** The cookies of installed browsers, as far as the system lets us read them. */
export function createBrowserCookies(ground: BrowserGround) {
  const { machine } = ground;
  return {
    async profiles() {
      const all = (await Promise.all(COOKIE_BROWSERS.map((browser) => profilesOf(browser, machine)))).flat();
      return all.map(({ browser, name }) => ({ browser: browser.id, profile: name, obstacle: obstacleOf(browser, machine) }));
    },
    async read(request: { readonly browser: string; readonly profile: string | null; readonly domains: readonly string[] }) {
      const browser = COOKIE_BROWSERS.find(({ id }) => id === request.browser);
      if (browser === undefined)
        throw invalid(`"${request.browser}" is no browser we know. Known: ${COOKIE_BROWSERS.map(({ id }) => id).join(', ')}.`);
      const obstacle = obstacleOf(browser, machine);
      if (obstacle !== null) throw invalid(obstacle);
      const profile = chosen(browser, await profilesOf(browser, machine), request.profile);
      const cookies =
        browser.kind === 'firefox' ? await ofFirefox(profile, request.domains, ground) : await ofChromium(profile, request.domains, ground);
      return { profile: profile.name, cookies, userAgent: await userAgentOfProfile(profile, machine) };
    },
  };
}

function obstacleOf({ kind }: CookieBrowser, { platform }: ProfileMachine): string | null {
  return kind === 'chromium' && platform === 'win32' ? WINDOWS_OBSTACLE : null;
}

/** The one that was used last first. */
async function profilesOf(browser: CookieBrowser, machine: ProfileMachine): Promise<readonly Profile[]> {
  const folders = await Promise.all(
    profileRoots(browser, machine).map(async (root) => (await readdir(root).catch(() => [])).map((name) => join(root, name))),
  );
  const found = await Promise.all(folders.flat().map((folder) => profileIn(folder, browser, machine)));
  return found.filter((profile) => profile !== null).toSorted((a, b) => b.changedMs - a.changedMs);
}

async function profileIn(folder: string, browser: CookieBrowser, machine: ProfileMachine): Promise<Profile | null> {
  for (const name of cookieFiles(browser, machine)) {
    const file = join(folder, name);
    const changes = await Promise.all([file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => null))?.mtimeMs ?? null));
    if (changes[0] != null)
      return { browser, name: basename(folder), folder, file, changedMs: Math.max(...changes.map((change) => change ?? 0)) };
  }
  return null;
}

function chosen({ id }: CookieBrowser, profiles: readonly Profile[], wanted: string | null): Profile {
  const found = wanted === null ? profiles[0] : profiles.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  if (profiles.length === 0) throw invalid(`${id}: no profile with cookies was found on this machine.`);
  throw invalid(`${id} has no profile "${wanted}". It has: ${profiles.map(({ name }) => name).join(', ')}.`);
}

async function ofFirefox({ file }: Profile, domains: readonly string[], { readTables }: BrowserGround): Promise<readonly SavedCookie[]> {
  const { moz_cookies: rows = [] } = await readTables(file, ['moz_cookies']);
  return firefoxCookies(rows).filter(({ domain }) => domain !== null && isWithin(domain, domains));
}

async function ofChromium(
  { browser, file, name }: Profile,
  domains: readonly string[],
  ground: BrowserGround,
): Promise<readonly SavedCookie[]> {
  const { platform } = ground.machine;
  const { cookies: all = [], meta = [] } = await ground.readTables(file, ['cookies', 'meta']);
  const rows = all.filter((row) => isWithin(String((row as { host_key?: unknown }).host_key ?? ''), domains));
  const versions = versionsIn(rows);
  const needsKey = versions.has('v11') || (platform === 'darwin' && versions.has('v10'));
  const password = needsKey && browser.key !== undefined ? await ground.keyOf(browser.key) : null;
  const { cookies, closed } = chromiumCookies(rows, { platform, databaseVersion: versionIn(meta), password });
  if (closed === 0 || cookies.length > 0) return cookies;
  const why = needsKey && password === null ? "the system's keychain has no key for them" : 'their encryption is not one we know';
  throw invalid(`The cookies of ${browser.id} (${name}, ${dirname(file)}) cannot be opened: ${why}. ${INSTEAD}`);
}

/** As the browser left its version at its last start. */
async function userAgentOfProfile({ browser, folder }: Profile, { platform }: ProfileMachine): Promise<string | null> {
  const { kind } = browser;
  const file = kind === 'firefox' ? join(folder, 'compatibility.ini') : join(dirname(folder), 'Last Version');
  const text = await readFile(file, 'utf8').catch(() => '');
  const major = Number((kind === 'firefox' ? /^LastVersion=(\d+)\./m : /^(\d+)\./).exec(text)?.[1] ?? '');
  const brand = browser.id === 'edge' ? 'Microsoft Edge' : null;
  return major > 0 ? userAgentOf({ engine: kind, brand, major, platform }) : null;
}

function versionIn(meta: readonly unknown[]): number {
  const rows = meta as readonly { readonly key?: unknown; readonly value?: unknown }[];
  return Number(rows.find(({ key }) => key === 'version')?.value ?? 0);
}

function invalid(words: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', words);
}
