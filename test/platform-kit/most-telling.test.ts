import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';

describe('of several refusals', () => {
  const [hidden, blocked, captcha] = [new PlatformRefusal('PRIVATE'), new PlatformRefusal('BLOCKED'), new PlatformRefusal('CAPTCHA')];

  it('the one that stands first in the order is told, and one that is not in it last', () => {
    expect(mostTelling([hidden, blocked, captcha], ['CAPTCHA', 'BLOCKED'])).toBe(captcha);
    expect(mostTelling([hidden, blocked], ['CAPTCHA', 'BLOCKED'])).toBe(blocked);
    expect(mostTelling([hidden], ['CAPTCHA'])).toBe(hidden);
  });

  it('the first of its kind is told', () => {
    expect(mostTelling([blocked, new PlatformRefusal('BLOCKED')], ['BLOCKED'])).toBe(blocked);
  });

  it('none at all is BLOCKED', () => {
    expect(mostTelling([], ['CAPTCHA']).code).toBe('BLOCKED');
  });
});
