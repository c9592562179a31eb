/** A browser as the commands and the window show it. */
export interface BrowserOnMachine {
  /** `Google Chrome`, `Microsoft Edge`, `Chromium`, `Chrome for Testing`; null: the one that COMMENTDOCK_BROWSER names. */
  readonly name: string | null;
  readonly path: string;
}

/** The download of a browser for Commentdock alone. */
export interface BrowserDownload {
  readonly state: 'none' | 'running' | 'failed';
  /** Of the download, 0 to 100; null unless it runs. */
  readonly percent: number | null;
  /** Why it failed; null unless it did. */
  readonly error: string | null;
}

/** What a look at the machine found about one thing. */
export interface Finding {
  readonly subject: (typeof FINDING_SUBJECTS)[number];
  /** False where something is amiss. */
  readonly ok: boolean;
  /** How it stands. Holds no secret. */
  readonly words: string;
  /** What to do; null where there is nothing. */
  readonly hint: string | null;
}

export const FINDING_SUBJECTS = ['data_folder', 'secrets', 'browser', 'proxy', 'certificates', 'platforms'] as const;

/** Parts of the data folder, in the order in which they are shown. */
export const FOLDER_PARTS = ['database', 'exports', 'secrets', 'other'] as const;

/** The machine that the service runs on. */
export interface Machine {
  findings(): Promise<readonly Finding[]>;
  /** Bytes of each part of the data folder. */
  sizes(): Promise<readonly { readonly part: (typeof FOLDER_PARTS)[number]; readonly bytes: number }[]>;
  /** @throws CommentdockError BROWSER_MISSING with what to do on this system */
  findBrowser(): Promise<BrowserOnMachine>;
  download(): BrowserDownload;
  /** Starts the download, unless it runs. */
  startDownload(): void;
}
