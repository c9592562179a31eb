import { posix, win32 } from 'node:path';

/** What of the machine decides where browsers keep their cookies. */
export interface ProfileMachine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A browser that people log in with. */
export interface CookieBrowser {
  readonly id: string;
  readonly kind: 'firefox' | 'chromium';
  /** Folders with a folder for each profile, below the user's, as the system names them. */
  readonly roots: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** Chromium: under which names the keychain has the key of its cookies. Linux: the attribute `application`. macOS: service and account. */
  readonly key?: { readonly linux: string; readonly darwin: readonly [service: string, account: string] };
}

const FIREFOX_LINUX = [
  '.mozilla/firefox',
  '.config/mozilla/firefox',
  'snap/firefox/common/.mozilla/firefox',
  '.var/app/org.mozilla.firefox/.mozilla/firefox',
];

/** In the order in which they are tried. */
export const COOKIE_BROWSERS: readonly CookieBrowser[] = [
  {
    id: 'firefox',
    kind: 'firefox',
    roots: {
      linux: FIREFOX_LINUX,
      darwin: ['Library/Application Support/Firefox/Profiles'],
      win32: ['AppData\\Roaming\\Mozilla\\Firefox\\Profiles'],
    },
  },
  {
    id: 'librewolf',
    kind: 'firefox',
    roots: {
      linux: ['.librewolf', '.var/app/io.gitlab.librewolf-community/.librewolf'],
      darwin: ['Library/Application Support/librewolf/Profiles'],
      win32: ['AppData\\Roaming\\librewolf\\Profiles'],
    },
  },
  {
    id: 'chrome',
    kind: 'chromium',
    roots: {
      linux: ['.config/google-chrome', '.var/app/com.google.Chrome/config/google-chrome'],
      darwin: ['Library/Application Support/Google/Chrome'],
      win32: ['AppData\\Local\\Google\\Chrome\\User Data'],
    },
    key: { linux: 'chrome', darwin: ['Chrome Safe Storage', 'Chrome'] },
  },
  {
    id: 'chromium',
    kind: 'chromium',
    roots: {
      linux: ['.config/chromium', 'snap/chromium/common/chromium', '.var/app/org.chromium.Chromium/config/chromium'],
      darwin: ['Library/Application Support/Chromium'],
      win32: ['AppData\\Local\\Chromium\\User Data'],
    },
    key: { linux: 'chromium', darwin: ['Chromium Safe Storage', 'Chromium'] },
  },
  {
    id: 'brave',
    kind: 'chromium',
    roots: {
      linux: ['.config/BraveSoftware/Brave-Browser', '.var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser'],
      darwin: ['Library/Application Support/BraveSoftware/Brave-Browser'],
      win32: ['AppData\\Local\\BraveSoftware\\Brave-Browser\\User Data'],
    },
    key: { linux: 'brave', darwin: ['Brave Safe Storage', 'Brave'] },
  },
  {
    id: 'edge',
    kind: 'chromium',
    roots: {
      linux: ['.config/microsoft-edge', '.var/app/com.microsoft.Edge/config/microsoft-edge'],
      darwin: ['Library/Application Support/Microsoft Edge'],
      win32: ['AppData\\Local\\Microsoft\\Edge\\User Data'],
    },
    key: { linux: 'chromium', darwin: ['Microsoft Edge Safe Storage', 'Microsoft Edge'] },
  },
  {
    id: 'vivaldi',
    kind: 'chromium',
    roots: {
      linux: ['.config/vivaldi'],
      darwin: ['Library/Application Support/Vivaldi'],
      win32: ['AppData\\Local\\Vivaldi\\User Data'],
    },
    key: { linux: 'chrome', darwin: ['Vivaldi Safe Storage', 'Vivaldi'] },
  },
];

/** Folders that hold profiles of a browser on this machine, whether they exist or not. */
export function profileRoots({ roots }: CookieBrowser, { platform, home, env }: ProfileMachine): readonly string[] {
  const join = platform === 'win32' ? win32.join : posix.join;
  return (roots[platform] ?? []).map((root) => {
    const moved = platform === 'linux' && root.startsWith('.config/') ? env['XDG_CONFIG_HOME'] : undefined;
    return moved === undefined || moved === '' ? join(home, root) : join(moved, root.slice('.config/'.length));
  });
}

/** Where the cookies may lie in the folder of a profile, newer layouts first. */
export function cookieFiles({ kind }: CookieBrowser, { platform }: Pick<ProfileMachine, 'platform'>): readonly string[] {
  if (kind === 'firefox') return ['cookies.sqlite'];
  return platform === 'win32' ? ['Network\\Cookies', 'Cookies'] : ['Network/Cookies', 'Cookies'];
}
