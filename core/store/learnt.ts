import type { LearntStore, LearntValue } from '#core/engine/learnt.ts';
import type { LearntReader } from '#core/service/learnt.ts';
import type { Connection } from '#core/store/connection.ts';

const COLUMNS = 'name, value, source, learnt_at_ms AS learntAtMs, worked_at_ms AS workedAtMs';

export function createLearntStore(connection: Connection): LearntStore {
  const all = connection.prepare<[string], LearntValue>(`SELECT ${COLUMNS} FROM learnt WHERE platform = ? ORDER BY place`);
  const add = connection.prepare<[string, number, string, string, string, number, number]>(
    'INSERT INTO learnt (platform, place, name, value, source, learnt_at_ms, worked_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const clear = connection.prepare<[string | null]>('DELETE FROM learnt WHERE platform = coalesce(?, platform)');
  return {
    of: (platform) => all.all(platform),
    replace(platform, values) {
      clear.run(platform);
      for (const [place, { name, value, source, learntAtMs, workedAtMs }] of values.entries())
        add.run(platform, place, name, value, source, learntAtMs, workedAtMs);
    },
    clear: (platform) => void clear.run(platform),
  };
}

/** For those who only read. */
export function createLearntReader(connection: Connection): LearntReader {
  const list = connection.prepare<[string | null], LearntValue & { platform: string }>(
    `SELECT platform, ${COLUMNS} FROM learnt WHERE platform = coalesce(?, platform) ORDER BY platform, place`,
  );
  return { list: (platform) => list.all(platform) };
}
