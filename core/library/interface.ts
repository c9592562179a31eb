import type { Config } from '#core/config/config.ts';
import type { Completeness } from '#core/contract/completeness.ts';
import type { CommentdockError } from '#core/contract/error.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import type { JobStatus } from '#core/contract/job.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { FileFormat } from '#core/contract/tier.ts';

/** Settings of docs/settings.md by their names in programs: `COMMENTDOCK_RETRY_SCALE` is `retryScale`. */
export type Settings = Partial<Omit<Config, 'dataDir'>>;

/** How exports are kept: in a folder of yours, or in a private one of the system that goes when it is closed. */
type DataPlace =
  | { readonly dataDir: string; readonly memory?: false | undefined }
  | { readonly memory: true; readonly dataDir?: undefined };

interface Surroundings {
  /** They go before those of the environment. */
  readonly settings?: Settings | undefined;
  /** Whose variables count, proxies among them. Default: those of the process; `{}`: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Closes it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Told of trouble that ends nothing, in words for people. Nothing is ever written to the console. */
  readonly onWarning?: ((words: string) => void) | undefined;
}

export type OpenOptions = DataPlace & Surroundings;

export interface ExportWish {
  /** As `options` of the REST interface (docs/options.md). */
  readonly options?: JobOptions | undefined;
  /** Files that are written with the end of the export; `save` writes any other when it is asked. Default: `jsonl` alone. */
  readonly formats?: readonly FileFormat[] | undefined;
  /** Rows that are made up: no platform is asked. */
  readonly sandbox?: boolean | undefined;
  /** Stops the export when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * An export that runs by itself, whether its items are read or not. Each loop over it begins with the first item: those that are stored
 * come at once, the others as they are stored. They come in reading order (a reply after what it answers), some hundred are in memory at
 * a time, and a loop that is left stops nothing. The last item of an export that failed or was stopped is followed by its error.
 */
export interface ExportRun extends AsyncIterable<ExportedItem> {
  readonly guid: string;
  readonly state: JobStatus;
  /** What is there, what is missing, and why. Final once the state is `done`, `error` or `stopped`. */
  readonly ledger: Completeness;
  /** Why it failed or was stopped; null otherwise. */
  readonly error: CommentdockError | null;
  /** The ledger at the end. @throws CommentdockError what it ended with */
  finished(): Promise<Completeness>;
  /** Stops it for good, where it has not ended; `resume` goes on from there. What it has stays. */
  abort(): Promise<void>;
  /**
   * Waits for the end, whatever that is, and writes what there is: as XLSX, CSV, JSON or JSON lines, by the ending of the name. Returns the path.
   * @throws CommentdockError INVALID_REQUEST, DISK
   */
  save(path: string): Promise<string>;
}

/** An open data folder. Exports that a former process left unfinished go on with it, and what runs at its end goes on at the next time. */
export interface Commentdock extends AsyncDisposable {
  /** Starts the export of a URL. @throws CommentdockError INVALID_URL, INVALID_REQUEST; the reason of the signal */
  export(url: string, wish?: ExportWish): Promise<ExportRun>;
  /**
   * Goes on with an export: one that failed from its last page; one that was stopped as a new export of what that one lacks, under its
   * options and those that are given here. Any other is given as it stands: it runs, or its items are read again.
   * @throws CommentdockError RESOURCE_NOT_FOUND; as `export`
   */
  resume(guid: string, wish?: ExportWish): Promise<ExportRun>;
  /** Ends all that is under way, and with it every loop over a run. Afterwards nothing of it is left in the process. */
  close(): Promise<void>;
}

export type UrlOptions = Partial<DataPlace> &
  Omit<Surroundings, 'signal'> &
  ExportWish & {
    /** Paths of files to leave at the end, as by `save`: of all of it, or of what there was when it failed or was left. */
    readonly save?: readonly string[] | undefined;
  };

/** The items of one export. Each loop over it is an export of its own. */
export interface ExportedUrl extends AsyncIterable<ExportedItem> {
  /** Of the last loop that has ended; null before. */
  readonly ledger: Completeness | null;
}
