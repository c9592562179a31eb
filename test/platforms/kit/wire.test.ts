import { describe, expect, it } from 'vitest';
import { readJsonWithIds } from '#core/platforms/kit/wire.ts';

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
