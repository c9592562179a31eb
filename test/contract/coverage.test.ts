import { describe, expect, it } from 'vitest';
import { coverage } from '#test/contract/coverage.ts';

const rows = coverage();

describe('the coverage of interface.md', () => {
  it('has a test for every statement that does not belong to a later part', () => {
    const without = rows.filter(({ test, statement }) => test === null && statement.later === undefined && statement.notYet === undefined);
    expect(without.map(({ id, statement }) => statement.elsewhere ?? id)).toEqual([]);
  });

  it('leaves nothing to a later part that has a test', () => {
    expect(rows.filter(({ test, statement }) => test !== null && statement.later !== undefined).map(({ id }) => id)).toEqual([]);
  });

  it('knows each statement once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
