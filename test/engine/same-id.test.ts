import { afterEach, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { areDifferent } from '#core/engine/same-id.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';

let room: EngineRoom | undefined;
let puppet: Puppet;

afterEach(() => room?.[Symbol.asyncDispose]());

function review(author: string, text: string | null, day: number, more: Partial<Item> = {}): Item {
  const createdAt = `2026-01-0${day}T00:00:00.000Z`;
  return makeItem({ id: 'x', kind: 'review', author: { name: author }, text, createdAt, createdAtPrecision: 'day', ...more });
}

const FIRST = review('Ann', 'Good.', 1);

async function exported(...pages: readonly (readonly Item[])[]) {
  puppet = puppetPlatform({ start: [{ cursor: 'start', role: 'page' }] });
  room = openEngineRoom({ platforms: [puppet.platform] });
  const { guid } = await room.createOne({ options: {} });
  for (const [index, items] of pages.entries()) {
    const asked = index === 0 ? 'start' : `page ${index}`;
    const isLast = index === pages.length - 1;
    const next = isLast ? [] : [{ cursor: `page ${index + 1}`, role: 'page' as const }];
    (await puppet.at(asked)).answer({ items, next, total: 2, mayRepeat: true });
  }
  return { job: await room.until(guid, 'finished'), rows: await room.rows(guid) };
}

it.each([
  ['another author on the same page', [[FIRST, review('Ben', 'Bad.', 1)]]],
  ['another author on a later page', [[FIRST], [review('Ben', 'Bad.', 1)]]],
  ['the same author about another thing', [[FIRST, review('Ann', 'Bad.', 2)]]],
])('counts a row that is lost because its id is taken: %s', async (_, pages) => {
  const { job, rows } = await exported(...pages);
  expect(rows.map(({ text }) => text)).toEqual(['Good.']);
  expect(job.completeness).toMatchObject({ missing: 1, gap: { sameId: 1, notServed: 0 }, complete: false });
  expect(job.completeness.summary).toContain('1 under an id that another row has');
  expect(job.completeness.notes).toEqual([expect.stringContaining('ids that were taken')]);
});

it.each([
  ['as it was', FIRST],
  ['edited', review('Ann', 'Very good.', 1)],
  ['edited and dated anew by a date that is counted back', review('Ann', 'Very good.', 2, { relativeTime: '1 day ago' })],
  ['deleted since', makeItem({ id: 'x', kind: 'review', author: {}, text: null })],
  ['with more likes', { ...FIRST, likes: 7 }],
])('knows a row again that is %s', async (_, again) => {
  const { job } = await exported([FIRST], [again]);
  expect(job.completeness).toMatchObject({ gap: { sameId: 0, notServed: 1 }, notes: [] });
});

it.each([
  ['nobody says whose they are', { author: {} }, { author: {}, text: 'Bad.', createdAt: null }, false],
  ['one of them has no author', {}, { author: {}, text: 'Bad.' }, false],
  ['another author', {}, { author: { name: 'Ben' }, text: 'Bad.' }, true],
  ['another author of the same words', {}, { author: { name: 'Ben' } }, false],
  [
    'an author of another id, whatever the names',
    { author: { id: '1', name: 'Ann' } },
    { author: { id: '2', name: 'Ann' }, text: 'Bad.' },
    true,
  ],
  [
    'an author of another name, and the same id',
    { author: { id: '1', name: 'Ann' } },
    { author: { id: '1', name: 'Ben' }, text: 'Bad.' },
    false,
  ],
  ['another user name', { author: { username: 'ann', name: 'A' } }, { author: { username: 'ben', name: 'A' }, text: 'Bad.' }, true],
  ['another moment', {}, { createdAt: '2026-01-02T00:00:00.000Z', text: 'Bad.' }, true],
  ['another moment, counted back from now', {}, { createdAt: '2026-01-02T00:00:00.000Z', relativeTime: 'a day ago', text: 'Bad.' }, false],
  ['another title where there is no text', { text: null, title: 'Good' }, { text: null, title: 'Bad', author: { name: 'Ben' } }, true],
  ['one without words', {}, { text: null, author: { name: 'Ben' } }, false],
  ['two without words of two authors', { text: null }, { text: null, author: { name: 'Ben' } }, true],
  ['two without words of one author', { text: null }, { text: null, createdAt: '2026-01-02T00:00:00.000Z' }, false],
] as const)('tells two rows apart by what a person wrote: %s', (_, one, other, expected) => {
  const base = { id: 'x', kind: 'review', author: { name: 'Ann' }, text: 'Good.', createdAt: '2026-01-01T00:00:00.000Z' } as const;
  const [first, second] = [makeItem({ ...base, ...one }), makeItem({ ...base, ...other })];
  expect([areDifferent(first, second), areDifferent(second, first)]).toEqual([expected, expected]);
});
