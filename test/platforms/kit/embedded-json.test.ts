import { describe, expect, it } from 'vitest';
import { jsonScriptsOf } from '#core/platforms/kit/embedded-json.ts';

describe('jsonScriptsOf', () => {
  const page =
    '<script type="application/json" data-x>{"a":1}</script><script>var b</script><script data-y type=\'application/json\'> {"b":2} </script><script type="application/json"></script>';

  it('reads them in order', () => {
    expect(jsonScriptsOf(page)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(jsonScriptsOf(page, '"b"')).toEqual([{ b: 2 }]);
  });

  it('says where one is no JSON', () => {
    expect(() => jsonScriptsOf('<script type="application/json">{</script>')).toThrow(/at script/);
  });
});
