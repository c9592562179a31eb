import { describe, expect, it } from 'vitest';
import { estimateInstant, splitEditMark } from '#core/platform-kit/relative-time.ts';

const SEEN = new Date('2026-03-31T12:00:00.000Z');

describe('edit marks', () => {
  it.each([
    ['4 years ago (edited)', '4 years ago', true],
    ['vor 4 Jahren (bearbeitet)', 'vor 4 Jahren', true],
    ['4 年前（編集済み）', '4 年前', true],
    ['3일 전(수정됨)', '3일 전', true],
    ['4 years ago', '4 years ago', false],
    ['', '', false],
  ])('%j', (text, words, isEdited) => expect(splitEditMark(text)).toEqual({ words, isEdited }));
});

describe('estimated instants', () => {
  it.each([
    ['30 seconds ago', '2026-03-31T11:59:30.000Z', 'second'],
    ['1 minute ago', '2026-03-31T11:59:00.000Z', 'minute'],
    ['an hour ago', '2026-03-31T11:00:00.000Z', 'hour'],
    ['2 days ago', '2026-03-29T12:00:00.000Z', 'day'],
    ['4 weeks ago', '2026-03-03T12:00:00.000Z', 'week'],
    ['1 month ago', '2026-02-28T12:00:00.000Z', 'month'],
    ['13 months ago', '2025-02-28T12:00:00.000Z', 'month'],
    ['4 years ago', '2022-03-31T12:00:00.000Z', 'year'],
    ['0 seconds ago', '2026-03-31T12:00:00.000Z', 'second'],
  ])('%j', (words, createdAt, createdAtPrecision) => expect(estimateInstant(words, SEEN)).toMatchObject({ createdAt, createdAtPrecision }));

  it.each([
    ['vor 4 Jahren', 4, 'year'],
    ['hace 1 año', 1, 'year'],
    ['il y a 2 mois', 2, 'month'],
    ['há 5 meses', 5, 'month'],
    ['2 года назад', 2, 'year'],
    ['11 месяцев назад', 11, 'month'],
    ['4 年前', 4, 'year'],
    ['3 か月前', 3, 'month'],
    ['3개월 전', 3, 'month'],
    ['4 lata temu', 4, 'year'],
    ['před 5 dny', 5, 'day'],
    ['för 4 år sedan', 4, 'year'],
    ['5 tahun yang lalu', 5, 'year'],
    ['4 năm trước', 4, 'year'],
    ['4 वर्ष पहले', 4, 'year'],
    ['قبل 4 سنوات', 4, 'year'],
    ['قبل سنتين', 2, 'year'],
    ['לפני שנתיים', 2, 'year'],
  ] as const)('%j in its own language', (words, amount, unit) => {
    const estimated = estimateInstant(words, SEEN);
    expect(estimated).toEqual(estimateInstant(`${amount} ${unit}s ago`, SEEN));
    expect(estimated).not.toBeNull();
  });

  it('says how far back the words may reach', () => {
    expect(estimateInstant('3 days ago', SEEN)?.spanMs).toBe(86_400_000);
    expect(estimateInstant('2 years ago', SEEN)?.spanMs).toBe(366 * 86_400_000);
  });

  it.each(['', 'yesterday evening', 'Streamed 3 years ago', '12'])('makes nothing up for %j', (words) =>
    expect(estimateInstant(words, SEEN)).toBeNull(),
  );
});

describe('words of any form', () => {
  it.each([
    ['  4 years ago   ( edited )  ', '4 years ago', true],
    ['4 years (about) ago', '4 years (about) ago', false],
    ['4 years ago (edited) (again)', '4 years ago (edited)', true],
    ['4 years ago edited)', '4 years ago edited)', false],
    ['4 years ago ((edited)', '4 years ago (', true],
    ['4 years ago (edited))', '4 years ago (edited))', false],
    ['', '', false],
  ])('parts %j into words and mark', (text, words, isEdited) => expect(splitEditMark(text)).toEqual({ words, isEdited }));

  it.each([`${'9'.repeat(20)} days ago`, '300000 years ago', `${'9'.repeat(400)} years ago`, `vor ${'9'.repeat(15)} Jahren`])(
    'gives no instant that no date can say: %s',
    (words) => expect(estimateInstant(words, SEEN)).toBeNull(),
  );
});
