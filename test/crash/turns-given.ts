import pg from 'pg';

const COUNTED = `
  CREATE TABLE turns_given (job_guid TEXT COLLATE "C" PRIMARY KEY, turns BIGINT NOT NULL);
  CREATE FUNCTION count_turn() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO turns_given VALUES (NEW.job_guid, 1) ON CONFLICT (job_guid) DO UPDATE SET turns = turns_given.turns + 1;
    RETURN NULL;
  END $$;
  CREATE TRIGGER counted AFTER INSERT ON export_leases FOR EACH ROW EXECUTE FUNCTION count_turn()`;

/** Has the database of a team count how often each export was given to a worker: a slow machine may lose its turn without being disturbed. */
export async function countTurns(databaseUrl: string): Promise<(guid: string) => Promise<number>> {
  await asked(databaseUrl, COUNTED, []);
  return async (guid) => {
    const [row] = await asked(databaseUrl, 'SELECT turns::int FROM turns_given WHERE job_guid = $1', [guid]);
    return Number(row?.['turns'] ?? 0);
  };
}

async function asked(databaseUrl: string, sql: string, values: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(values.length === 0 ? { text: sql } : { text: sql, values: [...values] });
    return rows;
  } finally {
    await client.end();
  }
}
