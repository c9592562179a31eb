import { describe, expect, it } from 'vitest';
import { tierOf } from '#core/contract/tier.ts';
import { checkJobOptions, toExportOptions } from '#core/engine/selection.ts';
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

  it('keep each country once, in lower case', () => {
    expect(toExportOptions({ countries: ['DE', 'us', 'de'] }, tubular, tierOf('business')).countries).toEqual(['de', 'us']);
  });
});

describe('options that cannot hold', () => {
  const routes = { vpnNames: ['Oslo'], poolUuids: ['1f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10'] };

  it.each([
    [{ minTimestamp: 2, maxTimestamp: 1 }, 'minTimestamp'],
    [{ vpn: 'Mars' }, 'no VPN location named "Mars". Choose one of: Oslo.'],
    [{ pool: '2f5c6a2e-0a33-4d5e-8a07-3d1f8f1f2f10' }, 'no proxy pool 2f5c6a2e'],
  ])('%j', (options, words) => {
    expect(() => checkJobOptions(options, routes)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) }),
    );
  });

  it('are not these', () => {
    expect(() => checkJobOptions({ vpn: 'Oslo', pool: routes.poolUuids[0], minTimestamp: 1, maxTimestamp: 1 }, routes)).not.toThrow();
    expect(() => checkJobOptions({ vpn: 'Oslo' }, { vpnNames: [], poolUuids: [] })).toThrow('None is set up; leave `options.vpn` out.');
  });
});
