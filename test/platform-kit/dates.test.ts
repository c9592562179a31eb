import { describe, expect, it } from 'vitest';
import {
  isEditedAfter,
  isoFromInstant,
  isoFromMs,
  isoFromSeconds,
  isoFromText,
  isoFromUtcText,
  statedInstant,
} from '#core/platform-kit/dates.ts';

describe('instants', () => {
  it.each([
    ['2024-05-01T10:20:30.123456Z', '2024-05-01T10:20:30.123Z'],
    ['2024-05-01T10:20:30.123456', '2024-05-01T10:20:30.123Z'],
    ['2024-05-01T10:20:30+02:00', '2024-05-01T08:20:30.000Z'],
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['Wed, 01 May 2024 10:20:30 GMT', '2024-05-01T10:20:30.000Z'],
    ['', null],
    ['Wed May 01 10:20:30 +0000 2024', '2024-05-01T10:20:30.000Z'],
    ['soon', null],
    ['1 May', null],
    ['May 1', null],
    ['May 1, 10:20:30 +0200', null],
    ['Edited 5', null],
    ['5', null],
    ['10:20', null],
    ['5:46 AM', null],
    ['2 hours ago', null],
    [null, null],
  ])('%s in UTC is %s', (text, expected) => expect(isoFromUtcText(text)).toBe(expected));

  it('are null where they are absent, 0 or no date', () => {
    expect([isoFromSeconds(0), isoFromMs(undefined), isoFromMs(9e15), isoFromText('x')]).toEqual([null, null, null, null]);
    expect(isoFromSeconds(1)).toBe('1970-01-01T00:00:01.000Z');
  });

  it('are seconds and nanoseconds', () => {
    expect(isoFromInstant([1774966045, 984833637])).toBe('2026-03-31T14:07:25.984Z');
    expect([isoFromInstant([1]), isoFromInstant([null, 5]), isoFromInstant(null)]).toEqual(['1970-01-01T00:00:01.000Z', null, null]);
  });

  it.each([
    [1_654_601_242_500_884, 0, false],
    [1_654_601_242_500_884, null, false],
    [1_654_601_242_500_884, 1_654_601_242_500_884, false],
    [1_654_601_242_500_884, 1_654_601_242_500_885, true],
    [null, 1_654_601_242, true],
    [0, 0, false],
    ['2024-05-01T10:20:30Z', '', false],
    ['2024-05-01T10:20:30Z', '2024-05-01T12:20:30.000+02:00', false],
    ['2024-05-01T10:20:30', '2024-05-01T10:20:31', true],
    ['2024-05-01T10:20:30Z', '0001-01-01T00:00:00Z', false],
    ['2024-05-01T10:20:30Z', '1970-01-01T00:00:00Z', false],
    ['soon', '2024-05-01T10:20:30Z', true],
    ['2024-05-01T10:20:30Z', '0000-00-00 00:00:00', null],
    ['2024-05-01T10:20:30Z', undefined, null],
  ])('written at %s and changed at %s: edited is %s', (written, changed, expected) => {
    expect(isEditedAfter(written, changed)).toBe(expected);
  });

  it('are of a known form where they are stated at all', () => {
    expect([undefined, null, ' '].map((text) => statedInstant(text, 'date'))).toEqual([null, null, null]);
    expect(statedInstant(' 2024-05-01T10:20:30-06:00', 'date')).toBe('2024-05-01T16:20:30.000Z');
    expect(() => statedInstant('soon', 'rows.date')).toThrow(expect.objectContaining({ code: 'PLATFORM_CHANGED', path: 'rows.date' }));
  });
});
