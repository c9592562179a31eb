import { describe, expect, it } from 'vitest';
import udemy from '#core/platforms/udemy/index.ts';
import { COURSE, SLUG, type UdemyParams, udemySimulator } from '#core/platforms/udemy/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PAGE = `https://www.udemy.com/course/${SLUG}/`;
const BY_NUMBER = `https://www.udemy.com/course/${COURSE}/`;
const CALLS = '/api-2.0/';
const play = (params: UdemyParams = {}, options: RunOptions = {}, url = PAGE, before: readonly FakeExchange[] = []) =>
  readAll(udemy, url, [...before, { match: '', simulator: udemySimulator(params) }], options);

describe('addresses', () => {
  it.each([
    [`${PAGE}?couponCode=X#reviews`, { host: 'www.udemy.com', slug: SLUG }],
    ['http://udemy.com/course/react-for-cats/learn/lecture/12#reviews', { host: 'www.udemy.com', slug: SLUG }],
    ['https://www.udemy.com/pt-br/course/curso_um', { host: 'www.udemy.com', slug: 'curso_um' }],
    ['https://www.udemy.com/course/1007306', { host: 'www.udemy.com', slug: '1007306', course: '1007306' }],
    ['https://www.udemy.com/course/draft/12/', { host: 'www.udemy.com', slug: '12', course: '12' }],
    ['https://cats.udemy.com/course/react-for-cats/', { host: 'cats.udemy.com', slug: SLUG }],
    ['https://www.udemy.com/course/', null],
    ['https://www.udemy.com/course/draft/mine/', null],
    ['https://www.udemy.com/user/somebody/', null],
    ['https://www.udemy.com/courses/search/?q=cats', null],
    ['https://www.udemy.com/topic/react/', null],
    ['https://notudemy.com/course/x/', null],
  ])('%s', (url, params) => expect(claimIn(udemy, url)).toEqual(params === null ? null : ['course', params]));
});

describe('reviews', () => {
  it('come by the number in the page, until nothing follows', async () => {
    const { items, total, doors, gaps, session } = await play();
    expect([items.length, total, doors, gaps]).toEqual([45, 45, ['reviews API'], []]);
    const fields =
      'fields[course_review]=@default,response,content_html,created_formatted_with_time_since' +
      '&fields[user]=@min,image_50x50,initials,public_display_name,tracking_id' +
      '&fields[course_review_response]=@min,user,content_html,created_formatted_with_time_since';
    expect(session.urls).toEqual([
      PAGE,
      ...[1, 2, 3].map(
        (page) =>
          `https://www.udemy.com/api-2.0/courses/${COURSE}/reviews/?courseId=${COURSE}&page=${page}&page_size=50&is_text_review=1&ordering=-created&${fields}`,
      ),
    ]);
    expect(session.sent[1]?.headers).toEqual({ accept: 'application/json, text/plain, */*', referer: PAGE });
  });

  it('have every field', async () => {
    const { items } = await play();
    expect(items[5]).toEqual(
      wholeItem({
        id: '49000005',
        kind: 'review',
        author: { name: 'Cat N. 5', id: '448005', avatarUrl: 'https://img-c.udemycdn.example/user/50x50/5.jpg' },
        text: 'Review 5 "so"  &\n\nsecond line',
        createdAt: '2021-06-01T04:30:00.000Z',
        createdAtPrecision: 'second',
        rating: 3.5,
        ratingScale: 5,
        ownerReply: { text: 'Thank you, 5!', createdAt: '2021-06-01T05:30:00.000Z' },
        extra: { modifiedAt: '2021-06-01T04:31:00.000Z' },
      }),
    );
    expect(items[3]).toMatchObject({ author: { name: 'Cat Number 3' }, ownerReply: null });
    expect(items[4]?.extra).toEqual({});
    expect(items[9]).toMatchObject({ author: { name: null, id: null, avatarUrl: null }, ownerReply: null });
  });

  it('may say little', async () => {
    const results = [{ id: 1, user: { title: 'A Cat' } }];
    const { items } = await readAll(udemy, BY_NUMBER, [{ match: CALLS, body: { count: 1, next: null, results } }]);
    expect(items).toEqual([wholeItem({ id: '1', kind: 'review', author: { name: 'A Cat' }, ratingScale: 5 })]);
  });

  it('are sorted by what helps where that is wanted', async () => {
    const { items, session } = await play({}, { sort: 'top' });
    expect(items[0]?.id).toBe('49000044');
    expect(session.urls[1]).toContain('ordering=course_review_score__rank,-created&');
  });

  it('of a course that nobody has judged are none', async () => {
    const { items, total, session } = await play({ reviews: 0 }, {}, BY_NUMBER);
    expect([items, total, session.urls.length]).toEqual([[], 0, 1]);
  });
});

describe('the number of a course', () => {
  it.each([
    ['picture', 4],
    ['silent', 5],
  ] as const)('is found where its page is of the kind %s', async (page, requests) => {
    const { items, session } = await play({ page });
    expect([items.length, session.urls.length]).toEqual([45, requests]);
  });

  it('comes from the API where the page is refused', async () => {
    const { items, session } = await play({}, {}, PAGE, [{ match: PAGE, times: 1, status: 403 }]);
    expect(items).toHaveLength(45);
    expect(session.urls[1]).toBe(`https://www.udemy.com/api-2.0/courses/${SLUG}/?fields[course]=id,num_reviews`);
  });

  it('is not missing where there is no such course', async () => {
    await expect(play({ page: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const run = play({ page: 'silent', refusal: { status: 404, body: { detail: 'Not found.' } } });
    await expect(run).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('a wall before the API', () => {
  it('does not stand before the page', async () => {
    const { items, doors } = await play({}, {}, BY_NUMBER, [{ match: CALLS, times: 1, status: 403 }]);
    expect([items.length, doors]).toEqual([45, ['reviews API, in the browser']]);
  });

  it('leaves what the page asks for by itself', async () => {
    const heard = (page: number) => `https://www.udemy.com/api-2.0/courses/${COURSE}/reviews/?page=${page}`;
    const list = (id: number, next: string | null) => ({ count: 2, next, results: [{ id, content: `Review ${id}` }] });
    const { items, total, doors, notes } = await readAll(udemy, BY_NUMBER, [
      { match: 'page_size=50', status: 403 },
      { match: heard(1), body: list(1, heard(2)) },
      { match: heard(2), body: list(2, null) },
      { match: BY_NUMBER, body: '<html></html>', asks: [heard(1), heard(2)] },
    ]);
    expect([items.map(({ id }) => id), total, notes.length]).toEqual([['1', '2'], 2, 1]);
    expect(doors).toEqual(['the page of the course, in the browser']);
  });
});

describe('refusals', () => {
  it.each([
    [403, { detail: 'You do not have permission to perform this action.' }, 'PRIVATE'],
    [403, '<html>Forbidden</html>', 'BLOCKED'],
    [401, { detail: 'Authentication credentials were not provided.' }, 'LOGIN_REQUIRED'],
    [404, { detail: 'Not found.' }, 'NOT_FOUND'],
    [410, '', 'NOT_FOUND'],
    [429, '', 'RATE_LIMITED'],
    [503, '', 'NETWORK'],
    [200, { count: 3, next: null }, 'PLATFORM_CHANGED'],
    [200, '<html></html>', 'PLATFORM_CHANGED'],
  ])('%s %o', async (status, body, code) => {
    await expect(play({ refusal: { status, body } }, {}, BY_NUMBER)).rejects.toMatchObject({ code });
  });

  it.each([SLUG, COURSE])("of a company's host are a login: %s", async (course) => {
    await expect(play({}, {}, `https://cats.udemy.com/course/${course}/`)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});
