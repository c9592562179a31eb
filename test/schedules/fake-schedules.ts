import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ScheduleStore } from '#core/schedules/ports.ts';
import { createScheduleStore } from '#core/store/schedules.ts';

const MIGRATION = new URL('../../core/store/migrations/0005.sql', import.meta.url);

/** The real store on a database in memory. */
export function memorySchedules(): ScheduleStore {
  const connection = new Database(':memory:');
  connection.exec(readFileSync(MIGRATION, 'utf8'));
  return createScheduleStore(connection);
}
