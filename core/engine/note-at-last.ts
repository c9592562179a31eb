import { DamagedData, diskTrouble, TurnLost } from '#core/contract/error.ts';
import { backoffMs, wait } from '#core/engine/backoff.ts';

/** Waits grow until this try, and then stay as they are. */
const LONGEST_TRY = 3;

/**
 * Notes what must not be lost: where the disk has no room for it, again and again until it has. Ends without it when aborted, and where the export
 * is another machine's.
 * @throws what `note` throws and room does not help against
 */
export async function noteAtLast(note: () => void, { signal, retryScale }: { signal: AbortSignal; retryScale: number }): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      note();
      return;
    } catch (error) {
      // Whose export it is by now notes it.
      if (error instanceof TurnLost) return;
      const trouble = diskTrouble(error);
      if (trouble === null || trouble instanceof DamagedData) throw error;
    }
    await wait(backoffMs(Math.min(tries, LONGEST_TRY), retryScale), signal).catch(() => undefined);
  }
}
