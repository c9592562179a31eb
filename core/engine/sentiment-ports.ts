import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import type { FileFormat } from '#core/contract/tier.ts';

/** A text to judge. Nothing else of its item is shown to a judge. */
export interface TextToJudge {
  readonly text: string;
  /** ISO 639-1, as the platform says; null: it does not. */
  readonly language: string | null;
}

/** One request to a judge. */
export interface JudgeRequest {
  /** The same for the same request after a crash, so that a provider that knows it charges once. */
  readonly key: string;
  readonly texts: readonly TextToJudge[];
}

/** Who judges the texts of an export. */
export interface SentimentJudge {
  /** Stored with each verdict: those of another name are judged anew. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly textsPerRequest: number;
  readonly requestsAtOnce: number;
  /** Only the first so many rows of the file. */
  readonly maxRows: number;
  /** True where a request costs: it is noted before it is made. */
  readonly isPaid: boolean;
  /**
   * A verdict for each text, in their order; null for one that the answer lacks or says oddly. Null: the answer cannot be read.
   * @throws CommentdockError where no further try helps; the signal's reason
   */
  judge(request: JudgeRequest, signal: AbortSignal): Promise<readonly (SentimentVerdict | null)[] | null>;
}

/** Judges, as the owner has set them up. */
export interface SentimentPort {
  /** Read anew for each run: a changed setting holds from the next one on. */
  judgeFor(job: JobRecord): Promise<SentimentJudge>;
  /** ISO 639-1 of each text, without its region; null where nobody can tell. */
  languagesOf(texts: readonly TextToJudge[]): Promise<readonly (string | null)[]>;
  close(): Promise<void>;
}

/** What is stored of the judging of one job. Calls are synchronous; those that write belong into a transaction. */
export interface SentimentStore {
  /** `items.seq` of the rows of its files, in file order. */
  rows(choice: { readonly limit: number; readonly order: 'tree' | 'served' }): Float64Array;
  /** How many these are. */
  size(choice: { readonly limit: number }): { readonly rows: number; readonly replies: number };
  /** These are no rows any more. */
  leaveOut(seqs: readonly number[]): void;
  /** Rows again is what was left out. */
  readmission(): SlicedWork;
  /** Those without a verdict of this judge. */
  unjudged(seqs: readonly number[], judge: string): readonly number[];
  texts(seqs: readonly number[]): readonly TextToJudge[];
  save(judge: string, verdicts: readonly (SentimentVerdict & { readonly seq: number })[]): void;
  /** Takes over the verdicts of an earlier export of the same series, for items whose text is the same. */
  inheritance(fromJobId: number, judge: string): SlicedWork;
  /** How many verdicts of this judge the job has. */
  tally(judge: string): { readonly judged: number; readonly unclassified: number };
  addRequest(request: StoredRequest, judge: string): void;
  dropRequest(key: string): void;
  /** Those that were cut off; requests to other judges are forgotten. */
  cutOff(judge: string): readonly StoredRequest[];
}

interface StoredRequest {
  readonly key: string;
  readonly seqs: readonly number[];
}

/** What is asked of an export that has ended. */
export interface Reprocessing {
  readonly sentiment: boolean;
  /** True: its column; a list: only rows in these languages (ISO 639), and the column. */
  readonly language: boolean | readonly string[];
  /** The file that was asked for; the files that exist are replaced too. */
  readonly format: FileFormat;
}

/** Exports that have ended and are being worked on since, so that a crash does not end that. */
export interface ReprocessingStore {
  set(jobId: number, wish: Reprocessing): void;
  /** What is wished of it; null: nothing. */
  of(jobId: number): Reprocessing | null;
  /** This one alone: another may have come meanwhile. */
  drop(jobId: number, wish: Reprocessing): void;
  all(): readonly { readonly guid: string; readonly wish: Reprocessing }[];
}
