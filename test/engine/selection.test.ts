import { describe, expect, it } from 'vitest';
import type { JobOptions } from '#core/contract/options.ts';
import { tierOf } from '#core/contract/tier.ts';
import { checkJobOptions, toExportOptions } from '#core/engine/selection.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';
import { marketplace, tubular } from '#test/operations/fake-platforms.ts';

describe('the options as a platform sees them', () => {
  it('have defaults', () => {
    expect(toExportOptions({}, tubular, tierOf('business'))).toEqual({
      replies: false,
      sort: null,
      limit: 250_000,
      minTimestamp: null,
      maxTimestamp: null,
      countries: [],
    });
  });

  it.each([
    [undefined, 'premium', 5_000],
    [100, 'premium', 100],
    [9_999, 'premium', 5_000],
    [9_999, 'business', 9_999],
    [300_000, 'business', 250_000],
  ] as const)('limit %s on %s is %i', (limit, plan, expected) => {
    expect(toExportOptions(limit === undefined ? {} : { limit }, tubular, tierOf(plan)).limit).toBe(expected);
  });

  it('keep a sort that the platform has, and only that', () => {
    expect(toExportOptions({ sort: 'new' }, tubular, tierOf('business')).sort).toBe('new');
    expect(toExportOptions({ sort: 'old' }, tubular, tierOf('business')).sort).toBeNull();
    expect(toExportOptions({ sort: 'new' }, marketplace, tierOf('business')).sort).toBeNull();
  });

  it('keep a sort under the name that the platform has for it', () => {
    const platform: PlatformFacts = { ...tubular, sorts: ['best', 'top'], sortAliases: { new: 'best', old: 'controversial' } };
    const sortOf = (sort: NonNullable<JobOptions['sort']>): string | null => toExportOptions({ sort }, platform, tierOf('business')).sort;
    expect((['new', 'best', 'top', 'old', 'controversial'] as const).map(sortOf)).toEqual(['best', 'best', 'top', null, null]);
  });

  it('keep what was wished', () => {
    const wish = { replies: true, minTimestamp: 0, maxTimestamp: 7 };
    expect(toExportOptions(wish, tubular, tierOf('business'))).toMatchObject(wish);
  });

  it('keep each country once, in lower case', () => {
    expect(toExportOptions({ countries: ['DE', 'us', 'de'] }, tubular, tierOf('business')).countries).toEqual(['de', 'us']);
  });
});

describe('options that cannot hold', () => {
  const routes = { vpnNames: ['Oslo'], poolUuids: ['1f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10'] };

  it.each([
    [
      { minTimestamp: 2, maxTimestamp: 1 },
      '`options.minTimestamp` is later than `options.maxTimestamp`, so nothing could be exported. Swap them.',
    ],
    [{ incremental: true, cursor: 'c1.x' }, '`options.cursor` behind them. Leave one of them out.'],
    [
      { incremental: true, filter: { language: ['en'] } },
      'none can be left out by language. Leave the list out, or `options.incremental`.',
    ],
    [{ vpn: 'Mars' }, 'no VPN location named "Mars". Choose one of: Oslo.'],
    [{ pool: '2f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10' }, 'no proxy pool 2f5c6a2e'],
  ])('%j', (options, words) => {
    expect(() => checkJobOptions(options, routes)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) }),
    );
  });

  it('are not these', () => {
    expect(() => checkJobOptions({ vpn: 'Oslo', pool: routes.poolUuids[0], minTimestamp: 1, maxTimestamp: 1 }, routes)).not.toThrow();
    for (const options of [
      { incremental: true },
      { cursor: 'c1.x' },
      { incremental: true, filter: { language: true } },
      { minTimestamp: 9 },
    ])
      expect(() => checkJobOptions(options, routes)).not.toThrow();
    expect(() => checkJobOptions({ vpn: 'Oslo' }, { vpnNames: [], poolUuids: [] })).toThrow('None is set up; leave `options.vpn` out.');
  });
});
