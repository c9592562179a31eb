import { describe, expect, it } from 'vitest';
import { placeOf, linkTo } from '#renderer/shell/place.ts';
import { ledgerParts } from '#renderer/views/export/ledger-parts.ts';
import { paceOf } from '#renderer/views/exports/pace.ts';
import { addressesIn } from '#renderer/views/home/addresses.ts';
import { NO_WISH, toOptions } from '#renderer/views/home/export-form.ts';
import { gapOf } from '#test/engine/gap-of.ts';

describe('addresses', () => {
  it('are found in lines, in tables and in prose, each once', () => {
    const table = 'name,url\n"Ann","https://a.example/1"\nBen;https://b.example/2?x=1&y=2;7\nhttps://a.example/1';
    expect([...addressesIn(table)]).toEqual([
      ['https://a.example/1', 2],
      ['https://b.example/2?x=1&y=2', 1],
    ]);
    expect([...addressesIn('See youtube.com/watch?v=abc, or (https://x.example/y). Version 1.2 e.g. no').keys()]).toEqual([
      'https://youtube.com/watch?v=abc',
      'https://x.example/y',
    ]);
    expect(addressesIn('').size).toBe(0);
  });
});

describe('the form', () => {
  it('sends what was wished for, and nothing else', () => {
    expect(toOptions(NO_WISH, [])).toEqual({});
    expect(
      toOptions({ ...NO_WISH, selector: 'followers', limit: '50', since: '2026-01-01', until: '2026-01-01', gentle: true }, []),
    ).toEqual({
      followers: true,
      limit: 50,
      minTimestamp: 1_767_225_600,
      maxTimestamp: 1_767_311_999,
      gentle: true,
    });
    expect(toOptions({ ...NO_WISH, limit: 'many', replies: true }, [])).toEqual({});
  });
});

describe('pace', () => {
  const job = { started_at: '2026-01-01T00:00:00.000Z', total: 400, total_exported: 100, options: {} };
  const now = Date.parse('2026-01-01T00:00:10.000Z');

  it('counts towards what there is, or the limit where that is less', () => {
    expect(paceOf(job, now)).toEqual({ perSecond: 10, leftMs: 30_000, share: 0.25 });
    expect(paceOf({ ...job, options: { limit: 200 } }, now)).toEqual({ perSecond: 10, leftMs: 10_000, share: 0.5 });
    expect(paceOf({ ...job, total: null }, now)).toEqual({ perSecond: 10, leftMs: null, share: null });
    expect(paceOf({ ...job, total_exported: 0 }, now)).toBeNull();
  });
});

describe('the ledger', () => {
  it('shows what is there and what is missing by cause, and no zeros', () => {
    const gap = gapOf({ hidden: 2, limit: 7 });
    expect(ledgerParts({ exported: 10, gap }).map(({ name, count }) => `${name} ${count}`)).toEqual([
      'ledger.exported 10',
      'gap.limit 7',
      'gap.hidden 2',
    ]);
  });
});

describe('places', () => {
  it('stand in the address', () => {
    for (const place of [{ view: 'home' }, { view: 'exports' }, { view: 'export', guid: '7d44bd9e-5c3f' }] as const) {
      expect(placeOf(linkTo(place))).toEqual(place);
    }
    expect(placeOf('#/nowhere')).toEqual({ view: 'home' });
  });
});
