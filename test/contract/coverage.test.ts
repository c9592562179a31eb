import { describe, expect, it } from 'vitest';
import { coverage } from '#test/contract/coverage.ts';

const rows = coverage();

describe('the coverage of interface.md', () => {
  it('has a test for every statement', () => {
    const without = rows.filter(({ test }) => test === null);
    expect(without.map(({ id, statement }) => statement.elsewhere ?? id)).toEqual([]);
  });

  it('knows each statement once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
