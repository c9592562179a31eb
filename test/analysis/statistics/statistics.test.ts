import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StatisticsCount } from '#core/analysis/statistics/statistics.ts';
import { loadStopWords } from '#core/analysis/statistics/stop-words.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';
import { makeItem } from '#core/platform-api/item.ts';

const stopWords = await loadStopWords();

function counted(items: readonly Item[], timeZone = 'UTC'): ExportStatistics {
  const count = new StatisticsCount({ timeZone, stopWords });
  // Two pages, of which any may have the names.
  const pages = [items.slice(0, items.length >> 1), items.slice(items.length >> 1)];
  for (const page of pages) count.add(page);
  for (const page of count.pagesToLearn()) count.learn(pages[page] ?? []);
  return count.result();
}

const comment = (fields: Partial<Item> = {}): Item => makeItem({ id: 'x', kind: 'comment', ...fields });
const texts = (...all: readonly string[]): readonly Item[] => all.map((text, at) => comment({ id: `c${at}`, text }));
const words = (...all: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(counted(texts(...all)).words.top.map(({ word, count }) => [word, count]));

const WORDS = ['music', 'concert', 'guitar', 'drums', 'piano', 'violin'];
const EMOJI = ['🔥', '😂', '👍'];

/** Items as exports have them, with replies before and after what they answer. */
const someItems = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(30), { nil: null }),
      author: fc.nat(8),
      words: fc.array(fc.constantFrom(...WORDS, ...EMOJI), { maxLength: 6 }),
      day: fc.option(fc.nat(400), { nil: null }),
      likes: fc.option(fc.nat(50), { nil: null }),
      rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
      language: fc.constantFrom('en', 'en-GB', 'de', null),
      media: fc.array(fc.constantFrom('image', 'video' as const), { maxLength: 2 }),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.map((one, at) =>
      makeItem({
        id: `i${at}`,
        kind: one.parent === null || one.parent === at ? 'comment' : 'reply',
        parentId: one.parent === null || one.parent === at ? null : `i${one.parent}`,
        author: { id: `a${one.author}`, name: `Author ${one.author}` },
        text: one.words.join(' '),
        createdAt: one.day === null ? null : new Date(Date.UTC(2025, 0, 1 + one.day)).toISOString(),
        likes: one.likes,
        rating: one.rating,
        ratingScale: one.rating === null ? null : 5,
        language: one.language,
        media: one.media.map((type) => ({ type, url: 'https://example.com/1' })),
      }),
    ),
  );

function tally(keys: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

describe('counts', () => {
  it('are those of a naive count, whatever the order', () => {
    fc.assert(
      fc.property(someItems, fc.boolean(), (inOrder, isReversed) => {
        const items = isReversed ? inOrder.toReversed() : inOrder;
        const found = counted(items);
        const pieces = items.map(({ text }) => [...new Set((text ?? '').split(' ').filter((piece) => piece !== ''))]).flat();
        const isEmoji = (piece: string): boolean => EMOJI.includes(piece);
        expect(found.items).toBe(items.length);
        expect(found.replies).toBe(items.filter(({ kind }) => kind === 'reply').length);
        expect(Object.fromEntries(found.words.top.map(({ word, count }) => [word, count]))).toEqual(
          tally(pieces.filter((piece) => !isEmoji(piece))),
        );
        expect(Object.fromEntries(found.emoji.top.map(({ emoji, count }) => [emoji, count]))).toEqual(tally(pieces.filter(isEmoji)));
        expect(Object.fromEntries(found.authors.top.map(({ id, count }) => [id, count]))).toEqual(
          tally(items.map(({ author }) => author.id ?? '')),
        );
        expect(Object.fromEntries(found.languages.top.map(({ language, count }) => [language, count]))).toEqual(
          tally(items.flatMap(({ language }) => language?.slice(0, 2) ?? [])),
        );
        expect(Object.fromEntries(found.ratings.counts.map(({ rating, count }) => [rating, count]))).toEqual(
          tally(items.flatMap(({ rating }) => (rating === null ? [] : [String(rating)]))),
        );
        expect(found.time.counts.reduce((sum, { count }) => sum + count, 0) + found.time.without_date).toBe(items.length);
        expect(found.depth.counts.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
        const authorOf = new Map(items.map(({ id, author }) => [id, author.id ?? '']));
        const pairs = items.flatMap(({ parentId, author }) => {
          const target = parentId === null ? undefined : authorOf.get(parentId);
          return target === undefined ? [] : [{ target, source: author.id ?? '' }];
        });
        expect(found.answered.count).toBe(pairs.length);
        expect(Object.fromEntries(found.answered.top.map(({ id, count }) => [id, count]))).toEqual(
          tally(pairs.map(({ target }) => target)),
        );
        for (const { id, name, people, by } of found.answered.top) {
          const answering = tally(pairs.filter(({ target }) => target === id).map(({ source }) => source));
          expect(name).toBe(`Author ${(id ?? '').slice(1)}`);
          expect(people).toBe(Object.keys(answering).length);
          expect(by.map(({ count }) => count)).toEqual(
            Object.values(answering)
              .toSorted((a, b) => b - a)
              .slice(0, 5),
          );
          for (const one of by) expect(answering[one.id ?? '']).toBe(one.count);
        }
        expect(found.media.files.image).toBe(items.flatMap(({ media }) => media).filter(({ type }) => type === 'image').length);
        const likes = items.flatMap((item) => item.likes ?? []).toSorted((a, b) => a - b);
        const middle = likes.length / 2;
        const median = likes.length === 0 ? null : ((likes[Math.ceil(middle) - 1] ?? 0) + (likes[Math.floor(middle)] ?? 0)) / 2;
        expect(found.likes).toMatchObject({ count: likes.length, total: likes.reduce((sum, value) => sum + value, 0), median });
      }),
    );
  });

  it('know how deep replies stand, parents later or nowhere', () => {
    const reply = (id: string, parentId: string): Item => makeItem({ id, parentId, kind: 'reply' });
    const items = [
      reply('c', 'b'),
      reply('b', 'a'),
      comment({ id: 'a' }),
      reply('lost', 'nowhere'),
      reply('below', 'lost'),
      reply('c2', 'b'),
    ];
    expect(counted(items).depth).toEqual({
      deepest: 2,
      counts: [
        { depth: 0, count: 1 },
        { depth: 1, count: 2 },
        { depth: 2, count: 3 },
      ],
    });
  });

  it('end where replies answer each other in a circle', () => {
    const items = [makeItem({ id: 'a', parentId: 'b', kind: 'reply' }), makeItem({ id: 'b', parentId: 'a', kind: 'reply' })];
    expect(counted(items).depth.counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  it('of likes name the most liked', () => {
    const items = [3, 9, null, 0, 9, 1, 2, 4].map((likes, at) => comment({ id: `c${at}`, likes }));
    const { most, p90, average } = counted(items).likes;
    expect(most.map(({ id }) => id)).toEqual(['c1', 'c4', 'c7', 'c0', 'c6']);
    expect([p90, average]).toEqual([9, 4]);
  });

  it('take sentiment from what was judged', () => {
    const judged = (sentiment: string, sentimentScore: number | null): Item => comment({ extra: { sentiment, sentimentScore } });
    expect(
      counted([judged('positive', 0.8), judged('negative', -0.4), judged('unclassified', null), judged('odd', null)]).sentiment,
    ).toEqual({
      count: 3,
      positive: 1,
      negative: 1,
      neutral: 0,
      unclassified: 1,
      average_score: 0.2,
    });
  });

  it('are nothing for an export without items', () => {
    const { time, likes, words: none } = counted([]);
    expect([time.bucket, time.counts, likes.median, none.top]).toEqual([null, [], null, []]);
  });
});

describe('time', () => {
  const at = (...dates: readonly string[]): readonly Item[] => dates.map((createdAt) => comment({ createdAt }));

  it.each([
    ['hour', '2026-01-01T00:10:00Z', '2026-01-03T23:00:00Z', 72],
    ['day', '2026-01-01T00:10:00Z', '2026-01-05T00:00:00Z', 5],
    ['week', '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 53],
    ['month', '2024-01-31T00:00:00Z', '2026-12-01T00:00:00Z', 36],
    ['year', '2006-01-31T00:00:00Z', '2026-12-01T00:00:00Z', 21],
  ])('is counted by the %s from %s to %s', (bucket, from, to, size) => {
    const { time } = counted(at(from, to));
    expect([time.bucket, time.counts.length, time.counts[0]?.count, time.counts.at(-1)?.count]).toEqual([bucket, size, 1, 1]);
    expect(time.counts.slice(1, -1).every(({ count }) => count === 0)).toBe(true);
  });

  it('is that of the time zone, in summer and winter', () => {
    const { time } = counted(
      at('2026-03-28T22:30:00Z', '2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z', '2026-04-04T12:00:00Z'),
      'Europe/Berlin',
    );
    expect(time.counts.filter(({ count }) => count > 0)).toEqual([
      { start: '2026-03-28T00:00:00+01:00', count: 1 },
      { start: '2026-03-29T00:00:00+01:00', count: 1 },
      { start: '2026-03-30T00:00:00+02:00', count: 1 },
      { start: '2026-04-04T00:00:00+02:00', count: 1 },
    ]);
    const hours = counted(at('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'), 'Europe/Berlin').time;
    expect(hours.counts.map(({ start }) => start)).toEqual([
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ]);
    const halves = counted(at('2026-01-01T10:00:00Z', '2026-01-01T10:40:00Z'), 'Asia/Kolkata').time;
    expect(halves.counts).toEqual([
      { start: '2026-01-01T15:00:00+05:30', count: 1 },
      { start: '2026-01-01T16:00:00+05:30', count: 1 },
    ]);
  });

  it('is no finer than the dates', () => {
    const rough = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map((createdAt) => comment({ createdAt, createdAtPrecision: 'month' }));
    expect(counted(rough).time).toMatchObject({ bucket: 'month', counts: [{ start: '2026-01-01T00:00:00+00:00', count: 2 }] });
  });

  it('refuses a zone that is none', () => {
    expect(() => counted([], 'Middle/Earth')).toThrow(RangeError);
  });
});

describe('words', () => {
  it.each([
    ['en', 'This is the best concert that I have ever seen', ['best', 'concert', 'ever', 'seen']],
    ['es', 'Me gusta mucho la canción que cantan los niños', ['canción', 'cantan', 'gusta', 'niños']],
    ['de', 'Das ist aber ein schönes Konzert für die Kinder', ['kinder', 'konzert', 'schönes']],
    ['fr', "C'est pour les enfants de la ville", ['enfants', 'ville']],
    ['pt', 'Esta é a melhor música para os meninos', ['melhor', 'meninos', 'música']],
    ['it', 'Questa canzone è per tutti i bambini della scuola', ['bambini', 'canzone', 'scuola']],
    ['nl', 'Dit is het mooiste lied van de zanger', ['lied', 'mooiste', 'zanger']],
    ['pl', 'To jest piosenka dla dzieci i dla nauczycieli', ['dzieci', 'nauczycieli', 'piosenka']],
    ['ru', 'Это песня для детей и не только для них', ['детей', 'песня']],
    ['ar', 'هذا الفيديو من المدرسة في المدينة', ['الفيديو', 'المدرسة', 'المدينة']],
    ['ja', '東京の音楽が好きです', ['好き', '東京', '音楽']],
    ['zh', '我们的音乐和电影', ['电影', '音乐']],
    ['th', 'เพลงและหนังของฉัน', ['หนัง', 'เพลง']],
  ])('leave out the stop words of %s, told or not', (language, text, expected) => {
    for (const tag of [language, null]) {
      const found = counted([comment({ text, language: tag })]).words.top.map(({ word }) => word);
      expect(found.toSorted()).toEqual(expect.arrayContaining(expected));
      expect(found).not.toContain('the');
      if (language !== 'ja') expect(found.length).toBeLessThanOrEqual(expected.length + 1);
    }
  });

  it('count an item once, in lower case, without addresses, numbers, names of accounts and single letters', () => {
    expect(words('Music MUSIC music 2026 x', '@music.fan_1 see https://example.com/music or www.music.example', 'MUSIC!')).toMatchObject({
      music: 2,
    });
    expect(words('@music.fan hello')).toEqual({ hello: 1 });
    expect(words('cafe\u0301 café', '𝓗𝓮𝓵𝓵𝓸')).toEqual({ café: 1, hello: 1 });
  });

  it('keep what means something in the language of the text', () => {
    expect(words('Die Kinder, die hier sind, sind die Kinder der Stadt')).not.toHaveProperty('die');
    expect(words('They said that the heroes will die in the war')).toHaveProperty('die');
  });

  it('count emoji as people see them', () => {
    const { emoji } = counted(texts('👍🏽👍 so 👨‍👩‍👧', '❤️ and ❤', '🇩🇪1️⃣ ©', 'none'));
    expect(emoji).toMatchObject({ count: 3, distinct: 5 });
    expect(emoji.top).toEqual(
      expect.arrayContaining([
        { emoji: '👍', count: 1 },
        { emoji: '❤', count: 1 },
        { emoji: '👨‍👩‍👧', count: 1 },
        { emoji: '🇩🇪', count: 1 },
      ]),
    );
  });

  it('stay exact where there are more of them than are kept', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `unique${at} common${at % 3} rare${at % 5_000}`);
    const { distinct, top } = counted(texts(...many)).words;
    expect(distinct).toBe(30_000 + 3 + 5_000);
    expect(top.slice(0, 4)).toEqual([
      { word: 'common0', count: 10_000, estimated: false },
      { word: 'common1', count: 10_000, estimated: false },
      { word: 'common2', count: 10_000, estimated: false },
      { word: 'rare0', count: 6, estimated: false },
    ]);
  });

  it('of scripts without blanks are estimated from an even sample where the texts are very many', () => {
    const { top } = counted(texts(...Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? '音乐' : '电影')))).words;
    expect(top.map(({ word, estimated }) => [word, estimated]).toSorted()).toEqual([
      ['电影', true],
      ['音乐', true],
    ]);
    for (const { count } of top) expect(Math.abs(count - 10_000)).toBeLessThan(600);
  });
});

describe('by sentiment', () => {
  const judged = (sentiment: string, times: number, text: string, day = 1): readonly Item[] =>
    Array.from({ length: times }, (_, at) =>
      comment({ id: `${text} ${day} ${at}`, text, createdAt: `2026-01-0${day}T12:00:00.000Z`, extra: { sentiment, sentimentScore: 0 } }),
    );

  it('counts over time what was judged, and says nothing of what was not', () => {
    const items = [...judged('positive', 3, 'great', 1), ...judged('negative', 2, 'bad', 2), ...judged('neutral', 1, 'well', 2)];
    const day = (positive: number, negative: number, neutral: number) => ({ positive, negative, neutral, unclassified: 0 });
    expect(counted([...items, comment({ id: 'z', createdAt: '2026-01-05T12:00:00.000Z' })]).time.counts).toEqual([
      { start: '2026-01-01T00:00:00+00:00', count: 3, ...day(3, 0, 0) },
      { start: '2026-01-02T00:00:00+00:00', count: 3, ...day(0, 2, 1) },
      { start: '2026-01-03T00:00:00+00:00', count: 0 },
      { start: '2026-01-04T00:00:00+00:00', count: 0 },
      { start: '2026-01-05T00:00:00+00:00', count: 1 },
    ]);
    expect(counted(items).time.bucket).toBe('hour');
    expect(counted(items).time.counts[0]).toEqual({ start: '2026-01-01T12:00:00+00:00', count: 3, ...day(3, 0, 0) });
  });

  it('tells the words and emoji that stand out, not those that all use', () => {
    const { words: told, emoji } = counted([
      ...judged('positive', 40, 'concert sound wonderful 😍'),
      ...judged('negative', 40, 'concert sound refund 😡'),
      ...judged('negative', 2, 'swindle'),
      ...judged('neutral', 20, 'concert'),
    ]);
    expect(told.positive).toEqual([{ word: 'wonderful', positive: 40, negative: 0, z: expect.any(Number), estimated: false }]);
    expect(told.negative.map(({ word, negative }) => [word, negative])).toEqual([['refund', 40]]);
    expect([emoji.positive.map((one) => one.emoji), emoji.negative.map((one) => one.emoji)]).toEqual([['😍'], ['😡']]);
  });

  it('ranks by how sure it is that a word leans, as Monroe, Colaresi and Quinn have it', () => {
    const { positive } = counted([
      ...judged('positive', 60, 'melody'),
      ...judged('positive', 10, 'chorus'),
      ...judged('negative', 20, 'melody'),
      ...judged('negative', 50, 'queue'),
    ]).words;
    expect(positive.map(({ word }) => word)).toEqual(['melody', 'chorus']);
    // Priors: a tenth of 140 words, shared out as 80, 10 and 50 of them.
    const [prior, odds] = [
      (14 * 80) / 140,
      (rows: number, all: number, weight: number) => Math.log((rows + weight) / (all + 14 - rows - weight)),
    ];
    const z = (odds(60, 70, prior) - odds(20, 70, prior)) / Math.sqrt(1 / (60 + prior) + 1 / (20 + prior));
    expect(positive[0]?.z).toBeCloseTo(z, 2);
  });

  it('says nothing where one class is missing, or nothing was judged', () => {
    for (const items of [judged('positive', 30, 'great'), texts(...Array.from({ length: 30 }, () => 'great'))])
      expect(counted(items).words).toMatchObject({ positive: [], negative: [] });
  });

  it('takes words of scripts without blanks in', () => {
    const { positive, negative } = counted([...judged('positive', 30, '音乐很精彩'), ...judged('negative', 30, '音乐很糟糕')]).words;
    expect([positive.map(({ word }) => word), negative.map(({ word }) => word)]).toEqual([['精彩'], ['糟糕']]);
  });
});
