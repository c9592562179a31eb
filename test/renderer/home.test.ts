import { describe, expect, it } from 'vitest';
import type { CallError } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { en } from '#renderer/messages/en.ts';
import { home } from '#renderer/messages/en/home.ts';
import type { LateWords } from '#renderer/messages/late.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import { addressGroups } from '#renderer/views/home/address-groups.ts';
import { NO_WISH, sharedAccounts, toOptions } from '#renderer/views/home/export-form.ts';
import { codeNames, optionWords } from '#renderer/views/home/option-words.ts';
import type { Ways } from '#renderer/views/home/ways.ts';
import { optionsOf, wishOf } from '#renderer/views/schedules/repeated-options.ts';

const plain = wordsIn('en', en);
const WORDS: LateWords<'home'> = { ...plain, late: (key, fillings) => plain.fill(home[key], fillings) };
const NOTHING: Ways = { routes: [], pools: [], accounts: [], presets: [] };
const WAYS: Ways = {
  routes: ['Berlin'],
  pools: [{ id: 'p-1', name: 'Data centre' }],
  accounts: [
    { platform: 'reddit', name: 'main', isUsual: true },
    { platform: 'reddit', name: 'press', isUsual: false },
    { platform: 'twitter', name: 'press', isUsual: true },
  ],
  presets: ['narrow'],
};

/** What the service says of an address, as far as the form reads it. */
function detected(id: string, target: string, options: readonly string[] = []): DetectedUrl {
  return { id, name: id, target, exports: { own: 'comments' }, supported_options: options } as unknown as DetectedUrl;
}

const said = (wish: Partial<typeof NO_WISH>, found: readonly DetectedUrl[], ways = NOTHING): readonly string[] =>
  optionWords({ ...NO_WISH, ...wish }, found, ways, WORDS).map((word) => word.said);

describe('options in words', () => {
  it('say what there is in any case, and what was chosen besides', () => {
    expect(said({}, [detected('steam', 'app')])).toEqual(['Comments', 'all there are']);
    const reddit = detected('reddit', 'post', ['replies', 'sort', 'account']);
    expect(said({}, [reddit], WAYS)).toEqual(['Comments', 'all there are', 'without replies', 'with the account main']);
    const wish = { limit: '5000', replies: true, sort: 'new', since: '2026-01-02', route: 'Berlin', pool: 'p-1', account: false } as const;
    expect(said({ ...wish, preset: 'narrow', languages: 'de pt', gentle: true }, [reddit], WAYS)).toEqual([
      'Comments',
      'at most 5,000',
      'with replies',
      'Order: Newest',
      'from Jan 2, 2026',
      'only in German, Portuguese',
      'Gentle pace',
      'through Berlin',
      'through the pool Data centre',
      'without an account',
      'files as narrow',
    ]);
  });

  it('say what takes them back, and nothing of what the site has not', () => {
    const shop = detected('aliexpress', 'product', ['countries']);
    const words = optionWords({ ...NO_WISH, countries: 'DE', replies: true, limit: '7' }, [shop], NOTHING, WORDS);
    expect(words.map(({ said: what, back }) => [what, back])).toEqual([
      ['Comments', null],
      ['at most 7', { limit: '' }],
      ['from Germany', { countries: '' }],
    ]);
    expect(said({ countries: 'DE' }, [detected('steam', 'app')])).toEqual(['Comments', 'all there are']);
  });

  it('name codes in the reader’s language, and know those that are none', () => {
    expect(codeNames('languages', 'de, xq zh', WORDS)).toEqual(['German', null, 'Chinese']);
    expect(codeNames('countries', 'de XQ germany', WORDS)).toEqual(['Germany', null, null]);
    expect(codeNames('languages', ' , ', WORDS)).toEqual([]);
  });
});

describe('ways', () => {
  it('offer accounts that every site knows by that name', () => {
    expect(sharedAccounts([detected('reddit', 'post')], WAYS)).toEqual(['main', 'press']);
    expect(sharedAccounts([detected('reddit', 'post'), detected('twitter', 'post')], WAYS)).toEqual(['press']);
    expect(sharedAccounts([detected('reddit', 'post'), detected('steam', 'app')], WAYS)).toEqual([]);
  });

  it('go along as options, where the site takes them, and come back into the form of a schedule', () => {
    const found = [detected('aliexpress', 'product', ['countries', 'account'])];
    const wish = { ...NO_WISH, route: 'Berlin', pool: 'p-1', account: 'press', countries: 'de, FR', languages: 'EN', preset: 'narrow' };
    const options = toOptions({ ...wish, sentiment: true }, found);
    expect(options).toEqual({
      filter: { sentiment: true, language: ['en'] },
      vpn: 'Berlin',
      pool: 'p-1',
      account: 'press',
      countries: ['DE', 'FR'],
      layout: 'narrow',
    });
    expect(toOptions(wishOf(options), found)).toEqual(options);
    expect(toOptions(wish, [detected('steam', 'app')])).not.toHaveProperty('countries');
    // A layout without a name is none of the form's, until a preset takes its place.
    const former = { layout: { columns: ['Text'] }, filter: { language: true } };
    expect(optionsOf(wishOf(former), found, former)).toEqual(former);
    expect(optionsOf({ ...wishOf(former), preset: 'narrow' }, found, former)).toMatchObject({ layout: 'narrow' });
    expect(optionsOf(NO_WISH, found, { layout: 'narrow', vpn: 'Berlin' })).toEqual({});
  });
});

describe('many addresses', () => {
  it('are put together by site and kind, those that are refused last', () => {
    const row = (url: string, found: DetectedUrl | undefined, error: CallError | null = null) => ({ url, times: 1, found, error });
    const refused = new Error('no') as CallError;
    const groups = addressGroups([
      row('a', undefined, refused),
      row('b', detected('steam', 'app')),
      row('c', detected('reddit', 'post')),
      row('d', undefined),
      row('e', detected('steam', 'app')),
      row('f', detected('reddit', 'user')),
    ]);
    expect(groups.map(({ found, rows }) => [found?.id ?? null, rows.map(({ url }) => url).join('')])).toEqual([
      ['steam', 'be'],
      ['reddit', 'c'],
      ['reddit', 'f'],
      [null, 'a'],
    ]);
  });
});
