import { expect, test } from 'vitest';
import { AUTHOR_COLUMN, COLUMNS } from '#renderer/views/export/columns.ts';
import { asWide, layoutIn, moved, orderedColumns, placedColumns, USUAL, widened } from '#renderer/views/export/table-layout.ts';

test('what a browser kept of the table is taken as far as it makes sense', () => {
  for (const nonsense of [null, '', '{', '7', 'null', '[]', '{"order":7,"hidden":{},"widths":[null],"frozen":"2","isTall":1}'])
    expect(layoutIn(nonsense)).toEqual(USUAL);
  const kept = {
    order: ['column.date', 7],
    hidden: ['column.title'],
    widths: { 'column.text': 9_999, 'column.date': 1 },
    frozen: 40,
    isTall: true,
  };
  expect(layoutIn(JSON.stringify(kept))).toEqual({
    order: ['column.date'],
    hidden: ['column.title'],
    widths: { 'column.text': 1_200, 'column.date': 60 },
    frozen: 3,
    isTall: true,
  });
});

test('columns are moved one place at a time, and stay at the ends', () => {
  const names = (layout: typeof USUAL) => orderedColumns(layout).map(({ name }) => name);
  const usual = names(USUAL);
  expect(names(moved(USUAL, 'column.date', -1)).slice(-2)).toEqual(['column.date', 'column.language']);
  expect(names(moved(USUAL, 'column.date', 1))).toEqual(usual);
  expect(names(moved(moved(USUAL, 'column.date', -1), 'column.date', 1))).toEqual(usual);
});

test('columns that stay know where, and those that were given a width have it', () => {
  const layout = { ...widened(USUAL, 'column.rating', 130.4), frozen: 2, hidden: ['column.title'] };
  const { columns, least } = placedColumns(new Set(COLUMNS), layout);
  expect(columns.slice(0, 3).map(({ track, stays }) => [track, stays])).toEqual([
    // Within two thirds of the table: they move with the others where they reach further.
    ['10rem', 'calc(calc(0px) + 1000 * min(0px, 66cqi - calc(0px + 10rem)))'],
    ['130px', 'calc(calc(0px + 10rem) + 1000 * min(0px, 66cqi - calc(0px + 10rem + 130px)))'],
    ['6.5rem', null],
  ]);
  expect(columns.map(({ column }) => column.name)).not.toContain('column.title');
  expect(least).toContain('130px');
  expect(placedColumns(new Set(), asWide(layout, 'column.rating')).columns.map(({ column }) => column)).toEqual([AUTHOR_COLUMN]);
});
