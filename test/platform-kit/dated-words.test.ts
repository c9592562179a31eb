import { expect, it } from 'vitest';
import { datedByWords } from '#core/platform-kit/dated-words.ts';

it.each([
  [' 2 Mar 2024 ', 'en', '2024-03-02T00:00:00.000Z', 'day', null],
  ['2024年3月', 'zh', '2024-03-01T00:00:00.000Z', 'month', null],
  ['2 weeks ago', 'en', '2025-12-18T00:00:00.000Z', 'week', '2 weeks ago'],
  ['2个月前', 'zh', '2025-11-01T00:00:00.000Z', 'month', '2个月前'],
  ['lately', 'en', null, null, 'lately'],
  [' ', 'en', null, null, null],
  [undefined, null, null, null, null],
])('%s', (text, language, createdAt, createdAtPrecision, relativeTime) => {
  expect(datedByWords(text, language, new Date('2026-01-01T00:00:00Z'))).toEqual({ createdAt, createdAtPrecision, relativeTime });
});
