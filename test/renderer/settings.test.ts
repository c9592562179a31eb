import { describe, expect, it } from 'vitest';
import { fixesOf, viewFor } from '#renderer/components/fixes.ts';
import { en } from '#renderer/messages/en.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import { ENTRY_GROUPS, entryOf } from '#renderer/shell/entries.ts';
import { linkTo, PLAIN_VIEWS, placeOf } from '#renderer/shell/place.ts';
import { changesOf, formOf, type Provider } from '#renderer/views/sentiment/provider-form.ts';

const PROVIDER: Provider = {
  id: 'chat-completions',
  title: 'Language model',
  in_use: false,
  has_key: true,
  ready: true,
  base_url: 'https://api.example.com/v1',
  model: 'small',
  requests_per_minute: 60,
  input_price: 0.4,
  output_price: null,
};

describe('a provider', () => {
  it('is changed in what was typed, and nothing else', () => {
    const form = formOf(PROVIDER);
    expect(form.key).toBe('');
    expect(changesOf(form, PROVIDER)).toEqual({});
    expect(changesOf({ ...form, key: 'k', outputPrice: '1,6' }, PROVIDER)).toEqual({ key: 'k', output_price: 1.6 });
    expect(changesOf({ ...form, baseUrl: ' ', perMinute: '' }, PROVIDER)).toEqual({ base_url: null, requests_per_minute: null });
  });
});

describe('fixes', () => {
  it('begin with what helps best, and end with another try', () => {
    expect(fixesOf('LOGIN_REQUIRED')[0]).toBe('account');
    expect(fixesOf('RATE_LIMITED')[0]).toBe('wait');
    expect(fixesOf('GEO_BLOCKED')).toEqual(['route']);
    expect(fixesOf('NETWORK')).toEqual(['retry']);
    expect(fixesOf(null)).toEqual(['retry']);
  });

  it('lead to the view that helps where a call was refused', () => {
    expect(viewFor('PLATFORM_NOT_ALLOWED')).toBe('settings');
    expect(viewFor('INVALID_URL')).toBeNull();
  });
});

describe('views', () => {
  it('have one entry each', () => {
    const entries = ENTRY_GROUPS.flatMap((group) => group.entries.map(({ view }) => view));
    expect(entries.toSorted()).toEqual([...PLAIN_VIEWS].toSorted());
    expect(entryOf({ view: 'export', guid: 'x' })?.view).toBe('exports');
  });

  it('may stand at one of several things', () => {
    const place = { view: 'accounts', detail: 'reddit' } as const;
    expect(linkTo(place)).toBe('#/accounts/reddit');
    expect(placeOf('#/accounts/reddit')).toEqual(place);
  });
});

describe('sizes', () => {
  it('are in the unit that reads best', () => {
    const words = wordsIn('en', en);
    expect([0, 999, 12_345, 170_000_000].map((bytes) => words.size(bytes))).toEqual(['0 byte', '999 byte', '12 kB', '170 MB']);
  });
});
