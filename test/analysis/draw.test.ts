import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draw, drawWinners, type DrawWish } from '#core/analysis/draw.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { ownFolder } from '#test/own.ts';

const DOCS = fileURLToPath(new URL('../../docs/winners.md', import.meta.url));

const ALL: DrawWish = {
  count: 1,
  backups: 0,
  seed: 'seed',
  requireMention: null,
  requireHashtag: null,
  requireText: null,
  dedupeByUser: true,
  excludeUsers: [],
  excludeReplies: false,
  minTimestamp: null,
  maxTimestamp: null,
};

function comment(id: string, fields: Partial<Omit<Item, 'author'>> & { readonly author?: Partial<Item['author']> } = {}): Item {
  const { author = { username: `user${id}` }, ...rest } = fields;
  return makeItem({ kind: 'comment', text: 'hello', ...rest, id, author });
}

function draw(items: readonly Item[], wish: Partial<DrawWish> = {}): Draw {
  return drawWinners(() => [items.slice(0, 2), items.slice(2)], { ...ALL, ...wish });
}

/** Ids of the entries, by drawing all of them. */
function entries(items: readonly Item[], wish: Partial<DrawWish>): readonly string[] {
  return draw(items, { count: 100, ...wish })
    .winners.map(({ id }) => id)
    .toSorted();
}

describe('a draw', () => {
  it('is this one, in every version that calls itself commentdock-draw-1', () => {
    const items = Array.from({ length: 20 }, (_, index) => comment(`c${index}`));
    const drawn = draw(items, { count: 3, backups: 2, seed: 'spring 2026' });
    expect({ ...drawn, winners: drawn.winners.map(({ id }) => id), backups: drawn.backups.map(({ id }) => id) }).toMatchInlineSnapshot(`
      {
        "backups": [
          "c1",
          "c6",
        ],
        "entriesSha256": "a13a3f57e2540f532e9669ecb7bd6705f7e5cdb683cf68d836273d14e96d29b9",
        "entryCount": 20,
        "totalInExport": 20,
        "winners": [
          "c15",
          "c9",
          "c19",
        ],
      }
    `);
  });

  it('does not depend on the order of the entries, and on nothing but entries and seed', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 40,
      selector: (id) => id.toLowerCase(),
    });
    fc.assert(
      fc.property(ids, fc.string(), fc.nat(10), fc.nat(10), (all, seed, count, backups) => {
        const items = all.map((id) => comment(id, { author: { id } }));
        const wish = { seed, count: count + 1, backups, dedupeByUser: false };
        const drawn = draw(items, wish);
        expect(draw(items.toReversed(), wish)).toEqual(drawn);
        const chosen = [...drawn.winners, ...drawn.backups].map(({ id }) => id);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(drawn.winners).toHaveLength(Math.min(count + 1, all.length));
        expect(drawn.backups).toHaveLength(Math.min(backups, all.length - drawn.winners.length));
        // The winners of a smaller draw are the first of a larger one.
        expect(draw(items, { ...wish, count: 1, backups: 0 }).winners[0]).toEqual(drawn.winners[0]);
      }),
    );
  });

  it('gives everybody the same chance', () => {
    const items = Array.from({ length: 10 }, (_, index) => comment(`c${index}`));
    const wins = new Map<string, number>();
    for (let round = 0; round < 5_000; round += 1) {
      const [winner] = draw(items, { seed: `round ${round}` }).winners;
      wins.set(winner?.id ?? '', (wins.get(winner?.id ?? '') ?? 0) + 1);
    }
    // 500 each, give or take five standard deviations.
    for (const { id } of items) expect(Math.abs((wins.get(id) ?? 0) - 500)).toBeLessThan(107);
  });

  it('counts a user once, by the first comment', () => {
    const items = [
      comment('1', { author: { username: 'Ann', id: 'x' } }),
      comment('2', { author: { username: '@ann', id: 'y' } }),
      comment('3', { author: { id: 'z', name: 'Bo' } }),
      comment('4', { author: { id: 'z', name: 'Bo B.' } }),
      comment('5', { author: {} }),
      comment('6', { author: {} }),
    ];
    expect(entries(items, {})).toEqual(['1', '3', '5', '6']);
    expect(entries(items, { dedupeByUser: false })).toHaveLength(6);
    expect(draw(items)).toMatchObject({ totalInExport: 6, entryCount: 4 });
    // The first that passes, not the first of all.
    expect(
      entries([comment('1', { author: { username: 'ann' }, text: 'no' }), comment('2', { author: { username: 'ann' }, text: 'yes' })], {
        requireText: 'YES',
      }),
    ).toEqual(['2']);
  });

  it.each<[Partial<DrawWish>, string, 'in' | 'out']>([
    [{ requireMention: 'acme' }, 'thanks @Acme!', 'in'],
    [{ requireMention: '@acme' }, '@acme.', 'in'],
    [{ requireMention: 'acme' }, '@acme.store', 'out'],
    [{ requireMention: 'acme' }, '@acmes', 'out'],
    [{ requireMention: 'acme' }, 'mail joe@acme.com or joe@acme', 'out'],
    [{ requireMention: 'a.b' }, '@axb', 'out'],
    [{ requireMention: '@' }, 'with @somebody', 'in'],
    [{ requireMention: '@' }, 'at @ noon', 'out'],
    [{ requireHashtag: 'Win' }, 'yes #win', 'in'],
    [{ requireHashtag: '#win' }, '#win-now', 'in'],
    [{ requireHashtag: 'win' }, '#winter', 'out'],
    [{ requireHashtag: 'grüße' }, '#GRU\u0308ßE', 'in'],
    [{ requireText: 'I AM IN' }, 'so i am in.', 'in'],
    [{ requireText: '(.*)' }, 'anything', 'out'],
  ])('%j: "%s" is %s', (wish, text, verdict) => {
    expect(entries([comment('1', { text })], wish)).toEqual(verdict === 'in' ? ['1'] : []);
  });

  it('leaves out users, replies, and what lies outside the dates', () => {
    const items = [
      comment('1', { author: { username: '@Ann' } }),
      comment('2', { author: { name: 'Bo Bo' } }),
      comment('3', { author: { id: 'UC3', username: 'c' } }),
      comment('4', { createdAt: '2026-01-01T00:00:00Z' }),
      comment('5', { createdAt: '2026-01-02T00:00:00Z' }),
      comment('6', { kind: 'reply', parentId: '5' }),
    ];
    expect(entries(items, { excludeUsers: ['ann', 'bo bo', '@UC3'] })).toEqual(['4', '5', '6']);
    expect(entries(items, { excludeReplies: true })).toEqual(['1', '2', '3', '4', '5']);
    const newYear = Date.UTC(2026, 0, 1) / 1000;
    expect(entries(items, { minTimestamp: newYear + 1 })).toEqual(['1', '2', '3', '5', '6']);
    expect(entries(items, { maxTimestamp: newYear })).toEqual(['1', '2', '3', '4', '6']);
  });

  it('of nobody has no winner', () => {
    expect(draw([comment('1')], { requireText: 'x' })).toMatchObject({ totalInExport: 1, entryCount: 0, winners: [], backups: [] });
  });
});

describe('docs/winners.md', () => {
  it('has ten lines that come to the same winners', () => {
    const [, script = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(10);
    const folder = ownFolder('draw');
    const items = Array.from({ length: 500 }, (_, index) =>
      comment(`Ugx${index}`, {
        author: index % 3 === 0 ? { username: `@User${index % 50}` } : index % 3 === 1 ? { id: `id${index % 70}` } : {},
      }),
    );
    writeFileSync(join(folder, 'draw.mjs'), script);
    writeFileSync(join(folder, 'export.json'), JSON.stringify(items));
    const printed = execFileSync(process.execPath, [join(folder, 'draw.mjs'), join(folder, 'export.json'), 'my seed', '7'], {
      encoding: 'utf8',
    });
    const drawn = draw(items, { seed: 'my seed', count: 7 });
    expect(JSON.parse(printed)).toEqual({ entries_sha256: drawn.entriesSha256, winners: drawn.winners.map(({ id }) => id) });
  });
});
