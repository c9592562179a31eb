import type { Item } from '#core/contract/item.ts';
import { judgedText, type Sentiment } from '#core/contract/sentiment.ts';
import type { Reprocessing, ReprocessingStore, SentimentStore, TextToJudge } from '#core/engine/sentiment-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { readDataset } from '#core/store/dataset.ts';
import { prepareInheritance, takeOverVerdicts } from '#core/store/inheritance.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { pageByPage } from '#core/store/page-by-page.ts';
import { isLiving, markedPages } from '#core/store/row-marks.ts';
import { CANNOT_TELL } from '#core/store/verdict-reader.ts';

/** Prepared once per connection, shared by all jobs. */
export function prepareVerdictStatements(connection: Connection) {
  return {
    connection,
    judged: connection.prepare<[number, string]>('SELECT 1 FROM verdicts WHERE seq = ? AND judge = ?'),
    body: connection.prepare<[number], { body: string }>('SELECT body FROM items WHERE seq = ?'),
    save: connection.prepare<[number, string, Sentiment, number | null, string | null]>(
      `INSERT INTO verdicts (seq, judge, sentiment, score, language) VALUES (?, ?, ?, ?, ?) ON CONFLICT (seq, judge) DO UPDATE SET
         sentiment = excluded.sentiment, score = excluded.score, language = excluded.language`,
    ),
    inheritance: prepareInheritance(connection),
    forgetOthers: connection.prepare<[number, string]>('DELETE FROM verdicts WHERE seq = ? AND judge <> ?'),
    ofRows: connection
      .prepare<[string, string], Sentiment>(
        'SELECT sentiment FROM verdicts WHERE judge = ? AND seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      )
      .pluck(),
    tally: connection.prepare<[number, string], { judged: number; unclassified: number }>(
      `SELECT COUNT(*) AS judged, COUNT(*) FILTER (WHERE sentiment = 'unclassified') AS unclassified
       FROM pages JOIN items ON items.page_id = pages.id JOIN verdicts ON verdicts.seq = items.seq
       WHERE pages.job_id = ? AND judge = ? AND items.state <> ${ITEM_STATE.leftOut}`,
    ),
    leaveOut: connection.prepare<[number]>(`UPDATE items SET state = ${ITEM_STATE.leftOut} WHERE seq = ? AND state = ${ITEM_STATE.kept}`),
    readmit: connection.prepare<[number]>(
      `UPDATE items SET state = ${ITEM_STATE.kept} WHERE page_id = ? AND state = ${ITEM_STATE.leftOut}`,
    ),
    addRequest: connection.prepare<[string, number, string, string]>(
      'INSERT INTO verdict_requests (key, job_id, judge, seqs) VALUES (?, ?, ?, ?)',
    ),
    dropRequest: connection.prepare<[string]>('DELETE FROM verdict_requests WHERE key = ?'),
    dropForeign: connection.prepare<[number, string]>('DELETE FROM verdict_requests WHERE job_id = ? AND judge <> ?'),
    requests: connection.prepare<[number], { key: string; seqs: string }>('SELECT key, seqs FROM verdict_requests WHERE job_id = ?'),
  };
}

type VerdictStatements = ReturnType<typeof prepareVerdictStatements>;

export function createSentimentStore(statements: VerdictStatements, jobId: number): SentimentStore {
  /** Asked once: over PostgreSQL it is a round trip, and rows come by hundreds of requests. */
  let isShared: boolean | null = null;
  return {
    rows: (choice) => readDataset(statements.connection, { id: jobId, ...choice }).seqs,
    size(choice) {
      const { rows, replies } = readDataset(statements.connection, { id: jobId, limit: choice.limit, order: 'served' });
      return { rows, replies };
    },
    leaveOut: (seqs) => seqs.forEach((seq) => statements.leaveOut.run(seq)),
    readmission: () => pageByPage(statements.inheritance.pages.all(jobId), (page) => void statements.readmit.run(page)),
    unjudged: (seqs, judge) => seqs.filter((seq) => statements.judged.get(seq, judge) === undefined),
    texts: (seqs) => seqs.map((seq) => textOf(JSON.parse(statements.body.get(seq)?.body ?? '{}') as Partial<Item>)),
    save(judge, verdicts) {
      isShared ??= isLiving(statements.connection, jobId);
      for (const { seq, sentiment, score, language } of verdicts) {
        if (!isShared) statements.forgetOthers.run(seq, judge);
        statements.save.run(seq, judge, sentiment, score, language === undefined ? null : (language ?? CANNOT_TELL));
      }
    },
    inheritance: (from, judge) => takeOverVerdicts(statements.inheritance, { job: jobId, from, judge }),
    tally: (judge) =>
      isLiving(statements.connection, jobId)
        ? sharedTally(statements, jobId, judge)
        : (statements.tally.get(jobId, judge) ?? { judged: 0, unclassified: 0 }),
    addRequest: ({ key, seqs }, judge) => void statements.addRequest.run(key, jobId, judge, JSON.stringify(seqs)),
    dropRequest: (key) => void statements.dropRequest.run(key),
    cutOff(judge) {
      statements.dropForeign.run(jobId, judge);
      return statements.requests.all(jobId).map(({ key, seqs }) => ({ key, seqs: JSON.parse(seqs) as number[] }));
    },
  };
}

function sharedTally(
  { connection, ofRows, inheritance }: VerdictStatements,
  jobId: number,
  judge: string,
): ReturnType<SentimentStore['tally']> {
  const marked = markedPages(connection, jobId);
  const verdicts = inheritance.pages
    .all(jobId)
    .flatMap((page) => ofRows.all(judge, JSON.stringify(marked.of([page]).map(({ seq }) => seq))));
  return { judged: verdicts.length, unclassified: verdicts.filter((sentiment) => sentiment === 'unclassified').length };
}

function textOf(item: Partial<Item>): TextToJudge {
  return { text: judgedText(item), language: item.language ?? null };
}

export function createReprocessingStore(connection: Connection): ReprocessingStore {
  const set = connection.prepare<[number, string]>(
    'INSERT INTO reprocessings (job_id, wish) VALUES (?, ?) ON CONFLICT (job_id) DO UPDATE SET wish = excluded.wish',
  );
  const one = connection.prepare<[number], { wish: string }>('SELECT wish FROM reprocessings WHERE job_id = ?');
  const drop = connection.prepare<[number, string]>('DELETE FROM reprocessings WHERE job_id = ? AND wish = ?');
  const all = connection.prepare<[], { guid: string; wish: string }>(
    'SELECT jobs.guid, wish FROM reprocessings JOIN jobs ON jobs.id = reprocessings.job_id ORDER BY jobs.id',
  );
  return {
    set: (jobId, wish) => void set.run(jobId, JSON.stringify(wish)),
    of(jobId) {
      const kept = one.get(jobId);
      return kept === undefined ? null : (JSON.parse(kept.wish) as Reprocessing);
    },
    drop: (jobId, wish) => void drop.run(jobId, JSON.stringify(wish)),
    all: () => all.all().map(({ guid, wish }) => ({ guid, wish: JSON.parse(wish) as Reprocessing })),
  };
}
