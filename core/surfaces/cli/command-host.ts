import type { MadeBackup, RestoredBackup } from '#core/contract/backup.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';
import type { PlatformInfo } from '#core/contract/platform.ts';
import type { DetectedUrl } from '#core/service/platforms.ts';
import type { BrowserShelf } from '#core/surfaces/cli/browser-commands.ts';
import type { CliClient, ClientUse } from '#core/surfaces/cli/client.ts';
import type { DiagnosisBundle, DoctorFacts } from '#core/surfaces/cli/doctor.ts';
import type { ResultFlags } from '#core/surfaces/cli/export-options.ts';
import type { ResultWish } from '#core/surfaces/cli/job-result.ts';
import type { ModelShelf } from '#core/surfaces/cli/model-commands.ts';
import type { Terminal } from '#core/surfaces/cli/terminal.ts';
import type { WorkWish } from '#core/surfaces/cli/work-command.ts';

/** The flag of everything that is listed. */
export const AS_JSON = ['--json', 'as one line of JSON'] as const;
/** The flag of what answers nothing. */
export const ERROR_AS_JSON = ['--json', 'an error as one line of JSON; nothing where all is well'] as const;
/** The flag of what comes in pages. */
export const PAGE = ['-p, --page <number>', 'page of the list', '1'] as const;
export interface JsonFlag {
  readonly json?: true;
}

/** What the commands need of the process they run in. */
export interface CliHost {
  readonly terminal: Terminal;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  /** That of the process, with what flags add to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Attaches to the service that runs on the data folder, else opens the folder in this process. */
  openClient(use: ClientUse): Promise<CliClient>;
  /** The platforms, which need no data folder. */
  catalogue(): Promise<PlatformCatalogue>;
  /**
   * Runs the service until the signal aborts. `onReady` gets its addresses. `work`: it runs exports of a database too.
   * @throws CommentdockError INVALID_REQUEST where it is to work, and there is no database
   */
  serve(onReady: (addresses: ServiceAddresses) => void, work?: WorkWish): Promise<void>;
  /** Runs exports of a database until the signal aborts, and nothing else. @throws CommentdockError INVALID_REQUEST where there is none */
  work(wish: WorkWish, onReady: (worker: WorkerPlace) => void): Promise<void>;
  /**
   * Serves the Model Context Protocol on the standard streams until the client closes them. `own`: where no token is given, with one of
   * the assistant's own.
   */
  serveMcp(token: 'given' | 'own'): Promise<void>;
  doctorFacts(): Promise<DoctorFacts>;
  /** Writes a ZIP for whoever helps, with what `doctor` told. @throws CommentdockError DISK */
  packDiagnosis(file: string, told: readonly string[]): Promise<DiagnosisBundle>;
  /** Gives the vault another key. `advice`: what is left to be done by hand. @throws CommentdockError DATA_DIR_IN_USE, INVALID_REQUEST, DISK */
  rotateVault(): Promise<{ readonly secrets: number; readonly exchanges: number; readonly advice: string | null }>;
  /**
   * Copies all of one place into another, and compares.
   * @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, INVALID_REQUEST, DISK
   */
  move(from: string, to: string, onStep: (step: MoveStep) => void): Promise<MovedStore>;
  /** Copies of the data folder. */
  readonly backups: BackupShelf;
  /** The browsers of this machine. */
  readonly browsers: BrowserShelf;
  /** Its neural models. */
  readonly models: ModelShelf;
  /**
   * A session that the owner opens in a window. `onOpen` gets the platform's name.
   * @throws CommentdockError VALIDATION_ERROR, BROWSER_MISSING, INVALID_REQUEST
   */
  openLogin(platform: string, onOpen: (title: string) => void): Promise<OpenedLogin>;
}

/** Makes copies of the data folder, and data folders of copies. `onFile` hears of each file that is done. */
export interface BackupShelf {
  /** @throws CommentdockError INVALID_REQUEST, DATA_DIR_NEWER, DISK, STOPPED */
  make(to: string, key: 'with' | 'without', onFile: (name: string) => void): Promise<MadeBackup>;
  /** @param to null: the data folder of the settings. @throws CommentdockError INVALID_REQUEST, DATA_DIR_NEWER, DISK, STOPPED */
  restore(from: string, to: string | null, onFile: (name: string) => void): Promise<RestoredBackup>;
}

/** What a move does now. `rows`: of the table, so far. */
export type MoveStep =
  | { readonly step: 'copying' | 'copied' | 'comparing'; readonly table: string; readonly rows: number }
  | { readonly step: 'file'; readonly name: string };

/** What was moved, as both places have it. `sha256`: over the rows in the order of their key. */
export interface MovedStore {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly sha256: string }[];
  readonly secrets: number;
  /** `noted`: for whoever writes them anew. `left`: not as they were. */
  readonly files: {
    readonly copied: number;
    readonly written: number;
    readonly noted: number;
    readonly left: readonly { readonly name: string; readonly why: string }[];
  };
  /** Exports that had not ended, and wait in the queue of a database now. */
  readonly queued: number;
  /** What is left to be done by hand. */
  readonly advice: readonly string[];
}

/** What a login window leaves. */
export interface OpenedLogin {
  readonly cookies: readonly ListedCookie[];
  /** As the window's browser called itself. */
  readonly userAgent: string;
}

/** A cookie as `accounts.save` takes it in a list. */
type ListedCookie = SavedCookie & { readonly expirationDate: number | null };

export interface PlatformCatalogue {
  list(): readonly PlatformInfo[];
  /** @throws CommentdockError INVALID_URL */
  detect(url: string): Promise<DetectedUrl>;
}

export interface ServiceAddresses {
  readonly base_url: string;
  readonly ws_url: string;
  readonly mcp_url: string;
  /** Opens the window in a browser: once, within ten minutes. */
  readonly gui_url: string;
  readonly data_dir: string;
  readonly pid: number;
}

/** A machine that runs exports, and where it tells how it is. */
export interface WorkerPlace {
  readonly base_url: string;
  readonly lanes: number;
  readonly data_dir: string;
  readonly pid: number;
}

/** What the commands share. */
export interface CommandHost extends Pick<CliHost, 'terminal' | 'signal' | 'catalogue'> {
  /** Opens a client for one piece of work and closes it. */
  withClient<T>(use: ClientUse, work: (client: CliClient) => Promise<T>): Promise<T>;
  wishOf(flags: ResultFlags): ResultWish;
  setExitCode(code: number): void;
}
