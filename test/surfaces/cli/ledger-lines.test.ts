import { describe, expect, it } from 'vitest';
import type { Completeness } from '#core/contract/completeness.ts';
import { ledgerLines } from '#core/surfaces/cli/ledger-lines.ts';
import { gapOf } from '#test/engine/gap-of.ts';

const whole: Completeness = {
  platform_total: 100,
  exported: 100,
  missing: 0,
  gap: gapOf({}),
  complete: true,
  summary: '100 items, the platform states 100. Nothing is known to be missing.',
  pages: 3,
  requests: 4,
  retries: 1,
  waits: { count: 0, total_ms: 0 },
  doors: ['public API'],
  notes: [],
};

describe('the ledger', () => {
  it('is short where nothing is missing', () => {
    expect(ledgerLines(whole)).toEqual([
      'Completeness',
      '  the platform states        100',
      '  exported                   100',
      '  known to be missing        0',
      '  pages, requests, retries   3, 4, 1',
      '  doors                      public API',
      '100 items, the platform states 100. Nothing is known to be missing.',
    ]);
  });

  it('puts the gap to its causes, and tells waits and notes', () => {
    const lines = ledgerLines({
      ...whole,
      exported: 88,
      missing: 12,
      gap: { ...whole.gap, deleted: 7, blocked: 5 },
      waits: { count: 2, total_ms: 61_234 },
      doors: ['public API', 'mirror'],
      notes: ['A list of replies (under 7) was given up: BLOCKED.'],
      summary: '88 items.',
    });
    expect(lines).toContain('  missing                    12');
    expect(lines).toContain('    deleted on the platform  7');
    expect(lines).toContain('    blocked or given up      5');
    expect(lines.join('\n')).not.toContain('hidden');
    expect(lines).toContain('  waits                      2, 61.2 s in all');
    expect(lines).toContain('  doors                      public API, mirror');
    expect(lines.at(-2)).toBe('  note: A list of replies (under 7) was given up: BLOCKED.');
    expect(lines.at(-1)).toBe('88 items.');
  });

  it('names the routes that were taken, and none where none was', () => {
    const routes = ['proxy 1 of the pool "Mine": BLOCKED', 'proxy 2 of the pool "Mine"'];
    expect(ledgerLines({ ...whole, routes })).toContain(`  routes                     ${routes.join(', ')}`);
    expect(ledgerLines(whole).join('\n')).not.toContain('routes');
  });

  it('does not make up a total', () => {
    expect(ledgerLines({ ...whole, platform_total: null, doors: [] })).toContain('  the platform states        not stated');
    expect(ledgerLines({ ...whole, doors: [] }).join('\n')).not.toContain('doors');
  });
});
