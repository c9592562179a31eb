import { describe, expect, it } from 'vitest';
import { jsonBehind, jsonScriptsOf, scriptDataOf } from '#core/platform-kit/embedded-json.ts';

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

describe('jsonBehind', () => {
  const page = '<script>window.a = {"x":"}]\\"{","y":[{"z":1}]};window.b={"c":[1,2]}</script>';

  it('reads to the end of the value, brackets in texts aside', () => {
    expect(jsonBehind(page, /window\.a = /)).toEqual({ x: '}]"{', y: [{ z: 1 }] });
    expect(jsonBehind(page, /"c":/)).toEqual([1, 2]);
  });

  it('gives nothing where none begins, or it does not end', () => {
    expect(jsonBehind(page, /window\.c = /)).toBeUndefined();
    expect(jsonBehind('a = 5', /a = /)).toBeUndefined();
    expect(jsonBehind('a = {"b":1', /a = /)).toBeUndefined();
  });

  it('says where it is no JSON', () => {
    expect(() => jsonBehind('a = {b:1}', /a = /)).toThrow(/at a = /);
  });
});

describe('pages of an odd form', () => {
  it('are read by scripts that begin and end as in a browser', () => {
    const page =
      '<script src="x"></script>\n<SCRIPT type="application/json">{"a":"<script type=\'application/json\'>"}</SCRIPT ><script type="application/json">{"b":';
    expect(jsonScriptsOf(page)).toEqual([{ a: "<script type='application/json'>" }]);
    expect(jsonScriptsOf('<scripted type="application/json">{</scripted><script type="application/json"')).toEqual([]);
    expect(scriptDataOf('<script id="state-2">1</script><script data-x id=state>2</script>', 'state')).toBe(2);
    expect(scriptDataOf('<script id="state">', 'state')).toBeUndefined();
  });

  it('end within a text', () => {
    expect(jsonBehind('a = {"b":"x\\', /a = /)).toBeUndefined();
    expect(jsonBehind('a = {"b":"\\"}', /a = /)).toBeUndefined();
    expect(jsonBehind('a = {"b":"\\\\"};', /a = /)).toEqual({ b: '\\' });
  });
});
