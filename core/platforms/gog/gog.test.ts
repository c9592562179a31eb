import { describe, expect, it } from 'vitest';
import gog from '#core/platforms/gog/index.ts';
import { type GogParams, gogSimulator } from '#core/platforms/gog/simulator.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const GAME = 'https://www.gog.com/en/game/purring_cats';
const play = (params: GogParams = {}, options: RunOptions = {}, url = GAME) =>
  readAll(gog, url, [{ match: '', simulator: gogSimulator(params) }], options);

describe('addresses', () => {
  it.each([
    ['https://www.gog.com/game/purring_cats#reviews', 'purring_cats'],
    ['http://gog.com/pt-BR/game/purring-cats?x=1', 'purring-cats'],
    ['https://www.gog.com/zh/game/cats_2', 'cats_2'],
    ['https://www.gog.com/movie/cats', null],
    ['https://www.gog.com/game/cats/reviews', null],
    ['https://www.gog.com/games?query=cats', null],
    ['https://www.gog.com/forum/cats', null],
    ['https://www.gogdb.org/product/1207659037', null],
    ['https://notgog.com/game/cats', null],
  ])('%s', (url, slug) => expect(claimIn(gog, url)).toEqual(slug === null ? null : ['game', { slug }]));
});

describe('reviews', () => {
  it('come in every language, page after page', async () => {
    const { items, total, session, doors } = await play({ mostPerPage: 10 });
    expect([items.length, total, doors]).toEqual([25, 25, ['review service']]);
    const languages = 'in%3Aen-US%2Cde-DE%2Cfr-FR%2Cpl-PL%2Cru-RU%2Czh-Hans%2Ces-ES%2Cpt-BR%2Cit-IT%2Cja-JP%2Cko-KR';
    expect(session.urls).toEqual([
      GAME,
      ...[1, 2, 3].map(
        (page) => `https://reviews.gog.com/v1/products/1207659037/reviews?language=${languages}&limit=60&order=desc%3Adate&page=${page}`,
      ),
    ]);
  });

  it('have every field', async () => {
    const { items } = await play();
    expect(items[4]).toEqual(
      wholeItem({
        id: '0000aaaa-0000-4000-8000-000000000004',
        kind: 'review',
        author: {
          name: 'cat_4',
          username: 'cat_4',
          id: '48000004',
          url: 'https://www.gog.com/u/cat_4',
          avatarUrl: 'https://images.gog.example/4_av_128.jpg',
        },
        title: 'Title 4 & more',
        text: 'Review 4 "so"\nsecond line',
        language: 'de',
        createdAt: '2025-12-01T08:00:00.000Z',
        createdAtPrecision: 'second',
        rating: 5,
        ratingScale: 5,
        likes: 4,
        dislikes: 1,
        isEdited: true,
        extra: { verifiedPurchase: true, modifiedAt: '2025-12-01T08:01:00.000Z', authorGames: 14, authorReviewCount: 5 },
      }),
    );
    expect(items[5]).toMatchObject({ title: null, language: 'zh', isEdited: false, extra: { verifiedPurchase: false } });
  });

  it('are sorted by votes where that is wanted', async () => {
    expect((await play({}, { sort: 'top' })).items[0]?.likes).toBe(24);
  });

  it('end by date where nothing newer can follow', async () => {
    const minTimestamp = Date.UTC(2025, 11, 1, 6) / 1_000;
    const { session } = await play({ mostPerPage: 5 }, { minTimestamp });
    expect(session.urls.filter((url) => url.includes('reviews.gog.com'))).toHaveLength(3);
  });

  it('come in shorter pages where the service bears no longer ones', async () => {
    const { items, session } = await play({ reviews: 65, bears: 30 });
    expect(items).toHaveLength(65);
    expect(session.urls.filter((url) => url.includes('limit=30'))).toHaveLength(3);
    await expect(play({ bears: 20 })).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('come from the older list where the service is shut', async () => {
    const { items, total, doors, notes } = await play({ refusal: { status: 403, body: {} } });
    expect([items.length, total, doors, notes.length]).toEqual([25, 25, ['older list'], 1]);
    expect(items[4]).toMatchObject({
      id: '7004',
      author: { name: 'cat_4', username: null, id: '48000004', avatarUrl: 'https://images.gog.example/4.jpg' },
      text: 'Review 4 & all\nof it',
      createdAt: '2025-12-01T11:56:00.000Z',
      rating: 5,
      likes: 4,
      dislikes: 2,
      isEdited: true,
    });
    expect(items[5]?.isEdited).toBe(false);
  });

  it('of a game that nobody has judged are none', async () => {
    const { items, total } = await play({ reviews: 0 });
    expect([items, total]).toEqual([[], 0]);
  });
});

describe('the number of a game', () => {
  it('comes from the catalogue where its page does not say it', async () => {
    const { items, session } = await play({ game: 'silent' });
    expect(items).toHaveLength(25);
    expect(session.urls[1]).toBe('https://catalog.gog.com/v1/catalog?query=like%3Apurring%20cats&limit=20');
  });

  it('is not that of another game with such a name', async () => {
    await expect(play({ game: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('refusals', () => {
  it.each([
    [{ status: 429, body: {} }, 'RATE_LIMITED'],
    [{ status: 200, body: { page: 1, pages: 1 } }, 'PLATFORM_CHANGED'],
    [{ status: 500, body: '' }, 'NETWORK'],
  ])('%o', async (refusal, code) => {
    await expect(play({ refusal })).rejects.toMatchObject({ code });
  });
});
