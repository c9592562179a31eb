import type { Draw, DrawWish } from '#core/analysis/draw.ts';
import type { TextSize } from '#core/analysis/sentiment-providers/estimate.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import type { Download } from '#core/exports/files.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';

export const BULK_STATUSES = ['processing', 'ready', 'error'] as const;
type BulkStatus = (typeof BULK_STATUSES)[number];

/** All rows of several exports as one file. */
export interface MergedFile {
  readonly format: FileFormat;
  /** Whether each id of a site is in it once, where it comes first. */
  readonly withoutDuplicates: boolean;
  readonly layout: Layout;
  /** The name that it is saved under, without an ending. */
  readonly stem: string;
}

/** An archive, or one file, of several exports. Instants are milliseconds since 1970. */
export interface BulkRecord {
  readonly uuid: string;
  readonly status: BulkStatus;
  /** The exports in it. */
  readonly guids: readonly string[];
  /** Whether one workbook with the rows of all of them is in it too. */
  readonly merge: boolean;
  /** Whether the files of their rows are in it too. */
  readonly media: boolean;
  /** The one file that all their rows are put into, in place of an archive. */
  readonly merged?: MergedFile;
  /** Below the data folder's `exports/`, unguessable. */
  readonly fileName: string;
  /** Why it failed. */
  readonly error: string | null;
  readonly createdAtMs: number;
  /** Whose it is; left out or null: the owner's. */
  readonly memberUuid?: string | null;
}

/** Archives, written by the API thread itself. */
export interface BulkStore {
  insert(bulk: BulkRecord): void;
  find(uuid: string): BulkRecord | null;
  /** The oldest that is still to be assembled. */
  nextProcessing(): BulkRecord | null;
  fileNames(): ReadonlySet<string>;
  ofFile(fileName: string): BulkRecord | null;
  /** False where it was removed meanwhile, or settled by another. */
  settle(uuid: string, outcome: { readonly status: 'ready' | 'error'; readonly error: string | null }): boolean;
  remove(uuid: string): void;
}

/** Archives as whoever asks for one gets them: stored once they are assembled, or made while they are handed out. */
export interface BulkArchives {
  /** What has to be there before `find` gives it. @throws CommentdockError RESOURCE_NOT_FOUND where an export is gone; DISK */
  assemble(bulk: BulkRecord): Promise<void>;
  /** Null where it is gone. @throws CommentdockError as `assemble` */
  find(bulk: BulkRecord): Promise<Download | null>;
  /** By the last part of its link, once it is ready. */
  named(fileName: string): Promise<Download | null>;
  /** @throws CommentdockError DISK */
  remove(bulk: BulkRecord): Promise<void>;
  /** Removes what belongs to none: a process was killed while one was being deleted, or before it was noted. */
  sweep(): Promise<void>;
}

/** Assembles archives, one after the other. In a process without a running service they wait for the next service. */
export interface BulkAssembly {
  /** There may be one to assemble. */
  wake(): void;
  /** Goes on with what was interrupted. `baseUrl` without a slash at the end, for the links that are announced. */
  start(baseUrl: string): Promise<void>;
  /** What is under way is left for the next start. */
  close(): void;
}

/** What goes into an archive. */
export interface PackRequest {
  /** Name of the archive in the exports folder. */
  readonly archive: string;
  readonly files: readonly PackedFile[];
  /** Names of files of rows in the exports folder, which they have in the archive too. */
  readonly media: readonly string[];
  /** One workbook with the rows of these exports, under a name of its own. */
  readonly merged: { readonly as: string; readonly sources: readonly PackedSource[] } | null;
}

/** One file with the rows of several exports, under this name in the exports folder. */
export type MergeRequest = MergedWorkbookRequest | MergedFileRequest;

/** A workbook that goes into an archive. */
interface MergedWorkbookRequest {
  readonly name: string;
  readonly sources: readonly PackedSource[];
}

export interface MergedFileRequest {
  readonly name: string;
  readonly guids: readonly string[];
  readonly merged: MergedFile;
}

interface PackedFile {
  /** In the exports folder. */
  readonly name: string;
  /** In the archive. */
  readonly as: string;
}

interface PackedSource {
  readonly guid: string;
  /** Name of its own file in the archive. */
  readonly file: string;
}

/** Work over everything that exports hold, away from the API's event loop. */
export interface DatasetPort {
  /** Counts the texts of an export. @throws CommentdockError RESOURCE_NOT_FOUND */
  measureTexts(guid: string): Promise<TextSize & { readonly rows: number }>;
  /** Draws among the items of an export. @throws CommentdockError RESOURCE_NOT_FOUND */
  draw(guid: string, wish: DrawWish): Promise<Draw>;
  /** Where the rows of an export stand on the web, in file order; those that say so. @throws CommentdockError RESOURCE_NOT_FOUND */
  addressesOf(guid: string): Promise<readonly string[]>;
  /** The archive exists whole when this returns, else not at all. @throws CommentdockError RESOURCE_NOT_FOUND for exports and files, DISK */
  pack(request: PackRequest): Promise<void>;
  /** The file exists whole when this returns, else not at all. @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
  merge(request: MergeRequest): Promise<void>;
  /** Ends at once what is under way. */
  close(): Promise<void>;
}

/** A file of an export; `layout` as for `fileOf`. */
export interface FileKind {
  readonly format: FileFormat;
  readonly layout?: Layout;
}

/** Further files that are being written, and those that could not be. Not kept over a restart: then they are asked for anew. */
export interface Conversions {
  stateOf(guid: string, kind: FileKind): 'processing' | 'error' | null;
  /** Has the file written, and announces how that ended. */
  start(guid: string, kind: FileKind, baseUrl: string): void;
  /** Has the export judged and its files replaced. */
  startReprocessing(guid: string, wish: Reprocessing): void;
}
