import type { Layout } from '#core/contract/layout.ts';
import type { PresetRecord, PresetStore } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface PresetRow {
  owner: string;
  name: string;
  layout: string;
  saved_at_ms: number;
}

/** No member has this for their uuid. */
const OWNER = '';

export function createPresetStore(connection: Connection): PresetStore {
  const list = connection.prepare<[string], PresetRow>('SELECT * FROM presets WHERE owner = ? ORDER BY name');
  const find = connection.prepare<[string, string], PresetRow>('SELECT * FROM presets WHERE owner = ? AND name = ?');
  const save = connection.prepare<[string, string, string, number]>(
    `INSERT INTO presets (owner, name, layout, saved_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (owner, name) DO UPDATE SET layout = excluded.layout, saved_at_ms = excluded.saved_at_ms`,
  );
  const remove = connection.prepare<[string, string]>('DELETE FROM presets WHERE owner = ? AND name = ?');
  return {
    list: (memberUuid) => list.all(memberUuid ?? OWNER).map(presetOf),
    find(name, memberUuid) {
      const row = find.get(memberUuid ?? OWNER, name);
      return row === undefined ? null : presetOf(row);
    },
    save: ({ name, layout, memberUuid, savedAtMs }) => void save.run(memberUuid ?? OWNER, name, JSON.stringify(layout), savedAtMs),
    remove: (name, memberUuid) => remove.run(memberUuid ?? OWNER, name).changes > 0,
  };
}

function presetOf({ owner, name, layout, saved_at_ms: savedAtMs }: PresetRow): PresetRecord {
  return { name, layout: JSON.parse(layout) as Layout, memberUuid: owner === OWNER ? null : owner, savedAtMs };
}
