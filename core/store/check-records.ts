import type { CheckRecord, CheckStore } from '#core/service/check-desk.ts';
import type { Connection } from '#core/store/connection.ts';

/** Among the settings of the owner: one for each platform. */
const PREFIX = 'check:';

export function createCheckStore(connection: Connection): CheckStore {
  const all = connection.prepare<[], string>(`SELECT value FROM settings WHERE name LIKE '${PREFIX}%' ORDER BY name`).pluck();
  const note = connection.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    all: () => all.all().map((value) => JSON.parse(value) as CheckRecord),
    note: (record) => void note.run(`${PREFIX}${record.platform}`, JSON.stringify(record)),
  };
}
