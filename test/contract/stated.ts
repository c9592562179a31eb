import { it } from 'vitest';
import { type StatementId, STATEMENTS } from '#test/contract/statements/all.ts';

/** The test of a statement of interface.md; its name is the statement. One that is not served yet is skipped, and says why. */
export function stated(id: StatementId, run: () => Promise<void> | void, timeoutMs?: number): void {
  const { words, notYet } = STATEMENTS[id];
  if (notYet === undefined) it(`${id}: ${words}`, run, timeoutMs);
  else it.skip(`${id}: ${words} (not yet: ${notYet})`, run);
}
