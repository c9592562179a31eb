import { readdirSync, readFileSync } from 'node:fs';
import { CommentdockError } from '#core/contract/error.ts';
import type { PostgresConnection } from '#core/store/postgres/connection.ts';

const MIGRATIONS = new URL('./store/migrations/postgres/', import.meta.resolve('#core/main.js'));
const MIGRATION_NAME = /^(\d{4})\.sql$/;
/** Of the advisory lock under which one node at a time changes the schema; any number will do. */
const LOCK = 4_780_020;

/**
 * Brings the schema up to date, in one transaction, while no other node does.
 * @throws CommentdockError DATA_DIR_NEWER where a newer version was here; DISK where the server cannot be reached
 */
export function migratePostgres(connection: PostgresConnection): void {
  const migrations = readdirSync(MIGRATIONS)
    .map((name) => ({ name, version: Number(MIGRATION_NAME.exec(name)?.[1] ?? 0) }))
    .filter(({ version }) => version > 0)
    .toSorted((a, b) => a.version - b.version);
  const newest = migrations.at(-1)?.version ?? 0;
  connection
    .transaction(() => {
      connection.exec(`SELECT pg_advisory_xact_lock(${LOCK})`);
      connection.exec(
        'CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())',
      );
      const found = connection.prepare<[], { version: number | null }>('SELECT MAX(version) AS version FROM schema_versions').get();
      const stored = found?.version ?? 0;
      if (stored > newest)
        throw new CommentdockError(
          'DATA_DIR_NEWER',
          `The database was made by a newer version of Commentdock (schema ${stored}), and this version knows ${newest}. Use the newer one. Nothing was changed.`,
        );
      const note = connection.prepare<[number]>('INSERT INTO schema_versions (version) VALUES (?)');
      for (const { name, version } of migrations) {
        if (version <= stored) continue;
        connection.exec(readFileSync(new URL(name, MIGRATIONS), 'utf8'));
        note.run(version);
      }
    })
    .immediate();
}
