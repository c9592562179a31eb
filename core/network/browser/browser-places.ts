import { posix, win32 } from 'node:path';

/** What of the machine decides where browsers are. */
export interface MachinePlaces {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type BrowserName = 'Google Chrome' | 'Microsoft Edge' | 'Chromium' | 'Chrome for Testing';

interface BrowserPlaceOnDisk {
  readonly name: BrowserName;
  readonly path: string;
}

type Places = readonly (readonly [BrowserName, readonly string[]])[];

/** Linux: names looked for in `PATH`, then these files. Distributions, then vendors' packages, then snap and flatpak. */
const LINUX_COMMANDS: Places = [
  ['Google Chrome', ['google-chrome-stable', 'google-chrome']],
  ['Microsoft Edge', ['microsoft-edge-stable', 'microsoft-edge']],
  ['Chromium', ['chromium', 'chromium-browser']],
];
const LINUX_FILES: Places = [
  ['Google Chrome', ['/opt/google/chrome/chrome']],
  ['Microsoft Edge', ['/opt/microsoft/msedge/msedge']],
  ['Chromium', ['/usr/lib/chromium/chromium', '/snap/bin/chromium', '/var/lib/flatpak/exports/bin/org.chromium.Chromium']],
];
const LINUX_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** macOS: application bundles, in the system's folder and in the user's. */
const MAC_APPS: Places = [
  ['Google Chrome', ['Google Chrome.app/Contents/MacOS/Google Chrome']],
  ['Microsoft Edge', ['Microsoft Edge.app/Contents/MacOS/Microsoft Edge']],
  ['Chromium', ['Chromium.app/Contents/MacOS/Chromium']],
];

/** Windows: below the folders for programs, of the machine and of the user. */
const WINDOWS_FILES: Places = [
  ['Google Chrome', ['Google\\Chrome\\Application\\chrome.exe']],
  ['Microsoft Edge', ['Microsoft\\Edge\\Application\\msedge.exe']],
  ['Chromium', ['Chromium\\Application\\chrome.exe']],
];
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'LOCALAPPDATA'] as const;

/** Where playwright-core unpacks its Chromium, below `chromium-<revision>`: today's layout, then earlier ones. */
const CACHE_FILES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['chrome-linux64/chrome', 'chrome-linux-arm64/chrome', 'chrome-linux/chrome'],
  darwin: [
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['chrome-win64\\chrome.exe', 'chrome-win\\chrome.exe'],
};

/** Every usual place of an installed browser, in the order in which they are tried: Chrome, Edge, Chromium. */
export function installedPlaces(machine: MachinePlaces): readonly BrowserPlaceOnDisk[] {
  switch (machine.platform) {
    case 'darwin':
      return below(['/Applications', posix.join(machine.home, 'Applications')], MAC_APPS, posix.join);
    case 'win32':
      return below(
        [...new Set(WINDOWS_FOLDERS.map((name) => ofEnvironment(machine.env, name)).filter(isGiven))],
        WINDOWS_FILES,
        win32.join,
      );
    default: {
      const folders = (machine.env['PATH'] ?? LINUX_PATH).split(':').filter(posix.isAbsolute);
      return [...below(folders, LINUX_COMMANDS, posix.join), ...listed(LINUX_FILES)];
    }
  }
}

/** The folder that playwright-core keeps its browsers in. */
export function playwrightCache({ platform, home, env }: MachinePlaces): string {
  const given = env['PLAYWRIGHT_BROWSERS_PATH'];
  if (given !== undefined && given !== '' && given !== '0') return given;
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') return win32.join(ofEnvironment(env, 'LOCALAPPDATA') ?? win32.join(home, 'AppData', 'Local'), 'ms-playwright');
  return posix.join(env['XDG_CACHE_HOME'] || posix.join(home, '.cache'), 'ms-playwright');
}

/** The browsers in that folder, newest first. @param entries the names in it */
export function cachedPlaces(machine: MachinePlaces, entries: readonly string[]): readonly BrowserPlaceOnDisk[] {
  const join = machine.platform === 'win32' ? win32.join : posix.join;
  const files = CACHE_FILES[machine.platform] ?? CACHE_FILES.linux ?? [];
  const revisions = entries.map((entry) => /^chromium-(\d+)$/.exec(entry)?.[1]).filter(isGiven);
  return revisions
    .toSorted((a, b) => Number(b) - Number(a))
    .flatMap((revision) =>
      files.map((file) => ({ name: 'Chrome for Testing' as const, path: join(playwrightCache(machine), `chromium-${revision}`, file) })),
    );
}

/** How one gets a browser on this system, in a sentence. */
export function howToGetOne({ platform }: Pick<MachinePlaces, 'platform'>): string {
  const own = '`commentdock browser install` downloads Chromium for Commentdock alone';
  switch (platform) {
    case 'darwin':
      return `Install Google Chrome (https://www.google.com/chrome) or Microsoft Edge, or let ${own}.`;
    case 'win32':
      return `Windows comes with Microsoft Edge; where it was removed install it or Google Chrome again, or let ${own}.`;
    default:
      return `Install one from the system's packages (Debian, Ubuntu: \`apt install chromium\`; Fedora: \`dnf install chromium\`; Arch: \`pacman -S chromium\`), or let ${own}.`;
  }
}

function below(folders: readonly string[], places: Places, join: (...parts: string[]) => string): BrowserPlaceOnDisk[] {
  return places.flatMap(([name, files]) => files.flatMap((file) => folders.map((folder) => ({ name, path: join(folder, file) }))));
}

function listed(places: Places): BrowserPlaceOnDisk[] {
  return places.flatMap(([name, files]) => files.map((path) => ({ name, path })));
}

/** Names of variables have no case on Windows, but an object made of them has. */
function ofEnvironment(env: MachinePlaces['env'], name: string): string | undefined {
  const found = Object.keys(env).find((key) => key.toUpperCase() === name);
  return found === undefined ? undefined : env[found];
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined && value !== '';
}
