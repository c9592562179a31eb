import { coverage } from '#test/contract/coverage.ts';

/** A titled table of the coverage page. */
interface CoverageTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The coverage of interface.md as tables, one for each of its sections. */
export function coverageTables(): readonly CoverageTable[] {
  const bySection = Map.groupBy(coverage(), ({ section }) => section);
  return [...bySection].map(([title, rows]) => ({
    title,
    head: ['Statement', 'Test'],
    rows: rows.map(({ statement, test }) => [statement.words, test === null ? 'none' : `\`${test}\``]),
  }));
}
