import { expect, test } from 'vitest';
import { NO_FILTER } from '#renderer/views/export/filters.ts';
import { choicesOf, EVERYTHING, type TableWish, wishIn } from '#renderer/views/export/table-wish.ts';

const WISH: TableWish = {
  q: ' two words, & more ',
  sort: 'likes',
  filters: {
    since: 1_767_225_600,
    until: 1_767_311_999,
    minRating: 2.5,
    maxRating: 5,
    tones: ['positive', 'negative'],
    languages: ['pt-BR', 'schinese'],
    hasMedia: false,
    hasReplies: true,
    changes: ['new', 'gone'],
    author: '@ann',
    minDepth: 0,
    maxDepth: 3,
    isStarred: true,
    isNoted: false,
    tags: ['to read', 'x'],
  },
};

function through(wish: TableWish): TableWish {
  const said = Object.entries(choicesOf(wish)).filter((choice): choice is [string, string] => choice[1] !== null);
  return wishIn(new URLSearchParams(new URLSearchParams(said).toString()));
}

test('what the table shows goes into the address and comes back', () => {
  expect(through(WISH)).toEqual(WISH);
  expect(through(EVERYTHING)).toEqual(EVERYTHING);
  expect(Object.values(choicesOf(EVERYTHING)).every((choice) => choice === null)).toBe(true);
});

test('what makes no sense in an address is not wished for', () => {
  const odd = new URLSearchParams('sort=backwards&change=lost,edited&since=soon&min-rating=1e999&sentiment=happy,neutral&language=,');
  expect(wishIn(odd)).toEqual({ ...EVERYTHING, filters: { ...NO_FILTER, tones: ['neutral'], changes: ['edited'] } });
});
