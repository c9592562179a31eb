import { access, constants, readdir, stat } from 'node:fs/promises';
import { homeFolder } from '#core/config/data-folder.ts';
import { CommentdockError } from '#core/contract/error.ts';
import {
  cachedPlaces,
  howToGetOne,
  installedPlaces,
  playwrightCache,
  type BrowserName,
  type MachinePlaces,
} from '#core/network/browser/browser-places.ts';

/** A browser that can be started. */
export interface FoundBrowser {
  /** Null: the one that the setting names. */
  readonly name: BrowserName | null;
  readonly path: string;
  readonly by: 'setting' | 'machine' | 'cache';
}

export interface BrowserSearch {
  /** `COMMENTDOCK_BROWSER`. */
  readonly setting: string | null;
  readonly machine?: MachinePlaces;
  /** True where a file is there and may be run. */
  readonly isProgram?: (path: string) => Promise<boolean>;
  /** The names in a folder; none where it is not there. */
  readonly namesIn?: (folder: string) => Promise<readonly string[]>;
}

/** The machine we run on. */
export function thisMachine(): MachinePlaces {
  return { platform: process.platform, arch: process.arch, home: homeFolder() ?? '/', env: process.env };
}

/**
 * The browser to use: the setting's, else the first of the machine's (Chrome, Edge, Chromium), else the newest that was downloaded.
 * @throws CommentdockError BROWSER_MISSING with what to do on this system
 */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser> {
  const { setting, machine = thisMachine(), isProgram = isExecutable, namesIn = entriesOf } = search;
  if (setting !== null) {
    if (await isProgram(setting)) return { name: null, path: setting, by: 'setting' };
    throw new CommentdockError(
      'BROWSER_MISSING',
      `COMMENTDOCK_BROWSER names ${setting}, which is no program that can be started. Correct it, or leave it out: then the browser of this machine is looked for.`,
    );
  }
  for (const { name, path } of installedPlaces(machine)) if (await isProgram(path)) return { name, path, by: 'machine' };
  for (const { name, path } of cachedPlaces(machine, await namesIn(playwrightCache(machine))))
    if (await isProgram(path)) return { name, path, by: 'cache' };
  throw new CommentdockError(
    'BROWSER_MISSING',
    `This needs Chrome, Edge or Chromium, and none was found. ${howToGetOne(machine)} One in another place: name it in COMMENTDOCK_BROWSER.`,
  );
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
