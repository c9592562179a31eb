import type { DrawStore, KeptDraw } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface DrawRow {
  drawn_at_ms: number;
  rules: string;
  answer: string;
}

/** Older ones of the same export go. */
const MOST_KEPT = 20;
const OF_JOB = 'job_id = (SELECT id FROM jobs WHERE guid = ?)';

export function createDrawStore(connection: Connection): DrawStore {
  const list = connection.prepare<[string], DrawRow>(`SELECT * FROM draws WHERE ${OF_JOB} ORDER BY drawn_at_ms DESC`);
  // An export that somebody deletes meanwhile has no number any more.
  const keep = connection.prepare<[number, string, string, string]>(
    `INSERT INTO draws (job_id, drawn_at_ms, rules, answer) SELECT id, ?, ?, ? FROM jobs WHERE guid = ?
     ON CONFLICT (job_id, drawn_at_ms) DO UPDATE SET rules = excluded.rules, answer = excluded.answer`,
  );
  const dropOlder = connection.prepare<[string, string]>(
    `DELETE FROM draws WHERE ${OF_JOB} AND drawn_at_ms NOT IN (
       SELECT drawn_at_ms FROM draws WHERE ${OF_JOB} ORDER BY drawn_at_ms DESC LIMIT ${MOST_KEPT})`,
  );
  return {
    list: (guid) => list.all(guid).map(drawOf),
    keep: (guid, { drawnAtMs, rules, answer }) =>
      connection
        .transaction(() => {
          keep.run(drawnAtMs, JSON.stringify(rules), JSON.stringify(answer), guid);
          dropOlder.run(guid, guid);
        })
        .immediate(),
  };
}

function drawOf({ drawn_at_ms: drawnAtMs, rules, answer }: DrawRow): KeptDraw {
  return { drawnAtMs, rules: JSON.parse(rules) as KeptDraw['rules'], answer: JSON.parse(answer) as KeptDraw['answer'] };
}
