import { existsSync, statSync } from 'node:fs';
import { databasePath, openReader } from '#core/store/database.ts';

/** A larger file is not read whole for a look at its health: it would take minutes. */
const MOST_CHECKED_BYTES = 1024 ** 3;
/** Of the exports that failed, the newest. */
const FAILURES = 100;
const FAULTS_TOLD = 20;

/** How a data folder's database is, without any words of exports: numbers, codes and times. */
interface StoreCondition {
  readonly bytes: number;
  /** Number of its newest migration. */
  readonly schema: number;
  /** `ok`, what is wrong with the file, or why it was not looked at. */
  readonly health: readonly string[];
  readonly exports: Readonly<Record<string, number>>;
  readonly failures: readonly {
    readonly guid: string;
    readonly platform: string;
    readonly code: string | null;
    readonly rows: number;
    readonly retry: number;
    readonly failed_at: string;
  }[];
}

/** Null where there is none yet. @throws where it cannot be read */
export function storeCondition(dataDir: string): StoreCondition | null {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return null;
  const { size: bytes } = statSync(path);
  const connection = openReader(dataDir);
  try {
    const health =
      bytes > MOST_CHECKED_BYTES
        ? ['not looked at: the file is larger than 1 GB']
        : (connection.pragma(`quick_check(${FAULTS_TOLD})`) as readonly { readonly quick_check: string }[]).map((row) => row.quick_check);
    const counts = connection
      .prepare<[], { status: string; count: number }>('SELECT status, count(*) AS count FROM jobs GROUP BY status ORDER BY status')
      .all();
    const failures = connection
      .prepare<[number], Omit<StoreCondition['failures'][number], 'failed_at'> & { at: number }>(
        `SELECT guid, platform, error_code AS code, exported AS rows, retry, coalesce(finished_at_ms, updated_at_ms) AS at
         FROM jobs WHERE status = 'error' ORDER BY id DESC LIMIT ?`,
      )
      .all(FAILURES);
    return {
      bytes,
      schema: Number(connection.pragma('user_version', { simple: true })),
      health,
      exports: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
      failures: failures.map(({ at, ...failure }) => ({ ...failure, failed_at: new Date(at).toISOString() })),
    };
  } finally {
    connection.close();
  }
}
