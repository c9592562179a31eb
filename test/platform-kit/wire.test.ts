import { describe, expect, it } from 'vitest';
import { countSchema, idSchema, numberSchema, readJsonWithIds } from '#core/platform-kit/wire.ts';

describe('kit: JSON with long numbers', () => {
  it('keeps their digits, and all else', () => {
    const text = '{"pk":17890000000000001,"in":["a: 17890000000000001,",17890000000000001],"small":5,"float":1.5,"big":1e300}';
    expect(readJsonWithIds(text, '$')).toEqual({
      pk: '17890000000000001',
      in: ['a: 17890000000000001,', '17890000000000001'],
      small: 5,
      float: 1.5,
      big: 1e300,
    });
    expect(readJsonWithIds('{"pk":5}', '$')).toEqual({ pk: 5 });
  });

  it.each(['{', '{"pk":17890000000000001,'])('refuses what is no JSON: %s', (text) => {
    expect(() => readJsonWithIds(text, 'body')).toThrow(/body/);
  });
});

describe('kit: counts', () => {
  it('are numbers, also where they are sent as text', () => {
    expect([countSchema.parse(7), countSchema.parse('12')]).toEqual([7, 12]);
    for (const odd of ['1.2K', '', 1.5, null]) expect(countSchema.safeParse(odd).success).toBe(false);
  });
});

describe('kit: numbers', () => {
  it('have parts, also where they are sent as text', () => {
    expect([numberSchema.parse(4.5), numberSchema.parse('4.5'), numberSchema.parse('5')]).toEqual([4.5, 4.5, 5]);
    for (const odd of ['five', '4,5', '', null]) expect(numberSchema.safeParse(odd).success).toBe(false);
  });
});

describe('kit: ids', () => {
  it('are text, also where they are sent as numbers', () => {
    expect([idSchema.parse('a'), idSchema.parse(7)]).toEqual(['a', '7']);
    for (const odd of ['', 1.5, null]) expect(idSchema.safeParse(odd).success).toBe(false);
  });
});
