import { expect, test } from 'vitest';
import type { FoundRow, Job } from '#renderer/client/queries.ts';
import { en } from '#renderer/messages/en.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import { changeCounts, changeFacts } from '#renderer/views/export/change-facts.ts';
import { filledColumns } from '#renderer/views/export/columns.ts';

const words = wordsIn('en', en);
const counts = { new: 2, edited: 1, gone: 3, unchanged: 50, gone_earlier: 2, not_read: 40, threads_not_read: 0 };

/** As the service gives it, as far as the table reads it. */
function rowWith(extra: Readonly<Record<string, unknown>>): FoundRow {
  const nothing = { title: null, text: null, rating: null, likes: null, replyCount: null, language: null, createdAt: null };
  return { row: 1, item: { ...nothing, author: { name: 'Ann' }, extra } } as unknown as FoundRow;
}

test('rows say what became of them since the run before', () => {
  const said = (change: unknown) =>
    filledColumns([rowWith({ change })], words).map((column) => column.read(rowWith({ change }).item, words));
  expect([said('new'), said('edited'), said('gone'), said(null), said('constructor')]).toEqual([['New'], ['Edited'], ['Gone'], [], []]);
});

test('runs say how much became of what, where they compare with one before', () => {
  const incremental = { previous_guid: '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21', ...counts } as Job['incremental'];
  expect(changeFacts({ incremental }).map(([name, count]) => `${en[name]} ${count}`)).toEqual([
    'New 2',
    'Edited 1',
    'Gone 3',
    'As before 50',
    'Gone before 2',
  ]);
  expect(changeCounts({ incremental })).toEqual({ new: 2, edited: 1, gone: 5 });
  expect(changeFacts({ incremental: null })).toEqual([]);
  expect(changeCounts({ incremental: null })).toBeNull();
  expect(changeFacts({ incremental: { ...counts, previous_guid: null } as Job['incremental'] })).toEqual([]);
});
