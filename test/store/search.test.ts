import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEARCH_SORTS } from '#core/contract/search.ts';
import {
  DamagedIndex,
  type IndexedRow,
  type IndexPlace,
  openSearchIndex,
  removeSearchIndex,
  RowMatcher,
  type SearchIndex,
  SearchIndexBuild,
} from '#core/store/search.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('search');
const path = join(folder, 'index.sqlite');

const someRow = fc.record({
  atMs: fc.option(fc.nat(5), { nil: null }),
  likes: fc.option(fc.nat(3), { nil: null }),
  rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  text: fc.constantFrom('cat', 'dog', 'cat dog', 'cat cat cat bird', ''),
});

function rowsOf(all: readonly { atMs: number | null; likes: number | null; rating: number | null; text: string }[]): readonly IndexedRow[] {
  return all.map((row, at) => ({
    ...row,
    place: at + 1,
    seq: 1_000 + at,
    sentiment: null,
    language: null,
    hasMedia: at % 2 === 0,
    hasReplies: false,
    change: null,
    depth: 0,
    idKey: 0,
    authorKeys: [0, 0, 0],
    title: '',
    author: '',
  }));
}

function build(rows: readonly IndexedRow[], revision = 'one'): SearchIndex {
  const index = new SearchIndexBuild(path);
  index.add(rows);
  for (let step = 0; index.join(step); step += 1);
  index.finish(revision);
  return openSearchIndex(path) as SearchIndex;
}

describe('an index', () => {
  it('gives every match once, page by page, in each order, and all at once', () => {
    fc.assert(
      fc.property(
        fc.array(someRow, { maxLength: 40 }),
        fc.constantFrom(...SEARCH_SORTS),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (all, sort, limit, isAll) => {
          const rows = rowsOf(all);
          const index = build(rows);
          const conditions = [{ sql: 'rows.has_media = ?', values: [1] }];
          const request = { match: isAll ? null : '"cat"', conditions };
          const wanted = rows.filter(({ hasMedia, text }) => hasMedia && (isAll || text.includes('cat')));
          const found: IndexPlace[] = [];
          for (;;) {
            const after = found.at(-1) ?? null;
            const page = index.page(request, { sort, after, limit });
            found.push(...page);
            if (page.length < limit) break;
          }
          expect(Array.from(index.order(request, sort))).toEqual(found.map(({ place }) => place));
          expect(found.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(wanted.map(({ place }) => place));
          expect(found.every(({ place, seq }) => seq === place + 999)).toBe(true);
          const keys = found.map(({ place }) => keyOf(sort, rows[place - 1] as IndexedRow));
          if (sort !== 'relevance') expect(keys).toEqual(keys.toSorted((a, b) => a - b));
          expect(index.at(Uint32Array.from(wanted, ({ place }) => place)).map(({ seq }) => seq)).toEqual(wanted.map(({ seq }) => seq));
          index.close();
          using matcher = new RowMatcher(request);
          expect(matcher.matches([]).size).toBe(0);
          for (let again = 0; again < 2; again += 1)
            expect([...matcher.matches(rows)].toSorted((a, b) => a - b)).toEqual(wanted.map(({ place }) => place));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is there whole or not at all, and goes with all that belongs to it', () => {
    removeSearchIndex(path);
    const begun = new SearchIndexBuild(path);
    begun.add(rowsOf([{ atMs: 1, likes: 1, rating: 1, text: 'cat' }]));
    expect(openSearchIndex(path)).toBeNull();
    begun.discard();
    expect([path, `${path}.partial`].map((file) => existsSync(file))).toEqual([false, false]);
    build([], 'two').close();
    expect(openSearchIndex(path)).toMatchObject({ revision: 'two', rows: 0 });
    removeSearchIndex(path);
    expect(openSearchIndex(path)).toBeNull();
  });

  it('is none where it is of another version, or another database', () => {
    build([], 'three').close();
    const other = new Database(path);
    other.exec('UPDATE mark SET version = version + 1');
    other.close();
    expect(openSearchIndex(path)).toBeNull();
    for (const left of [`${path}.damaged`, `${path}.damaged-wal`, `${path}.partial`]) writeFileSync(left, '');
    removeSearchIndex(path);
    expect(readdirSync(folder)).toEqual([]);
    const strange = new Database(path);
    strange.exec('CREATE TABLE rows (place INTEGER)');
    strange.close();
    expect(openSearchIndex(path)).toBeNull();
  });

  it('that is none is named as damaged, and made anew', () => {
    writeFileSync(path, 'something else, longer than a header of a database would be, so that it is read');
    expect(() => openSearchIndex(path)).toThrow(DamagedIndex);
    expect(() => openSearchIndex(path)).toThrow(expect.objectContaining({ path, message: `The search index ${path} is damaged.` }));
    const index = build(rowsOf([{ atMs: 1, likes: 1, rating: 1, text: 'cat' }]));
    expect(index.order({ match: '"cat"', conditions: [] }, 'file')).toHaveLength(1);
    index.close();
  });
});

/** What the order goes by, rising. */
function keyOf(sort: (typeof SEARCH_SORTS)[number], { place, atMs, likes }: IndexedRow): number {
  const keys = { file: place, newest: -(atMs ?? -1), oldest: atMs ?? 99, likes: -(likes ?? -1), relevance: 0 };
  return keys[sort];
}
