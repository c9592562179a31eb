/** What of the machine decides whether it has a keychain for us. */
export interface KeychainMachine {
  readonly platform: NodeJS.Platform;
  /** Linux: the bus that a Secret Service answers on. */
  readonly hasSessionBus: boolean;
}

/** noBus, noLibrary: Linux. refused: it answered with an error. silent: no answer, as of a locked one that nobody opens. lost: it does not know our key. */
export type KeychainFault = 'noBus' | 'noLibrary' | 'refused' | 'silent' | 'lost';

/** The keychain cannot be used. `message` says why in a sentence, `hint` what to do about it on this system. */
export class KeychainTrouble extends Error {
  override readonly name = 'KeychainTrouble';
  readonly fault: KeychainFault;
  readonly hint: string;

  constructor(fault: KeychainFault, reason: string, hint: string, cause?: unknown) {
    super(reason, cause === undefined ? {} : { cause });
    this.fault = fault;
    this.hint = hint;
  }
}

const ON_A_SERVER =
  'Without a desktop: `dbus-run-session` with `gnome-keyring-daemon --unlock --components=secrets`, or keep the encrypted file and set COMMENTDOCK_VAULT_PASSPHRASE.';
const LOST_HINT = 'Start Commentdock as the user and on the machine that the data folder was made on.';
const LINUX_HINTS: Readonly<Record<KeychainFault, string>> = {
  noBus: `Start Commentdock in your desktop session, where GNOME Keyring, KDE Wallet or KeePassXC answers as the Secret Service. ${ON_A_SERVER}`,
  noLibrary:
    'Install libsecret (Debian, Ubuntu: `apt install libsecret-1-0`; Fedora: `dnf install libsecret`; Arch: `pacman -S libsecret`).',
  refused: `Install and unlock a Secret Service (Debian, Ubuntu: \`apt install gnome-keyring\`; KDE Wallet and KeePassXC have one too). ${ON_A_SERVER}`,
  silent: `Unlock the keyring: it may be asking for its password. ${ON_A_SERVER}`,
  lost: LOST_HINT,
};
const MAC_HINT =
  'Unlock the login keychain (Keychain Access, or `security unlock-keychain`), and allow Commentdock to use its entry. Over SSH it is locked until you do.';
const WINDOWS_HINT =
  'Start Commentdock as the user who is signed in, and see that the service "Credential Manager" (VaultSvc) is not disabled in services.msc.';

const NAMES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'the Secret Service',
  darwin: 'the Keychain',
  win32: 'the Credential Manager',
};

/** What people know the keychain of their system as. */
export function keychainName(platform: NodeJS.Platform): string {
  return NAMES[platform] ?? "the system's keychain";
}

/** Why the keychain cannot be used, and what to do about it on this system. `cause`: what the library said. */
export function unreachable({ platform }: KeychainMachine, fault: KeychainFault, cause?: unknown): KeychainTrouble {
  const name = keychainName(platform);
  const said = cause instanceof Error ? ` (${firstLine(cause.message)})` : '';
  const reasons: Readonly<Record<KeychainFault, string>> = {
    noBus: `there is no session bus, so ${name} cannot be asked`,
    noLibrary: platform === 'linux' ? `libsecret is missing${said}` : `the library for ${name} does not load${said}`,
    refused: `${name} refuses${said}`,
    silent: `${name} does not answer`,
    lost: `${name} has no key for this data folder`,
  };
  return new KeychainTrouble(fault, reasons[fault], hintFor(platform, fault), cause);
}

function hintFor(platform: NodeJS.Platform, fault: KeychainFault): string {
  if (platform === 'darwin') return fault === 'lost' ? LOST_HINT : MAC_HINT;
  if (platform === 'win32') return fault === 'lost' ? LOST_HINT : WINDOWS_HINT;
  return LINUX_HINTS[fault];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
