import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { ITEM_STATE, LIST_STATE } from '#core/store/item-state.ts';

const { carried, gone, goneEarlier } = ITEM_STATE;

/** Gone items whose replies are marked in one piece. */
const ITEMS_AT_ONCE = 50;

/** Of this connection alone, and not in the database: there items have no index of their ids. */
const NOTED = `
  CREATE TEMP TABLE IF NOT EXISTS replies_left (job_id INTEGER NOT NULL, parent_id TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (job_id, parent_id, seq)) WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS gone_items (place INTEGER PRIMARY KEY, job_id INTEGER NOT NULL, id TEXT NOT NULL)`;

interface PageOfJob {
  readonly job: number;
  readonly page: number;
}

interface GoneItem {
  readonly place: number;
  readonly id: string;
}

/** @param carriedPages SQL for the ids of the pages that hold rows of the run before, of the job `@job` */
export function prepareGoneReplies(connection: Connection, carriedPages: string) {
  connection.exec(NOTED);
  const listsOfParent = 'SELECT 1 FROM reply_lists WHERE job_id = @job AND under = items.parent_id AND state';
  return {
    pages: connection.prepare<[{ job: number }], number>(carriedPages).pluck(),
    markOfEndedLists: connection.prepare<[PageOfJob & { readonly nowMs: number }]>(
      `UPDATE items SET state = ${gone}, gone_ms = @nowMs WHERE page_id = @page AND state = ${carried}
       AND EXISTS (${listsOfParent} = ${LIST_STATE.ended}) AND NOT EXISTS (${listsOfParent} IN (${LIST_STATE.open}, ${LIST_STATE.givenUp}))`,
    ),
    noteLeft: connection.prepare<[PageOfJob]>(
      `INSERT INTO replies_left (job_id, parent_id, seq, id)
       SELECT @job, parent_id, seq, id FROM items WHERE page_id = @page AND state = ${carried} AND parent_id IS NOT NULL`,
    ),
    noteGone: connection.prepare<[PageOfJob]>(
      `INSERT INTO gone_items (job_id, id) SELECT @job, id FROM items WHERE page_id = @page AND state IN (${gone}, ${goneEarlier})`,
    ),
    nextGone: connection.prepare<[number, number], GoneItem>(
      `SELECT place, id FROM gone_items WHERE place > ? AND job_id = ? ORDER BY place LIMIT ${ITEMS_AT_ONCE}`,
    ),
    repliesOf: connection.prepare<[number, string], { seq: number; id: string }>(
      'SELECT seq, id FROM replies_left WHERE job_id = ? AND parent_id = ?',
    ),
    markOne: connection.prepare<[number, number]>(`UPDATE items SET state = ${gone}, gone_ms = ? WHERE seq = ? AND state = ${carried}`),
    noteOne: connection.prepare<[number, string]>('INSERT INTO gone_items (job_id, id) VALUES (?, ?)'),
    forgetLeft: connection.prepare<[number]>('DELETE FROM replies_left WHERE job_id = ?'),
    forgetGone: connection.prepare<[number]>('DELETE FROM gone_items WHERE job_id = ?'),
  };
}

type GoneReplyStatements = ReturnType<typeof prepareGoneReplies>;

/** Visits the pages of the lists that ended, then goes from each gone item to its replies: every row is visited once, in whatever order they stand. */
export function markGoneReplies(statements: GoneReplyStatements, jobId: number, now: () => number): SlicedWork {
  const pages = statements.pages.all({ job: jobId });
  let at = 0;
  let lastPlace = 0;

  const readPage = (page: number): void => {
    const place = { job: jobId, page };
    statements.markOfEndedLists.run({ ...place, nowMs: now() });
    statements.noteLeft.run(place);
    statements.noteGone.run(place);
  };

  const markBelow = (id: string): void => {
    for (const reply of statements.repliesOf.all(jobId, id))
      if (statements.markOne.run(now(), reply.seq).changes > 0) statements.noteOne.run(jobId, reply.id);
  };

  return {
    doSome() {
      const page = pages[at];
      if (page !== undefined) {
        readPage(page);
        at += 1;
        return true;
      }
      const items = statements.nextGone.all(lastPlace, jobId);
      for (const { id } of items) markBelow(id);
      lastPlace = items.at(-1)?.place ?? lastPlace;
      return items.length > 0;
    },
    [Symbol.dispose]() {
      statements.forgetLeft.run(jobId);
      statements.forgetGone.run(jobId);
    },
  };
}
