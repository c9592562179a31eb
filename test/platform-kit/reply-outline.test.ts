import { expect, it } from 'vitest';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { parentsOf } from '#core/platform-kit/reply-outline.ts';

const read = (html: string) =>
  [...parentsOf(parseHtml(html), { row: (tag, { id }) => (tag === 'li' ? (id ?? null) : null), list: (tag) => tag === 'ol' })].map(
    ([id, parent]) => `${id} < ${parent}`,
  );

it('tells which row each row answers, by the list that comes after it', () => {
  const html =
    '<ol><li id="a">A<br></li><li><ol><li id="b">B</li><li><ol><li id="c">C</li></ol></li><li id="d">D</li></ol></li><li id="e">E</li></ol>';
  expect(read(html)).toEqual(['a < null', 'b < a', 'c < b', 'd < a', 'e < null']);
});

it('takes a list within a list without a row between them for the same one', () => {
  expect(read('<li id="a">A</li><ol><ol><li id="b">B</li></ol></ol>')).toEqual(['a < null', 'b < a']);
});

it('reads lists that never end, and a row that stands twice where it stands first', () => {
  expect(read('<li id="a">A</li><ol><li id="b">B</li><li id="a">A</li></ol></ol><li id="c">')).toEqual(['a < null', 'b < a', 'c < null']);
});
