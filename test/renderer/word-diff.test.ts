import { expect, test } from 'vitest';
import { wordRuns } from '#renderer/views/export/word-diff.ts';

const said = (before: string, after: string): string =>
  wordRuns(before, after)
    .map(({ fate, text }) => (fate === 'kept' ? text : `${fate === 'gone' ? '-' : '+'}[${text}]`))
    .join('');

test('an edited text says which words went and which came', () => {
  expect(said('It works well.', 'It never works.')).toBe('It -[works]+[never] -[well]+[works].');
  expect(said('', 'Now')).toBe('+[Now]');
  expect(said('よく動く', 'よく止まる')).toMatch(/^よく/);
  expect(said('<b>', '<i>')).toBe('<-[b]+[i]>');
});

test('what is too long or too different to compare word by word went as a whole', () => {
  const long = 'word '.repeat(5_000);
  expect(wordRuns(long, `${long}!`)).toEqual([
    { fate: 'gone', text: long },
    { fate: 'come', text: `${long}!` },
  ]);
  const [before, after] = [1, 2].map((from) => Array.from({ length: 900 }, (_, at) => 2 * at + from).join(' ')) as [string, string];
  expect(wordRuns(before, after)).toHaveLength(2);
});
