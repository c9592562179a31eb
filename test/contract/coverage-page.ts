import { coverage, type Coverage } from '#test/contract/coverage.ts';

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
    rows: rows.map((row) => [row.statement.words, place(row)]),
  }));
}

function place({ statement: { later, notYet }, test }: Coverage): string {
  if (later !== undefined) return `later: ${later}`;
  if (notYet !== undefined) return `not yet: ${notYet}`;
  return test === null ? 'none' : `\`${test}\``;
}
