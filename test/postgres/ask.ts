import pg from 'pg';

/** One statement over a connection of its own. @throws the driver's error */
export async function askDatabase<T extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<T>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await client.query<T>(sql, [...values]);
  } finally {
    await client.end();
  }
}
