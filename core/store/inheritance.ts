import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { pageByPage } from '#core/store/page-by-page.ts';

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
  WHERE fresh.page_id = @page
    AND fresh.body ->> 'text' IS NOT DISTINCT FROM former.body ->> 'text'
    AND fresh.body ->> 'title' IS NOT DISTINCT FROM former.body ->> 'title'
  ON CONFLICT DO NOTHING`;

interface PageOfJob {
  readonly job: number;
  readonly judge: string;
  readonly page: number;
}

export function prepareInheritance(connection: Connection) {
  connection.exec(NOTED);
  return {
    pages: connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ? ORDER BY id').pluck(),
    note: connection.prepare<[PageOfJob]>(NOTE),
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
  const steps = [
    ...statements.pages.all(from).map((page) => ({ page, statement: statements.note })),
    ...statements.pages.all(job).map((page) => ({ page, statement: statements.inherit })),
  ];
  return pageByPage(
    steps,
    ({ page, statement }) => void statement.run({ job, judge, page }),
    () => void statements.forget.run(job),
  );
}
