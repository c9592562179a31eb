import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '#renderer/client/queries.ts';
import { pagesOf, type RowAddress } from '#renderer/client/row-pages.ts';
import { type Language, LANGUAGES, loadMessages } from '#renderer/messages/languages.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';
import { bucketFilter, dayOf, daySeconds, filtersFor, isSet, NO_FILTER, toSearch, without } from '#renderer/views/export/filters.ts';
import { FOLDED, type Folding, isFolded, shownRows, type Thread, toggled, UNFOLDED } from '#renderer/views/export/folding.ts';
import { ledgerSentences } from '#renderer/views/export/ledger-words.ts';
import { FIRST_RULES, toDraw } from '#renderer/views/export/winners/draw-form.ts';
import { rankOf } from '#renderer/views/export/winners/rank.ts';
import { gapOf } from '#test/engine/gap-of.ts';
import { STATISTICS } from '#test/renderer/some-statistics.ts';

/** Of 300 rows: one with two replies, of which the first has one of its own; one alone; and so on. */
const BELOW = [3, 1, 0, 0, 0];
const TOP_PER_FIVE = [0, 4];
const totals = { all: 300, top: 120 };
const belowOf = (place: number): number => (place % 5 === 0 ? BELOW[0] : BELOW[place % 5]) ?? 0;
const placeOf = ({ source, at }: RowAddress): number => (source === 'all' ? at : Math.floor(at / 2) * 5 + (TOP_PER_FIVE[at % 2] as number));
const placesOf = (folding: Folding): readonly number[] => {
  const { count, addressOf } = shownRows(folding, totals);
  return Array.from({ length: count }, (_, index) => placeOf(addressOf(index)));
};
const threadAt = (folding: Folding, index: number): Thread => {
  const address = shownRows(folding, totals).addressOf(index);
  const place = placeOf(address);
  return { address, place, below: belowOf(place) };
};

describe('folding', () => {
  it('shows all rows, or those at the top', () => {
    expect(placesOf(UNFOLDED)).toEqual(Array.from({ length: 300 }, (_, place) => place));
    expect(placesOf(FOLDED).slice(0, 5)).toEqual([0, 4, 5, 9, 10]);
    expect(placesOf(FOLDED)).toHaveLength(120);
  });

  it('hides what is below a row, and shows it again', () => {
    const inner = toggled(UNFOLDED, threadAt(UNFOLDED, 1));
    expect(placesOf(inner).slice(0, 5)).toEqual([0, 1, 3, 4, 5]);
    const outer = toggled(inner, threadAt(inner, 0));
    expect(placesOf(outer).slice(0, 3)).toEqual([0, 4, 5]);
    const again = toggled(outer, threadAt(outer, 0));
    expect(placesOf(again)).toEqual(placesOf(inner));
  });

  it('opens one thread among folded ones', () => {
    const opened = toggled(FOLDED, threadAt(FOLDED, 2));
    expect(placesOf(opened).slice(0, 8)).toEqual([0, 4, 5, 6, 7, 8, 9, 10]);
    const inner = toggled(opened, threadAt(opened, 3));
    expect(placesOf(inner).slice(0, 8)).toEqual([0, 4, 5, 6, 8, 9, 10, 14]);
  });

  it('comes to the same as a walk through all rows, whatever was pressed', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.nat(400), { maxLength: 12 }), (isAllFolded, presses) => {
        let folding = isAllFolded ? FOLDED : UNFOLDED;
        for (const press of presses) {
          const { count } = shownRows(folding, totals);
          const thread = threadAt(folding, press % count);
          if (thread.below > 0) folding = toggled(folding, thread);
        }
        const walked: number[] = [];
        for (let place = 0; place < totals.all; place += 1) {
          walked.push(place);
          const top: RowAddress = { source: 'top', at: Math.floor(place / 5) * 2 + (place % 5 === 4 ? 1 : 0) };
          const address: RowAddress = isAllFolded && (place % 5 === 0 || place % 5 === 4) ? top : { source: 'all', at: place };
          if (belowOf(place) > 0 && isFolded(folding, { address, place })) place += belowOf(place);
        }
        expect(placesOf(folding)).toEqual(walked);
      }),
    );
  });

  it('asks for the pages of the rows in sight alone', () => {
    expect(
      pagesOf(
        [
          { source: 'all', at: 199_950 },
          { source: 'all', at: 200_010 },
          { source: 'top', at: 5 },
        ],
        ['all'],
      ),
    ).toBe('all:0 all:1999 all:2000 top:0');
  });
});

const DATA = { statistics: STATISTICS, hasReplyCounts: false, changes: null };

describe('filters', () => {
  it('are offered where they tell rows apart, and where they are set', () => {
    expect(filtersFor(DATA, NO_FILTER)).toEqual(['date', 'rating', 'author']);
    expect(filtersFor({ ...DATA, hasReplyCounts: true }, NO_FILTER)).toContain('replies');
    expect(filtersFor({ ...DATA, changes: { new: 0, edited: 1, gone: 0 } }, NO_FILTER)).toContain('change');
    expect(filtersFor({ ...DATA, changes: { new: 0, edited: 0, gone: 0 } }, NO_FILTER)).not.toContain('change');
    expect(filtersFor({ ...DATA, statistics: { ...STATISTICS, depth: { deepest: 2, counts: [] } } }, NO_FILTER)).toContain('depth');
    expect(filtersFor(DATA, { ...NO_FILTER, tones: ['positive'] })).toEqual(['date', 'rating', 'tone', 'author']);
    expect(filtersFor({ ...DATA, statistics: undefined }, { ...NO_FILTER, hasMedia: false })).toEqual(['media']);
  });

  it('are asked for as the operation takes them, and cleared one by one', () => {
    const filters = { ...NO_FILTER, since: 5, minRating: 4, tones: ['positive', 'neutral'] as const, hasMedia: false, author: ' @ann ' };
    expect(toSearch(filters)).toEqual({ min_timestamp: 5, min_rating: 4, sentiment: 'positive,neutral', has_media: false, author: '@ann' });
    expect(toSearch(NO_FILTER)).toEqual({});
    expect(isSet(without(filters, 'date'), 'date')).toBe(false);
    expect(without(filters, 'tone')).toEqual({ ...filters, tones: [] });
  });

  it('take whole days of the reader', () => {
    const [start, end] = [daySeconds('2026-03-29', 'start') ?? 0, daySeconds('2026-03-29', 'end') ?? 0];
    expect([dayOf(start), dayOf(end), dayOf(end + 1)]).toEqual(['2026-03-29', '2026-03-29', '2026-03-30']);
    expect([daySeconds('', 'start'), daySeconds('soon', 'end')]).toEqual([null, null]);
  });

  it('hold the rows of one bar over time', () => {
    const day = Date.parse('2026-01-01T00:00:00Z') / 1000;
    expect(bucketFilter(STATISTICS.time, 0)).toEqual({ since: day, until: day + 86_399 });
    expect(bucketFilter(STATISTICS.time, 1)).toEqual({ since: day + 86_400, until: Date.parse('2026-01-02T18:00:00Z') / 1000 });
  });
});

describe('the ledger in words', () => {
  const gap = gapOf({ filtered: 3, limit: 12_000 });
  const none = { ...gap, filtered: 0, limit: 0 };
  const job = (fields: object, completeness: object = {}) =>
    ({
      status: 'done',
      incremental: null,
      options: {},
      completeness: { exported: 500, platform_total: 12_503, gap, ...completeness },
      ...fields,
    }) as unknown as Job;
  const said = async (language: Language, one: Job): Promise<string> =>
    ledgerSentences(one, wordsIn(language, await loadMessages(language))).join(' ');

  it('says what is there and what is missing, by cause', async () => {
    expect(await said('en', job({}))).toBe(
      'Exported: 500. The platform states 12,503. Missing: 12,000 beyond the limit and 3 left out by your options.',
    );
    expect(await said('de', job({}))).toBe(
      'Exportiert: 500. Die Plattform nennt 12.503. Es fehlen: 12.000 jenseits der Höchstzahl und 3 durch Ihre Optionen ausgelassen.',
    );
  });

  it('says every state', async () => {
    const whole = job({}, { gap: none, platform_total: null });
    expect(await said('en', whole)).toBe('Exported: 500. The platform states no total. Nothing is known to be missing.');
    expect(await said('en', job({ options: { limit: 500 } }, { gap: none }))).toContain('The limit was reached');
    expect(await said('en', job({ status: 'progress' }))).toContain('not finished');
    expect(await said('en', job({ status: 'error' }))).toContain('Failed');
    expect(await said('en', job({ incremental: { gone: 2, gone_earlier: 1 } }))).toContain('no more by the platform: 3');
  });

  it.each(Object.keys(LANGUAGES) as Language[])('has no hole in %s', async (language) => {
    for (const status of ['queueing', 'progress', 'done', 'stopped', 'error']) {
      expect(await said(language, job({ status }))).not.toMatch(/[{}]|undefined/);
    }
  });
});

describe('a draw', () => {
  it('asks for what the rules say, and nothing else', () => {
    expect(toDraw('g', FIRST_RULES)).toEqual({
      guid: 'g',
      count: 1,
      backups: 0,
      dedupe_by_user: true,
      exclude_replies: false,
      exclude_users: [],
    });
    expect(toDraw('g', { ...FIRST_RULES, count: '500', backups: 'x', excluded: '@ann, ben\n', hashtag: ' win ', seed: 's' })).toMatchObject(
      {
        count: 100,
        backups: 0,
        exclude_users: ['@ann', 'ben'],
        require_hashtag: 'win',
        seed: 's',
      },
    );
  });

  it('ranks entries as the service does', async () => {
    // printf 'summer\nabc\nid1' | sha256sum
    expect(await rankOf({ seed: 'summer', entries_sha256: 'abc' }, 'id1')).toBe(
      '27e95c272de81bdf186dda09f9de4b9b42608f7164058110e428804953b46d0d',
    );
  });
});
