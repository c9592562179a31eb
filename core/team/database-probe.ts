/** One that is silent for longer does not answer. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Asks how a database is, on a connection of its own: what is stored and read meanwhile waits for nothing of it. */
export interface DatabaseProbe extends AsyncDisposable {
  /** Why it does not answer, without its address; null: it does. However many ask at once, it is asked once. */
  trouble(): Promise<string | null>;
  /** Rows of a query without values. @throws the driver's error */
  ask<Row>(sql: string): Promise<readonly Row[]>;
}

/** Connects with the first question. */
export async function openDatabaseProbe(databaseUrl: string): Promise<DatabaseProbe> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: 'commentdock probe',
    allowExitOnIdle: true,
  });
  // Who asks next hears of it.
  pool.on('error', () => {});
  let asked: Promise<string | null> | null = null;
  const look = async (): Promise<string | null> => {
    try {
      await pool.query('SELECT 1');
      return null;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return `The database does not answer${code === undefined ? '' : ` (${code})`}.`;
    }
  };
  return {
    trouble: () => (asked ??= look().finally(() => (asked = null))),
    ask: async (sql) => (await pool.query(sql)).rows,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
