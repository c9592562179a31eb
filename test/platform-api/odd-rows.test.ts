import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { checked, fits, rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { madeUpId } from '#core/platform-kit/hash.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { readingPage, readRows, readRowsBelow, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { readWire } from '#core/platform-kit/wire.ts';

const rowSchema = z.object({ id: z.string(), replies: rowsBelow(z.object({ id: z.string() })).nullish() });
const answerSchema = z.object({ data: z.object({ rows: rowsOf(rowSchema) }) });

const sound = (count: number): unknown[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));
const odd = (count: number): unknown[] => Array.from({ length: count }, (_, index) => ({ name: `odd ${index}` }));
const answerOf = (rows: readonly unknown[]) => ({ data: { rows } });
const itemOf = (id: string) => makeItem({ id, kind: 'comment', text: id });

/** A page of the rows of one answer. */
function page(rows: readonly unknown[]): Promise<Page<never>> {
  return readingPage(async () => ({ items: readWire(answerSchema, answerOf(rows), 'body').data.rows.map(({ id }) => itemOf(id)) }));
}

describe('an odd row', () => {
  it('becomes a gap of its page, with its path', async () => {
    const { items, gaps } = await page([...sound(2), { id: 5 }, ...sound(1)]);
    expect(items.map(({ id }) => id)).toEqual(['r0', 'r1', 'r0']);
    expect(gaps).toEqual([
      {
        cause: 'unreadable',
        count: 1,
        note: 'A row had an unknown form (at body.data.rows.2.id).',
        row: '{"id":5}',
      },
    ]);
  });

  it.each([
    ['none', 0, 0],
    ['two of three', 1, 2],
    ['a fifth', 12, 3],
    ['a fifth of many', 80, 20],
  ])('costs itself alone where %s are odd', async (_, right, wrong) => {
    const { items, gaps = [] } = await page([...sound(right), ...odd(wrong)]);
    expect(items).toHaveLength(right);
    expect(gaps.reduce((sum, { count }) => sum + count, 0)).toBe(wrong);
  });

  it.each([
    ['the only one', 0, 1],
    ['all', 0, 2],
    ['three, and more than a fifth', 11, 3],
    ['half', 10, 10],
  ])('is another form of the answer where %s are odd', async (_, right, wrong) => {
    await expect(page([...sound(right), ...odd(wrong)])).rejects.toThrow(PlatformChanged);
  });

  it('is an error where nobody counts', () => {
    expect(() => readWire(answerSchema, answerOf([...sound(5), { id: 5 }]), 'body')).toThrow('body.data.rows.5.id');
    expect(() => readRows([1, 2], 'rows', (row) => readWire(z.literal(1), row, 'it'))).toThrow(PlatformChanged);
  });

  it('within a row costs itself alone, though it be the only one there', async () => {
    const { items, gaps } = await page([{ id: 'a', replies: [{ id: 7 }] }, { id: 'b' }]);
    expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(gaps).toMatchObject([{ count: 1, note: 'A row had an unknown form (at body.data.rows.0.replies.0.id).' }]);
  });

  it('counts the rows within a row for the limits of the page', async () => {
    const replies = [...odd(3), ...sound(1)];
    await expect(page([{ id: 'a', replies }])).rejects.toThrow('body.data.rows.0.replies.0.id');
  });

  it('counts beside the row that it stands in where that is odd too', async () => {
    const { gaps } = await page([...sound(8), { name: 'no id', replies: [{ id: 7 }] }]);
    expect(gaps?.map(({ note }) => note)).toEqual([
      'A row had an unknown form (at body.data.rows.8.replies.0.id).',
      'A row had an unknown form (at body.data.rows.8.id).',
    ]);
  });
});

describe('what is no row', () => {
  const isRow = (value: unknown): boolean => !(typeof value === 'object' && value !== null && 'cursor' in value);
  const schema = z.object({ rows: rowsOf(z.union([rowSchema, z.object({ cursor: z.string() })]), isRow) });

  it('must be of a known form', async () => {
    const read = (cursor: unknown) =>
      readingPage(async () => ({
        items: readWire(schema, { rows: [...sound(9), { cursor }] }, '').rows.map((_, index) => itemOf(`${index}`)),
      }));
    expect((await read('on')).items).toHaveLength(10);
    await expect(read(7)).rejects.toThrow(PlatformChanged);
  });
});

describe('the gaps of a page', () => {
  it('count a list that is read twice once, and not what only was tried', async () => {
    const answer = answerOf([...sound(4), { id: 5 }]);
    const { gaps } = await readingPage(async () => {
      fits(answerSchema, answerOf(odd(1)));
      checked(z.object({ data: z.object({ rows: rowsOf(rowSchema), more: z.string() }) }), answer);
      readWire(answerSchema, answer, '');
      return { items: readWire(answerSchema, answer, '').data.rows.map(({ id }) => itemOf(id)) };
    });
    expect(gaps).toHaveLength(1);
  });

  it('count the rows of all lists together', async () => {
    const lists = [1, 2].map(() => answerOf([...sound(4), ...odd(2)]));
    const read = readingPage(async () => ({
      items: lists.flatMap((list) => readWire(answerSchema, list, '').data.rows.map(({ id }) => itemOf(id))),
    }));
    await expect(read).rejects.toThrow(PlatformChanged);
  });

  it('name a row without an id that says nothing', async () => {
    const blank = makeItem({ id: madeUpId('the product', null, null), kind: 'comment', text: '' });
    const own = makeItem({ id: 'its own', kind: 'comment' });
    const { items, gaps } = await readingPage(async () => ({ items: [itemOf('a'), blank, own] }));
    expect(items.map(({ id }) => id)).toEqual(['a', 'its own']);
    expect(gaps).toEqual([{ cause: 'unreadable', count: 1, note: 'A row had an unknown form (at items.1).' }]);
    await expect(readingPage(async () => ({ items: [blank] }))).rejects.toThrow(PlatformChanged);
  });

  it('stand beside those of the platform itself', async () => {
    const deleted = { cause: 'deleted', count: 2 } as const;
    const { gaps } = await readingPage(async () => {
      const { rows } = readWire(answerSchema, answerOf([...sound(4), { id: 5 }]), '').data;
      return { items: rows.map(({ id }) => itemOf(id)), gaps: [deleted] };
    });
    expect(gaps).toMatchObject([deleted, { cause: 'unreadable' }]);
  });
});

describe('rows that no schema sees', () => {
  const read = (row: string): string => {
    if (row === 'ceiling') throw new CeilingExceeded('1 MB');
    if (row.startsWith('odd')) throw new PlatformChanged('.date');
    return row;
  };

  it('are read one by one', async () => {
    const { items, gaps } = await readingPage(async () => ({ items: readRows(['a', 'odd', 'b'], 'li', read).map(itemOf) }));
    expect(items).toHaveLength(2);
    expect(gaps).toMatchObject([{ cause: 'unreadable', note: 'A row had an unknown form (at li.1..date).' }]);
  });

  it('are another form where too many are odd, unless they stand within a row', async () => {
    const reading = (rows: readonly string[], all: typeof readRows) =>
      readingPage(async () => ({ items: [itemOf('x'), itemOf('y'), ...all(rows, 'li', read).map(itemOf)] }));
    await expect(reading(['odd'], readRows)).rejects.toThrow('.date');
    expect((await reading(['odd'], readRowsBelow)).items).toHaveLength(2);
  });

  it('pass on what is no odd row', async () => {
    await expect(readingPage(async () => ({ items: readRows(['a', 'ceiling', 'b'], 'li', read).map(itemOf) }))).rejects.toThrow(
      CeilingExceeded,
    );
  });

  it('are as many as the platform gave, whichever way they are counted', async () => {
    await readingPage(async () => {
      const { rows } = readWire(answerSchema, answerOf([...sound(8), { id: 5 }]), '').data;
      expect([rows.length, rowsGiven(rows)]).toEqual([8, 9]);
      expect(rowsGiven(readRows(rows, 'rows', ({ id }) => id))).toBe(9);
      return { items: rows.map(({ id }) => itemOf(id)) };
    });
    expect(rowsGiven([1, 2])).toBe(2);
  });
});
