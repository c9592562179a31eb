import type { Item } from '#core/contract/item.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { Connection } from '#core/store/connection.ts';

/** What stands for the language of a judged text that nobody can tell. */
export const CANNOT_TELL = '';

/** False where the job's texts were not judged, or not to their end: files speak of all rows or of none. */
export function showsVerdicts(connection: Connection, jobId: number): boolean {
  return (
    connection
      .prepare<[number]>("SELECT 1 FROM jobs WHERE id = ? AND CAST(ledger ->> '$.sentiment.shown' AS TEXT) IN ('1', 'true')")
      .get(jobId) !== undefined
  );
}

/** True where some row has neither a language of the platform's nor one of its judge's: then it is to be detected. */
export function lacksLanguages(connection: Connection, jobId: number): boolean {
  if (!showsVerdicts(connection, jobId)) return true;
  return (
    connection
      .prepare<[number]>(
        `SELECT 1 FROM pages JOIN items ON items.page_id = pages.id LEFT JOIN verdicts ON verdicts.seq = items.seq
         WHERE pages.job_id = ? AND verdicts.language IS NULL AND items.body ->> '$.language' IS NULL
           AND items.body ->> '$.text' IS NOT NULL LIMIT 1`,
      )
      .get(jobId) !== undefined
  );
}

/** Rows of items, with what was judged of each. */
export const JUDGED_ITEMS = 'sentiment, score, verdicts.language AS language FROM items LEFT JOIN verdicts ON verdicts.seq = items.seq';

/** What was judged of a row: null where nothing was, left out where nothing is shown of it. */
export type JudgedRow = Partial<{ readonly [Part in keyof StoredVerdict]: StoredVerdict[Part] | null }>;

/** The item of a row, with what was judged of it. */
export function judged(item: Item, { sentiment = null, score = null, language = null }: JudgedRow): Item {
  return sentiment === null ? item : withVerdict(item, { sentiment, score, language });
}

interface StoredVerdict {
  readonly sentiment: Sentiment;
  readonly score: number | null;
  readonly language: string | null;
}

/** What the platform says of a text's language stays. */
function withVerdict(item: Item, { sentiment, score, language }: StoredVerdict): Item {
  const told = item.language ?? (language === CANNOT_TELL ? null : language);
  return { ...item, language: told, extra: { ...item.extra, sentiment, sentimentScore: score } };
}
