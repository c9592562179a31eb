import type { Item } from '#core/contract/item.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { Connection } from '#core/store/connection.ts';
import { markedPages } from '#core/store/row-marks.ts';

/** What stands for the language of a judged text that nobody can tell. */
export const CANNOT_TELL = '';

/** Pages that are looked at together: over PostgreSQL each look is a round trip. */
const PAGES_AT_ONCE = 20;

/** Whose verdicts a job shows. Null: its texts were not judged, or not to their end: files speak of all rows or of none. */
export function shownJudge(connection: Connection, jobId: number): string | null {
  const shown = connection.prepare<[number], string>(
    "SELECT ledger ->> '$.sentiment.name' FROM jobs WHERE id = ? AND CAST(ledger ->> '$.sentiment.shown' AS TEXT) IN ('1', 'true')",
  );
  return shown.pluck().get(jobId) ?? null;
}

/** True where some row has neither a language of the platform's nor one of its judge's: then it is to be detected. */
export function lacksLanguages(connection: Connection, jobId: number): boolean {
  const judge = shownJudge(connection, jobId);
  if (judge === null) return true;
  const lacking = connection.prepare<[string, string], unknown>(
    `SELECT 1 FROM items LEFT JOIN verdicts ON verdicts.seq = items.seq AND verdicts.judge = ?
     WHERE items.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND verdicts.language IS NULL
       AND items.body ->> '$.language' IS NULL AND items.body ->> '$.text' IS NOT NULL LIMIT 1`,
  );
  const marked = markedPages(connection, jobId);
  const pages = connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ?').pluck().all(jobId);
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    const seqs = marked.of(pages.slice(at, at + PAGES_AT_ONCE)).map(({ seq }) => seq);
    if (lacking.get(judge, JSON.stringify(seqs)) !== undefined) return true;
  }
  return false;
}

/** Rows of items, with what one judge said of each: their name is the first value. */
export const JUDGED_ITEMS =
  'sentiment, score, verdicts.language AS language FROM items LEFT JOIN verdicts ON verdicts.seq = items.seq AND verdicts.judge = ?';

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
