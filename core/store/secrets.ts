import type { SecretStore } from '#core/contract/secret-store.ts';
import type { Connection } from '#core/store/connection.ts';

/** Secrets in the database, for nodes that share it. The key is never there. */
export function createSecretStore(connection: Connection): SecretStore {
  const read = connection.prepare<[string], { sealed: string }>('SELECT sealed FROM secrets WHERE name = ?');
  const write = connection.prepare<[string, string]>(
    'INSERT INTO secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
  );
  const swap = connection.prepare<[string, string, string]>('UPDATE secrets SET sealed = ? WHERE name = ? AND sealed = ?');
  const remove = connection.prepare<[string]>('DELETE FROM secrets WHERE name = ?');
  const ids = connection.prepare<[], { name: string }>('SELECT name FROM secrets ORDER BY name');
  return {
    read: (id) => read.get(id)?.sealed ?? null,
    write: (id, sealed) => void write.run(id, sealed),
    swap: (id, from, to) => void swap.run(to, id, from),
    remove: (id) => void remove.run(id),
    ids: () => ids.all().map(({ name }) => name),
    placeOf: (id) => `row ${id} of the table \`secrets\``,
  };
}
