import type { Pool } from 'pg';

/** A request that was asked for. Numbers of the database are larger than ours. */
interface Asked {
  readonly id: string;
  readonly request: string;
}

/** How a request stands that was asked for. `isTaken`: a worker makes it, or has made it. */
interface Standing {
  readonly id: string;
  readonly isTaken: boolean;
  readonly answer: Buffer | null;
}

/**
 * Requests that workers make for the one that runs an export: migration 0028. All of an export go with its lease, and those that a worker has
 * taken are free again where that of the worker ends. One statement each; all reject with the driver's error.
 */
export interface Asks {
  /** Of an export that is run under this fence, in their order; their numbers. None: it is another's by now. */
  ask(guid: string, fence: bigint, requests: readonly string[]): Promise<readonly string[]>;
  /** How many workers help, and those of the requests that are still there. */
  look(guid: string, ids: readonly string[]): Promise<{ readonly helpers: number; readonly standing: readonly Standing[] }>;
  drop(ids: readonly string[]): Promise<void>;
  /** Drops those that nobody has taken. */
  takeBack(ids: readonly string[]): Promise<readonly string[]>;
  /** Nobody helps any more. */
  dismiss(guid: string, fence: bigint): Promise<void>;
  /** A worker's seat, from 1 on; null: there is none, or the worker has one, or runs the export itself. */
  join(worker: string, guid: string, seats: number): Promise<number | null>;
  /** No more than its share of what is not answered. Null: the worker has no seat any more. */
  take(worker: string, guid: string, most: number): Promise<readonly Asked[] | null>;
  /** False: nobody waits for it, or another has taken it. */
  answer(worker: string, id: string, answer: Buffer): Promise<boolean>;
  /** What the worker has not answered is free again. */
  leave(worker: string, guid: string): Promise<void>;
}

const ASK = `
  INSERT INTO export_asks (job_guid, request)
  SELECT $1, request FROM json_array_elements_text($3::json) WITH ORDINALITY AS asked (request, place)
  WHERE EXISTS (SELECT 1 FROM export_leases WHERE job_guid = $1 AND fence = $2) ORDER BY place RETURNING id`;
const LOOK = `
  SELECT (SELECT count(*)::int FROM export_helpers WHERE job_guid = $1) AS helpers, id, worker IS NOT NULL AS "isTaken", answer
  FROM (VALUES (1)) AS one LEFT JOIN export_asks ON id = ANY($2::bigint[])`;
const JOIN = `
  INSERT INTO export_helpers (job_guid, seat, worker)
  SELECT $2, free.seat, $1 FROM generate_series(1, $3::int) AS free (seat)
  WHERE EXISTS (SELECT 1 FROM export_leases WHERE job_guid = $2 AND worker <> $1)
    AND NOT EXISTS (SELECT 1 FROM export_helpers AS taken WHERE taken.job_guid = $2 AND (taken.seat = free.seat OR taken.worker = $1))
  ORDER BY free.seat LIMIT 1 ON CONFLICT DO NOTHING RETURNING seat::int`;
const TAKE = `
  WITH share AS (
    SELECT ceil(count(*)::float8 / (SELECT greatest(count(*), 1) FROM export_helpers WHERE job_guid = $2)) - count(*) FILTER (WHERE worker = $1) AS free
    FROM export_asks WHERE job_guid = $2 AND answer IS NULL
  ), free AS (
    SELECT id FROM export_asks WHERE job_guid = $2 AND worker IS NULL AND answer IS NULL ORDER BY id
    LIMIT (SELECT greatest(0, least($3::int, free))::int FROM share) FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE export_asks SET worker = $1 FROM free
    WHERE export_asks.id = free.id AND EXISTS (SELECT 1 FROM export_helpers WHERE job_guid = $2 AND worker = $1)
    RETURNING export_asks.id, request
  )
  SELECT id, request FROM (SELECT 1 FROM export_helpers WHERE job_guid = $2 AND worker = $1) AS seat LEFT JOIN taken ON true ORDER BY id`;
const LEAVE = `
  WITH left_seat AS (DELETE FROM export_helpers WHERE worker = $1 AND job_guid = $2)
  UPDATE export_asks SET worker = NULL WHERE worker = $1 AND job_guid = $2 AND answer IS NULL`;
const DISMISS = `
  WITH own AS (SELECT job_guid FROM export_leases WHERE job_guid = $1 AND fence = $2),
  dropped AS (DELETE FROM export_asks USING own WHERE export_asks.job_guid = own.job_guid)
  DELETE FROM export_helpers USING own WHERE export_helpers.job_guid = own.job_guid`;

export function exportAsks(pool: Pool): Asks {
  const rowsOf = async <Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>(text, [...values])).rows;
  const changed = async (text: string, values: readonly unknown[]): Promise<number> => (await pool.query(text, [...values])).rowCount ?? 0;
  return {
    ask: async (guid, fence, requests) => (await rowsOf<{ id: string }>(ASK, [guid, fence, JSON.stringify(requests)])).map(({ id }) => id),
    async look(guid, ids) {
      const rows = await rowsOf<{ helpers: number } & (Standing | { id: null })>(LOOK, [guid, ids]);
      return { helpers: rows[0]?.helpers ?? 0, standing: rows.filter((row) => row.id !== null) };
    },
    drop: async (ids) => void (await changed('DELETE FROM export_asks WHERE id = ANY($1::bigint[])', [ids])),
    takeBack: async (ids) =>
      (
        await rowsOf<{ id: string }>(
          'DELETE FROM export_asks WHERE id = ANY($1::bigint[]) AND worker IS NULL AND answer IS NULL RETURNING id',
          [ids],
        )
      ).map(({ id }) => id),
    dismiss: async (guid, fence) => void (await changed(DISMISS, [guid, fence])),
    join: async (worker, guid, seats) => (await rowsOf<{ seat: number }>(JOIN, [worker, guid, seats]))[0]?.seat ?? null,
    async take(worker, guid, most) {
      const rows = await rowsOf<Asked | { id: null }>(TAKE, [worker, guid, most]);
      return rows.length === 0 ? null : rows.filter((row) => row.id !== null);
    },
    answer: async (worker, id, answer) =>
      (await changed('UPDATE export_asks SET answer = $3 WHERE id = $2 AND worker = $1', [worker, id, answer])) === 1,
    leave: async (worker, guid) => void (await changed(LEAVE, [worker, guid])),
  };
}
