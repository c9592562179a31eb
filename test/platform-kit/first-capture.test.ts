import { expect, it } from 'vitest';
import { firstCapture } from '#core/platform-kit/first-capture.ts';

it('takes what the first pattern that fits captures', () => {
  const patterns = [/"id":"(\d+)"/, /id=(\d+)/];
  expect(firstCapture(patterns, 'id=1 "id":"2"')).toBe('2');
  expect(firstCapture(patterns, 'id=1')).toBe('1');
  expect(firstCapture(patterns, 'nothing')).toBeNull();
  expect(firstCapture([/a(b)?/, /(c)/], 'ac')).toBe('c');
});
