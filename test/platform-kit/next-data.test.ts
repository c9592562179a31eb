import { describe, expect, it } from 'vitest';
import { PlatformChanged } from '#core/contract/error.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';

const page = (script: string): string =>
  `<html><head><script>var a = "__NEXT_DATA__";</script></head><body>${script}<script src="x.js"></script></body></html>`;

describe('embedded Next.js data', () => {
  it.each([
    '<script id="__NEXT_DATA__" type="application/json">{"a":"<3 \\u003cb>"}</script>',
    "<script type='application/json' id='__NEXT_DATA__' nonce='n'>{\"a\":\"<3 <b>\"}</script>",
    '<SCRIPT id=__NEXT_DATA__>{"a":"<3 <b>"}</SCRIPT>',
  ])('is found in %s', (script) => {
    expect(nextDataOf(page(script))).toEqual({ a: '<3 <b>' });
  });

  it('is null on a page without it', () => {
    expect(nextDataOf(page(''))).toBeNull();
    expect(nextDataOf('')).toBeNull();
  });

  it('that is no JSON is a change of the platform', () => {
    expect(() => nextDataOf(page('<script id="__NEXT_DATA__">{"a":</script>'))).toThrow(PlatformChanged);
  });
});
