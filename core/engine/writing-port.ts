import type { Completeness } from '#core/contract/completeness.ts';
import type { JobFile } from '#core/contract/job-record.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { KeyedPseudonyms } from '#core/contract/pseudonyms.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import type { FileFormat } from '#core/contract/tier.ts';

/** What the writing thread is asked for. */
export interface WriteRequest {
  readonly jobGuid: string;
  /** How many items, in reading order, the files hold. */
  readonly limit: number;
  readonly order: 'tree' | 'served';
  readonly formats: readonly FileFormat[];
  /** As the files are to be; left out: as the export's own. */
  readonly layout?: Layout;
  /** File name without its extension. */
  readonly baseName: string;
  /** What the files say of the export itself. */
  readonly platformName: string;
  readonly finishedAtMs: number;
  readonly completeness: Completeness;
  /** What was judged, where the files have it. */
  readonly sentiment: SentimentAccount | null;
  /** Whether files say the language of texts of which the platform does not. */
  readonly detectsLanguage: boolean;
  /** Whether rows stand under pseudonyms; left out or null: as they are. */
  readonly pseudonyms?: KeyedPseudonyms | null;
  /** As `FilesWish.hidesRemarks`. */
  readonly hidesRemarks?: true;
  readonly signal: AbortSignal;
}

/** The files, and how many rows (of them replies) they hold: `limit` is applied when writing. */
export interface Written {
  readonly files: readonly JobFile[];
  readonly rows: number;
  readonly replies: number;
}

export interface WritingPort {
  /** @throws CommentdockError DISK; the signal's reason */
  write(request: WriteRequest): Promise<Written>;
  close(): Promise<void>;
}
