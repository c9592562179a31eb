import type { Readable } from 'node:stream';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { FailureReport } from '#core/contract/failure-report.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobStatus } from '#core/contract/job.ts';
import type { Labels, ListFilters } from '#core/contract/labels.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { ResolvedPseudonym } from '#core/contract/pseudonyms.ts';
import type { Remark } from '#core/contract/remark.ts';
import type { Paging } from '#core/operations/input-fields.ts';

export type LastExport = Pick<JobRecord, 'guid' | 'platform' | 'status' | 'errorCode' | 'exported' | 'finishedAtMs'>;

/** What the exports of a list are to be like. Null: any. */
export interface JobWish {
  /** In the address, the name of the platform or of the list, or what people call and sort it by; upper and lower case are alike. */
  readonly text: string | null;
  readonly status: JobStatus | null;
  readonly platform: string | null;
  readonly folder: string | null;
  readonly tag: string | null;
  /** When they were created, in milliseconds since 1970. */
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
}

/** Reading of jobs, synchronous and quick: the API thread's own read-only connection. */
export interface JobReader {
  find(guid: string): JobRecord | null;
  /** The one that a file in the exports folder belongs to, by its name. */
  ofFile(name: string): JobRecord | null;
  /** Newest first. `page` counts from 1. `of`: a member, who sees their own and what is shared; left out: all. `wish`: those that fit it alone. */
  list(request: { readonly page: number; readonly limit: number; readonly of?: string; readonly wish?: JobWish }): readonly JobRecord[];
  /** Exports that wait and that run; samples are not among them. */
  count(): { readonly queueing: number; readonly progress: number };
  /** How many exports wait or run, with those of `coming` that are not stored yet: one look at one state. Without samples. */
  countOpen(coming: readonly string[]): number;
  /**
   * Of each platform that has any, without samples: `newest`, the newest export that ended, and `done`, when the last one came to its end
   * (milliseconds since 1970).
   */
  lastOfPlatforms(): {
    readonly newest: readonly LastExport[];
    readonly done: readonly { readonly platform: string; readonly finishedAtMs: number }[];
  };
  /** The exports of a batch, in the order of their creation. */
  ofBatch(batchId: string): readonly JobRecord[];
}

export interface BatchRecord {
  readonly id: string;
  /** URLs that were given, duplicates and refused ones too. */
  readonly submitted: number;
  readonly createdAtMs: number;
  /** Whose it is; left out or null: the owner's. */
  readonly memberUuid?: string | null;
}

export interface BatchStore {
  insert(batch: BatchRecord): void;
  find(id: string): BatchRecord | null;
  /** The batch alone, not its exports. */
  remove(id: string): void;
}

/** A layout of files under a name. */
export interface PresetRecord {
  readonly name: string;
  readonly layout: Layout;
  /** Whose it is; null: the owner's. */
  readonly memberUuid: string | null;
  /** Milliseconds since 1970. */
  readonly savedAtMs: number;
}

/** Presets of the owner (`memberUuid` null) and of each member. Written rarely, by the API thread itself. */
export interface PresetStore {
  /** In order of their names. */
  list(memberUuid: string | null): readonly PresetRecord[];
  find(name: string, memberUuid: string | null): PresetRecord | null;
  /** Takes the place of one that has the name. */
  save(preset: PresetRecord): void;
  /** False where there is none. */
  remove(name: string, memberUuid: string | null): boolean;
}

/** A folder or tag that exports have. */
export interface UsedLabel {
  readonly name: string;
  readonly exports: number;
}

/** What people call exports and sort them by. Written by the API thread itself. */
export interface LabelStore {
  set(guid: string, labels: Labels): void;
  /** All that are in use, in order of their names. `memberUuid`: in what that member sees; null: in all. */
  used(memberUuid: string | null): { readonly folders: readonly UsedLabel[]; readonly tags: readonly UsedLabel[] };
}

interface ListView {
  readonly name: string;
  readonly filters: ListFilters;
}

/** Filters of the list of exports under a name, of the owner (`memberUuid` null) and of each member. */
export interface ListViewStore {
  /** In order of their names. */
  list(memberUuid: string | null): readonly ListView[];
  /** Takes the place of one that has the name. */
  save(view: ListView, memberUuid: string | null): void;
  /** False where there is none. */
  remove(name: string, memberUuid: string | null): boolean;
}

/** What people said of a row; `id`: of the row. */
export interface KeptRemark extends Remark {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * What people said of rows. It belongs to the list that an export reads, and so to all exports of it that are of one person, those to come too; it
 * goes with the last of them. Written by the API thread itself.
 */
export interface RemarkStore {
  /** The newest first, and how many rows have which tag. */
  list(
    guid: string,
    page: Paging,
  ): {
    readonly total: number;
    readonly tags: readonly { readonly tag: string; readonly rows: number }[];
    readonly remarks: readonly KeptRemark[];
  };
  /** Changes what is said of these rows, all or none. What says nothing then is gone. Gives what is said now, in the order of the ids. */
  set(guid: string, ids: readonly string[], change: (before: Remark) => Remark, atMs: number): readonly KeptRemark[];
  /** Exports with the same rows that have ended, and have files. */
  withFiles(guid: string): readonly string[];
}

export interface ReportRequest {
  readonly job: JobRecord;
  /** The exchanges that were kept of it. */
  readonly sealed: readonly Uint8Array[];
  /** True: texts of people stay. */
  readonly keepsTexts: boolean;
}

/** Makes failure reports. */
export interface ReportPort {
  make(request: ReportRequest): Promise<FailureReport>;
  /** Ends at once what is under way. */
  close(): Promise<void>;
}

export interface EvidenceRequest {
  /** Of the export. */
  readonly guid: string;
  readonly facts: EvidenceFacts;
  readonly rows: number;
  /** Absolute paths of the files of its rows. */
  readonly data: { readonly csv: string; readonly json: string };
  readonly media: readonly MediaFileHere[];
  /** The exchanges of pages that failed that go with them. */
  readonly sealed: readonly Uint8Array[];
  /** Id of the export whose raw answers go with them; null: none do. */
  readonly rawOf: number | null;
}

export interface ResolveRequest {
  /** Of the export. */
  readonly guid: string;
  readonly project: string;
  /** The pseudonym. */
  readonly name: string;
}

/** Makes evidence packages, and finds what pseudonyms stand for. */
export interface EvidencePort {
  /** The package lies at `path`, for whoever asked to open and remove. @throws CommentdockError DISK, INVALID_REQUEST */
  pack(request: EvidenceRequest): Promise<{ readonly path: string; readonly bytes: number }>;
  /** Null where the name stands in no row. @throws CommentdockError RESOURCE_NOT_FOUND where the export is gone, or nothing was put under names of the project */
  resolve(request: ResolveRequest): Promise<ResolvedPseudonym | null>;
  /** Ends at once what is under way. */
  close(): Promise<void>;
}

/** A draw as it came out. Rules and answer are as the operations have them. */
export interface KeptDraw {
  /** Milliseconds since 1970. */
  readonly drawnAtMs: number;
  readonly rules: unknown;
  readonly answer: unknown;
}

/** Draws of each export, the last ones; they go with it. Written by the API thread itself. */
export interface DrawStore {
  /** The newest first. */
  list(guid: string): readonly KeptDraw[];
  keep(guid: string, draw: KeptDraw): void;
}

/** Files of rows, as the store knows them. */
export interface MediaReader {
  /** Their names below the folder of exports, each once, in order. */
  of(jobId: number): readonly string[];
  /** What was fetched of that address; null: nothing. */
  ofAddress(jobId: number, url: string): string | null;
}

/** A file of rows on this machine. */
interface MediaFileHere {
  /** As rows have it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** Files of rows, as whoever asks for them gets them. */
export interface MediaFiles {
  /** Those of an export, brought to this machine where others fetched them. @throws CommentdockError DISK */
  of(jobId: number): Promise<readonly MediaFileHere[]>;
  /** What an export fetched of that address, likewise; null: nothing, or it is gone. @throws CommentdockError DISK */
  ofAddress(jobId: number, url: string): Promise<MediaFileHere | null>;
  /** @param name as rows have it @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
  open(name: string): Promise<Readable>;
  /** An archive of them, made while it is read. @param atMs what it says of their age, in milliseconds since 1970 */
  archive(files: readonly MediaFileHere[], atMs: number): Readable;
}
