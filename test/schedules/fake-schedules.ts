import type { ScheduleStore } from '#core/schedules/ports.ts';
import { openInMemory } from '#core/store/database.ts';
import { createScheduleStore } from '#core/store/schedules.ts';

/** The real store on a database in memory. */
export function memorySchedules(connection = openInMemory()): ScheduleStore {
  return createScheduleStore(connection);
}
