import { describe, expect, it } from 'vitest';
import { PlatformChanged } from '#core/contract/error.ts';
import { embeddedResult, isGuarded, readGuarded, rpcAnswerOf, rpcBody, slot } from '#core/platform-kit/batchexecute.ts';

const frame = (payload: unknown, status: unknown = null): unknown[] => [
  'wrb.fr',
  'abc',
  payload === null ? null : JSON.stringify(payload),
  null,
  null,
  status,
  'generic',
];

describe('envelopes of batchexecute', () => {
  it('gives the payload of the call, whole or in chunks', () => {
    const text = JSON.stringify([['di', 3], ['wrb.fr', 'other', '[1]', null, null, null, '2'], frame([['ä🎉\n12\n', 5]])]);
    const expected = { payload: [['ä🎉\n12\n', 5]], failure: null };
    expect(rpcAnswerOf(`)]}'\n\n${text}`, 'abc')).toEqual(expected);
    expect(rpcAnswerOf(`)]}'\n\n${text.length}\n${text}\n25\n[["e",4,null,null,131]]\n`, 'abc')).toEqual(expected);
    expect(rpcAnswerOf(`)]}'\r\n\r\n9\r\n[["x",1]]\r\n${text.length}\r\n${text.replace('],[', ']\n,[')}\r\n`, 'abc')).toEqual(expected);
  });

  it('tells a call without a result from one that failed', () => {
    expect(rpcAnswerOf(`)]}'\n\n${JSON.stringify([frame(null)])}`, 'abc')).toEqual({ payload: null, failure: null });
    expect(rpcAnswerOf(`)]}'\n\n${JSON.stringify([frame(null, [3])])}`, 'abc')).toEqual({ payload: null, failure: 3 });
  });

  it.each([
    ['no envelope', '<html></html>'],
    ['nothing', ''],
    ['an object', `)]}'\n\n{"a":1}`],
    ['another call only', `)]}'\n\n[["wrb.fr","other","[]"]]`],
    ['an error frame', `)]}'\n\n[["er",null,null,null,null,400,null,null,null,3]]`],
    ['a payload that is no JSON', `)]}'\n\n[["wrb.fr","abc","[1,"]]`],
    ['a cut-off chunk', `)]}'\n\n30\n[["wrb.fr","abc",`],
  ])('refuses %s', (_what, text) => {
    expect(() => rpcAnswerOf(text, 'abc')).toThrow(PlatformChanged);
  });

  it('finds a place in nested arrays, or nothing', () => {
    expect(slot([1, [2, [3]]], 1, 1, 0)).toBe(3);
    expect(slot([1, null], 1, 1, 0)).toBeUndefined();
    expect(slot({ 0: 'a' }, 0)).toBeUndefined();
  });
});

describe('an answer that is guarded', () => {
  it('is JSON behind the guard', () => {
    expect(readGuarded(`)]}'\n[1]`, 'list')).toEqual([1]);
    expect(readGuarded('[1]', 'list')).toEqual([1]);
    expect([isGuarded(`)]}'\n[1]`), isGuarded('[1]')]).toEqual([true, false]);
    expect(() => readGuarded('<html>', 'list')).toThrow(expect.objectContaining({ path: 'list' }));
  });
});

describe('a call of batchexecute', () => {
  it('has its arguments as a text', () => {
    expect(rpcBody('abc', ['x', [1]])).toBe(`f.req=${encodeURIComponent('[[["abc","[\\"x\\",[1]]",null,"generic"]]]')}`);
  });

  it('has its result within a page', () => {
    const page = `AF_initDataCallback({key: 'ds:0', hash: '1', data:["]"], sideChannel: {}});</script>
      <script>AF_initDataCallback({key: 'ds:1', hash: '2', data:[[1]], sideChannel: {}});AF_initDataCallback({key: 'ds:2', data:null, sideChannel: {}});`;
    expect([embeddedResult(page, 'ds:0'), embeddedResult(page, 'ds:1')]).toEqual([[']'], [[1]]]);
    expect([embeddedResult(page, 'ds:2'), embeddedResult(page, 'ds:3')]).toEqual([undefined, undefined]);
  });
});
