import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JointIndex, type JointRow } from '#core/store/joint-index.ts';
import { DamagedIndex } from '#core/store/search.ts';
import { ownFolder } from '#test/own.ts';

/** Rows of a table, and of an export that gets its own. */
const [TABLE, ALONE] = [20_000, 10_000];
const ALL = { first: 3, most: 1_000 };

let path: string;
let index: JointIndex;

beforeEach(() => {
  path = join(ownFolder('joint'), 'joint.sqlite');
  index = new JointIndex(path);
});
afterEach(() => index.close());

/** In parts of so many: `cat` in every row, `dog` in each tenth. */
async function* rows(count: number, atOnce = 5_000): AsyncGenerator<readonly JointRow[]> {
  for (let from = 0; from < count; from += atOnce)
    yield Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => {
      const place = from + at + 1;
      return { place, seq: 1_000_000 + place, text: place % 10 === 0 ? 'cat dog' : 'cat', title: '', author: place === 1 ? 'ann' : '' };
    });
}

const add = (guid: string, count: number, revision = 'r') => index.add({ guid, revision, rows: count }, rows(count));
const part = (guid: string) => index.parts.get(guid);
const shards = (guid: string) => [part(guid)?.firstShard, part(guid)?.lastShard];

describe('the words of all exports', () => {
  it('stand in one table as long as exports are small, and are told of each', async () => {
    await add('a', 30);
    await add('b', 20);
    expect([part('a'), part('b')]).toEqual([
      { part: 1, guid: 'a', revision: 'r', firstShard: 1, lastShard: 1, rows: 30 },
      { part: 2, guid: 'b', revision: 'r', firstShard: 1, lastShard: 1, rows: 20 },
    ]);
    expect([...index.hits(1, '"dog"', { first: 2, most: 2 })]).toEqual([
      [1, { total: 3, first: [10, 20] }],
      [2, { total: 2, first: [10, 20] }],
    ]);
    expect([...index.hits(1, 'author : ann', ALL).keys()]).toEqual([1, 2]);
    expect([index.hits(1, '"bird"', ALL).size, index.hits(2, '"cat"', ALL).size]).toEqual([0, 0]);
    expect(index.seqs(2, [20, 1, 99])).toEqual([1_000_020, 1_000_001, 0]);
  });

  it('are counted as far as anybody wants to know where an export is alone', async () => {
    await add('a', 40);
    expect([...index.hits(1, '"cat"', { first: 2, most: 25 })]).toEqual([[1, { total: 25, first: [1, 2] }]]);
    expect([...index.hits(1, '"dog"', ALL)]).toEqual([[1, { total: 4, first: [10, 20, 30] }]]);
    expect(index.hits(1, '"bird"', ALL).size).toBe(0);
  });

  it('stand in tables of their own where an export is large, in one for each so many rows', async () => {
    await add('small', 10);
    await add('large', TABLE + 1);
    await add('half', ALONE);
    await add('more', ALONE - 1);
    await add('last', 10);
    expect(['small', 'large', 'half', 'more', 'last'].map(shards)).toEqual([
      [1, 1],
      [2, 3],
      [4, 4],
      [1, 1],
      [5, 5],
    ]);
    const found = [2, 3].map((shard) => index.hits(shard, '"cat"', { first: 1, most: 100_000 }).get(part('large')?.part ?? 0));
    expect(found).toEqual([
      { total: TABLE, first: [1] },
      { total: 1, first: [TABLE + 1] },
    ]);
    index.drop('large');
    index.drop('nobody');
    expect([...index.parts.keys()]).toEqual(['small', 'half', 'more', 'last']);
    expect(index.hits(3, '"cat"', ALL).size).toBe(0);
    // Who shares a table goes with whom it shares it.
    index.drop('small');
    expect([...index.parts.keys()]).toEqual(['half', 'last']);
    expect([...index.hits(4, '"cat"', ALL).keys()]).toEqual([part('half')?.part]);
    index.close();
    index = new JointIndex(path);
    expect([...index.parts.keys()]).toEqual(['half', 'last']);
    await add('new', 5);
    expect([shards('new'), (part('new')?.part ?? 0) > (part('last')?.part ?? 9)]).toEqual([[5, 5], true]);
  });

  it('of an export are there whole, or not at all', async () => {
    await add('a', 5);
    const failing = async function* (): AsyncGenerator<readonly JointRow[]> {
      yield* rows(5);
      expect([...index.parts.keys()]).toEqual(['a']);
      throw new Error('half-way');
    };
    await expect(index.add({ guid: 'b', revision: 'r', rows: 10 }, failing())).rejects.toThrow('half-way');
    expect([...index.hits(1, '"cat"', ALL).keys()]).toEqual([1]);
    await add('b', 5);
    expect([...index.hits(1, '"cat"', ALL).values()].map(({ total }) => total)).toEqual([5, 5]);
    const closing = async function* (): AsyncGenerator<readonly JointRow[]> {
      yield* rows(5);
      index.close();
    };
    await expect(index.add({ guid: 'c', revision: 'r', rows: 5 }, closing())).rejects.toThrow(/not open/);
    index = new JointIndex(path);
    expect([...index.parts.keys()]).toEqual(['a', 'b']);
  });

  it('are gathered anew where the file is of another version, and not where it is damaged', async () => {
    await add('a', 5);
    index.close();
    const other = new Database(path);
    other.exec('UPDATE mark SET version = version + 1');
    other.close();
    index = new JointIndex(path);
    expect(index.parts.size).toBe(0);
    await add('a', 5);
    index.close();
    writeFileSync(path, 'something else, longer than a header of a database would be, so that it is read');
    for (const end of ['-wal', '-shm']) if (existsSync(`${path}${end}`)) writeFileSync(`${path}${end}`, '');
    expect(() => new JointIndex(path)).toThrow(DamagedIndex);
    writeFileSync(path, '');
    index = new JointIndex(path);
    await add('a', 5);
    expect(part('a')?.rows).toBe(5);
  });

  it('leave no room behind', async () => {
    await add('a', 9_000);
    index.close();
    index = new JointIndex(path);
    const full = statSync(path).size;
    index.drop('a');
    index.close();
    index = new JointIndex(path);
    expect(statSync(path).size).toBeLessThan(full / 2);
  });
});
