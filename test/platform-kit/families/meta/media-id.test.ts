import { describe, expect, it } from 'vitest';
import { codeOf, createdMsOf, mediaIdOf, shortCode } from '#core/platform-kit/families/meta/media-id.ts';

describe('meta: numbers and codes of posts', () => {
  it.each([
    ['CPv3UqsBFvg', '2589531623544609760'],
    ['DXO2PlPEoOQ', '3877274894497645456'],
    ['B', '1'],
  ])('%s is %s, and back', (code, id) => {
    expect(mediaIdOf(code)).toBe(id);
    expect(codeOf(id)).toBe(code);
  });

  it('leaves out the key of a private post', () => {
    const code = 'CPv3UqsBFvgabcdefghijklmnopqrstuvwxyzABC';
    expect(shortCode(code)).toBe('CPv3UqsBFvg');
    expect(mediaIdOf(code)).toBe('2589531623544609760');
  });

  it('knows what is neither', () => {
    expect([mediaIdOf('a b'), mediaIdOf(''), codeOf('x'), codeOf('0'), createdMsOf('x')]).toEqual([null, null, null, null, null]);
  });

  it('reads the date in a number, which may be some minutes before that of the post', () => {
    expect(new Date(createdMsOf('2589531623544609760') ?? 0).toISOString()).toBe('2021-06-05T18:04:06.833Z');
  });
});
