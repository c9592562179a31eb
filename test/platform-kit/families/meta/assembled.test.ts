import { describe, expect, it } from 'vitest';
import { assembled } from '#core/platform-kit/families/meta/assembled.ts';

describe('assembled', () => {
  it('puts later parts where they belong', () => {
    const first = { data: { node: { list: { edges: [{ node: { id: 1, more: { a: 1 } } }] } } } };
    const answer = assembled([
      first,
      { path: ['node', 'list', 'edges', 0, 'node'], data: { more: { b: 2 }, late: true } },
      { path: ['node', 'list', 'edges', 1], data: { node: { id: 2 } } },
      { path: ['node', 'list'], data: { page_info: { has_next_page: true } } },
    ]);
    expect(answer).toEqual({
      data: {
        node: {
          list: {
            edges: [{ node: { id: 1, more: { a: 1, b: 2 }, late: true } }, { node: { id: 2 } }],
            page_info: { has_next_page: true },
          },
        },
      },
      loose: [],
    });
  });

  it('keeps what names no place that is there', () => {
    const parts = [{ data: { other: 1 } }, { path: ['node', 'gone', 'x'], data: { other: 2 } }, { path: ['edges', 5], data: { other: 3 } }];
    expect(assembled([{ data: { edges: [1] } }, ...parts])).toEqual({
      data: { edges: [1] },
      loose: [{ other: 1 }, { other: 2 }, { other: 3 }],
    });
  });
});
