import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { pageByPage } from '#core/store/page-by-page.ts';
import { isLiving, markedPages } from '#core/store/row-marks.ts';

/** Of this connection alone, and never on the owner's disk: there is no index of the ids of items there. */
const NOTED = `CREATE TEMP TABLE IF NOT EXISTS judged_ids
  (job_id INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (job_id, id)) WITHOUT ROWID`;

const NOTE = `
  INSERT INTO judged_ids (job_id, id, seq)
  SELECT @job, items.id, items.seq FROM items JOIN verdicts ON verdicts.seq = items.seq
  WHERE items.page_id = @page AND verdicts.judge = @judge ON CONFLICT DO NOTHING`;

const INHERIT = `
  INSERT INTO verdicts (seq, judge, sentiment, score, language)
  SELECT fresh.seq, verdicts.judge, verdicts.sentiment, verdicts.score, verdicts.language
  FROM items AS fresh
  JOIN judged_ids ON judged_ids.job_id = @job AND judged_ids.id = fresh.id
  JOIN items AS former ON former.seq = judged_ids.seq
  JOIN verdicts ON verdicts.seq = former.seq AND verdicts.judge = @judge
  WHERE fresh.page_id = @page AND fresh.of_seq IS NULL
    AND fresh.body ->> 'text' IS NOT DISTINCT FROM former.body ->> 'text'
    AND fresh.body ->> 'title' IS NOT DISTINCT FROM former.body ->> 'title'
  ON CONFLICT DO NOTHING`;

const NOTE_SHARED = `
  INSERT INTO judged_ids (job_id, id, seq)
  SELECT @job, items.id, items.seq FROM items JOIN verdicts ON verdicts.seq = items.seq
  WHERE items.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(@seqs)) AND verdicts.judge = @judge ON CONFLICT DO NOTHING`;

interface PageOfJob {
  readonly job: number;
  readonly judge: string;
  readonly page: number;
}

export function prepareInheritance(connection: Connection) {
  connection.exec(NOTED);
  return {
    pages: connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ? ORDER BY id').pluck(),
    connection,
    note: connection.prepare<[PageOfJob]>(NOTE),
    noteShared: connection.prepare<[Omit<PageOfJob, 'page'> & { readonly seqs: string }]>(NOTE_SHARED),
    inherit: connection.prepare<[PageOfJob]>(INHERIT),
    forget: connection.prepare<[number]>('DELETE FROM judged_ids WHERE job_id = ?'),
  };
}

type InheritanceStatements = ReturnType<typeof prepareInheritance>;

/** First notes who was judged in the export before, page by page; then looks for them on the pages of this one. */
export function takeOverVerdicts(
  statements: InheritanceStatements,
  { job, from, judge }: { readonly job: number; readonly from: number; readonly judge: string },
): SlicedWork {
  const marked = isLiving(statements.connection, from) ? markedPages(statements.connection, from) : null;
  const noteShared = (page: number): void => {
    const seqs = JSON.stringify(marked?.of([page]).map(({ seq }) => seq) ?? []);
    statements.noteShared.run({ job, judge, seqs });
  };
  const note = (page: number): void => void statements.note.run({ job, judge, page });
  const inherit = (page: number): void => void statements.inherit.run({ job, judge, page });
  const steps = [
    ...statements.pages.all(from).map((page) => ({ page, work: marked === null ? note : noteShared })),
    ...statements.pages.all(job).map((page) => ({ page, work: inherit })),
  ];
  return pageByPage(
    steps,
    ({ page, work }) => work(page),
    () => void statements.forget.run(job),
  );
}
