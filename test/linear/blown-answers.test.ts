import { describe, expect, it } from 'vitest';
import { withChain, withRefs, withRows, withTail, withTexts } from '#test/linear/blown-answers.ts';

const json = (value: unknown, blow: (body: string) => string): unknown => JSON.parse(blow(JSON.stringify(value)));
const bang = (): string => '!!';

describe('a blown answer', () => {
  it('has a hostile end at the first words of each place, and nowhere else', () => {
    const answer = { id: 'a1', url: 'https://a.b', at: '2024-01-01', rows: [{ text: 'one' }, { text: 'two' }], inner: '{"name":"A b"}' };
    expect(json(answer, withTexts(bang, 2))).toEqual({
      ...answer,
      rows: [{ text: 'one!!' }, { text: 'two' }],
      inner: '{"name":"A b!!"}',
    });
    expect(withTexts(bang, 2)('<p class="a">one</p><p class="a">two</p><script>var a = {"text":"x"};</script>')).toBe(
      '<p class="a">one!!</p><p class="a">two</p><script>var a = {"text":"x!!"};</script>',
    );
    expect(withTexts(bang, 2)(`)]}'\n\n[["wrb.fr","[\\"a b\\"]"]]`)).toBe(`)]}'\n\n[["wrb.fr","[\\"a b!!\\"]"]]`);
  });

  it('has more rows, each with an id of its own', () => {
    expect(json({ rows: [{ id: 'a', parent: null, n: 1 }], ids: [1] }, withRows(2))).toEqual({
      rows: [
        { id: 'a', parent: null, n: 1 },
        { id: 'a1', parent: null, n: 1 },
        { id: 'a2', parent: null, n: 1 },
      ],
      ids: [1],
    });
  });

  it('has chains where rows say what they reply to', () => {
    expect(json([{ id: 7, in_reply_to_id: 1 }], withChain(3))).toEqual([
      { id: 7, in_reply_to_id: 1 },
      { id: 8, in_reply_to_id: 7 },
      { id: 9, in_reply_to_id: 8 },
      { id: 10, in_reply_to_id: 9 },
    ]);
    expect(json([{ id: 7, text: 'x' }], withChain(3))).toEqual([{ id: 7, text: 'x' }]);
  });

  it('has many records that name one list where a list names records', () => {
    const answer = { r: { id: 'r', tags: ['a'], none: [] }, root: { rows: [{ __ref: 'r' }] } };
    expect(json(answer, withRefs(2))).toEqual({
      ...answer,
      root: { rows: [{ __ref: 'r' }, { __ref: 'r0' }, { __ref: 'r1' }] },
      'many tags': ['a', 'a'],
      r0: { id: 'r0', tags: { __ref: 'many tags' }, none: [] },
      r1: { id: 'r1', tags: { __ref: 'many tags' }, none: [] },
    });
    expect(json({ rows: [{ id: 'a' }] }, withRefs(2))).toEqual({ rows: [{ id: 'a' }] });
  });

  it('has a tail behind a page alone', () => {
    expect([withTail(bang, 2)('<p>'), withTail(bang, 2)('{}')]).toEqual(['<p>!!', '{}']);
  });
});
