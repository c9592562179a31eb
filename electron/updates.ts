import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { DesktopState } from '#core/contract/desktop.ts';
import type { ShellSettings } from '#electron/shell-settings.ts';

/** Written by the packager where it was given an address of updates. */
const FEED_FILE = 'app-update.yml';
const CHECK_EVERY_MS = 24 * 3_600_000;

export interface UpdateParts {
  readonly settings: ShellSettings;
  onChange(): void;
  /** Ends the service, so that a new version finds everything closed. */
  beforeInstall(): Promise<void>;
  /** Left out: the updater of this system. */
  readonly load?: () => Promise<AppUpdater>;
  readonly resourcesPath?: string;
}

/**
 * Updates of the app. Nobody is asked for one unless the owner turned it on; then once a day. What was fetched is checked against the
 * hash of its release, and installed when the app quits.
 */
export class Updates {
  readonly #parts: UpdateParts;
  readonly #isAvailable: boolean;
  #updater: AppUpdater | null = null;
  #timer: NodeJS.Timeout | null = null;
  #found: DesktopState['update'] = { state: 'none' };

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    this.#isAvailable = app.isPackaged && existsSync(join(parts.resourcesPath ?? process.resourcesPath, FEED_FILE));
  }

  get choice(): DesktopState['updates'] {
    return this.#isAvailable ? this.#parts.settings.read().updates : 'unavailable';
  }

  get found(): DesktopState['update'] {
    return this.#found;
  }

  /** Begins where they are turned on. */
  async start(): Promise<void> {
    if (this.choice !== 'on' || this.#timer !== null) return;
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS);
    await this.#check();
  }

  async choose(to: 'on' | 'off'): Promise<void> {
    if (!this.#isAvailable) return;
    this.#parts.settings.change({ updates: to });
    if (to === 'off') this.close();
    await this.start();
  }

  /** Ends the app and starts the new version. Nothing happens where there is none yet. */
  async install(): Promise<void> {
    if (this.#found.state !== 'ready' || this.#updater === null) return;
    await this.#parts.beforeInstall();
    this.#updater.quitAndInstall();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #check(): Promise<void> {
    try {
      this.#updater ??= this.#listen(await (this.#parts.load ?? loadUpdater)());
      await this.#updater.checkForUpdates();
    } catch (error) {
      this.#become({ state: 'failed', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  #listen(updater: AppUpdater): AppUpdater {
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.logger = null;
    updater.on('update-available', ({ version }) => this.#become({ state: 'loading', version }));
    updater.on('update-downloaded', ({ version }) => this.#become({ state: 'ready', version }));
    updater.on('update-not-available', () => this.#become({ state: 'none' }));
    updater.on('error', (error) => this.#become({ state: 'failed', detail: error.message }));
    return updater;
  }

  #become(found: DesktopState['update']): void {
    // A later check that fails takes nothing away from what is there.
    if (this.#found.state === 'ready' && found.state !== 'ready') return;
    this.#found = found;
    this.#parts.onChange();
  }
}

async function loadUpdater(): Promise<AppUpdater> {
  const { default: all } = await import('electron-updater');
  return all.autoUpdater;
}
