import { it } from 'vitest';
import { type StatementId, STATEMENTS } from '#test/contract/statements/all.ts';

/** The test of a statement of interface.md; its name is the statement. */
export function stated(id: StatementId, run: () => Promise<void> | void, timeoutMs?: number): void {
  it(`${id}: ${STATEMENTS[id].words}`, run, timeoutMs);
}
