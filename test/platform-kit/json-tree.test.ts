import { describe, expect, it } from 'vitest';
import { everyOf, nearest, shallowest, underscored } from '#core/platform-kit/json-tree.ts';

describe('shallowest', () => {
  it('finds the value that lies nearest to the root', () => {
    const tree = { a: { b: { d: { list: 'deep' } } }, c: [{ list: 'nearer' }, { list: 'second' }] };
    expect(shallowest(tree, 'list')).toBe('nearer');
    expect(shallowest(tree, 'nothing')).toBeUndefined();
    expect(shallowest('list', 'list')).toBeUndefined();
  });

  it('passes over null and what does not fit', () => {
    const tree = { count: null, a: { count: 'many' }, b: { c: { count: 3 } } };
    expect(shallowest(tree, 'count')).toBe('many');
    expect(shallowest(tree, 'count', (value) => typeof value === 'number')).toBe(3);
  });
});

describe('nearest', () => {
  it('finds the part that lies nearest to the root', () => {
    const tree = { a: { b: { d: { list: [1] } } }, c: [{ list: [2] }] };
    expect(nearest(tree, (value) => 'list' in value)).toEqual({ list: [2] });
    expect(nearest(tree, (value) => 'a' in value)).toBe(tree);
    expect(nearest(tree, (value) => 'z' in value)).toBeUndefined();
    expect(nearest('text', () => true)).toBeUndefined();
  });
});

describe('everyOf', () => {
  it('finds all parts in the order of the text, and none within another', () => {
    const tree = { a: { b: [{ id: 1, under: { id: 2 } }, null, 'id'] }, c: { id: 3 } };
    expect(everyOf(tree, (value) => 'id' in value)).toEqual([{ id: 1, under: { id: 2 } }, { id: 3 }]);
    expect(everyOf('text', () => true)).toEqual([]);
  });
});

describe('underscored', () => {
  it('writes names as calls have them, at every level', () => {
    const row = { voteupCount: 1, plain: 'aB', subComments: [{ userInfo: { nickName: null } }, ['aB']] };
    const given = structuredClone(row);
    expect(underscored(given)).toEqual({ voteup_count: 1, plain: 'aB', sub_comments: [{ user_info: { nick_name: null } }, ['aB']] });
    expect(given).toEqual(row);
    expect([underscored('aB'), underscored(null)]).toEqual(['aB', null]);
  });
});

describe('an answer nested without end', () => {
  const deep = JSON.parse(`${'{"a":['.repeat(50_000)}{"id":1}${']}'.repeat(50_000)}`) as unknown;

  it('is walked to its ground', () => {
    expect(everyOf(deep, (value) => 'id' in value)).toEqual([{ id: 1 }]);
    expect(nearest(deep, (value) => 'id' in value)).toEqual({ id: 1 });
    expect(shallowest(deep, 'id')).toBe(1);
    expect(shallowest(underscored(deep), 'id')).toBe(1);
  });
});
