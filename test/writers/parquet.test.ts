import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Column, COLUMNS, extraColumn, isFreeExtra } from '#core/contract/columns.ts';
import { type Item, itemSchema } from '#core/contract/item.ts';
import { RowNumbering } from '#core/writers/row.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { loadCases, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';
import { openEngineDoor } from '#test/recordings/engine-door.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';
import { type ParquetRow, readWithDuckDb, readWithHyparquet } from '#test/writers/read-parquet.ts';
import { HOSTILE_TEXTS, sampleItem, temporaryFolder } from '#test/writers/sample.ts';

/** Of each, a small case; replaying all recorded ones takes minutes. */
const RECORDED_CASES = 20;
const MOST_RECORDED_BYTES = 150_000;
const GROUP_ROWS = 5_000;

/** Rows both readers give of the Parquet file, and what the JSON file beside it says in the same columns. */
async function written(items: readonly Item[]) {
  using folder = temporaryFolder();
  const rows = (): readonly (readonly Item[])[] => [items.slice(0, 1), items.slice(1)];
  await writeDataset({
    rows,
    about: aboutOf(items.length),
    exportType: 'comments',
    formats: ['json', 'parquet'],
    folder: folder.path,
    baseName: 'rows',
  });
  const path = join(folder.path, 'rows.parquet');
  const json = JSON.parse(readFileSync(join(folder.path, 'rows.json'), 'utf8')) as unknown[];
  const duck = await readWithDuckDb(path);
  return { expected: cellsOf(json.map((record) => itemSchema.parse(record))), duck, hyparquet: await readWithHyparquet(path) };
}

/** What the columns of a table say of items, as far as any item fills them. */
function cellsOf(items: readonly Item[]): ParquetRow[] {
  const numbering = new RowNumbering();
  const placed = items.map((item) => ({ item, position: numbering.next(item) }));
  const headers = new Set(COLUMNS.map(({ header }) => header));
  const columns: Column[] = [...COLUMNS];
  for (const key of new Set(items.flatMap(({ extra }) => Object.keys(extra).filter(isFreeExtra)))) {
    const column = extraColumn(key, headers);
    headers.add(column.header);
    columns.push(column);
  }
  const filled = columns.filter(({ read }, at) => at === 0 || placed.some(({ item, position }) => (read(item, position) ?? '') !== ''));
  return placed.map(({ item, position }) => Object.fromEntries(filled.map(({ header, read }) => [header, read(item, position)])));
}

/** As they read where a column is of dates alone: the spelling of an instant is the reader's own. */
function withInstants(rows: readonly ParquetRow[], types: Readonly<Record<string, string>>): ParquetRow[] {
  const isInstant = (name: string): boolean => types[name] === 'TIMESTAMP WITH TIME ZONE';
  const cell = (name: string, value: ParquetRow[string]): ParquetRow[string] =>
    value !== null && isInstant(name)
      ? new Date(String(value)).toISOString()
      : types[name] === 'VARCHAR' && value !== null
        ? String(value)
        : value;
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(name, value)])));
}

describe('Parquet', () => {
  test('has the cells of the JSON, each column of its type, for two readers', async () => {
    const { expected, duck, hyparquet } = await written([
      sampleItem({ id: '0012', createdAt: '2024-05-06T07:08:09.123Z', likes: 2 ** 40, rating: 4, text: '', author: { verified: true } }),
      sampleItem({
        id: '2',
        createdAt: null,
        likes: -3,
        rating: 4.5,
        extra: { isGift: false, count: 7, seenAt: '2024-01-01T00:00:00Z', tags: ['a'] },
      }),
      sampleItem({ id: '3', text: 'Grüße 🎉', extra: { isGift: true, count: 7.5, seenAt: null, constructor: 'x' } }),
    ]);
    expect(duck.types).toEqual({
      '#': 'BIGINT',
      ID: 'VARCHAR',
      Date: 'TIMESTAMP WITH TIME ZONE',
      Likes: 'BIGINT',
      Rating: 'DOUBLE',
      Comment: 'VARCHAR',
      Verified: 'BOOLEAN',
      'Is gift': 'BOOLEAN',
      Count: 'DOUBLE',
      'Seen at': 'TIMESTAMP WITH TIME ZONE',
      Tags: 'VARCHAR',
      Constructor: 'VARCHAR',
    });
    expect(duck.rows).toEqual(withInstants(expected, duck.types));
    expect(hyparquet.rows).toEqual(duck.rows);
    expect(hyparquet.about).toEqual(aboutOf(3));
  });

  test('a late value of another kind makes its column one of text, whole', async () => {
    const early = Array.from({ length: 2_500 }, (_, at) =>
      sampleItem({ id: `${at}`, extra: { rank: at, checkedAt: '2024-01-01T00:00:00Z' } }),
    );
    const { expected, duck, hyparquet } = await written([
      ...early,
      sampleItem({ id: 'late', extra: { rank: 'first', checkedAt: '2024-01-01T00:00:00.123456Z' } }),
      sampleItem({ id: 'later', extra: { surprise: true } }),
    ]);
    expect(duck.types).toMatchObject({ Rank: 'VARCHAR', 'Checked at': 'VARCHAR', Surprise: 'BOOLEAN' });
    expect(duck.rows).toEqual(withInstants(expected, duck.types));
    expect(hyparquet.rows).toEqual(duck.rows);
  });

  test('thousands of hostile rows come back as they were, from several row groups', async () => {
    const items = Array.from({ length: GROUP_ROWS + 2_000 }, (_, at) => {
      const text = HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] ?? '';
      const [name, extra] = [at % 3 === 0 ? null : text, at % 5 === 0 ? {} : { note: at % 2 === 0 ? '' : `${text}${at}` }];
      return sampleItem({
        id: `${at}`,
        text: `${text}${at % 7 === 0 ? at : ''}`,
        author: { name },
        likes: at % 11 === 0 ? null : at,
        extra,
      });
    });
    const { expected, duck, hyparquet } = await written(items);
    expect(duck.rows.map(withoutMarks)).toEqual(expected.map(withoutMarks));
    expect(duck.marked).toBe(items.filter(({ text }) => text?.startsWith('\uFEFF')).length);
    expect(hyparquet.groups).toEqual([GROUP_ROWS, 2_000]);
    expect(hyparquet.rows.map(withoutMarks)).toEqual(duck.rows.map(withoutMarks));
  });

  test('has every number of different texts, every pattern of empty cells, and numbers at the edges, over two row groups', async () => {
    const counts = [1, 2, 3, 4, 5, 99, 100, 127, 128, 129, 255, 256, 257, 1_000, 2_400];
    const edges = [
      0,
      -1,
      1,
      2 ** 31 - 1,
      2 ** 31,
      -(2 ** 31),
      -(2 ** 31) - 1,
      2 ** 32,
      -(2 ** 32),
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ];
    const items = Array.from({ length: GROUP_ROWS + 13 }, (_, at) => {
      // Each text comes many times before the next one, so that the first rows have few.
      const texts = counts.map((count) => [`of${count}`, `text ${Math.floor((at * count) / (GROUP_ROWS + 13))}`]);
      const gaps = [2, 3, 7, 8, 9, 64].map((step) => [`gap${step}`, at % step === 0 ? at : null]);
      const numbers = {
        fraction: at % 3 === 0 ? null : -at / 3,
        flag: at % 5 === 0 ? null : at % 2 === 0,
        lastOnly: at === GROUP_ROWS + 12 ? 1 : null,
      };
      return sampleItem({
        id: `${at}`,
        likes: edges[at % edges.length] ?? 0,
        createdAt: new Date(((at % edges.length) - 5) * 1e12).toISOString(),
        extra: { ...Object.fromEntries([...texts, ...gaps]), ...numbers },
      });
    });
    const { expected, duck, hyparquet } = await written(items);
    expect(hyparquet.groups).toEqual([GROUP_ROWS, 13]);
    expect(duck.rows).toEqual(withInstants(expected, duck.types));
    expect(hyparquet.rows).toEqual(duck.rows);
  });

  test('long texts end a row group early', async () => {
    const items = Array.from({ length: 60 }, (_, at) => sampleItem({ id: `${at}`, text: `${String(at % 10).repeat(400_000)}${at}` }));
    const { expected, hyparquet } = await written(items);
    expect(hyparquet.groups.length).toBeGreaterThan(2);
    expect(hyparquet.rows).toEqual(expected);
  });

  test('a lone surrogate is U+FFFD; no rows are a file too', async () => {
    const { duck } = await written([sampleItem({ text: 'half \uD83D of it' })]);
    expect(duck.rows[0]).toMatchObject({ Comment: 'half \uFFFD of it' });
    expect((await written([])).duck).toMatchObject({ rows: [], types: { '#': 'BIGINT' } });
  });

  test('takes less than a third of the CSV', async () => {
    using folder = temporaryFolder();
    const request = { about: aboutOf(20_000), exportType: 'comments', folder: folder.path, baseName: 'rows' } as const;
    await writeDataset({ ...request, rows: () => generatedItems(20_000), formats: ['csv', 'parquet'] });
    const [csv, parquet] = ['csv', 'parquet'].map((ending) => statSync(join(folder.path, `rows.${ending}`)).size) as [number, number];
    expect(parquet).toBeLessThan(csv / 3);
  });
});

const recorded = loadCases()
  .filter(({ expected, folder }) => (expected.items ?? 0) > 0 && statSync(join(folder, 'exchanges.har')).size < MOST_RECORDED_BYTES)
  .filter(({ platform }, at, all) => all.findIndex((other) => other.platform === platform) === at)
  .slice(0, RECORDED_CASES);
if (recorded.length === 0) process.stdout.write(`${RECORDINGS_FOLDER} is not here: no recorded export is written as Parquet.\n`);

describe.skipIf(recorded.length === 0)('Parquet of recorded exports', () => {
  test('agrees with the JSON on every cell', async () => {
    expect(recorded).toHaveLength(RECORDED_CASES);
    const world = await own(startWorld());
    await using door = await openEngineDoor(world.env);
    for (const { name, folder, expected: wanted } of recorded) {
      world.replace({ cases: [folder] });
      const { rows } = await door.export({ url: wanted.url, options: wanted.options, timeoutMs: 20_000 });
      const { expected, duck, hyparquet } = await written(rows.map((row) => itemSchema.parse(row)));
      expect(duck.rows.length, name).toBeGreaterThan(0);
      expect(duck.rows.map(withoutMarks), name).toEqual(withInstants(expected, duck.types).map(withoutMarks));
      expect(hyparquet.rows.map(withoutMarks), name).toEqual(duck.rows.map(withoutMarks));
    }
  }, 240_000);
});

/** Both readers take a byte order mark off a text, in JavaScript. */
function withoutMarks(row: ParquetRow): ParquetRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replace(/^\uFEFF/, '') : value]),
  );
}
