import type { Item } from '#core/contract/item.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { Connection } from '#core/store/database.ts';

/** False where the job's texts were not judged, or not to their end: files speak of all rows or of none. */
export function showsVerdicts(connection: Connection, jobId: number): boolean {
  return connection.prepare<[number]>("SELECT 1 FROM jobs WHERE id = ? AND ledger ->> '$.sentiment.shown' = 1").get(jobId) !== undefined;
}

/** Puts into `extra` what was judged of an item, by its place in the store. Null where nothing is shown of it. */
export function verdictReader(connection: Connection, jobId: number): ((item: Item, seq: number) => Item) | null {
  if (!showsVerdicts(connection, jobId)) return null;
  const verdict = connection.prepare<[number], { sentiment: Sentiment; score: number | null }>(
    'SELECT sentiment, score FROM verdicts WHERE seq = ?',
  );
  return (item, seq) => {
    const found = verdict.get(seq);
    if (found === undefined) return item;
    return { ...item, extra: { ...item.extra, sentiment: found.sentiment, sentimentScore: found.score } };
  };
}
