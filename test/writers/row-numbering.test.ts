import { describe, expect, test } from 'vitest';
import type { ItemKind } from '#core/contract/item.ts';
import { RowNumbering } from '#core/writers/row.ts';
import { sampleItem } from '#test/writers/sample.ts';

/** Numbers of rows given as "id" or "id<parent". */
function numbersOf(
  rows: readonly string[],
  kindOf: (isReply: boolean) => ItemKind = (isReply) => (isReply ? 'reply' : 'comment'),
): readonly string[] {
  const numbering = new RowNumbering();
  return rows.map((row) => {
    const [id = '', parentId = null] = row.split('<');
    const { row: number, reply } = numbering.next(sampleItem({ id, parentId, kind: kindOf(parentId !== null) }));
    return reply === null ? String(number) : `${number}.${reply}`;
  });
}

describe('row numbers', () => {
  test('count top-level rows, and replies below each', () => {
    expect(numbersOf(['a', 'b', 'b1<b', 'b2<b', 'c', 'c1<c'])).toEqual(['1', '2', '2.1', '2.2', '3', '3.1']);
  });

  test('count replies to replies below the same top-level row', () => {
    expect(numbersOf(['a', 'a1<a', 'a2<a1', 'a3<a2', 'a4<a'])).toEqual(['1', '1.1', '1.2', '1.3', '1.4']);
  });

  test('give a reply whose parent is not in the file a row of its own, and its replies below it', () => {
    expect(numbersOf(['x<elsewhere', 'y<elsewhere', 'y1<y', 'a', 'a1<gone', 'a2<a1', 'a3<a'])).toEqual([
      '1',
      '2',
      '2.1',
      '3',
      '4',
      '4.1',
      '3.1',
    ]);
  });

  test('give every message and post a row of its own, whatever it answers', () => {
    expect(numbersOf(['a', 'b<a', 'c<b'], () => 'message')).toEqual(['1', '2', '3']);
    expect(numbersOf(['a', 'b<a'], () => 'post')).toEqual(['1', '2']);
  });
});
