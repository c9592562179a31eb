import { describe, expect, it } from 'vitest';
import { lettersOf } from '#renderer/components/site-mark.ts';
import { standingOf } from '#renderer/shell/standing.ts';
import { remarkWords, tagsIn } from '#renderer/views/export/remark.ts';

const running = (total: number | null, exported: number, limit?: number) => ({
  total,
  total_exported: exported,
  options: limit === undefined ? {} : { limit },
  started_at: null,
});

describe('the title of the tab', () => {
  it('says how far all that run are together, or how many do where nobody knows', () => {
    expect(standingOf([])).toBe('');
    expect(standingOf([running(null, 40), running(0, 0)])).toBe('2 … · ');
    expect(standingOf([running(200, 50)])).toBe('25 % · ');
    expect(standingOf([running(200, 50), running(100, 100), running(null, 7)])).toBe('50 % · ');
    // What is more than was said is no more than all; a limit is the end.
    expect(standingOf([running(1_000, 30, 60), running(10, 40)])).toBe('57 % · ');
  });
});

describe('the mark of a site', () => {
  it.each([
    ['YouTube', 'YT'],
    ['Google Maps', 'GM'],
    ['Steam', 'St'],
    ['X', 'X'],
    ['4chan', '4c'],
    ['App Store & more', 'AS'],
  ])('%s is %s', (name, letters) => expect(lettersOf(name)).toBe(letters));
});

describe('what people say of a row', () => {
  const wordsOf = (remark?: object) => remarkWords({ extra: remark === undefined ? {} : { remark } } as never);

  it('is said in one line', () => {
    expect(wordsOf()).toBe('');
    expect(wordsOf({ starred: true, note: 'Ask her', tags: ['x', 'y'] })).toBe('★ x, y ✎');
    expect(wordsOf({ starred: false, note: null, tags: ['x'] })).toBe('x');
  });

  it('has tags as one types them', () => expect(tagsIn(' to read,, x ,x')).toEqual(['to read', 'x']));
});
