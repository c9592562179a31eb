import { describe, expect, it } from 'vitest';
import type { BarResult } from '#test/bench/bar.ts';
import { fallsOf, type Recorded, readRecorded, withTable } from '#test/bench/recorded.ts';

const RECORDED: Recorded = {
  'rate by a peer': { is: 2, better: 'more', on: '2026-11-01' },
  'time by a peer': { is: 0.4, better: 'less', on: '2026-11-02' },
};

function found(name: string, is: number, better: 'more' | 'less'): BarResult {
  return { what: name, found: String(is), bar: 'none', holds: true, ratio: { name, is, better } };
}

describe('recorded ratios', () => {
  it.each([
    ['rate by a peer', 'more', 1.71, 1.69, '1.69 in place of 2 of 2026-11-01'],
    ['time by a peer', 'less', 0.47, 0.472, '0.472 in place of 0.4 of 2026-11-02'],
  ] as const)('hold %s until it is worse by more than 15 %%', (name, better, still, fallen, words) => {
    expect(fallsOf([found(name, still, better)], RECORDED)).toEqual({ fallen: [], unknown: [] });
    expect(fallsOf([found(name, fallen, better)], RECORDED)).toEqual({ fallen: [`${name}: ${words}`], unknown: [] });
  });

  it('say which are new, and pass over results without one', () => {
    const without: BarResult = { what: 'memory', found: '1 MB', bar: '< 2 MB', holds: true };
    expect(fallsOf([found('new', 1, 'more'), without], RECORDED)).toEqual({ fallen: [], unknown: ['new'] });
  });

  it('are a table of the page, and nothing of the rest changes', () => {
    const page = 'before\n<!-- ratios: written by `npm run bench -- --record` -->\nold\n<!-- end of ratios -->\nafter\n';
    const written = withTable(page, RECORDED);
    expect(written).toContain('| rate by a peer | 2 | more | 2026-11-01 |\n| time by a peer | 0.4 | less | 2026-11-02 |');
    expect(written).not.toContain('old');
    expect([written.startsWith('before\n'), written.endsWith('\nafter\n')]).toEqual([true, true]);
    expect(withTable(written, RECORDED)).toBe(written);
    expect(() => withTable('no place', RECORDED)).toThrow('no place for ratios');
  });

  it('stand in their file as they must', () => {
    expect(() => readRecorded()).not.toThrow();
  });
});
