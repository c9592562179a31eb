import type { RawAnswerStore } from '#core/engine/raw-answers.ts';
import type { Connection } from '#core/store/connection.ts';

/** Those of a page may be large. */
const PAGES_AT_ONCE = 16;

export function createRawAnswerStore(connection: Connection): RawAnswerStore {
  const add = connection.prepare<[number, string, Uint8Array]>(
    `INSERT INTO raw_answers (job_id, read_key, sealed) VALUES (?, ?, ?)
     ON CONFLICT (job_id, read_key) DO UPDATE SET sealed = excluded.sealed`,
  );
  const next = connection.prepare<[number, string], { read_key: string; sealed: Uint8Array }>(
    `SELECT read_key, sealed FROM raw_answers WHERE job_id = ? AND read_key > ? ORDER BY read_key LIMIT ${PAGES_AT_ONCE}`,
  );
  return {
    add: (jobId, readKey, sealed) => void add.run(jobId, readKey, sealed),
    *of(jobId) {
      for (let after = ''; ;) {
        const pages = next.all(jobId, after);
        for (const { sealed } of pages) yield sealed;
        if (pages.length < PAGES_AT_ONCE) return;
        after = pages.at(-1)?.read_key ?? after;
      }
    },
  };
}
