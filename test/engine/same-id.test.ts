import { afterEach, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';

let room: EngineRoom;
let puppet: Puppet;

afterEach(() => room[Symbol.asyncDispose]());

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
