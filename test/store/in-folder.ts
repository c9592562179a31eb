import { hash } from 'node:crypto';
import type { StorePlace } from '#core/store/place.ts';
import { PostgresConnection } from '#core/store/postgres/connection.ts';

/** The cluster that stores are made in; left out: each is a file of its folder. */
const CLUSTER = process.env['TEST_CLUSTER_URL'];

/** True where these tests run over PostgreSQL: what is true of a file alone is then left out. */
export const IS_POSTGRES = CLUSTER !== undefined;

const made = new Map<string, string>();

/** The store of a data folder: of the one database or the other, as the run of the tests wants it. */
export function inFolder(dataDir: string): StorePlace {
  if (CLUSTER === undefined) return { dataDir, databaseUrl: null };
  const known = made.get(dataDir) ?? newDatabase(CLUSTER, `store_${hash('sha1', dataDir).slice(0, 20)}`);
  made.set(dataDir, known);
  return { dataDir, databaseUrl: known };
}

function newDatabase(cluster: string, name: string): string {
  const connection = new PostgresConnection(cluster);
  try {
    connection.exec(`CREATE DATABASE ${name}`);
  } finally {
    connection.close();
  }
  return Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
}
