import { DatabaseAway } from '#core/contract/error.ts';

/** Tells everybody who listens. Who would look something up while the database of a team is away misses it, and holds up nobody. */
export function tellAll<Told>(listeners: Iterable<(told: Told) => void>, told: Told): void {
  for (const listener of listeners) {
    try {
      listener(told);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      process.emitWarning(`Somebody missed what was told: ${error.message}`);
    }
  }
}
