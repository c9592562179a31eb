import type { ListFilters } from '#core/contract/labels.ts';
import type { ListViewStore } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface ViewRow {
  name: string;
  filters: string;
}

/** No member has this for their uuid. */
const OWNER = '';

export function createListViewStore(connection: Connection): ListViewStore {
  const list = connection.prepare<[string], ViewRow>('SELECT name, filters FROM list_views WHERE owner = ? ORDER BY name');
  const save = connection.prepare<[string, string, string]>(
    `INSERT INTO list_views (owner, name, filters) VALUES (?, ?, ?)
     ON CONFLICT (owner, name) DO UPDATE SET filters = excluded.filters`,
  );
  const remove = connection.prepare<[string, string]>('DELETE FROM list_views WHERE owner = ? AND name = ?');
  return {
    list: (memberUuid) => list.all(memberUuid ?? OWNER).map(({ name, filters }) => ({ name, filters: JSON.parse(filters) as ListFilters })),
    save: ({ name, filters }, memberUuid) => void save.run(memberUuid ?? OWNER, name, JSON.stringify(filters)),
    remove: (name, memberUuid) => remove.run(memberUuid ?? OWNER, name).changes > 0,
  };
}
