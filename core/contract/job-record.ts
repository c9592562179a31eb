import type { Completeness } from '#core/contract/completeness.ts';
import type { Incremental } from '#core/contract/incremental.ts';
import type { JobErrorCode } from '#core/contract/error.ts';
import type { PassableWall } from '#core/contract/needs-you.ts';
import type { JobStatus, Plan } from '#core/contract/job.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import type { ExportType, JobOptions, Selector } from '#core/contract/options.ts';
import { type Layout, sameLayout } from '#core/contract/layout.ts';
import type { FileFormat } from '#core/contract/tier.ts';

/** A finished file of a job. `name` is the file below the data folder's `exports/`, unguessable. */
export interface JobFile {
  readonly format: FileFormat;
  readonly name: string;
  readonly bytes: number;
  /** Where files are a cache, and need not be on the node that is asked: what it is to be, in hexadecimal digits. */
  readonly sha256?: string;
  /** How it was to be, where that is not what the export's own files are like. */
  readonly layout?: Layout;
}

/** What an export is about: see `ChosenTarget` in the platforms room, which this is when stored. */
export interface JobTarget {
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly type: ExportType;
  readonly selector: Selector | 'own';
  readonly url: string;
}

/** What an export waits for that only its owner can do. */
export interface WaitingAtWall {
  readonly code: PassableWall;
  readonly message: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly window: 'closed' | 'open';
}

/** A job inside the process. Surfaces show it as `Job` (contract/job.ts). Instants are milliseconds since 1970. */
export interface JobRecord {
  readonly id: number;
  readonly guid: string;
  readonly status: JobStatus;
  readonly url: string;
  /** As given, without `cookies`. */
  readonly options: JobOptions;
  /** Names of the cookies that were given; their values are not in the record. */
  readonly cookieNames: readonly string[];
  readonly platform: string;
  readonly target: JobTarget;
  readonly plan: Plan;
  /** Files to write when the export ends. */
  readonly formats: readonly FileFormat[];
  readonly sandbox: boolean;
  readonly batchId: string | null;
  /** UUID of the API token that created it; null: the owner's own hands. */
  readonly tokenUuid: string | null;
  /** Whose it is; left out or null: the owner's. */
  readonly memberUuid?: string | null;
  /** True where all who belong to the data folder may read it. */
  readonly isShared?: boolean;
  readonly platformTotal: number | null;
  readonly exported: number;
  readonly replies: number;
  readonly retry: number;
  readonly error: string | null;
  readonly errorCode: JobErrorCode | null;
  /** True where the owner sits in front of it: at a wall that a person can pass it waits. */
  readonly byHand?: boolean;
  /** Of one in `progress`: it makes no request until its owner has been there. Left out or null: nothing. */
  readonly needsYou?: WaitingAtWall | null;
  readonly completeness: Completeness;
  /** Of an incremental run: UUID of the schedule that it is one of, or its own `guid`, where it goes on with whatever export was the last; left out or null: the export stands alone. */
  readonly series?: string | null;
  /** What an incremental run found; left out or null for other exports, and until it begins. */
  readonly incremental?: Incremental | null;
  /** How far its texts are judged; left out or null: it was not asked for. */
  readonly sentiment?: SentimentAccount | null;
  /** How many raw answers are kept of it; left out: nobody asked for that. */
  readonly rawAnswers?: number;
  /** True where a new job can go on from where this one ended. */
  readonly resumable: boolean;
  readonly files: readonly JobFile[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  /** What the page that the address names calls itself, where an answer said so. */
  readonly pageTitle?: string;
  /** The https address of a picture of that page, where an answer had one. */
  readonly pagePicture?: string;
  /** What its people call it and sort it by; left out: nothing. */
  readonly title?: string | null;
  readonly folder?: string | null;
  readonly tags?: readonly string[];
}

/** What a surface asks the engine to make. URL and options have been checked and the target chosen. */
export interface NewJob {
  readonly guid: string;
  readonly url: string;
  readonly options: JobOptions;
  readonly platform: string;
  readonly target: JobTarget;
  readonly plan: Plan;
  readonly formats: readonly FileFormat[];
  readonly sandbox: boolean;
  readonly batchId: string | null;
  readonly tokenUuid: string | null;
  /** As `JobRecord.memberUuid`. */
  readonly memberUuid?: string | null;
  /** As `JobRecord.isShared`. */
  readonly isShared?: boolean;
  /** The schedule whose run it is. */
  readonly scheduleUuid?: string;
  /** The export after which it comes, whose title, folder and tags it takes over: the former run of its schedule. */
  readonly follows?: string;
  /** Makes it an incremental run. As `JobRecord.series`. */
  readonly series?: string;
  /** As `JobRecord.byHand`. */
  readonly byHand?: boolean;
}

/** True where rows that stand already are changed, or left out, once all are read. */
export function changesAtTheEnd({ options, series }: Pick<JobRecord, 'options' | 'series'>): boolean {
  return options.filter !== undefined || options.media !== undefined || typeof series === 'string';
}

/** How the export's own files are. */
export function ownLayout({ options: { layout } }: Pick<JobRecord, 'options'>): Layout {
  // A preset was looked up when the export was made.
  return typeof layout === 'object' ? layout : {};
}

/** What is noted of the file in this format; `layout`: as it is to be, left out: as the export's own files are. */
export function fileOf(job: Pick<JobRecord, 'files'>, format: FileFormat, layout?: Layout): JobFile | undefined {
  return job.files.find((file) => file.format === format && sameLayout(file.layout, layout));
}
