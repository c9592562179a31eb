import { describe, expect, it } from 'vitest';
import { plainLines } from '#core/surfaces/cli/plain-output.ts';

describe('the plain output', () => {
  it('of objects is a table', () => {
    expect(
      plainLines([
        { name: 'Berlin', on: true, tags: ['a', 'b'] },
        { name: 'X', on: false, tags: [], note: null },
      ]),
    ).toEqual(['name    on   tags  note', 'Berlin  yes  a, b  -', 'X       no   -     -']);
  });

  it('of an object is a line for each field, and what is inside it below it', () => {
    expect(plainLines({ id: 7, limit: { used: 1, allowed: null }, rows: [{ a: 1 }], none: [] })).toEqual([
      'id     7',
      'limit',
      '  used     1',
      '  allowed  -',
      'rows',
      '  a',
      '  1',
      'none   -',
    ]);
  });

  it('says so where there is nothing', () => {
    expect(plainLines([])).toEqual(['Nothing there.']);
    expect(plainLines(undefined)).toEqual(['Done.']);
    expect(plainLines({})).toEqual([]);
  });

  it('lets no foreign text steer the terminal', () => {
    expect(plainLines({ text: 'a\u001B[2Jb\nc\u009Bd' })).toEqual(['text  a [2Jb c d']);
    expect(plainLines([{ text: 'x\r\ny' }])).toEqual(['text', 'x y']);
    expect(plainLines([{ text: 'x\u202Ey\u2066z' }])).toEqual(['text', 'x y z']);
  });
});
