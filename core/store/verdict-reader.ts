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

/** Adds what was judged of an item, by its place in the store. Null where nothing is shown of it. */
export function verdictReader(connection: Connection, jobId: number): ((item: Item, seq: number) => Item) | null {
  if (!showsVerdicts(connection, jobId)) return null;
  const verdict = connection.prepare<[number], StoredVerdict>('SELECT sentiment, score, language FROM verdicts WHERE seq = ?');
  return (item, seq) => {
    const found = verdict.get(seq);
    return found === undefined ? item : withVerdict(item, found);
  };
}

export interface StoredVerdict {
  readonly sentiment: Sentiment;
  readonly score: number | null;
  readonly language: string | null;
}

/** What the platform says of a text's language stays. */
export function withVerdict(item: Item, { sentiment, score, language }: StoredVerdict): Item {
  const told = item.language ?? (language === CANNOT_TELL ? null : language);
  return { ...item, language: told, extra: { ...item.extra, sentiment, sentimentScore: score } };
}
